// The trend of the evaluations: a picture a figure, which the server draws, with its latest values in words.

import {call} from "./api.js";
import {el} from "./dom.js";
import {day, t} from "./texts.js";

export async function showTrend(place) {
  try {
    const {dates, figures} = await call("GET", "/api/evaluations");
    if (!dates.length) {
      place.replaceChildren(el("p", {class: "faint", dir: "auto"}, t("trend_none")));
      return;
    }
    const languages = [...new Set(figures.flatMap((item) => Object.keys(item.values)))];
    place.replaceChildren(
      el("p", {class: "faint"}, t("trend_hint", {count: dates.length, day: day(dates.at(-1))})),
      el("ul", {class: "legend"}, ...languages.map((name) => el("li", {}, el("span", {class: `swatch ${name}`}), t(`trend_in_${name}`)))),
      el("div", {class: "trends"}, ...figures.map(picture)),
    );
  } catch (error) {
    place.replaceChildren(el("p", {class: "error", role: "alert"}, error.message));
  }
}

function picture({figure, values}, place) {
  const last = Object.entries(values).filter(([, list]) => list.at(-1) !== null);
  const told = last.map(([name, list]) => `${t(`trend_in_${name}`)} ${Math.round(100 * list.at(-1))}`).join(" · ");
  const alt = `${t(`trend_${figure}`)}. ${t("trend_last", {values: told})}`;
  const image = el("img", {src: `/api/evaluations/${figure}.svg`, alt, width: 340, height: 190});
  return el("figure", {}, el("figcaption", {}, `${place + 1}. ${t(`trend_${figure}`)}`), image);
}
