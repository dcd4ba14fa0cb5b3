'use strict';
// The methods of the Bot API that a bot of questions and answers may call, each answering in the real one's shape.

const {Refused, shown, MOST_CAPTION_UNITS} = require('./markup');

const MOST_CALLBACK_BYTES = 64;
const MOST_ALERT_UNITS = 200;
const MOST_COMMANDS = 100;
const ACTIONS = ['typing', 'upload_photo', 'record_video', 'upload_video', 'record_voice', 'upload_voice', 'upload_document',
  'choose_sticker', 'find_location', 'record_video_note', 'upload_video_note'];
const SILENT = ['setChatMenuButton', 'setMyDescription', 'setMyShortDescription', 'setMyName', 'setMessageReaction', 'logOut',
  'close', 'leaveChat'];

const isTrue = (value) => value === true || String(value) === 'true';

class BotApi {
  constructor(emulator) {
    this.emulator = emulator;
    this.commands = new Map();
    this.drafts = [];
  }

  /** The result of one call; raises Refused. `gone` registers what is to happen when the caller hangs up. */
  async answer(method, given, gone) {
    if (SILENT.includes(method)) return true;
    if (typeof this[method] !== 'function' || !METHODS.has(method)) throw new Refused('Not Found', 404);
    return this[method](given, gone);
  }

  getMe() {
    return this.emulator.me;
  }

  async getUpdates(given, gone) {
    if (this.emulator.updates.webhook) {
      throw new Refused("Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first", 409);
    }
    return this.emulator.updates.poll(given, gone).catch(() => {
      throw new Refused('Conflict: terminated by other getUpdates request; make sure that only one bot instance is running', 409);
    });
  }

  setWebhook(given) {
    if (given.secret_token && !/^[A-Za-z0-9_-]{1,256}$/.test(given.secret_token)) {
      throw new Refused('Bad Request: secret token contains unallowed characters');
    }
    const {protocol, hostname} = given.url ? new URL(given.url) : {};
    if (protocol === 'http:' && !['127.0.0.1', 'localhost'].includes(hostname)) {
      throw new Refused('Bad Request: bad webhook: An HTTPS URL must be provided for webhook');
    }
    this.emulator.updates.setWebhook(given);
    return true;
  }

  deleteWebhook(given) {
    this.emulator.updates.setWebhook({url: '', drop_pending_updates: given.drop_pending_updates});
    return true;
  }

  getWebhookInfo() {
    return this.emulator.updates.info();
  }

  sendMessage(given) {
    const chat = this.chat(given);
    const content = shown(given.text, given.parse_mode, given.entities, 'Bad Request: message is too long');
    if (!content.text.trim()) throw new Refused('Bad Request: message text is empty');
    return this.sent(chat, given, content);
  }

  sendDocument(given) {
    const chat = this.chat(given);
    if (!given.document) throw new Refused('Bad Request: there is no document in the request');
    const content = shown(given.caption, given.parse_mode, given.caption_entities, 'Bad Request: message caption is too long', MOST_CAPTION_UNITS);
    return this.sent(chat, given, content);
  }

  sendPhoto(given) {
    const chat = this.chat(given);
    if (!given.photo) throw new Refused('Bad Request: there is no photo in the request');
    const content = shown(given.caption, given.parse_mode, given.caption_entities, 'Bad Request: message caption is too long', MOST_CAPTION_UNITS);
    return this.sent(chat, given, content);
  }

  sent(chat, given, content) {
    this.checkKeyboard(given.reply_markup);
    const repliedTo = given.reply_parameters?.message_id ?? given.reply_to_message_id;
    if (repliedTo !== undefined && !this.emulator.record(chat.id, repliedTo)) {
      const isOptional = isTrue(given.reply_parameters?.allow_sending_without_reply) || isTrue(given.allow_sending_without_reply);
      if (!isOptional) throw new Refused('Bad Request: message to be replied not found');
    }
    return this.emulator.said(given, content, repliedTo);
  }

  sendMessageDraft(given) {
    const chat = this.chat(given);
    if (chat.type !== 'private') throw new Refused('Bad Request: PEER_ID_INVALID');
    if (!Number.isInteger(Number(given.draft_id)) || !Number(given.draft_id)) throw new Refused('Bad Request: DRAFT_ID_INVALID');
    const content = shown(given.text, given.parse_mode, given.entities, 'Bad Request: message is too long');
    this.drafts.push({at: Date.now(), chat: chat.id, draft_id: Number(given.draft_id), ...content});
    return true;
  }

