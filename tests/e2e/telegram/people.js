'use strict';
// What people do: write, edit, press, send a picture. Built with the package's own client, completed where it is thin.

const {TelegramClient} = require('telegram-test-api/lib/modules/telegramClient');

const ATTACHED = {
  voice: {file_id: 'v1', file_unique_id: 'v', duration: 3, mime_type: 'audio/ogg', file_size: 4000},
  photo: [{file_id: 'p1', file_unique_id: 'p', width: 90, height: 60, file_size: 1200}],
  sticker: {file_id: 's1', file_unique_id: 's', type: 'regular', width: 512, height: 512, is_animated: false, is_video: false, emoji: '👍'},
  location: {latitude: 36.75, longitude: 3.06},
  document: {file_id: 'd1', file_unique_id: 'd', file_name: 'note.pdf', mime_type: 'application/pdf', file_size: 5000},
  video: {file_id: 'm1', file_unique_id: 'm', width: 640, height: 480, duration: 5},
  contact: {phone_number: '0550000000', first_name: 'X'},
};

class People {
  constructor(emulator) {
    this.emulator = emulator;
  }

  /** {person, chat?, text?, attached?, reply_to?} → {message_id, update_id} */
  async send(wish) {
    const client = this.client(wish);
    const text = wish.text ?? '';
    const options = {...this.places(wish), ...this.repliedTo(wish)};
    const made = text.startsWith('/') ? client.makeCommand(text, options) : client.makeMessage(text, options);
    if (wish.attached) {
      delete made.text;
      Object.assign(made, {[wish.attached]: ATTACHED[wish.attached]}, text && {caption: text});
    } else {
      made.entities = this.entities(text);
      if (!made.entities.length) delete made.entities;
    }
    return this.emulator.wrote(made);
  }

  /** {person, chat?, message_id, text} → {message_id, update_id} */
  edit(wish) {
    return this.emulator.rewrote(this.places(wish).chat.id, wish.message_id, wish.text, this.entities(wish.text));
  }

  /** Press a button that stands under a message now: by its `data`, or by a part of what it shows in `label`. */
  async press(wish) {
    const {chat} = this.places(wish);
    const message = this.emulator.seen(chat.id, wish.message_id);
    const buttons = (message?.reply_markup?.inline_keyboard ?? []).flat();
    const button = buttons.find((each) => (wish.data !== undefined ? each.callback_data === wish.data : each.text.includes(wish.label)));
    if (!button && !wish.stale) return {error: 'no such button', buttons};
    const data = button?.callback_data ?? wish.data;
    const made = this.client(wish).makeCallbackQuery(data, {...this.places(wish)});
    return this.emulator.pressed({...made, from: this.places(wish).from, message, data});
  }

  client({person, chat}) {
    const place = chat ?? {id: person.id, type: 'private'};
    return new TelegramClient('', this.emulator.token, {
      userId: person.id, chatId: place.id, firstName: person.first_name ?? 'Person', userName: person.username ?? `person_${person.id}`, type: place.type,
      chatTitle: place.title,
    });
  }

  places({person, chat}) {
    const from = {is_bot: false, first_name: 'Person', username: `person_${person.id}`, ...person};
    const {language_code: _, is_bot: __, ...named} = from;
    return {from, chat: this.emulator.chat(chat ?? {...named, type: 'private'})};
  }

  repliedTo({reply_to: id, person, chat}) {
    if (id === undefined) return {};
    const {reply_to_message: _, ...message} = this.emulator.seen(chat?.id ?? person.id, id) ?? {};
    return {reply_to_message: message};
  }

  entities(text) {
    const command = /^\/[A-Za-z0-9_]+(@\w+)?/.exec(text);
    const found = command ? [{type: 'bot_command', offset: 0, length: command[0].length}] : [];
    for (const mention of text.matchAll(/(?<![\w/])@[A-Za-z]\w{3,}/g)) {
      if (!command || mention.index >= command[0].length) found.push({type: 'mention', offset: mention.index, length: mention[0].length});
    }
    return found;
  }
}

module.exports = {People};
