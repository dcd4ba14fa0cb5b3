// The start: who is there, what was said before, and what the page's own buttons do.

import {startAdmin} from "./admin.js";
import {ApiError, call} from "./api.js";
import {$} from "./dom.js";
import * as messages from "./messages.js";
import {startSettings} from "./settings.js";
import {closeSources} from "./sources.js";
import {ask, startTalking} from "./talk.js";
import {apply, change, command, t} from "./texts.js";

const KEY = /^forsa_/;

async function enter(typed) {
  return call("POST", "/api/session", typed ? (KEY.test(typed) ? {key: typed} : {code: typed}) : {});
}

function askForCode() {
  $("enter").showModal();
  $("enter").addEventListener("cancel", (event) => event.preventDefault());
  $("enter-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const session = await enter($("enter-code").value.trim());
      $("enter").close();
      await begin(session);
    } catch (error) {
      $("enter-error").textContent = error.message;
      $("enter-code").focus();
    }
  });
}

async function begin(session) {
  $("ask").hidden = false;
  $("open-settings").hidden = false;
  $("open-admin").hidden = session.role !== "admin";
  startTalking();
  startAdmin();
  await Promise.all([startSettings(session), recall()]);
  $("question").focus();
}

async function recall() {
  const {turns} = await call("GET", "/api/history");
  for (const {answer, vote} of turns) {
    const place = messages.pending();
    messages.answer(place, answer, vote);
    messages.add(messages.question(answer.question), place);
  }
  if (!turns.length) await ask(command("start"), "");
}

async function start() {
  apply();
  $("switch").lang = document.documentElement.lang === "ar" ? "fr" : "ar";
  $("switch").addEventListener("click", () => {
    change();
    $("switch").lang = document.documentElement.lang === "ar" ? "fr" : "ar";
  });
  $("close-sources").addEventListener("click", () => closeSources());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) closeSources();
  });
  for (const button of document.querySelectorAll("[data-closes]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  const code = decodeURIComponent(location.hash.slice(1));
  if (/^[A-Za-z0-9-]{10,12}$/.test(code)) history.replaceState(null, "", "/");
  try {
    await begin(await enter(/^[A-Za-z0-9-]{10,12}$/.test(code) ? code : ""));
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) askForCode();
    else messages.add(messages.failure(error, () => location.reload()));
  }
}

await start();
