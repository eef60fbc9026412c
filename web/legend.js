/**
 * The men of a game by picture, name and letter.
 */
import { el, fill, manPicture } from "./dom.js";

export function showLegend(place, view) {
  const names = new Map();
  for (const man of Object.values(view.men)) {
    if (man.promoted) continue;
    if (!names.has(man.letter)) names.set(man.letter, []);
    names.get(man.letter).push(man);
  }
  const items = [...names.values()].map((pair) =>
    el("li", {}, pair.map((man) => manPicture(man)), el("span", {}, pair[0].name), el("kbd", {}, pair[0].letter)),
  );
  fill(place, el("ul", { class: "legend-list" }, items));
}
