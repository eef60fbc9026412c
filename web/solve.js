/**
 * Chess problems: every solution of the position at hand and of its twins, played through on the board.
 */
import { stop, stream } from "./api.js";
import { announce, button, checks, el, field, fill, say } from "./dom.js";
import { changed } from "./geometry.js";
import { on, place, store } from "./store.js";
import { t } from "./words.js";

const EXAMPLES = ["#2", "#3", "h#2", "h#3", "s#2", "r#2", "ser-h#3", "ser-#4", "=2", "h=2"];
/** The option words in other words. */
const WORDS = {
  Variations: "variations",
  Try: "tries",
  SetPlay: "set play",
  NoThreat: "no threats",
  NoShortVariations: "no short variations",
  PostKeyPlay: "after the key",
  Duplex: "for both sides",
  HalfDuplex: "for the other side",
  WhiteToPlay: "White begins help play",
  Quodlibet: "White may reach the goal, too",
  StopOnShortSolutions: "stop on short solutions",
};
/** The options that stand beside the stipulation. */
const COMMON = 3;

let page;
let search = null;
const parts = {};
/** The half-moves that can be shown with the pieces after each, and the one that is shown; diagrams for both. */
const shown = { steps: [], at: -1, diagram: null };
/** The results of the search so far. */
const told = { count: 0, verdicts: [], nodes: 0, ended: false };

/** The problem, in the words of `katydid solve`. */
function asked() {
  const further = parts.further.value.trim();
  // Variations are those of battle play.
  const isHelp = /^(\d+\s*-?>\s*)?(ser-)?(h|s?er-)/i.test(parts.stipulation.value.trim());
  const shown = parts.common.chosen().filter((word) => !isHelp || word !== "Variation");
  return {
    place: place(),
    stipulation: parts.stipulation.value,
    conditions: parts.conditions.chosen(),
    twins: parts.twins.value.split("\n").map((twin) => twin.trim()).filter(Boolean),
    popeye: parts.popeye.value.trim() || null,
    options: [...shown, ...parts.switches.chosen(), ...(further ? [further] : [])],
  };
}

/** Nothing is found. */
function clear() {
  end();
  fill(parts.found);
  fill(parts.notes);
  parts.verdict.textContent = "";
  parts.progress.textContent = "";
  parts.text.textContent = "";
  parts.textBox.hidden = true;
  Object.assign(shown, { steps: [], at: -1, diagram: null });
  Object.assign(told, { count: 0, verdicts: [], nodes: 0, ended: false });
}

function begin() {
  clear();
  say(parts.progress, "searching…");
  const running = stream("/api/solve", asked(), (item) => search === running && hear(item));
  search = running;
  parts.stop.disabled = false;
  running.done
    .catch((error) => {
      parts.progress.textContent = "";
      page.complain(error);
    })
    .finally(() => {
      if (search !== running) return;
      search = null;
      parts.stop.disabled = true;
      parts.bar.hidden = true;
      if (told.ended) return;
      say(parts.progress, "Ended before its time, {0} found: another search has begun, or the search was stopped.", told.count);
      announce(parts.progress.textContent);
    });
}

function end() {
  search?.end();
  parts.bar.hidden = true;
  search = null;
  parts.stop.disabled = true;
}

function hear(item) {
  if (item.kind === "diagram") heading(item);
  else if (item.kind === "key" || item.kind === "line") {
    told.count += 1;
    add(item.steps);
    say(parts.progress, "{0} found, searching…", told.count);
  } else if (item.kind === "progress") {
    Object.assign(parts.bar, { hidden: false, max: item.total, value: item.done });
    say(parts.progress, "{0} found, {1} of {2} first moves, {3} moves played", told.count, item.done, item.total, item.nodes.toLocaleString("en"));
  } else if (item.kind === "note") parts.notes.append(el("p", { class: "quiet-text" }, item.text));
  else if (item.kind === "refused") judged(item.title, item.text);
  else finish(item);
}

/** Another position is solved: the diagram, or a twin. */
function heading(diagram) {
  const list = el("ol", { class: "solutions" });
  const first = shown.steps.length;
  shown.diagram = diagram;
  diagram.list = list;
  diagram.first = first;
  parts.found.append(
    el(
      "section",
      {},
      diagram.title ? el("h3", {}, button(`${diagram.title} (${diagram.stipulation})`, () => show(-1, diagram), { class: "turn", title: "Show the diagram" })) : null,
      list,
    ),
  );
}

