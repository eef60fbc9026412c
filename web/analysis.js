/**
 * Analysis without end: lines with scores, arrows, bar and graph.
 */
import { get, stream } from "./api.js";
import { announce, button, choice, el, field, fill, say, toast } from "./dom.js";
import { graph, showBar, timeGraph } from "./evaluation.js";
import { Depths, LineList } from "./lines.js";
import { OpeningPanel } from "./openings.js";
import { prefer, preferred } from "./prefs.js";
import { makeReview } from "./review.js";
import { goTo, on, place, playTurn, store, wholeLine } from "./store.js";
import { TablePanel } from "./tables.js";
import { t } from "./words.js";

const state = {
  on: false,
  lines: preferred("lines", 3),
  hash: preferred("hash", 128),
  threads: preferred("threads", 1),
  search: null,
  depths: new Depths(1),
  /** Whether the side that is not to move is looked at, and what it would play. */
  threat: false,
  threatened: null,
  glance: 0,
  spoken: { depth: 0, time: 0 },
};
let page;
const parts = {};

/** Searches the position that is shown. A page that nobody sees does not search. */
function start() {
  end();
  if (!state.on || !store.view || parts.panel.hidden || document.hidden) return;
  const { view, at: node } = store;
  state.threatened = null;
  if (!state.threat) state.depths = new Depths(state.lines);
  draw();
  if (view.end || !view.legs.length) return;
  const { hash, threads } = state;
  const threat = state.threat && canPass();
  const where = threat ? { ...place(), turns: [...place().turns, "--"] } : place();
  const search = stream("/api/search", { place: where, lines: threat ? 1 : state.lines, hash, threads }, (item) => {
    if (state.search !== search) return;
    if (item.kind === "fewer") toast("There is memory for {0} of {1} threads: a smaller table leaves room for more.", true, null, item.threads, item.wanted);
    if (item.kind !== "line") return;
    if (threat) state.threatened = item;
    else if (state.depths.add(item)) node.score = state.depths.shown[0].score;
    schedule();
  });
  state.search = search;
  search.done.catch((error) => {
    if (state.search !== search) return;
    turn(false);
    page.complain(error);
  });
}

