// What people voted down or were refused, and what an admin makes of it.

import {call} from "./api.js";
import {$, el, lines, show} from "./dom.js";
import {day, has, t} from "./texts.js";

let page = 1;

export function startReview() {
  $("review-show").addEventListener("change", () => {
    page = 1;
    show($("review-said"), "");
    showReview();
  });
  $("review-refresh").addEventListener("click", () => showReview());
  for (const [id, step] of [["review-previous", -1], ["review-next", 1]]) {
    $(id).addEventListener("click", async () => {
      page += step;
      await showReview();
      $("review-found").focus();
    });
  }
}

export async function showReview() {
  const chosen = $("review-show").value;
  try {
    const found = chosen === "pins" ? await pins() : await groups(chosen);
    $("review-list").replaceChildren(...(found.length ? found : [el("li", {class: "faint"}, t("review_empty"))]));
  } catch (error) {
    show($("review-said"), error.message);
  }
}

async function groups(chosen) {
  const list = await call("GET", `/api/review?show=${chosen}&page=${page}`);
  page = list.page;
  $("review-found").textContent = t("review_found", list);
  $("review-previous").disabled = page <= 1;
  $("review-next").disabled = page >= list.pages;
  $("review-pages").hidden = list.pages < 2;
  let document = "";
  return list.groups.flatMap((group) => {
    const heads = chosen === "documents" && group.document !== document;
    document = group.document;
    return [...(heads ? [el("li", {class: "place", dir: "auto"}, document)] : []), item(group)];
  });
}

async function pins() {
  const found = (await call("GET", "/api/review/pins")).pins;
  $("review-found").textContent = "";
  $("review-pages").hidden = true;
  return found.map(({id, question, fault}) => {
    const state = t(fault ? `pin_${fault.replaceAll("-", "_")}` : "review_pin_holds");
    const unpin = () => act(async () => t("review_unpinned", await call("POST", `/api/review/${id}/unpin`)));
    const button = el("button", {type: "button", "aria-label": t("review_unpin_one", {question}), onclick: unpin}, t("review_unpin"));
    return el("li", {}, el("span", {}, el("span", {dir: "auto"}, question), el("small", {}, state)), button);
  });
}

function item(group) {
  const detail = el("div", {class: "detail", id: `review-${group.id}`, hidden: true});
  const facts = [t("review_counts", group), day(1000 * group.latest)];
  if (group.pin_is_stale) facts.push(t("review_pin_stale"));
  const opener = el(
    "button", {type: "button", class: "opener", "aria-expanded": "false", "aria-controls": detail.id, onclick: () => toggle(group, opener, detail)},
    el("span", {dir: "auto"}, group.question), el("small", {}, facts.join(" · ")),
    group.document ? el("small", {dir: "auto", class: "document"}, group.document) : null,
  );
  return el("li", {class: "judged"}, opener, detail);
}

async function toggle(group, opener, detail) {
  const opens = detail.hidden;
  opener.setAttribute("aria-expanded", String(opens));
  detail.hidden = !opens;
  if (!opens || detail.firstChild) return;
  try {
    detail.replaceChildren(...told(await call("GET", `/api/review/${group.id}`)));
  } catch (error) {
    detail.replaceChildren(el("p", {class: "error", role: "alert"}, error.message));
  }
}

function told(group) {
  const others = group.wordings.filter((text) => text !== group.question);
  const made = group.answers.slice(0, 1).map((given) => answer(given, "review_given"));
  if (others.length) made.push(el("p", {class: "faint", dir: "auto"}, t("review_also_asked", {questions: others.join(" · ")})));
  if (group.reasons.length) made.push(remarks("review_reasons", counted(group.reasons)));
  if (group.comments.length) made.push(remarks("review_comments", group.comments));
  made.push(...group.answers.slice(1).map((given) => el("details", {}, el("summary", {}, t("review_earlier")), answer(given, "review_earlier"))));
  made.push(group.state === "open" ? decision(group) : closed(group));
  return made;
}

function answer(given, head) {
  const kind = given.kind === "answer" ? "" : ` (${t(`review_kind_${given.kind}`)})`;
  const gate = given.gate && t("review_gate", {best: given.gate.best.toFixed(2), threshold: given.gate.threshold.toFixed(2)});
  return el(
    "section", {"aria-label": t(head)},
    el("h4", {}, `${t(head)}${kind}`),
    el("blockquote", {lang: given.language}, ...lines(given.text)),
    gate && el("p", {class: "faint"}, gate),
    given.documents.length ? el("ol", {class: "scored"}, ...given.documents.map(scored)) : null,
  );
}

