/**
 * The pieces of a game by picture, name and letter.
 */
import { button, el, fill, pieceImage } from "./dom.js";

/** @param {function(string): void} explain called with the letter of the piece that is clicked */
export function showLegend(place, view, explain) {
  const names = new Map();
  for (const piece of Object.values(view.pieces).sort((one, other) => one.order - other.order)) {
    if (piece.mark) continue;
    if (!names.has(piece.letter)) names.set(piece.letter, []);
    if (piece.color === "white") names.get(piece.letter).unshift(piece);
    else names.get(piece.letter).push(piece);
  }
  const items = [...names.values()].map((pair) =>
    el("li", {}, button([pair.map((piece) => pieceImage(piece)), el("span", {}, pair[0].name), el("kbd", {}, pair[0].letter)], () => explain(pair[0].letter), { title: "How it moves" })),
  );
  fill(place, el("ul", { class: "legend-list" }, items));
}
