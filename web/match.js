/**
 * A running match, looked at: the games of the files that the program follows.
 */
import { get, session, stream } from "./api.js";
import { button, el, refill } from "./dom.js";
import { showPlayers } from "./players.js";
import { load } from "./store.js";
import { t } from "./words.js";

let page;
let following = null;
const parts = {};
const state = { games: [], game: null, at: 0, follow: true, number: 0 };

const tag = (game, name) => game.tags.find(([other]) => other === name)?.[1] ?? "?";
const title = (game) => `${tag(game, "White")} – ${tag(game, "Black")}`;
/** The words that distinguish a game of the match. */
const key = (game) => ["Event", "Round", "White", "Black", "Date"].map((name) => tag(game, name)).join("|") + game.fen;

function told({ games, problems }) {
  const before = state.game && key(state.game);
  state.games = games;
  parts.problems.textContent = problems.join("; ");
  const same = games.find((game) => key(game) === before);
  // A game that goes on is stayed with.
  if (state.follow) choose(same?.result === "*" ? same : games.findLast((game) => game.result === "*") ?? games.at(-1));
  else if (same?.nodes.length) state.game = same;
  draw();
}

function choose(game) {
  if (!game) return;
  state.game = game;
  show(game.nodes.length).catch(page.complain);
}

/** Shows the position after so many turns. */
async function show(at) {
  const { game } = state;
  state.at = Math.max(0, Math.min(game.nodes.length, at));
  const number = ++state.number;
  const turns = game.nodes.slice(0, state.at).map((node) => node.text);
  const view = await get("/api/game", { place: { session, game: game.game, pieces: game.pieces, fen: game.fen, turns, legs: [] }, glance: true });
  if (number !== state.number || parts.panel.hidden) return;
  page.board.show(view);
  const player = (side, who) => ({ who: `${who} (${t(side)})`, note: game.result === "*" && view.turn === side ? "to move" : "" });
  showPlayers(page.board.flipped, { white: player("white", tag(game, "White")), black: player("black", tag(game, "Black")) });
  document.getElementById("status").textContent = t("{0}, {1} of {2} turns, {3}", title(game), state.at, game.nodes.length, game.result === "*" ? t("being played") : game.result);
  draw();
}

function draw() {
  const { game } = state;
  const score = { wins: new Map(), games: 0 };
  for (const { result, tags } of state.games) {
    const sides = ["White", "Black"].map((side) => tags.find(([name]) => name === side)?.[1] ?? "?");
    const points = { "1-0": [1, 0], "0-1": [0, 1], "1/2-1/2": [0.5, 0.5] }[result];
    if (!points) continue;
    score.games += 1;
    sides.forEach((who, index) => score.wins.set(who, (score.wins.get(who) ?? 0) + points[index]));
  }
  parts.score.textContent = score.games ? t("{0} games: {1}", score.games, [...score.wins].map(([who, points]) => `${who} ${points}`).join(", ")) : t("No game is finished.");
  refill(
    parts.list,
    [...state.games].reverse().slice(0, 60).map((other) =>
      button(`${tag(other, "Round")}: ${title(other)}  ${other.result === "*" ? "…" : other.result}  (${other.nodes.length})`, () => {
        state.follow = parts.follow.checked = false;
        choose(other);
      }, { class: other === game ? "option current" : "option" }),
    ),
  );
  const last = game?.nodes[state.at - 1];
  parts.turn.textContent = last ? `${last.told.number}${last.told.color === "white" ? "." : "…"} ${last.told.san}  ${last.comment.text}` : "";
  parts.open.disabled = !game;
}

const walk = (to) => () => {
  if (!state.game) return;
  state.follow = parts.follow.checked = false;
  show(to()).catch(page.complain);
};

/** Listens to the match. */
function follow() {
  following?.end();
  following = stream("/api/match", undefined, told);
  following.done.catch(page.complain);
}

export const match = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.score = el("p", { class: "result" });
    parts.problems = el("p", { class: "verdict wrong" });
    parts.turn = el("p", { class: "quiet-text" });
    parts.list = el("div", { class: "list", id: "match-games" });
    parts.follow = el("input", { type: "checkbox", checked: true, onchange: () => {
      state.follow = parts.follow.checked;
      if (state.follow) choose(state.games.findLast((game) => game.result === "*") ?? state.games.at(-1));
    } });
    parts.open = button("Analyse this game", () => load(state.game).then(() => document.getElementById("tab-analysis").click()).catch(page.complain), { disabled: true });
    panel.append(
      parts.score,
      el("div", { class: "group" }, button("«", walk(() => 0), { "aria-label": "First position" }), button("‹", walk(() => state.at - 1), { "aria-label": "Turn back" }), button("›", walk(() => state.at + 1), { "aria-label": "Turn on" }), button("»", walk(() => Infinity), { "aria-label": "Last position" }), el("label", {}, parts.follow, " follow"), parts.open),
      parts.turn,
      parts.problems,
      parts.list,
    );
    // Nobody looks: the files need not be read.
    document.addEventListener("visibilitychange", () => {
      if (panel.hidden) return;
      if (document.hidden) following?.end();
      else follow();
    });
  },
  enter: follow,
  leave() {
    following?.end();
    page.show({ kind: "match" });
  },
};