/** What is said of a position. */
function judged(title, words) {
  const gap = title.endsWith(")") ? " " : ": ";
  told.verdicts.push(title ? `${title}${gap}${words}` : words);
  parts.verdict.textContent = told.verdicts.join("\n");
  announce(told.verdicts.at(-1));
}

/** Everything in order, with the play after the keys if requested. */
function finish(item) {
  const { diagram } = shown;
  fill(diagram.list);
  shown.steps.length = diagram.first;
  if (shown.at >= diagram.first) shown.at = -1;
  const lines = item.tree.length ? byKeys(item.tree) : [...item.keys, ...item.lines];
  lines.forEach(add);
  judged(diagram.title, item.verdict);
  told.nodes += item.nodes;
  told.ended = true;
  say(parts.progress, item.complete ? "{0} moves played" : "{0} moves played, not everything was searched", told.nodes.toLocaleString("en"));
  if (item.text === null) parts.notes.append(el("p", { class: "quiet-text" }, "Only the first half-moves of so many are shown."));
  if (!item.text?.trim()) return;
  parts.text.textContent += `${diagram.title ? `${diagram.title}\n\n` : ""}${item.text}\n`;
  parts.textBox.hidden = false;
}

/** The half-moves of a tree, cut at its keys. */
function byKeys(steps) {
  const lines = [];
  for (const step of steps) {
    if (step.depth === 0) lines.push([]);
    lines.at(-1).push(step);
  }
  return lines;
}

/** Adds a line or the tree of a key. */
function add(steps) {
  const { diagram } = shown;
  const tree = steps.some((step) => step.depth > 0);
  // The last half-move of each depth: what stands one deeper follows it. In a line each follows the one before.
  const last = [];
  let previous = diagram;
  const buttons = steps.map((step) => {
    const before = tree ? last[step.depth - 1] ?? diagram : previous;
    const item = { ...step, before, diagram, squares: changed(before.squares, step.changes) };
    last[step.depth] = previous = item;
    const index = shown.steps.push(item) - 1;
    const node = button(`${step.number}${step.text}`, () => show(index), { class: "turn step", dataset: { index } });
    if (!tree) return node;
    const row = el("div", { class: "step-row" }, node);
    row.style.setProperty("--depth", step.depth);
    return row;
  });
  diagram.list.append(el("li", { class: tree ? "tree" : "line" }, buttons));
}

/** A view of a diagram, or of the position after a half-move. */
function viewOf(item, diagram) {
  const moved = (item.grips ?? []).flatMap(({ from, to }) => [from, to]);
  const others = (item.changes ?? []).map(({ square }) => square).filter((square) => !moved.includes(square));
  return {
    ...store.view,
    pieces: { ...store.view.pieces, ...diagram.pieces },
    squares: item.squares,
    hands: item.hands ?? diagram.hands,
    legs: [],
    check: [],
    last: { moved, changed: others },
  };
}

/** Shows the position after a half-move; the diagram for -1. */
function show(index, diagram = shown.steps[shown.at]?.diagram ?? shown.diagram) {
  shown.at = index;
  for (const node of parts.found.querySelectorAll(".step")) {
    const isShown = Number(node.dataset.index) === index;
    node.classList.toggle("current", isShown);
    if (isShown) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  }
  if (!diagram) return page.show();
  page.board.arrows([]);
  page.board.drawings([]);
  if (index < 0) {
    page.board.show(viewOf(diagram, diagram));
    return page.say(t("The diagram: {0} begins.", t(diagram.begins === "white" ? "White" : "Black")));
  }
  const step = shown.steps[index];
  page.board.show(viewOf(step, step.diagram), { before: viewOf(step.before, step.diagram), legs: [step] });
  const effects = step.effects.map((effect) => effect.words);
  page.say(t("Solution, after {0}.", `${step.number}${step.text}`));
  announce([`${step.number}${step.text}`, ...effects].join(", "));
}

