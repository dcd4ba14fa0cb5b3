// Asking: what is typed goes out, what is checked comes in sentence by sentence.

import {say} from "./api.js";
import {$} from "./dom.js";
import * as messages from "./messages.js";
import {t} from "./texts.js";

let running = null;
let before = Promise.resolve();

// What is asked while another answer is being made waits for it.
export function ask(text, shown = text) {
  if (!text.trim()) return before;
  if (shown) messages.add(messages.question(shown));
  before = before.then(() => askNow(text));
  return before;
}

async function askNow(text) {
  running = new AbortController();
  busy(true);
  let place = null;
  const take = () => {
    if (place === null) messages.add((place = messages.pending()));
    return place;
  };
  try {
    for await (const [name, value] of say(text, null, running.signal)) {
      if (name === "working") {
        take();
        $("status").textContent = t(value.stage === "answer" ? "writing" : "searching");
      } else if (name === "preview") {
        messages.preview(take(), value);
      } else if (name === "answer") {
        messages.answer(take(), value, "none");
        place.scrollIntoView({block: "nearest"});
        place = null;
      } else if (name === "progress") {
        $("status").textContent = value.text;
      } else if (value.text) {
        place?.remove();
        place = null;
        messages.add(messages.notice(value, ask));
      }
    }
  } catch (error) {
    place?.remove();
    const stopped = error.name === "AbortError";
    messages.add(messages.failure(stopped ? new Error(t("stopped")) : error, () => ask(text, "")));
  } finally {
    running = null;
    busy(false);
  }
}

function busy(is) {
  $("send").hidden = is;
  $("stop").hidden = !is;
  $("status").textContent = is ? t("searching") : "";
}

export function startTalking() {
  const field = $("question");
  const fit = () => {
    field.rows = Math.min(5, field.value.split("\n").length + Math.floor(field.value.length / 70));
  };
  const submit = () => {
    const text = field.value;
    field.value = "";
    fit();
    field.focus();
    ask(text);
  };
  field.addEventListener("input", fit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    }
  });
  $("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  $("stop").addEventListener("click", () => running?.abort());
}
