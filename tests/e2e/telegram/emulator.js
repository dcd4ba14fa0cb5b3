'use strict';
// A Bot API server for tests: the storage and the client of telegram-test-api, with the behaviour of the real service
// around it. `node emulator.js [PORT]` listens on loopback and prints one JSON line with the port.
//   /bot<token>/METHOD            what the bot calls
//   /person/send|edit|press       what people do           /chats/ID     what a chat shows now, with its edits
//   /__calls?since=N&chat=ID  /__state  what the bot did         /__fail  /__mend  /__latency  /__again    what goes wrong

const http = require('http');
const express = require('express');
const TelegramServer = require('telegram-test-api');
const {BotApi, keyboard} = require('./bot_api');
const {Faults} = require('./faults');
const {parameters} = require('./forms');
const {Refused} = require('./markup');
const {People} = require('./people');
const {Updates} = require('./updates');

// As long as clients keep theirs, or longer: one that was stopped for a while must not write into a closed connection.
const KEPT_ALIVE_MS = 120000;
const STORED_S = 24 * 3600;
const MOST_BYTES = '60mb';
const seconds = (milliseconds) => Math.floor(milliseconds / 1000);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Emulator extends TelegramServer {
  constructor(token) {
    super({host: '127.0.0.1', storeTimeout: STORED_S});
    this.token = token;
    this.me = {
      id: Number(token.split(':')[0]), is_bot: true, first_name: 'Forsa', username: 'forsa_test_bot', can_join_groups: true,
      can_read_all_group_messages: true, supports_inline_queries: false, can_connect_to_business: false, has_main_web_app: false,
    };
    this.calls = [];
    this.chats = new Map();
    this.records = new Map();
    this.given = new Map();
    this.presses = new Map();
    this.latency = {min: 0, max: 0};
    this.faults = new Faults();
    this.updates = new Updates((call) => this.note(call));
    this.api = new BotApi(this);
    this.people = new People(this);
  }

  note(call) {
    this.calls.push({n: this.calls.length, at: Date.now(), ...call});
    return this.calls[this.calls.length - 1];
  }

  // --- what the bot does

  async call(request, response) {
    const {method, token} = request.params;
    const given = parameters(request);
    const isKept = method !== 'getUpdates';
    const call = isKept ? this.note({method, body: withoutFiles(given)}) : {};
    const end = (status, body) => {
      Object.assign(call, {status, ...(body.description && {error: body.description}), ms: Date.now() - call.at});
      response.status(status).json(body);
    };
    try {
      if (token !== this.token) throw new Refused('Unauthorized', 401);
      if (isKept && this.latency.max) await pause(this.latency.min + Math.random() * (this.latency.max - this.latency.min));
      const fault = this.faults.meet(method, given);
      if (fault?.wait_ms) await pause(fault.wait_ms);
      if (fault && !fault.performed) this.break(fault, call, response);
      const result = await this.api.answer(method, given, (hungUp) => response.on('close', hungUp));
      if (fault) this.break(fault, call, response);
      if (result?.message_id) call.message_id = result.message_id;
      end(200, {ok: true, result});
    } catch (error) {
      if (error === CUT) return;
      if (!(error instanceof Refused)) console.error(error);
      const {code = 500, parameters: more, message} = error;
      end(code, {ok: false, error_code: code, description: message, ...(more && {parameters: more})});
    }
  }

  break(fault, call, response) {
    if (fault.cut) {
      Object.assign(call, {status: 'cut'});
      response.destroy();
      throw CUT;
    }
    if (fault.code) throw new Refused(fault.description ?? 'Injected fault', fault.code, fault.parameters);
  }

  said(given, {text, entities}, repliedTo) {
    this.addBotMessage({...given}, this.token);
    const record = this.storage.botMessages[this.storage.botMessages.length - 1];
    Object.assign(record, {isBot: true, text, entities, repliedTo, history: []});
    return this.kept(record, Number(given.chat_id));
  }

  changed(record, given, {text, entities}) {
    record.history.push({text: record.text, entities: record.entities, keyboard: keyboard(record.message), until: Date.now()});
    delete record.message.reply_markup;
    this.editMessageText({...given});
    Object.assign(record, {text, entities, editedAt: Date.now()});
    return this.message(record);
  }

  removed(record) {
    record.deletedAt = Date.now();
    return this.deleteMessage(record.chatId, record.messageId) || true;
  }

  answered({callback_query_id: id, ...answer}) {
    const press = this.presses.get(String(id));
    if (!press || press.answer) return false;
    press.answer = {...answer, at: Date.now()};
    return true;
  }

  // --- what people do

  async wrote(made) {
    const isCommand = made.text?.startsWith('/') && made.entities;
    const id = this.messageId;
    const update = this.updateId;
    await (isCommand ? this.addUserCommand(made) : this.addUserMessage(made));
    return {message_id: id, update_id: update};
  }

  rewrote(chatId, id, text, entities) {
    const record = this.record(chatId, id);
    record.history.push({text: record.message.text, until: Date.now()});
    Object.assign(record, {editedAt: Date.now()});
    Object.assign(record.message, {text, entities});
    if (!entities.length) delete record.message.entities;
    const update = {update_id: this.updateId++, edited_message: this.message(record)};
    this.give(update);
    return {message_id: id, update_id: update.update_id};
  }

  async pressed(made) {
    const id = this.callbackId;
    const update = this.updateId;
    this.presses.set(String(id), {data: made.data, chat: made.message?.chat.id});
    await this.addUserCallback(made);
    return {callback_id: String(id), update_id: update};
  }

  /** Called by the package for each update of a person: numbered and queued before anything else can happen. */
  async addUserUpdate(update) {
    this.storage.userMessages.push(update);
    const formatted = TelegramServer.formatUpdate(update);
    this.updateId++;
    if (update.callbackQuery) {
      formatted.callback_query.chat_instance = String(update.callbackQuery.message?.chat.id ?? 0);
    } else {
      Object.assign(update, {history: []});
      formatted.message = this.kept(update, update.message.chat.id);
    }
    this.give(formatted);
  }

  give(update) {
    this.given.set(update.update_id, update);
    this.updates.add(update);
  }

  // --- what stands in a chat

  chat(chat) {
    if (!this.chats.has(String(chat.id))) this.chats.set(String(chat.id), chat);
    return this.chats.get(String(chat.id));
  }

  kept(record, chatId) {
    record.chatId = chatId;
    this.records.set(record.messageId, record);
    return this.message(record);
  }

  record(chatId, id) {
    const record = this.records.get(Number(id));
    return record && record.chatId === Number(chatId) && !record.deletedAt ? record : undefined;
  }

  seen(chatId, id) {
    const record = this.record(chatId, id);
    return record && this.message(record);
  }

  /** A message in the Bot API's shape: dates in seconds, its entities, the keyboard if it has one. */
  message(record, isInner = false) {
    const common = {message_id: record.messageId, date: seconds(record.time), chat: this.chats.get(String(record.chatId))};
    if (record.editedAt) common.edit_date = seconds(record.editedAt);
    if (!record.isBot) {
      const {botToken: _, date: __, chat: ___, ...content} = record.message;
      return {...common, ...content};
    }
    const {document, photo} = record.message;
    const named = document?.base64 ? {file_id: `d${record.messageId}`, file_unique_id: `u${record.messageId}`, file_name: document.file_name, file_size: document.file_size, mime_type: document.mime_type} : document;
    const rows = keyboard(record.message);
    const repliedTo = !isInner && record.repliedTo !== undefined && this.record(record.chatId, record.repliedTo);
    const captioned = {caption: record.text, caption_entities: record.entities};
    const content = document ? {document: named, ...captioned}
      : photo ? {photo: [{file_id: `p${record.messageId}`, file_unique_id: `q${record.messageId}`, file_size: photo.file_size, ...pngSize(photo.base64)}], ...captioned}
        : {text: record.text, entities: record.entities};
    return {
      ...common, from: this.me, ...content, ...(rows && {reply_markup: {inline_keyboard: rows}}),
      ...(repliedTo && {reply_to_message: this.message(repliedTo, true)}),
    };
  }

  history(chatId) {
    return [...this.records.values()].filter((record) => record.chatId === Number(chatId)).map((record) => ({
      ...this.message(record), is_bot: Boolean(record.isBot), at: record.time, edited_at: record.editedAt,
      history: record.history, deleted: Boolean(record.deletedAt),
    }));
  }

  state() {
    return {
      pending: this.updates.waiting.length, polling: Boolean(this.updates.poller), webhook: this.updates.webhook,
      commands: [...this.api.commands.values()], drafts: this.api.drafts, presses: Object.fromEntries(this.presses),
      calls: this.calls.length,
    };
  }

  // --- the server

  routes() {
    const app = express();
    app.use(express.json({limit: MOST_BYTES}), express.urlencoded({extended: true, limit: MOST_BYTES}));
    app.use(express.raw({type: 'multipart/form-data', limit: MOST_BYTES}));
    app.all('/bot:token/:method', (request, response) => this.call(request, response));
    const tell = (path, make) => app.all(path, (request, response, next) => {
      Promise.resolve().then(() => make({...request.query, ...request.body}, request.params)).then((told) => response.json(told ?? {ok: true})).catch(next);
    });
    tell('/person/send', (wish) => this.people.send(wish));
    tell('/person/edit', (wish) => this.people.edit(wish));
    tell('/person/press', (wish) => this.people.press(wish));
    tell('/chats/:id', (_, {id}) => this.history(id));
    tell('/__calls', ({since, chat}) => this.calls.slice(Number(since ?? 0))
      .filter((call) => chat === undefined || String(call.body?.chat_id) === String(chat)));
    tell('/__state', () => this.state());
    tell('/__fail', (fault) => this.faults.add(fault));
    tell('/__mend', () => this.faults.clear());
    tell('/__latency', (latency) => { this.latency = latency; });
    tell('/__again', ({update_id: id}) => this.updates.again(this.given.get(Number(id))));
    app.use(this.webServer);
    return app;
  }

  async listen(port) {
    this.server = http.createServer(this.routes());
    this.server.keepAliveTimeout = KEPT_ALIVE_MS;
    await new Promise((resolve, reject) => this.server.listen(port, '127.0.0.1', resolve).once('error', reject));
    return this.server.address().port;
  }
}

const CUT = new Error('cut');

const withoutFiles = (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value?.base64 ? {...value, base64: undefined} : value]));

/** Width and height as a PNG's head tells them. */
function pngSize(base64) {
  const head = Buffer.from(base64, 'base64').subarray(0, 24);
  return head.length < 24 ? {width: 1, height: 1} : {width: head.readUInt32BE(16), height: head.readUInt32BE(20)};
}

module.exports = Emulator;

if (require.main === module) {
  new Emulator(process.env.TELEGRAM_TOKEN ?? '123456:TEST').listen(Number(process.argv[2] ?? 0))
    .then((port) => console.log(JSON.stringify({port})));
}
