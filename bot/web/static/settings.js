// Language of the answers, scope, a message to the team, and the way out.

import {call, say} from "./api.js";
import {$, el, show} from "./dom.js";
import {command} from "./texts.js";

// What is said to a command, as one text; what fails is told in the same place.
export async function run(text, place) {
  try {
    const said = [];
    for await (const [, value] of say(text)) if (value.text) said.push(value.code ? `${value.text}\n${value.code}\n${location.origin}/#${value.code}` : value.text);
    show(place, said.join("\n"));
  } catch (error) {
    show(place, error.message);
  }
}

export async function startSettings(session) {
  const said = $("settings-said");
  $("answer-language").value = session.language ?? "auto";
  $("answer-language").addEventListener("change", (event) => run(command("lang", event.target.value), said));
  $("scope").addEventListener("change", (event) => run(command("scope", event.target.value || "all"), said));
  $("comment-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    await run(command("feedback", $("comment").value.replaceAll("\n", " ")), said);
    $("comment").value = "";
  });
  $("help").addEventListener("click", () => run(command("help"), said));
  $("privacy").addEventListener("click", () => run(command("privacy"), said));
  $("leave").addEventListener("click", async () => {
    await call("DELETE", "/api/session").catch(() => {});
    location.reload();
  });
  $("open-settings").addEventListener("click", () => {
    show(said, "");
    $("settings").showModal();
  });
  await fillScopes(session.scope);
}

export async function fillScopes(chosen = $("scope").value) {
  const {scopes} = await call("GET", "/api/scopes").catch(() => ({scopes: []}));
  const everything = $("scope").firstElementChild;
  $("scope").replaceChildren(everything, ...scopes.map((name) => el("option", {value: name, dir: "auto"}, name)));
  $("scope").value = chosen ?? "";
  const families = new Set(scopes.filter((name) => name.includes("/")).map((name) => name.split("/")[0]));
  $("families").replaceChildren(...[...families].map((name) => el("option", {value: name})));
}
