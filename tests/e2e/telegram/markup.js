'use strict';
// Telegram's HTML: a text with tags becomes the text that is shown and its entities, or is refused.

const TYPES = {
  b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline', s: 'strikethrough',
  strike: 'strikethrough', del: 'strikethrough', 'tg-spoiler': 'spoiler', span: 'spoiler', a: 'text_link', code: 'code',
  pre: 'pre', blockquote: 'blockquote', 'tg-emoji': 'custom_emoji',
};
const NAMED = {lt: '<', gt: '>', amp: '&', quot: '"'};
const MOST_UNITS = 4096;
const MOST_CAPTION_UNITS = 1024;
const MOST_MARKUP = 9500;
const MOST_ENTITIES = 100;

class Refused extends Error {
  constructor(description, code = 400, parameters = undefined) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

function unescape(text) {
  return text.replace(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-zA-Z]+);/g, (whole, name) => {
    if (name[0] !== '#') return NAMED[name] ?? whole;
    const point = name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function attribute(rest, name) {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`).exec(rest);
  return found ? unescape(found[1] ?? found[2] ?? found[3]) : undefined;
}

/** HTML → {text, entities}; offsets and lengths in UTF-16 units, as JavaScript counts anyway. */
function parseHtml(html) {
  const bytesBefore = (index) => Buffer.byteLength(html.slice(0, index));
  const open = [];
  const entities = [];
  let text = '';
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    if (tag < 0) {
      text += unescape(html.slice(at));
      break;
    }
    text += unescape(html.slice(at, tag));
    const end = html.indexOf('>', tag);
    const inside = end < 0 ? '' : html.slice(tag + 1, end);
    const match = /^(\/?)([a-zA-Z][a-zA-Z0-9-]*)([\s\S]*)$/.exec(inside);
    if (!match) throw new Refused(`Bad Request: can't parse entities: Unsupported start tag at byte offset ${bytesBefore(tag)}`);
    const [, closing, given, rest] = match;
    const name = given.toLowerCase();
    if (closing) {
      const last = open.pop();
      if (!last || last.name !== name) {
        throw new Refused(`Bad Request: can't parse entities: Unmatched end tag "${name}" at byte offset ${bytesBefore(tag)}`);
      }
      const length = text.length - last.entity.offset;
      if (length > 0) entities.push({...last.entity, length});
    } else {
      const type = TYPES[name];
      if (!type || (name === 'span' && attribute(rest, 'class') !== 'tg-spoiler')) {
        throw new Refused(`Bad Request: can't parse entities: Unsupported start tag "${name}" at byte offset ${bytesBefore(tag)}`);
      }
      const entity = {type, offset: text.length};
      if (name === 'a') entity.url = attribute(rest, 'href');
      if (name === 'blockquote' && /\bexpandable\b/.test(rest)) entity.type = 'expandable_blockquote';
      open.push({name, entity});
    }
    at = end + 1;
  }
  if (open.length) throw new Refused(`Bad Request: can't parse entities: Can't find end tag corresponding to start tag "${open.pop().name}"`);
  return {text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length)};
}

function checkEntities(entities, text) {
  for (const {type, offset, length} of entities) {
    if (!type || !(offset >= 0) || !(length > 0) || offset + length > text.length) {
      throw new Refused(`Bad Request: can't parse entities: entity ${type} at ${offset}+${length} lies outside the text`);
    }
    for (const edge of [offset, offset + length]) {
      if (/[\ud800-\udbff]/.test(text[edge - 1] ?? '') && /[\udc00-\udfff]/.test(text[edge] ?? '')) {
        throw new Refused(`Bad Request: can't parse entities: entity ${type} cuts a character at ${edge}`);
      }
    }
  }
}

/** What a message shows: {text, entities}, whichever way its markup was given. Counted after parsing, as Telegram does. */
function shown(given, parseMode, listed, tooLong, most = MOST_UNITS) {
  const raw = String(given ?? '');
  let parsed = {text: raw, entities: listed ?? []};
  if (parseMode) {
    if (String(parseMode).toLowerCase() !== 'html') throw new Refused('Bad Request: unsupported parse_mode in this emulator');
    parsed = parseHtml(raw);
  }
  checkEntities(parsed.entities, parsed.text);
  if (parsed.text.length > most) throw new Refused(tooLong);
  if (raw.length - parsed.text.length > MOST_MARKUP) throw new Refused('Bad Request: ENTITIES_TOO_LONG');
  return {text: trimmed(parsed), entities: parsed.entities.slice(0, MOST_ENTITIES)};
}

/** Blanks at the end vanish; those at the start are kept here, so that offsets stay true. */
function trimmed({text, entities}) {
  const end = Math.max(text.trimEnd().length, ...entities.map((each) => each.offset + each.length), 0);
  return text.slice(0, end);
}

module.exports = {Refused, parseHtml, shown, MOST_CAPTION_UNITS};