function walk(by) {
  if (!shown.diagram) return;
  show(Math.max(-1, Math.min(shown.steps.length - 1, shown.at + by)));
}

/** The stipulations of the game. */
function fit() {
  const game = store.offer.games.find((offered) => offered.name === store.game);
  parts.solve.disabled = !game.problems;
  parts.none.hidden = game.problems;
  parts.conditions.hidden = !game.conditions;
  parts.noConditions.hidden = game.conditions;
}

function form() {
  const { switches, conditions } = store.offer;
  const boxes = (words) => words.map((word) => [word, WORDS[word] ?? word, word === "Variations"]);
  parts.stipulation = el("input", { id: "stipulation", value: "#2", size: "8", spellcheck: "false", list: "stipulations" });
  parts.common = checks("What else is shown", boxes(switches.slice(0, COMMON)));
  parts.switches = checks("Options", boxes(switches.slice(COMMON)));
  parts.conditions = checks("Conditions", conditions.map((name) => [name, name, false]), { id: "conditions" });
  parts.noConditions = el("p", { class: "quiet-text" }, "This game has rules of its own: conditions are chosen in chess and on the hurdlers' analysis board.");
  parts.twins = el("textarea", { id: "twins", rows: "3", class: "wide", spellcheck: "false", placeholder: "b) a2-a3" });
  parts.further = el("input", { id: "further", class: "wide", spellcheck: "false", placeholder: "NoCastling a1 Defence 2 MaxSolutions 5" });
  parts.popeye = el("textarea", { id: "popeye", rows: "4", class: "wide", spellcheck: "false", placeholder: "BeginProblem\nStipulation #2\nPieces White Kc6 Rh1 Black Ka8\nEndProblem" });
  parts.bar = el("progress", { hidden: true, "aria-label": "First moves searched" });
  parts.stop = button("Stop", () => stop().catch(page.complain), { disabled: true });
  parts.solve = el("button", { type: "submit", class: "primary", id: "solve" }, "Solve");
  return el(
    "form",
    {
      class: "form",
      onsubmit: (event) => {
        event.preventDefault();
        begin();
      },
    },
    field("Stipulation", parts.stipulation),
    el("datalist", { id: "stipulations" }, EXAMPLES.map((value) => el("option", { value }))),
    parts.solve,
    parts.stop,
    parts.common,
    el(
      "details",
      { class: "more", id: "solve-more" },
      el("summary", {}, "Conditions, twins, options"),
      parts.conditions,
      parts.noConditions,
      field("Twins, one a line", parts.twins),
      parts.switches,
      field("Further options", parts.further),
    ),
    el("details", { class: "more" }, el("summary", {}, "Popeye's input"), field("A problem in Popeye's language, solved instead of the board", parts.popeye)),
  );
}

export const solve = {
  make(panel, shared) {
    page = shared;
    parts.progress = el("p", { class: "quiet-text", role: "status" });
    parts.notes = el("div");
    parts.verdict = el("p", { class: "result", id: "verdict" });
    parts.found = el("div", { class: "found", id: "found" });
    parts.text = el("pre", { class: "text", tabindex: "0" });
    parts.textBox = el("details", { hidden: true }, el("summary", {}, "As problemists write it"), parts.text);
    parts.none = el("p", { class: "verdict wrong", id: "no-problems", hidden: true }, "No problems are solved in this game: a turn can have several moves, or kings are captured.");
    panel.append(
      el("p", { class: "quiet-text", id: "solve-note" }, "Solves the position on the board for the side to move; in help play the stipulation says who begins, as in h#2 Black. Set a diagram up under “Set up”."),
      parts.none,
      form(),
      parts.progress,
      parts.bar,
      parts.notes,
      parts.verdict,
      el("div", { class: "group", role: "group", "aria-label": "Solution" }, button("Diagram", () => walk(-Infinity)), button("‹", () => walk(-1), { "aria-label": "Half-move back" }), button("›", () => walk(1), { "aria-label": "Half-move on" })),
      parts.found,
      parts.textBox,
    );
    on("game", () => {
      fit();
      clear();
    });
    // A search goes on when the game does: what is found belongs to the diagram that it began with.
    on("view", (how) => {
      if (how.kind) shown.at = -1;
    });
  },
  leave() {
    page.show();
  },
};
