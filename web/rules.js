/**
 * The page of a game: its rules, its men and how each of them moves.
 */
import { get } from "./api.js";
import { draw } from "./arrows.js";
import { el, fill, manPicture, svg } from "./dom.js";
import { centre, isLight, name } from "./geometry.js";
import { on, store } from "./store.js";

let page;
let panel;
let shown = "";

/** A diagram of how a man moves. */
function diagram(board, man, { from, others, moves, captures, arrows, caption }) {
  const goals = arrows.map(({ to }) => (to === "edge" ? "over the edge" : to)).join(" ");
  const words = arrows.length
    ? `the man on ${others.join(" ")} goes to ${goals}`
    : `moves to ${moves.join(" ") || "nowhere"}; captures on ${captures.join(" ") || "no square"}${others.length ? `; men on ${others.join(" ")}` : ""}`;
  const holes = new Set(board.holes);
  const drawing = svg("svg", {
    class: "movement",
    viewBox: `0 0 ${board.files} ${board.ranks}`,
    role: "img",
    "aria-label": `${man.name} on ${from}, ${caption}: ${words}`,
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
  drawing.append(svg("image", { href: man.picture, x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
  return el("figure", {}, drawing, el("figcaption", {}, caption));
}

function manPage(board, man) {
  return el(
    "article",
    { class: "man-page" },
    el("h3", {}, manPicture(man), ` ${man.name} `, el("kbd", {}, man.letter)),
    man.facts.length ? el("p", {}, `${man.facts.join("; ")}.`) : null,
    el("div", { class: "diagrams" }, man.diagrams.map((item) => diagram(board, man, item))),
    el("p", { class: "quiet-text" }, "Betza: ", el("code", {}, man.movement)),
  );
}

async function show() {
  const key = `${store.game} ${store.men}`;
  if (shown === key) return;
  shown = key;
  const text = await get("/api/rules", { game: store.game, men: store.men });
  if (shown !== key) return;
  fill(
    panel,
    el("h2", {}, text.title),
    el("p", { class: "quiet-text" }, [text.inventor && `by ${text.inventor}`, text.name].filter(Boolean).join(" – ")),
    el("p", {}, text.summary),
    el("div", { class: "rules-text" }, text.rules.split(/\n\s*\n/).map((part) => el("p", {}, part.replace(/\n(?!- )/g, " ")))),
    el("h2", {}, "How the men move"),
    el("p", { class: "quiet-text" }, "● moves and captures, ○ moves only, ✕ captures only, ■ men that stand there. White goes up the board.", text.board.edge ? " → where the man goes that is pushed or pulled, ◯ over the edge." : ""),
    el("div", { class: "men-pages" }, text.men.map((man) => manPage(text.board, man))),
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
