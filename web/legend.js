/**
 * The pieces of a game by picture, name and letter.
 */
import { el, fill, manPicture } from "./dom.js";

export function showLegend(place, view) {
  const names = new Map();
  for (const piece of Object.values(view.pieces).sort((one, other) => one.order - other.order)) {
    if (piece.promoted) continue;
    if (!names.has(piece.letter)) names.set(piece.letter, []);
    if (piece.color === "white") names.get(piece.letter).unshift(piece);
    else names.get(piece.letter).push(piece);
  }
  const items = [...names.values()].map((pair) =>
    el("li", {}, pair.map((piece) => manPicture(piece, { class: piece.color })), el("span", {}, pair[0].name), el("kbd", {}, pair[0].letter)),
  );
  fill(place, el("ul", { class: "legend-list" }, items));
}
