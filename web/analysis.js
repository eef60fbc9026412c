/**
 * Analysis without end: lines with scores, arrows, bar and graph.
 */
import { get, session, stream } from "./api.js";
import { announce, button, choice, el, field, fill } from "./dom.js";
import { graph, showBar } from "./evaluation.js";
import { goTo, on, place, playTurn, store } from "./store.js";

const state = { on: false, lines: 3, hash: 128, threads: 1, search: null, review: null, found: [], node: null, glance: 0, spoken: { depth: 0, time: 0 } };
let page;
const parts = {};

/** Searches the position that is shown. */
function start() {
  end();
  if (!state.on || !store.view || parts.panel.hidden) return;
  state.found = [];
  state.node = store.at;
  draw();
  if (store.view.end || !store.view.legs.length) return;
  const { lines, hash, threads } = state;
  const search = stream("/api/search", { place: place(), lines, hash, threads }, (item) => {
    if (state.search !== search || item.kind !== "line") return;
    state.found[item.line - 1] = item;
    if (item.line === 1) state.node.score = item.score;
    schedule();
  });
  state.search = search;
  search.done.catch(page.complain);
}

function end() {
  state.search?.end();
  state.search = null;
}

let drawing = 0;

/** Draws soon, not for each report. */
function schedule() {
  if (drawing) return;
  drawing = setTimeout(() => {
    drawing = 0;
    draw();
    speak();
  }, 120);
}

