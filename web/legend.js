/**
 * The men of a game by picture, name and letter.
 */
import { el, fill, manPicture } from "./dom.js";

export function showLegend(place, view) {
  const names = new Map();
  for (const man of Object.values(view.men).sort((one, other) => one.order - other.order)) {
    if (man.promoted) continue;
    if (!names.has(man.letter)) names.set(man.letter, []);
    if (man.color === "white") names.get(man.letter).unshift(man);
    else names.get(man.letter).push(man);
  }
  const items = [...names.values()].map((pair) =>
    el("li", {}, pair.map((man) => manPicture(man, { class: man.color })), el("span", {}, pair[0].name), el("kbd", {}, pair[0].letter)),
  );
  fill(place, el("ul", { class: "legend-list" }, items));
}
