/**
 * Making elements. Texts become text nodes: nothing that a game or file says is ever read as markup.
 */

import { t } from "./words.js";

/** Attributes with words in them. */
const SPOKEN = ["aria-label", "title", "placeholder", "label"];

/**
 * An element. Its words are those of the page's language where it has them.
 * @param {string} tag its name
 * @param {Object<string, *>} [attributes] attributes; functions named `on...` listen, `class`, `dataset` and plain
 *     properties (`value`, `checked`, `disabled`, `hidden`) are set as such, `false` and `null` are left out
 * @param {...(Node|string|null|false|Array)} children what is inside
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "value" || name === "checked" || name === "hidden") node[name] = value;
    else node.setAttribute(name, value === true ? "" : SPOKEN.includes(name) ? t(String(value)) : String(value));
  }
  const shown = children.flat(Infinity).filter((child) => child || child === 0 || child === "");
  // What people have written is no word of the page.
  const isOwn = attributes.class === "comment";
  node.append(...shown.map((child) => (typeof child === "string" && !isOwn ? t(child) : child)));
  return node;
}

/** Puts words of the page into an element. */
export function say(node, text, ...values) {
  node.textContent = t(text, ...values);
}

/** An element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

/** Puts other children into an element. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return node;
}

/** The same for a list of buttons: if one of them had the focus, the one that is current now gets it. */
export function refill(node, ...children) {
  const hadFocus = node.contains(document.activeElement);
  fill(node, ...children);
  if (hadFocus) (node.querySelector(".current") ?? node.querySelector("button"))?.focus();
  return node;
}

/** The picture of a piece. */
export function pieceImage(piece, attributes = {}) {
  return el("img", { src: piece.picture, alt: "", draggable: "false", ...attributes, class: `${attributes.class ?? ""} ${piece.color ?? ""}`.trim() });
}

/** Says something to those who listen to the page. */
export function announce(text) {
  const region = document.getElementById("announcements");
  // The same words twice are two events.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** A button. */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/** Gives a file away. */
export function saveFile(data, name, type = "application/x-chess-pgn") {
  const file = el("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  file.click();
  URL.revokeObjectURL(file.href);
}

/** A label with its control. */
export function field(label, control, hint) {
  return el("label", { class: "field" }, el("span", {}, label), control, hint && el("small", {}, hint));
}

/**
 * Boxes to tick: triples of value, words and whether it is ticked at first. `chosen()` gives the values that are ticked.
 * @returns {HTMLElement}
 */
export function checks(label, triples, attributes = {}) {
  const boxes = triples.map(([value, , checked]) => el("input", { type: "checkbox", value, checked }));
  const labels = triples.map(([value, words], index) => el("label", { title: value }, boxes[index], ` ${t(words)}`));
  const group = el("fieldset", { class: "checks", ...attributes }, el("legend", {}, label), labels);
  group.chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return group;
}

/** A list to choose from: pairs of value and words. */
export function choice(pairs, value, onchange, attributes = {}) {
  const options = pairs.map(([key, words]) => el("option", { value: key, selected: key === value }, words));
  const select = el("select", { ...attributes, onchange: () => onchange(select.value) }, options);
  select.value = value;
  return select;
}

/** The most characters of a notice: lists of all names that are expected would cover the page. */
const MOST_CHARACTERS = 200;
/** The most notices at a time. */
const MOST_NOTICES = 2;

/**
 * A notice that goes away by itself, or when it is clicked.
 * @param {string} text
 * @param {boolean} isError
 * @param {[string, function(): void]|null} offer words of a button and what it does
 * @param {...*} values what stands for `{0}` and so on in the text
 */
export function toast(text, isError = false, offer = null, ...values) {
  const place = document.getElementById("toasts");
  const whole = t(text, ...values);
  const words = whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, "")} …` : whole;
  const box = el("div", { class: isError ? "toast wrong" : "toast", onclick: () => box.remove() }, el("span", {}, words), offer && button(...offer));
  // The same words twice are one notice.
  for (const other of [...place.children]) if (other.textContent === box.textContent) other.remove();
  place.append(box);
  while (place.children.length > MOST_NOTICES) place.firstChild.remove();
  announce(words);
  setTimeout(() => box.remove(), offer ? 12000 : isError ? 7000 : 3500);
}

/** A button that has to be pressed a second time, with other words, within some seconds. */
export function sureButton(label, sure, onclick, attributes = {}) {
  let timer = 0;
  const reset = () => {
    clearTimeout(timer);
    timer = 0;
    say(node, label);
    node.classList.remove("sure");
  };
  const node = button(label, () => {
    if (timer) {
      reset();
      onclick();
      return;
    }
    say(node, sure);
    node.classList.add("sure");
    timer = setTimeout(reset, 4000);
  }, { ...attributes, onblur: () => timer && reset() });
  return node;
}
