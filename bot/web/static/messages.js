// What stands in the conversation: questions, answers, notices.

import {call} from "./api.js";
import {$, el, lines} from "./dom.js";
import {showTrend} from "./evaluations.js";
import {openSource} from "./sources.js";
import {t} from "./texts.js";

const CITED = /\u2066?\[(\d+)\]\u2069?/;

export function add(...made) {
  $("log").append(...made);
  made.at(-1).scrollIntoView({block: "end"});
}

export function question(text) {
  return el("article", {class: "message question", "aria-label": t("you")}, el("div", {dir: "auto"}, text));
}

export function pending() {
  return el("article", {class: "message", "aria-busy": "true", "aria-label": t("bot")}, el("p", {class: "faint"}, t("searching")));
}

export function preview(place, value) {
  place.replaceChildren(...lines(value.text));
}

export function answer(place, value, vote) {
  place.className = `message ${value.kind}`;
  place.lang = value.language;
  const tag = {refusal: value.sources.length ? null : "refused", quote: "quoted"}[value.kind];
  const made = [];
  if (value.completed) made.push(el("p", {class: "tag", dir: "auto"}, t("understood", {text: value.completed})));
  if (tag) made.push(el("span", {class: "tag", dir: "auto", "data-t": tag, lang: document.documentElement.lang}, t(tag)));
  made.push(...lines(value.text, (line) => cited(line, value)));
  if (value.sources.length) made.push(sourceList(value));
  if (value.answer) made.push(foot(value, vote));
  place.replaceChildren(...made);
  place.setAttribute("aria-busy", "false");
}

export function notice(value, ask) {
  const made = el("article", {class: `message ${value.is_error ? "wrong" : ""}`, lang: value.language, "aria-label": t("bot")}, ...lines(value.text));
  if (value.is_error) made.setAttribute("role", "alert");
  if (value.code) {
    const link = `${location.origin}/#${value.code}`;
    made.append(el("p", {class: "code"}, value.code), el("p", {dir: "ltr"}, link));
  }
  if (value.trend) {
    const trend = el("div", {});
    made.append(trend);
    showTrend(trend);
  }
  if (value.choices?.length) made.append(choices(value.choices.map((text) => [text, () => ask(text)])));
  return made;
}

export function failure(error, again) {
  const made = el("article", {class: "message wrong", role: "alert"}, ...lines(error.message));
  if (again) made.append(choices([[t("retry"), () => { made.remove(); again(); }]]));
  return made;
}

function cited(line, value) {
  return line.split(new RegExp(CITED, "g")).map((piece, place) => (place % 2 ? citation(Number(piece), value) : piece));
}

function citation(n, value) {
  const label = t("open_source", {n});
  const press = (event) => openSource(value.answer, n, event.currentTarget);
  const attributes = {type: "button", class: "cite", dir: "ltr", "aria-label": label, "aria-expanded": "false", "aria-controls": "sources"};
  return el("button", {...attributes, disabled: !value.answer, onclick: press}, `[${n}]`);
}

function sourceList(value) {
  const items = value.sources.map(({n, line}) => {
    const press = (event) => openSource(value.answer, n, event.currentTarget);
    return el("li", {}, el("button", {type: "button", dir: "auto", disabled: !value.answer, onclick: press}, line));
  });
  return el("ul", {class: "cited", "aria-label": t("sources")}, ...items);
}

function choices(list) {
  return el("div", {class: "choices"}, ...list.map(([text, press]) => el("button", {type: "button", dir: "auto", onclick: press}, text)));
}

// The thumbs, and below them what is asked when one goes down.
function foot(value, vote) {
  const said = el("div", {role: "status", dir: "auto", class: "faint"});
  const more = el("div", {});
  const thumbs = {};
  const mark = (standing) => {
    for (const [name, button] of Object.entries(thumbs)) button.setAttribute("aria-pressed", String(name === standing));
  };
  const send = async (body) => {
    try {
      const told = await call("POST", "/api/feedback", {answer: value.answer, ...body});
      mark(told.vote);
      said.textContent = told.text;
      more.replaceChildren(...(told.wants_text ? [own()] : told.reasons.length ? [reasons(told.reasons)] : []));
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const reasons = (list) => choices(list.map(({label, reason}) => [label, () => send({vote: "down", reason})]));
  const own = () => {
    const field = el("input", {type: "text", dir: "auto", maxlength: "500", required: true, "aria-label": t("reason")});
    const submit = (event) => { event.preventDefault(); send({vote: "down", reason: field.value}); };
    setTimeout(() => field.focus());
    return el("form", {class: "row", onsubmit: submit}, el("span", {}, field), el("button", {type: "submit"}, t("send")));
  };
  for (const [name, sign] of [["up", "👍"], ["down", "👎"]]) {
    const press = (event) => send({vote: event.currentTarget.getAttribute("aria-pressed") === "true" ? "none" : name});
    thumbs[name] = el("button", {type: "button", "aria-label": t(`vote_${name}`), title: t(`vote_${name}`), onclick: press}, sign);
  }
  mark(vote);
  return el("div", {}, el("div", {class: "foot"}, thumbs.up, thumbs.down, said), more);
}
