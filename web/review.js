/**
 * The review of a game: each position searched for a moment, turns that lose chances marked, and another try at them.
 */
import { stream } from "./api.js";
import { announce, button, choice, el, field, fill, say } from "./dom.js";
import { goTo, on, place, store } from "./store.js";
import { prefer, preferred } from "./prefs.js";
import { t } from "./words.js";

/** Kinds of mistakes by the share of the evaluation bar that they lose, with their signs. */
export const MISTAKES = [
  { loses: 0.15, sign: "??", one: "blunder", several: "blunders" },
  { loses: 0.1, sign: "?", one: "mistake", several: "mistakes" },
  { loses: 0.05, sign: "?!", one: "inaccuracy", several: "inaccuracies" },
];

/** The share of the bar of the side that has made a turn. */
function shareOf(turn, score) {
  return turn.color === "white" ? score.share : 1 - score.share;
}

/** What a turn is judged to be, from the scores before and after it; `null` for a good one. */
export function judge(node) {
  const before = node.parent;
  if (!before?.score || !node.score || before.best?.[0]?.text === node.turn.text) return null;
  const loses = shareOf(node.turn, before.score) - shareOf(node.turn, node.score);
  return MISTAKES.find((mistake) => loses >= mistake.loses) ?? null;
}

/** Searches a position for some seconds; gives its last line, `null` if there is none. */
function looked(node, seconds, { hash, threads }) {
  let last = null;
  const search = stream("/api/search", { place: place(node, []), seconds, hash, threads }, (item) => {
    if (item.kind === "line") last = item;
  });
  return { end: search.end, done: search.done.then(() => last) };
}

/**
 * Makes the review's part of the tab.
 * @param {{page: Object, panel: HTMLElement, settings: {hash: number, threads: number}, line: function(): Object[],
 *     draw: function(): void, begin: function(): void}} owner `line` gives the positions to review, `draw` shows the graph
 *     again, `begin` is called before the first search
 */
export function makeReview(owner) {
  const { page } = owner;
  const state = { run: null, seconds: preferred("review", 0.3), retry: null };
  const progress = el("progress", { hidden: true, "aria-label": "Review" });
  const found = el("div", { class: "list", id: "mistakes" });
  const words = el("p", { class: "result", id: "review-words", role: "status" });
  const toggle = button("Review the line", () => (state.run ? stop() : review().catch(page.complain)), { id: "review" });

  function stop() {
    state.run.ended = true;
    state.run.search?.end();
  }

  /** Searches each position of the line. */
  async function review() {
    owner.begin();
    const run = { ended: false, search: null };
    Object.assign(state, { run, retry: null });
    say(toggle, "End the review");
    words.textContent = "";
    const line = owner.line();
    Object.assign(progress, { hidden: false, max: line.length, value: 0 });
    try {
      for (const node of line) {
        if (run.ended) break;
        run.search = looked(node, state.seconds, owner.settings);
        const best = await run.search.done;
        if (best && !run.ended) Object.assign(node, { score: best.score, best: best.turns });
        if (node.parent) node.judged = judge(node);
        progress.value += 1;
        owner.draw();
      }
      if (!run.ended) announce(t("The review is complete."));
    } finally {
      state.run = null;
      progress.hidden = true;
      say(toggle, "Review the line");
      show();
      page.changed();
    }
  }

  /** The turns that were judged, and how many of each kind. */
  function show() {
    const judged = owner.line().filter((node) => node.judged);
    const of = (side) =>
      MISTAKES.map((kind) => {
        const count = judged.filter((node) => node.judged.sign === kind.sign && node.turn.color === side).length;
        return `${count} ${t(count === 1 ? kind.one : kind.several)}`;
      }).join(", ");
    fill(
      found,
      judged.length ? el("p", { class: "quiet-text" }, t("White: {0}. Black: {1}.", of("white"), of("black"))) : null,
      judged.map((node) => {
        const { number, color, san } = node.turn;
        const better = node.parent.best?.[0]?.san;
        const text = `${number}${color === "white" ? "." : "…"} ${san}${node.judged.sign} (${node.parent.score.text} → ${node.score.text})${better ? `, ${t("better {0}", better)}` : ""}`;
        return el(
          "div",
          { class: "mistake" },
          button(text, () => goTo(node).catch(page.complain), { class: "option" }),
          button("Retry", () => retry(node).catch(page.complain), { "aria-label": t("Retry: another move instead of {0}", san) }),
        );
      }),
    );
  }

  /** Goes to the position before a mistake: another move is looked for. */
  async function retry(node) {
    await goTo(node.parent);
    state.retry = node;
    say(words, "{0} was played here. Find a better move.", node.turn.san);
  }

  /** Says what another move is worth. */
  async function tried(node) {
    const mistake = state.retry;
    const best = mistake.parent.best?.[0];
    if (node === mistake) return;
    if (best?.text !== node.turn.text && !node.score) {
      say(words, "searching…");
      const line = await looked(node, state.seconds, owner.settings).done;
      if (line) node.score = line.score;
    }
    if (state.retry !== mistake) return;
    node.judged = judge(node);
    const { san } = node.turn;
    if (best?.text === node.turn.text) say(words, "{0} is the engine's move.", san);
    else if (!node.judged) say(words, best ? "{0} is good as well; the engine would play {1}." : "{0} is good.", san, best?.san);
    else say(words, best ? "{0} is no better ({1}). The engine would play {2}." : "{0} is no better ({1}).", san, node.score.text, best?.san);
  }

  on("view", (how) => {
    if (owner.panel.hidden || !state.retry || how.kind !== "turn") return;
    if (store.at.parent === state.retry.parent) tried(store.at).catch(page.complain);
  });
  on("game", () => {
    if (state.run) stop();
    state.retry = null;
    words.textContent = "";
    fill(found);
  });
  on("tab", () => owner.panel.hidden && state.run && stop());
  const seconds = choice([["0.1", "0.1 s a turn"], ["0.3", "0.3 s a turn"], ["1", "1 s a turn"], ["3", "3 s a turn"]], String(state.seconds), (value) => {
    state.seconds = Number(value);
    prefer("review", state.seconds);
  }, { id: "review-time" });
  return [el("div", { class: "form" }, toggle, field("Review with", seconds), progress), words, found];
}
