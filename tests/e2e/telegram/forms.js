'use strict';
// The parameters of a call, however they were sent: JSON, a form, or a form with files in it.

const NESTED = ['reply_markup', 'entities', 'caption_entities', 'reply_parameters', 'commands', 'scope', 'allowed_updates',
  'link_preview_options', 'menu_button', 'reaction'];

function parameters(request) {
  const body = Buffer.isBuffer(request.body) ? multipart(request.body, request.headers['content-type']) : request.body;
  const given = {...request.query, ...body};
  for (const name of NESTED) {
    if (typeof given[name] === 'string') given[name] = JSON.parse(given[name]);
  }
  return given;
}

/** A file becomes {file_name, file_size, mime_type, base64}, a field its text. */
function multipart(body, contentType) {
  const boundary = Buffer.from(`--${/boundary="?([^";]+)"?/.exec(contentType)[1]}`);
  const fields = {};
  let start = body.indexOf(boundary) + boundary.length + 2;
  for (let next = body.indexOf(boundary, start); next >= 0; next = body.indexOf(boundary, start)) {
    const part = body.subarray(start, next - 2);
    const blank = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, blank).toString();
    const content = part.subarray(blank + 4);
    const name = /name="([^"]*)"/.exec(head)[1];
    const file = /filename\*?="?([^"\r\n]*)"?/.exec(head);
    const type = /content-type:\s*([^\r\n;]+)/i.exec(head);
    fields[name] = file
      ? {file_name: decodedName(file[1]), file_size: content.length, mime_type: type?.[1], base64: content.toString('base64')}
      : content.toString();
    start = next + boundary.length + 2;
  }
  return fields;
}

function decodedName(name) {
  return name.startsWith("utf-8''") ? decodeURIComponent(name.slice(7)) : name.replace(/%22/g, '"');
}

module.exports = {parameters};
