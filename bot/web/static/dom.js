// Elements without markup in strings: whatever is shown is text.

export const $ = (id) => document.getElementById(id);

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

// One paragraph a line: each finds its own direction.
export function lines(text, render = (line) => [line]) {
  return text.split("\n").filter((line) => line.trim()).map((line) => el("p", {dir: "auto"}, ...render(line)));
}

export function show(place, text) {
  place.replaceChildren(...lines(text));
}
