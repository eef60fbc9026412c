/**
 * Chess problems: every solution of the position at hand, played through on the board.
 */
import { get, session, stop, stream } from "./api.js";
import { button, el, field, fill, announce } from "./dom.js";
import { place, store, on } from "./store.js";

const EXAMPLES = ["#2", "#3", "h#2", "h#3", "s#2", "r#2", "ser-h#3", "ser-#4", "=2", "h=2"];

let page;
let search = null;
const parts = {};
/** The half-moves that can be shown, and the one that is. */
const shown = { steps: [], at: -1 };

function begin() {
  end();
  fill(parts.found);
  parts.verdict.textContent = "";
  parts.progress.textContent = "searching…";
  Object.assign(shown, { steps: [], at: -1 });
  let count = 0;
  const asked = {
    place: place(),
    stipulation: parts.stipulation.value,
    variations: parts.variations.checked,
    tries: parts.tries.checked,
    set_play: parts.set.checked,
  };
  const running = stream("/api/solve", asked, (item) => {
    if (search !== running) return;
    if (item.kind === "key" || item.kind === "line") {
      count += 1;
      add(item.steps);
      parts.progress.textContent = `${count} found, searching…`;
    } else if (item.kind === "progress") {
      parts.progress.textContent = `${count} found, ${item.done} of ${item.total} first moves, ${item.nodes.toLocaleString("en")} moves played`;
    } else if (item.kind === "end") finish(item);
  });
  search = running;
  parts.stop.disabled = false;
  running.done
    .catch((error) => {
      parts.progress.textContent = "";
      page.complain(error);
    })
    .finally(() => {
      if (search === running) {
        search = null;
        parts.stop.disabled = true;
      }
    });
}

function end() {
  search?.end();
  search = null;
}

/** Everything in order, with the play after the keys if it was asked for. */
function finish(item) {
  fill(parts.found);
  shown.steps = [];
  const lines = item.tree.length ? byKeys(item.tree) : [...item.keys, ...item.lines];
  lines.forEach(add);
  parts.verdict.textContent = item.verdict;
  parts.progress.textContent = `${item.nodes.toLocaleString("en")} moves played${item.complete ? "" : ", not everything was searched"}`;
  parts.text.textContent = item.text;
  parts.textBox.hidden = !item.text.trim();
  announce(item.verdict);
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
  const tree = steps.some((step) => step.depth > 0);
  const buttons = steps.map((step) => {
    const index = shown.steps.push(step) - 1;
    const node = button(`${step.number}${step.text}`, () => show(index).catch(page.complain), { class: "turn step", dataset: { index } });
    if (!tree) return node;
    const row = el("div", { class: "step-row" }, node);
    row.style.setProperty("--depth", step.depth);
    return row;
  });
  parts.found.append(el("li", { class: tree ? "tree" : "line" }, buttons));
}

/** Shows the position after a half-move; the diagram for -1. */
async function show(index) {
  shown.at = index;
  for (const node of parts.found.querySelectorAll(".step")) {
    node.classList.toggle("current", Number(node.dataset.index) === index);
  }
  if (index < 0) return page.show();
  const step = shown.steps[index];
  const before = index === 0 || step.depth === 0 ? store.view : null;
  const asking = { session, game: store.game, men: store.men, fen: step.fen, turns: [], legs: [] };
  const view = await get("/api/game", { place: asking, glance: true });
  page.board.show(view, { before });
  announce(`${step.number}${step.text}`);
}

function walk(by) {
  const next = Math.max(-1, Math.min(shown.steps.length - 1, shown.at + by));
  show(next).catch(page.complain);
}

export const solve = {
  make(panel, shared) {
    page = shared;
    parts.stipulation = el("input", { id: "stipulation", value: "#2", size: "8", spellcheck: "false", list: "stipulations" });
    parts.variations = el("input", { type: "checkbox", checked: true });
    parts.tries = el("input", { type: "checkbox" });
    parts.set = el("input", { type: "checkbox" });
    parts.progress = el("p", { class: "quiet-text", role: "status" });
    parts.verdict = el("p", { class: "result", id: "verdict" });
    parts.found = el("ol", { class: "found", id: "found" });
    parts.text = el("pre", { class: "text" });
    parts.textBox = el("details", { hidden: true }, el("summary", {}, "As problemists write it"), parts.text);
    parts.stop = button("Stop", () => stop().catch(page.complain), { disabled: true });
    const form = el(
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
      el("button", { type: "submit", class: "primary", id: "solve" }, "Solve"),
      parts.stop,
      el("div", { class: "checks" }, [["variations", parts.variations], ["tries", parts.tries], ["set play", parts.set]].map(([words, box]) => el("label", {}, box, ` ${words}`))),
    );
    panel.append(
      el("p", { class: "quiet-text", id: "solve-note" }, "Solves the position on the board; who begins follows from whose move it is. Set a diagram up under “Set up”."),
      form,
      parts.progress,
      parts.verdict,
      el("div", { class: "group", role: "group", "aria-label": "Solution" }, button("Diagram", () => walk(-Infinity)), button("‹", () => walk(-1), { "aria-label": "Half-move back" }), button("›", () => walk(1), { "aria-label": "Half-move on" })),
      parts.found,
      parts.textBox,
    );
    on("view", (how) => {
      if (how.kind && search) end();
      if (!how.kind || panel.hidden) return;
      shown.at = -1;
    });
  },
  leave() {
    end();
    page.show();
  },
};