function scored({document, score, probability, passages}) {
  const scores = [];
  if (score !== null) scores.push(t("review_score", {score: score.toFixed(2)}));
  if (probability !== null) scores.push(t("review_probability", {probability: probability.toFixed(2)}));
  const cited = passages.map(({n, text}) => el("p", {class: "faint", dir: "auto"}, `[${n}] ${text}`));
  return el("li", {}, el("span", {dir: "auto", class: "document"}, document), el("small", {}, scores.join(" · ")), ...cited);
}

function counted(reasons) {
  const counts = new Map();
  for (const reason of reasons) {
    const name = `reason_${reason.replaceAll("-", "_")}`;
    const label = has(name) ? t(name) : reason;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => (count > 1 ? `${label} ×${count}` : label));
}

function remarks(head, texts) {
  return el("div", {}, el("h4", {}, t(head)), el("ul", {}, ...texts.map((text) => el("li", {dir: "auto"}, text))));
}

function closed(group) {
  const reopen = () => act(async () => {
    await call("POST", `/api/review/${group.id}/open`);
    return t("review_reopened");
  });
  return el("div", {class: "row"}, el("button", {type: "button", onclick: reopen}, t("review_reopen")));
}

function decision(group) {
  const id = (name) => `review-${group.id}-${name}`;
  const field = (name, made, hint) => [
    el("label", {for: id(name)}, t(`review_${name}`)),
    hint && el("small", {class: "faint", id: id(`${name}-hint`)}, t(hint)),
    made,
  ];
  const text = (name, hint) => el("textarea", {id: id(name), rows: 2, dir: "auto", maxlength: 2000, "aria-describedby": hint && id(`${name}-hint`)});
  const question = el("input", {id: id("question"), type: "text", dir: "auto", maxlength: 2000, value: group.question});
  const other = el("input", {id: id("other_document"), type: "text", dir: "auto", maxlength: 300});
  const facts = text("facts", true);
  const wrong = text("wrong", true);
  const boxes = (group.answers[0]?.documents ?? []).map(({number, document, passages}) => {
    const box = el("input", {type: "checkbox", value: String(number), checked: !group.is_complaint && passages.length > 0});
    return el("label", {class: "check"}, box, el("span", {dir: "auto"}, document));
  });
  const fault = el("p", {class: "error", role: "alert"});
  const post = async (what, body) => call("POST", `/api/review/${group.id}/${what}`, body);
  const reword = async () => {
    if (question.value !== group.question) await post("edit", {question: question.value});
  };
  const accept = (verdict) => act(async () => {
    await reword();
    const done = await post("accept", verdict);
    return [t("review_accepted", done), done.was_masked && t("review_masked"), t(done.sets_thresholds ? "review_sets" : "review_measures")].filter(Boolean).join("\n");
  }, fault);
  const ways = (place) => place.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const verdict = () => ({
    documents: [...boxes.flatMap((label) => (label.firstChild.checked ? [label.firstChild.value] : [])), ...(other.value.trim() ? [other.value.trim()] : [])],
    facts: ways(facts).map((line) => line.split("|").map((way) => way.trim()).filter(Boolean)).filter((list) => list.length),
    wrong: ways(wrong),
  });
  const simple = (what, said) => () => act(async () => { await post(what); return t(said); }, fault);
  const button = (label, press) => el("button", {type: "button", onclick: press}, t(label));
  const submit = (event) => {
    event.preventDefault();
    accept(verdict());
  };
  return el(
    "form", {"aria-label": t("review_decide"), onsubmit: submit},
    ...field("question", question),
    el("fieldset", {}, el("legend", {}, t("review_documents")), ...boxes, ...field("other_document", other)),
    ...field("facts", facts, "review_facts_hint"),
    ...field("wrong", wrong, "review_wrong_hint"),
    fault,
    el(
      "div", {class: "row"},
      el("button", {type: "submit", class: "main"}, t("review_accept")),
      group.is_complaint ? button("review_refuse", () => accept({refuse: true})) : button("review_pin", simple("pin", "review_pinned")),
      button("review_reword", () => act(async () => { await reword(); return t("review_reworded"); }, fault)),
      button("review_discard", simple("discard", "review_discarded")),
    ),
  );
}

// Do it, say what came of it above the list, and show the list as it is now; what fails is told where one stands.
async function act(work, fault = null) {
  fault?.replaceChildren();
  try {
    show($("review-said"), await work());
    await showReview();
    $("review-said").focus();
    $("review-said").scrollIntoView({block: "nearest"});
  } catch (error) {
    if (fault) fault.textContent = error.message;
    else show($("review-said"), error.message);
  }
}
