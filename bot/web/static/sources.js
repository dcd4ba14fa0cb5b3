// The cited passage beside the answer, with what the answer used of it marked.

import {call} from "./api.js";
import {$, el, lines} from "./dom.js";
import {t} from "./texts.js";

const known = new Map();
let opener = null;

export async function openSource(answer, n, from) {
  closeSources(false);
  opener = from;
  from.setAttribute("aria-expanded", "true");
  $("sources").classList.add("open");
  try {
    if (!known.has(answer)) known.set(answer, (await call("GET", `/api/sources/${answer}`)).sources);
    const source = known.get(answer).find((item) => item.n === n);
    $("passage").replaceChildren(...passage(answer, source));
  } catch (error) {
    $("passage").replaceChildren(el("p", {class: "error", role: "alert"}, error.message));
  }
  $("sources-title").focus();
  $("passage").querySelector("tr.used, mark")?.scrollIntoView({block: "nearest"});
}

export function closeSources(returns = true) {
  $("sources").classList.remove("open");
  opener?.setAttribute("aria-expanded", "false");
  if (returns) opener?.focus();
  opener = null;
}

export function forgetSources() {
  $("passage").replaceChildren(el("p", {class: "faint", "data-t": "no_source"}, t("no_source")));
}

function passage(answer, source) {
  const found = [
    el("p", {class: "place", dir: "auto"}, source.line),
    el("p", {class: "document", dir: "auto"}, source.document),
  ];
  let rows = [];
  const flush = () => {
    if (rows.length) found.push(table(rows, source));
    rows = [];
  };
  for (const line of source.lines) {
    if (line.kind === "row") {
      rows.push(line);
      continue;
    }
    flush();
    if (line.parts.length) found.push(el("p", {dir: "auto", lang: source.language}, ...parts(line.parts)));
  }
  flush();
  if (source.corrections) found.push(...lines(source.corrections));
  if (source.lines.some((line) => line.cited || line.parts?.some((part) => part.used))) {
    found.push(el("p", {class: "faint", "data-t": "legend"}, t("legend")));
  }
  if (source.has_file) {
    const href = `/api/sources/${answer}/${source.n}/file`;
    found.push(el("p", {}, el("a", {href, download: true, "data-t": "download"}, t("download"))));
  }
  return found;
}

function parts(list) {
  return list.map((part) => (part.used ? el("mark", {}, part.text) : part.text));
}

function table(rows, source) {
  const columns = [...new Set(rows.flatMap((row) => row.cells.map((cell) => cell.column)))];
  const head = columns.map((name) => el("th", {scope: "col", dir: "auto"}, name));
  const body = rows.map((row) => {
    const cells = columns.map((name) => {
      const cell = row.cells.find((item) => item.column === name);
      const value = cell ? parts(cell.parts) : [];
      const whole = cell?.parts.map((part) => part.text).join("");
      const note = row.cited && name === columns[0] ? el("span", {class: "unseen"}, `${t("cited_row")}: `) : null;
      const shown = cell?.answers ? [el("mark", {}, whole)] : value;
      return el("td", {dir: "auto", class: cell?.answers && "answers"}, note, ...shown);
    });
    return el("tr", {class: row.cited && "used"}, ...cells);
  });
  const dir = source.language === "ar" ? "rtl" : "ltr";
  const made = el("table", {dir, lang: source.language}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body));
  return el("div", {class: "scroll", role: "region", tabindex: "0", "aria-label": source.section || source.title}, made);
}
