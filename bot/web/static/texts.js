// The page's words in the language that the person reads; the server has them in one place.

const loaded = await (await fetch("/static/texts.json")).json();
const KEPT = "forsa-language";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage is switched off: the browser's language counts
  }
}

export let language = kept() === "ar" || (kept() === null && navigator.language.startsWith("ar")) ? "ar" : "fr";

export function t(name, fields = {}) {
  return loaded.texts[language][name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);
}

// A day as the reader writes it, with the digits that the answers have.
export const day = (moment) => new Date(moment).toLocaleDateString(language === "ar" ? "ar-DZ-u-nu-latn" : "fr-FR");

export const has = (name) => name in loaded.texts.fr;

export const command = (name, argument = "") => `${loaded.commands[language][name]} ${argument}`.trim();

export function apply(root = document) {
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  for (const place of root.querySelectorAll("[data-t]")) place.textContent = t(place.dataset.t);
  for (const place of root.querySelectorAll("[data-t-label]")) place.setAttribute("aria-label", t(place.dataset.tLabel));
  for (const place of root.querySelectorAll("[data-t-placeholder]")) place.placeholder = t(place.dataset.tPlaceholder);
}

export function change() {
  language = language === "ar" ? "fr" : "ar";
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // it lasts as long as the page then
  }
  apply();
}
