'use strict';
// What waits for the bot. As with the real API an update is given until a later offset, or a 2xx of the webhook,
// says that it was taken: a bot that loses it after fetching it is found out.

const axios = require('axios');

const DEFAULT_CONNECTIONS = 40;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 3000;

/** With a webhook the real service keeps each chat's messages, and each person's presses, in a queue of their own: one is
 * on its way at a time, the next once it was taken. */
function queueOf(update) {
  const {callback_query: press, message = update.edited_message} = update;
  return press ? `presses of ${press.from.id}` : `messages of ${message.chat.id}`;
}

class Updates {
  constructor(record) {
    this.record = record;
    this.waiting = [];
    this.repeated = [];
    this.webhook = null;
    this.poller = null;
    this.inFlight = new Set();
    this.lastError = null;
    this.allowed = null;
  }

  add(update) {
    const kind = Object.keys(update).find((name) => name !== 'update_id');
    if (this.allowed && this.allowed.length && !this.allowed.includes(kind)) return;
    this.waiting.push(update);
    if (this.webhook) this.deliver();
    else this.poller?.wake();
  }

  /** Give an update once more although it was taken, as happens when the word that it was gets lost. */
  again(update) {
    if (this.webhook) {
      this.waiting.push({...update});
      this.deliver();
    } else {
      this.repeated.push(update);
      this.poller?.wake();
    }
  }

  /** Long polling. A second call ends the first one with 409, as two bots with one token would see. */
  async poll({offset, limit, timeout, allowed_updates: allowed}, gone) {
    if (allowed) this.allowed = allowed;
    this.poller?.end();
    const from = Number(offset ?? 0);
    if (from > 0) this.waiting = this.waiting.filter((update) => update.update_id >= from);
    if (from < 0) this.waiting = this.waiting.slice(from);
    const first = () => [...this.repeated.splice(0), ...this.waiting].slice(0, Math.min(Number(limit ?? 100), 100));
    if (this.waiting.length || this.repeated.length || !Number(timeout ?? 0)) return first();
    return new Promise((resolve, reject) => {
      const poller = {wake: () => finish(() => resolve(first())), end: () => finish(() => reject(new Error('conflict')))};
      const timer = setTimeout(() => finish(() => resolve([])), Number(timeout) * 1000);
      const finish = (settle) => {
        clearTimeout(timer);
        if (this.poller === poller) this.poller = null;
        settle();
      };
      gone(() => finish(() => resolve([])));
      this.poller = poller;
    });
  }

  setWebhook({url, secret_token: secret, max_connections: connections, allowed_updates: allowed, drop_pending_updates: drop}) {
    if (String(drop) === 'true') this.drop();
    if (allowed) this.allowed = allowed;
    this.poller?.end();
    this.webhook = url ? {url, secret, connections: Number(connections ?? DEFAULT_CONNECTIONS)} : null;
    this.deliver();
  }

  drop() {
    this.waiting = [];
    this.repeated = [];
  }

  info() {
    return {
      url: this.webhook?.url ?? '', has_custom_certificate: false, pending_update_count: this.waiting.length,
      ...(this.webhook && {max_connections: this.webhook.connections}), ...(this.allowed && {allowed_updates: this.allowed}),
      ...(this.lastError && {last_error_date: this.lastError.date, last_error_message: this.lastError.message}),
    };
  }

  deliver() {
    for (const update of this.waiting) {
      if (this.inFlight.size >= (this.webhook?.connections ?? 0)) return;
      if (!this.inFlight.has(queueOf(update))) this.post(update);
    }
  }

  async post(update) {
    this.inFlight.add(queueOf(update));
    let pause = FIRST_RETRY_MS;
    while (this.webhook && this.waiting.includes(update)) {
      const {url, secret} = this.webhook;
      const headers = secret ? {'X-Telegram-Bot-Api-Secret-Token': secret} : {};
      const begun = Date.now();
      const status = await axios.post(url, update, {headers, validateStatus: () => true, timeout: 60000})
        .then((answer) => answer.status, (error) => error.code ?? error.message);
      this.record({method: '->webhook', status, ms: Date.now() - begun, update_id: update.update_id});
      if (status >= 200 && status < 300) {
        this.waiting = this.waiting.filter((each) => each !== update);
      } else {
        this.lastError = {date: Math.floor(Date.now() / 1000), message: `Wrong response from the webhook: ${status}`};
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_RETRY_MS);
      }
    }
    this.inFlight.delete(queueOf(update));
    if (this.webhook) this.deliver();
  }
}

module.exports = {Updates};
