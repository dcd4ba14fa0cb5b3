'use strict';
// Faults on demand: the next calls of a method are refused, cut off or answered late.

class Faults {
  constructor() {
    this.wanted = [];
  }

  /**
   * {method: name or '*', code, description, parameters, times: 1, skip: 0, chat, cut, performed, wait_ms, until_ms}
   * `cut` closes the connection instead of answering; `performed` lets the call take effect first; `wait_ms` delays it;
   * `for_ms` instead of `times` keeps the fault up that long. A fault without a code only waits or cuts.
   */
  add(fault) {
    const until = fault.for_ms ? Date.now() + fault.for_ms : undefined;
    this.wanted.push({times: until ? Infinity : 1, skip: 0, ...fault, until});
  }

  clear() {
    this.wanted = [];
  }

  /** The fault that this call meets, or undefined. */
  meet(method, given) {
    const now = Date.now();
    this.wanted = this.wanted.filter((each) => each.times > 0 && !(each.until < now));
    for (const fault of this.wanted) {
      const fits = (fault.method === '*' ? method !== 'getUpdates' : fault.method === method)
        && (fault.chat === undefined || String(fault.chat) === String(given.chat_id));
      if (!fits) continue;
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      fault.times -= 1;
      return fault;
    }
    return undefined;
  }
}

module.exports = {Faults};