/** Whether the side to move could pass, so that the other side's threat can be seen. */
function canPass() {
  return !store.legs.length && !store.view.check.length;
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

/** The turns of a line as they are played from here: the first one may begin with legs that have been played. */
function texts(turns) {
  return turns.map((turn, index) => (index === 0 ? [...store.legs, turn.text].join(",") : turn.text));
}

/** Shows the position after some turns of a line, and says that it is not the game's. */
async function glance(turns, rank) {
  const mine = ++state.glance;
  const here = place();
  const view = await get("/api/game", { place: { ...here, turns: [...here.turns, ...texts(turns)], legs: [] }, glance: true });
  if (mine !== state.glance) return;
  page.board.show(view);
  page.board.arrows([]);
  const { number, color, san } = turns.at(-1);
  page.say(t("Line {0}, after {1}: {2} to move.", rank, `${number}${color === "white" ? "." : "…"} ${san}`, t(view.turn === "white" ? "White" : "Black")));
}

/** Shows the game's own position again. */
function comeBack() {
  state.glance++;
  page.show();
  arrows();
}

/** Plays the turns of a line. */
async function follow(turns) {
  state.glance++;
  for (const text of texts(turns)) await playTurn(text);
}

function arrows() {
  if (parts.list.looked) return;
  const grips = state.depths.shown.flatMap((item, rank) => (item.arrow ?? []).slice(0, 1).map((grip) => ({ ...grip, rank })));
  const threat = (state.threatened?.arrow ?? []).slice(0, 1).map((grip) => ({ ...grip, rank: 0, threat: true }));
  page.board.arrows(state.on ? [...(state.threat ? [] : grips), ...threat] : []);
}

/** Milliseconds between two announcements of what the engine thinks. */
const SILENCE = 8000;

/** Tells those who listen what the engine thinks, now and then. */
function speak() {
  const [best] = state.depths.shown;
  if (!best || best.depth === state.spoken.depth || Date.now() - state.spoken.time < SILENCE) return;
  state.spoken = { depth: best.depth, time: Date.now() };
  announce(t("Depth {0}: {1}, {2}", best.depth, best.score.text, best.turns.slice(0, 3).map((turn) => turn.san).join(" ")));
}

/** How far the search is, in words. */
function progress(best) {
  if (best) return t("depth {0}/{1}, {2} positions, {3}/s, table {4} %", best.depth, best.seldepth, count(best.nodes), count(best.nps), Math.round(best.hashfull / 10));
  if (!state.on) return "The engine looks at the position when you press Analyse.";
  return store.view.end ? "The game is over." : "searching…";
}

/** What the other side threatens, in words. */
function threatWords() {
  if (!state.on || !state.threat) return "";
  if (!canPass()) return t("No threat is shown here: the side to move cannot pass.");
  const { threatened } = state;
  return threatened ? t("Threat: {0} ({1})", threatened.turns.slice(0, 3).map((turn) => turn.san).join(" "), threatened.score.text) : t("searching…");
}

function draw() {
  if (!store.view || parts.panel.hidden) return;
  const { shown } = state.depths;
  parts.list.show(shown, store.at, state.on ? Math.min(state.lines, state.depths.wanted) : 0);
  arrows();
  say(parts.depth, progress(shown[0]));
  parts.threatened.textContent = threatWords();
  parts.table.show();
  parts.openings.show();
  showBar(state.on && shown.length ? shown[0].score : store.at.score, page.board.flipped);
  drawGraph();
}

function drawGraph() {
  const go = (node) => goTo(node).catch(page.complain);
  fill(parts.graph, graph(wholeLine(), store.at, go), timeGraph(wholeLine(), store.tags, store.at, go));
}

function turn(isOn) {
  state.on = isOn;
  parts.toggle.setAttribute("aria-pressed", String(isOn));
  say(parts.toggle, isOn ? "Stop" : "Analyse");
  if (isOn) start();
  else {
    end();
    state.depths = new Depths(1);
    draw();
  }
}

/** The other side's threat, or the lines again. */
function turnThreat() {
  state.threat = !state.threat;
  parts.threat.setAttribute("aria-pressed", String(state.threat));
  if (state.on) start();
  else turn(true);
}

const restart = () => {
  if (state.on) start();
};

/** A choice that is kept. */
function setting(label, key, pairs, attributes = {}) {
  const set = (value) => {
    state[key] = Number(value);
    prefer(key, state[key]);
    restart();
  };
  return field(label, choice(pairs, String(state[key]), set, attributes));
}

export const analysis = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.toggle = button("Analyse", () => turn(!state.on), { class: "primary", id: "analyse", "aria-pressed": "false" });
    parts.threat = button("Threat", turnThreat, { id: "threat", "aria-pressed": "false", title: "What the other side would play now" });
    parts.depth = el("p", { class: "quiet-text", id: "depth" });
    parts.threatened = el("p", { class: "threat-words", id: "threatened" });
    parts.list = new LineList((turns, rank) => glance(turns, rank).catch(page.complain), comeBack, (turns) => follow(turns).catch(page.complain));
    parts.graph = el("div", { class: "graph-box" });
    parts.table = new TablePanel(page.complain);
    parts.openings = new OpeningPanel(page.complain);
    const numbers = (list) => list.map((number) => [String(number), String(number)]);
    const threads = [...Array(store.offer.threads).keys()].map((index) => index + 1);
    state.threads = Math.min(state.threads, store.offer.threads);
    panel.append(
      el(
        "div",
        { class: "form" },
        parts.toggle,
        parts.threat,
        setting("Lines", "lines", numbers([1, 2, 3, 4, 5, 8, 12, 20]), { id: "multipv" }),
        setting("Table", "hash", [16, 64, 128, 256, 512, 1024].map((mb) => [String(mb), `${mb} MB`])),
        setting("Threads", "threads", numbers(threads)),
      ),
      parts.depth,
      parts.threatened,
      parts.list.place,
      parts.table.place,
      parts.openings.place,
      el("h2", {}, "Evaluation"),
      parts.graph,
      ...makeReview({ page, panel, settings: state, line: wholeLine, draw: drawGraph, begin: () => turn(false) }),
    );
    on("view", (how) => {
      if (panel.hidden) return;
      if (how.kind) start();
      draw();
    });
    on("tree", draw);
    on("flip", draw);
    // Pages that are seen have the processors for themselves.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) end();
      else restart();
    });
  },
  enter() {
    draw();
    restart();
  },
  leave() {
    end();
    state.depths = new Depths(1);
    parts.list.drop();
    showBar(null);
    page.board.arrows([]);
  },
  /** Starts or stops; opens the tab first. */
  toggle() {
    if (parts.panel.hidden) document.getElementById("tab-analysis").click();
    turn(!state.on);
  },
  /** Plays the best move of the analysis; `false` without one. */
  playBest() {
    const [best] = state.depths.shown;
    if (!state.on || parts.panel.hidden || !best?.turns.length) return false;
    return follow(best.turns.slice(0, 1)).catch(page.complain);
  },
};