function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} k`;
  return String(number);
}

/** Shows the position of a line's turn; the game's own for `null`. */
async function glance(fen) {
  const number = ++state.glance;
  if (!fen) {
    page.show();
    arrows();
    return;
  }
  const asking = { session, game: store.game, pieces: store.pieces, fen, turns: [], legs: [] };
  const view = await get("/api/game", { place: asking, glance: true });
  if (number !== state.glance) return;
  page.board.show(view);
}

/** Plays the turns of a line up to one. */
async function follow(turns) {
  state.glance++;
  // The first turn may begin with legs that have been played.
  const begun = store.legs;
  for (const [index, turn] of turns.entries()) {
    const text = index === 0 && begun.length ? [...begun, turn.text].join(",") : turn.text;
    await playTurn(text);
  }
}

function arrows() {
  const shown = state.on ? state.found.filter(Boolean) : [];
  const grips = shown.flatMap((item, rank) => (item.arrow ?? []).slice(0, 1).map((grip) => ({ ...grip, rank })));
  page.board.arrows(grips);
}

/** Milliseconds between two announcements of what the engine thinks. */
const SILENCE = 8000;

/** Tells those who listen what the engine thinks, now and then. */
function speak() {
  const best = state.found[0];
  if (!best || best.depth === state.spoken.depth || Date.now() - state.spoken.time < SILENCE) return;
  state.spoken = { depth: best.depth, time: Date.now() };
  announce(`Depth ${best.depth}: ${best.score.text}, ${best.turns.slice(0, 3).map((turn) => turn.san).join(" ")}`);
}

/** One line of the engine's. */
function lineOf(item) {
  const turns = item.turns.map((turn, index) => {
    const number = turn.color === "white" ? `${turn.number}. ` : index === 0 ? `${turn.number}… ` : "";
    const look = () => glance(turn.fen).catch(page.complain);
    const leave = () => glance(null).catch(page.complain);
    return button(`${number}${turn.san}`, () => follow(item.turns.slice(0, index + 1)).catch(page.complain), {
      class: "turn",
      onpointerenter: look,
      onfocus: look,
      onpointerleave: leave,
      onblur: leave,
    });
  });
  const better = item.score.share > 0.5 ? "white" : item.score.share < 0.5 ? "black" : "even";
  return el("li", { class: "pv" }, el("span", { class: `score ${better}` }, `${item.bound ? `${item.bound} ` : ""}${item.score.text}`), el("span", { class: "pv-turns" }, turns));
}

function draw() {
  if (!store.view) return;
  const found = state.found.filter(Boolean);
  const best = found[0];
  // What is pointed at stays while new lines come.
  if (!parts.lines.matches(":hover") && !parts.lines.contains(document.activeElement)) {
    fill(parts.lines, found.map(lineOf));
    if (page && !parts.panel.hidden) arrows();
  }
  parts.depth.textContent = best
    ? `depth ${best.depth}/${best.seldepth}, ${count(best.nodes)} positions, ${count(best.nps)}/s, table ${Math.round(best.hashfull / 10)} %`
    : state.on
      ? store.view.end
        ? "The game is over."
        : "searching…"
      : "The engine looks at the position when you press Analyse.";
  showBar(state.on && best ? best.score : state.on ? store.at.score : null, page.board.flipped);
  fill(parts.graph, graph(wholeLine(), store.at, (node) => goTo(node).catch(page.complain)));
}

/** All positions of the line that goes through the one that is shown. */
function wholeLine() {
  const tail = [];
  for (let node = store.at.children[0]; node; node = node.children[0]) tail.push(node);
  return [...store.at.ancestors(), ...tail];
}

/** Searches each position of the line for a moment, for the graph; a second click ends that. */
async function review() {
  if (state.review) {
    state.review.ended = true;
    state.review.search?.end();
    return;
  }
  turn(false);
  const run = { ended: false, search: null };
  state.review = run;
  parts.review.textContent = "End the review";
  try {
    for (const node of wholeLine()) {
      if (run.ended) break;
      run.search = stream("/api/search", { place: place(node, []), seconds: 0.4, hash: state.hash, threads: state.threads }, (item) => {
        if (item.kind === "line") node.score = item.score;
      });
      await run.search.done;
      draw();
    }
  } finally {
    state.review = null;
    parts.review.textContent = "Review the line";
  }
}

function turn(isOn) {
  state.on = isOn;
  parts.toggle.setAttribute("aria-pressed", String(isOn));
  parts.toggle.textContent = isOn ? "Stop" : "Analyse";
  if (isOn) start();
  else {
    end();
    state.found = [];
    draw();
    arrows();
  }
}

const restart = () => {
  if (state.on) start();
};

export const analysis = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.toggle = button("Analyse", () => turn(!state.on), { class: "primary", id: "analyse", "aria-pressed": "false" });
    parts.depth = el("p", { class: "quiet-text", id: "depth" });
    parts.lines = el("ol", { class: "lines", id: "lines" });
    parts.graph = el("div", { class: "graph-box" });
    parts.review = button("Review the line", () => review().catch(page.complain), { id: "review" });
    const numbers = (list) => list.map((number) => [String(number), String(number)]);
    const threads = [...Array(store.offer.threads).keys()].map((index) => index + 1);
    panel.append(
      el(
        "div",
        { class: "form" },
        parts.toggle,
        field("Lines", choice(numbers([1, 2, 3, 4, 5, 8, 12, 20]), String(state.lines), (value) => {
          state.lines = Number(value);
          restart();
        }, { id: "multipv" })),
        field("Table", choice([16, 64, 128, 256, 512, 1024].map((mb) => [String(mb), `${mb} MB`]), String(state.hash), (value) => {
          state.hash = Number(value);
          restart();
        })),
        field("Threads", choice(numbers(threads), String(state.threads), (value) => {
          state.threads = Number(value);
          restart();
        })),
      ),
      parts.depth,
      parts.lines,
      el("h2", {}, "Evaluation"),
      parts.graph,
      el("div", { class: "group" }, parts.review),
    );
    on("view", (how) => {
      if (panel.hidden) return;
      if (how.kind) start();
      draw();
    });
    on("tree", () => !panel.hidden && draw());
  },
  enter() {
    draw();
    restart();
  },
  leave() {
    end();
    if (state.review) review();
    state.found = [];
    showBar(null);
    page.board.arrows([]);
  },
};
