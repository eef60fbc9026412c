/**
 * The page of a game: its rules, its pieces and how each of them moves.
 */
import { get } from "./api.js";
import { draw } from "./arrows.js";
import { button, el, fill, pieceImage, svg } from "./dom.js";
import { centre, isLight, name } from "./geometry.js";
import { on, store } from "./store.js";

let page;
let panel;
let shown = "";

/** A diagram of how a piece moves. */
function diagram(board, piece, { from, others, moves, captures, arrows, caption }) {
  const goals = arrows.map(({ to }) => (to === "edge" ? "over the edge" : to)).join(" ");
  const words = arrows.length
    ? `the piece on ${others.join(" ")} goes to ${goals}`
    : `moves to ${moves.join(" ") || "nowhere"}; captures on ${captures.join(" ") || "no square"}${others.length ? `; pieces on ${others.join(" ")}` : ""}`;
  const holes = new Set(board.holes);
  const drawing = svg("svg", {
    class: "movement",
    viewBox: `0 0 ${board.files} ${board.ranks}`,
    role: "img",
    "aria-label": `${piece.name} on ${from}, ${caption}: ${words}`,
  });
  for (let rank = 0; rank < board.ranks; rank++) {
    for (let file = 0; file < board.files; file++) {
      const kind = holes.has(name(file, rank)) ? "hole" : isLight(file, rank) ? "light" : "dark";
      drawing.append(svg("rect", { class: kind, x: file, y: board.ranks - 1 - rank, width: 1, height: 1 }));
    }
  }
  const at = (square) => centre(square, board, false);
  for (const square of others) {
    const { x, y } = at(square);
    drawing.append(svg("rect", { class: "other", x: x - 0.27, y: y - 0.27, width: 0.54, height: 0.54, rx: 0.08 }));
  }
  const both = new Set(moves.filter((square) => captures.includes(square)));
  for (const square of moves) {
    const { x, y } = at(square);
    drawing.append(svg("circle", { class: both.has(square) ? "may-do" : "may-move", cx: x, cy: y, r: 0.2 }));
  }
  for (const square of captures.filter((square) => !both.has(square))) {
    const { x, y } = at(square);
    const d = 0.32;
    drawing.append(svg("path", { class: "may-capture", d: `M${x - d} ${y - d}L${x + d} ${y + d}M${x + d} ${y - d}L${x - d} ${y + d}` }));
  }
  const ways = svg("g");
  draw(ways, arrows.map((arrow) => ({ ...arrow, rank: 0 })), board, false);
  drawing.append(ways);
  const { x, y } = at(from);
  drawing.append(svg("image", { href: piece.picture, x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
  return el("figure", {}, drawing, el("figcaption", {}, caption));
}

/** A piece with its properties and diagrams. */
export function pieceArticle(board, piece) {
  return el(
    "article",
    { class: "piece-page" },
    el("h3", {}, pieceImage(piece), ` ${piece.name} `, el("kbd", {}, piece.letter)),
    piece.facts.length ? el("p", {}, `${piece.facts.join("; ")}.`) : null,
    el("div", { class: "diagrams" }, piece.diagrams.map((item) => diagram(board, piece, item))),
    el("p", { class: "quiet-text" }, "Betza: ", el("code", {}, piece.movement)),
  );
}

/** What is said of the game that is shown. */
const texts = () => get("/api/rules", { game: store.game, pieces: store.pieces });

/** Shows how a piece moves, over the page. */
export async function showPiece(letter) {
  const { board, pieces } = await texts();
  const piece = pieces.find((other) => other.letter === letter);
  if (!piece) return;
  const dialog = el("dialog", { class: "piece-card", "aria-label": piece.name, onclose: () => dialog.remove() }, pieceArticle(board, piece), el("p", { class: "quiet-text" }, SIGNS), button("Close", () => dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}

/** What the signs of the diagrams mean. */
const SIGNS = "● moves and captures, ○ moves only, ✕ captures only, ■ pieces that stand there. White goes up the board.";

async function show() {
  const key = `${store.game} ${store.pieces}`;
  if (shown === key) return;
  shown = key;
  const text = await texts();
  if (shown !== key) return;
  fill(
    panel,
    el("h2", {}, text.title),
    el("p", { class: "quiet-text" }, [text.inventor && `by ${text.inventor}`, text.name].filter(Boolean).join(" – ")),
    el("p", {}, text.summary),
    el("div", { class: "rules-text" }, text.rules.split(/\n\s*\n/).map((part) => el("p", {}, part.replace(/\n(?!- )/g, " ")))),
    el("h2", {}, "How the pieces move"),
    el("p", { class: "quiet-text" }, SIGNS, text.board.edge ? " → where the piece goes that is pushed or pulled, ◯ over the edge." : ""),
    el("div", { class: "pieces-pages" }, text.pieces.map((piece) => pieceArticle(text.board, piece))),
  );
}

export const rules = {
  make(place, shared) {
    page = shared;
    panel = place;
    panel.classList.add("rules");
    on("game", () => !panel.hidden && show().catch(page.complain));
  },
  enter() {
    show().catch(page.complain);
  },
};