  editMessageText(given) {
    const record = this.ownRecord(given);
    const content = shown(given.text, given.parse_mode, given.entities, 'Bad Request: MESSAGE_TOO_LONG');
    if (!content.text.trim()) throw new Refused('Bad Request: message text is empty');
    return this.edited(record, given, content);
  }

  editMessageReplyMarkup(given) {
    const record = this.ownRecord(given);
    return this.edited(record, given, {text: record.text, entities: record.entities});
  }

  /** An edit that leaves the keyboard out takes it away; one that changes nothing is refused. */
  edited(record, given, content) {
    this.checkKeyboard(given.reply_markup);
    const before = JSON.stringify([record.text, record.entities, keyboard(record.message)]);
    if (before === JSON.stringify([content.text, content.entities, keyboard(given)])) {
      throw new Refused('Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message');
    }
    return this.emulator.changed(record, given, content);
  }

  deleteMessage(given) {
    const record = this.ownRecord(given, 'Bad Request: message to delete not found');
    return this.emulator.removed(record);
  }

  sendChatAction(given) {
    this.chat(given);
    if (!ACTIONS.includes(given.action)) throw new Refused('Bad Request: wrong parameter action in request');
    return true;
  }

  answerCallbackQuery(given) {
    if ((given.text ?? '').length > MOST_ALERT_UNITS) throw new Refused('Bad Request: MESSAGE_TOO_LONG');
    if (!this.emulator.answered(given)) {
      throw new Refused('Bad Request: query is too old and response timeout expired or query ID is invalid');
    }
    return true;
  }

  setMyCommands(given) {
    const fits = ({command, description}) => /^[a-z0-9_]{1,32}$/.test(command) && description?.length >= 1 && description.length <= 256;
    if (!Array.isArray(given.commands) || given.commands.length > MOST_COMMANDS || !given.commands.every(fits)) {
      throw new Refused('Bad Request: BOT_COMMAND_INVALID');
    }
    if (given.scope?.type === 'chat' && !this.emulator.chats.has(String(given.scope.chat_id))) {
      throw new Refused('Bad Request: chat not found');
    }
    this.commands.set(menuOf(given), {scope: scopeOf(given), language_code: given.language_code ?? '', commands: given.commands});
    return true;
  }

  deleteMyCommands(given) {
    this.commands.delete(menuOf(given));
    return true;
  }

  getMyCommands(given) {
    return this.commands.get(menuOf(given))?.commands ?? [];
  }

  getChat(given) {
    return {...this.chat(given), accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: {}};
  }

  chat(given) {
    const chat = this.emulator.chats.get(String(given.chat_id));
    if (!chat) throw new Refused('Bad Request: chat not found');
    return chat;
  }

  ownRecord(given, missing = 'Bad Request: message to edit not found') {
    const record = this.emulator.record(this.chat(given).id, given.message_id);
    if (!record) throw new Refused(missing);
    if (!record.isBot) throw new Refused("Bad Request: message can't be edited");
    return record;
  }

  checkKeyboard(markup) {
    const fits = ({text, callback_data: data, url}) => text && ((data === undefined) !== (url === undefined))
      && (data === undefined || (data.length > 0 && Buffer.byteLength(data) <= MOST_CALLBACK_BYTES));
    for (const row of markup?.inline_keyboard ?? []) {
      if (!row.every(fits)) throw new Refused('Bad Request: BUTTON_DATA_INVALID');
    }
  }
}

const scopeOf = (given) => given.scope ?? {type: 'default'};
const menuOf = (given) => JSON.stringify([scopeOf(given), given.language_code ?? '']);

function keyboard(holder) {
  const rows = holder.reply_markup?.inline_keyboard;
  return rows && rows.length ? rows : null;
}

const METHODS = new Set(['getMe', 'getUpdates', 'setWebhook', 'deleteWebhook', 'getWebhookInfo', 'sendMessage', 'sendDocument', 'sendPhoto',
  'sendMessageDraft', 'editMessageText', 'editMessageReplyMarkup', 'deleteMessage', 'sendChatAction', 'answerCallbackQuery',
  'setMyCommands', 'deleteMyCommands', 'getMyCommands', 'getChat']);

module.exports = {BotApi, keyboard};
