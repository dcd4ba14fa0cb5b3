// Calls to the server. What goes wrong is an ApiError, whose text a person can read.

import {has, t} from "./texts.js";

export class ApiError extends Error {
  constructor(status, reason, message, why = "") {
    const own = `error_${reason.replaceAll("-", "_")}`;
    const byStatus = {0: "error_network", 401: "error_no_key", 413: "error_too_large", 415: "error_unsupported", 503: "error_unavailable"};
    const said = ["not-admitted", "too-many-questions", "reindex-running"].includes(reason) && message;
    super(said || t(has(own) ? own : byStatus[status] ?? "error_internal", {why}));
    this.status = status;
    this.reason = reason;
  }
}

async function send(method, path, options) {
  let response;
  try {
    response = await fetch(path, {method, credentials: "same-origin", ...options});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, "network", "");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  if (path === "/health") return new Response(JSON.stringify(told));
  throw new ApiError(response.status, told.error?.reason ?? "internal", told.error?.message ?? "", told.error?.fields?.[0]?.problem);
}

export async function call(method, path, body) {
  const options = body instanceof FormData ? {body} : body && {body: JSON.stringify(body), headers: {"Content-Type": "application/json"}};
  const response = await send(method, path, options ?? {});
  return response.status === 204 ? null : response.json();
}

// The events of a stream, one after the other; ends with `done`, throws what `error` says.
export async function* events(method, path, body, signal) {
  const headers = {Accept: "text/event-stream"};
  if (body) headers["Content-Type"] = "application/json";
  const response = await send(method, path, {headers, signal, body: body && JSON.stringify(body)});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      let step;
      try {
        step = await reader.read();
      } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new ApiError(0, "network", "");
      }
      if (step.done) throw new ApiError(0, "network", ""); // it broke off before its end
      const blocks = (rest + step.value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1];
        if (!name) continue; // a comment: the server is still there
        const value = JSON.parse(/^data: (.*)$/m.exec(block)[1]);
        if (name === "done") return;
        if (name === "error") throw new ApiError(503, value.reason, value.message);
        yield [name, value];
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

export async function* say(text, about, signal) {
  yield* events("POST", "/api/say", about ? {text, about} : {text}, signal);
}
