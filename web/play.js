/**
 * Playing against the engine.
 */
import { stop as stopSearch, stream } from "./api.js";
import { Clock } from "./clock.js";
import { announce, button, choice, el, field, say, sureButton, toast } from "./dom.js";
import { keepWith } from "./keep.js";
import { showPlayers } from "./players.js";
import { prefer, preferred } from "./prefs.js";
import { begin, emit, goTo, on, place, playTurn, store } from "./store.js";
import { t } from "./words.js";

const other = (side) => (side === "white" ? "black" : "white");
const name = (side) => t(side === "white" ? "White" : "Black");

/** The number of the move from which the engine takes a draw in an even game; before it has to be worse by so many centipawns. */
const LATE = 30;
const WORSE = 150;

const game = {
  /** Whether the engine answers. */
  running: true,
  /** The player's side; `both` has two players and no engine. */
  mine: "white",
  /** The side that the player will have in the next game. */
  wished: "white",
  /** How many new games are just begun with the side that was wished for. */
  beginning: 0,
  level: preferred("level", 8),
  time: preferred("time", "2"),
  /** Seconds for the engine's move, in games without a clock. */
  seconds: 2,
  thinking: null,
  clock: null,
  /** The end that players have made: resignation, agreement, time. */
  end: null,
  /** The engine's last score, from its own side; `null` before it has thought. */
  opinion: null,
};

let page;
const parts = {};

/** Sets the clocks, or the time for a move. */
function setTime() {
  const [base, increment] = game.time.split("+").map(Number);
  game.clock?.stop();
  game.clock = null;
  if (increment === undefined) game.seconds = base;
  else game.clock = new Clock(base * 60, increment, draw, (side) => finish(t("{0}'s time is over", name(side)), other(side)));
}

/** Another time was chosen: it holds at once if that can be. */
function chooseTime(value) {
  game.time = value;
  prefer("time", value);
  if (isFresh()) newGame().catch(page.complain);
  else if (!game.clock && !value.includes("+")) game.seconds = Number(value);
  else toast("The time holds from the next game on.");
}

function chooseSide(value) {
  game.wished = value;
  if (isFresh()) newGame().catch(page.complain);
  else toast("The side holds from the next game on.");
}

/** Whether nothing has been played. */
function isFresh() {
  return !store.root.children.length && !store.legs.length;
}

/** Whether a player, not the engine, is to move. */
function isPlayers() {
  return game.mine === "both" || store.view.turn === game.mine;
}

function engineSide() {
  return game.mine === "both" ? null : other(game.mine);
}

/** Lets the engine think if it is its turn. */
function think() {
  const { view } = store;
  const side = engineSide();
  if (!game.running || game.end || view.end || view.turn !== side || game.thinking || store.legs.length) return;
  const { clock } = game;
  const limits = clock ? { clock: { left: clock.seconds(side), increment: clock.increment, opponent: clock.seconds(game.mine) } } : { seconds: game.seconds };
  if (!isFresh()) clock?.start(side);
  const node = store.at;
  const from = view;
  const search = stream("/api/search", { place: place(), level: game.level, ...limits }, (item) => {
    if (game.thinking !== search) return;
    if (item.kind === "line" && item.line === 1) {
      const value = item.score.mate ? Math.sign(item.score.mate) * 10000 : item.score.value;
      game.opinion = side === "white" ? value : -value;
      node.score = item.score;
    }
    if (item.kind === "best" && item.text) {
      game.thinking = null;
      game.clock?.press(side);
      draw();
      if (store.at === node && !game.end) playTurn(item.text, { kind: "turn", by: "engine", before: from }).catch(page.complain);
    }
  });
  game.thinking = search;
  search.done.catch(page.complain).finally(() => {
    if (game.thinking === search) {
      game.thinking = null;
      draw();
    }
  });
  draw();
}

/** What a file says of a game that was played here. */
function tags() {
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
  const who = (side) => (side === engineSide() ? `Katydid, level ${game.level}` : "Player");
  const [base, increment] = game.time.split("+");
  const control = game.clock ? [["TimeControl", `${base * 60}+${increment}`]] : [];
  return [["Date", date], ["White", who("white")], ["Black", who("black")], ...control];
}

/** The engine thinks no more. */
function quiet() {
  game.thinking?.end();
  game.thinking = null;
}

/** The clock of the side to move goes from the first turn on, if a game is played and a player has to move. */
function runClock() {
  if (!game.clock) return;
  if (!game.running || game.end || store.view.end || isFresh()) game.clock.stop();
  else if (isPlayers()) game.clock.start(store.view.turn);
}

async function newGame() {
  quiet();
  Object.assign(game, { running: true, end: null, opinion: null, mine: game.wished });
  page.board.flip(game.mine === "black");
  game.beginning += 1;
  try {
    const begun = await begin({ game: store.game, pieces: store.pieces, fen: store.fen });
    if (begun) announce(game.mine === "both" ? t("A new game. Both sides are yours.") : t("A new game. You have {0}.", name(game.mine)));
  } finally {
    game.beginning -= 1;
  }
}

function finish(words, winner) {
  quiet();
  game.clock?.stop();
  game.end = { result: winner === "white" ? "1-0" : winner === "black" ? "0-1" : "1/2-1/2", words };
  store.result = game.end.result;
  announce(`${words}.`);
  draw();
  page.show();
  emit("play");
}

/** What is kept with the game. */
function told() {
  const { mine, wished, time, seconds, end, opinion, clock } = game;
  const left = clock && { white: clock.seconds("white"), black: clock.seconds("black") };
  return { mine, wished, time, seconds, end, opinion, left };
}

/** Takes back what was kept with the game. */
function takeTold(data) {
  if (!data) return;
  const { left, ...rest } = data;
  quiet();
  Object.assign(game, rest);
  setTime();
  if (left && game.clock) game.clock.left = left;
  parts.side.value = game.wished;
  parts.time.value = game.time;
  game.seconds = rest.seconds;
}

function resign() {
  const side = game.mine === "both" ? store.view.turn : game.mine;
  finish(t("{0} resigns", name(side)), other(side));
}

function offerDraw() {
  if (game.mine === "both") return finish(t("Draw agreed"), null);
  // The engine takes a draw when it is worse, late in the game also when it is no better.
  const least = store.view.number < LATE ? -WORSE : 0;
  if (game.opinion !== null && game.opinion <= least) return finish(t("The engine takes the draw"), null);
  toast("The engine plays on.");
}

async function takeBack() {
  quiet();
  game.end = null;
  if (store.legs.length) return goTo(store.at, { kind: "back" });
  let node = store.at;
  do node = node.parent ?? node;
  while (node.parent && game.mine !== "both" && sideAfter(node) !== game.mine);
  return goTo(node, { kind: "back" });
}

/** The side to move behind a node. */
function sideAfter(node) {
  return node.turn ? other(node.turn.color) : store.view.turn;
}

function hint() {
  if (game.thinking || store.view.end) return;
  let best = null;
  const node = store.at;
  say(parts.think, "Looking for a good move…");
  parts.think.hidden = false;
  const search = stream("/api/search", { place: place(), seconds: 1 }, (item) => {
    if (item.kind === "line" && item.line === 1) best = item;
    if (item.kind !== "best" || !best || store.at !== node) return;
    page.board.arrows(best.arrow.filter(({ to }) => to).slice(0, 1).map((grip) => ({ ...grip, rank: 0 })));
    toast("Hint: {0} ({1})", false, null, best.turns[0].san, best.score.text);
  });
  search.done.catch(page.complain).finally(draw);
}

/** Whose turn it is, and what stands beside the board. */
function draw() {
  if (!store.view) return;
  const { view } = store;
  const ended = game.end ?? view.end;
  const alone = game.mine === "both";
  const mayMove = !game.running || (!ended && !game.thinking && isPlayers());
  page.board.active = parts.panel.hidden || mayMove;
  page.board.early = !parts.panel.hidden && game.running && !ended && !alone ? game.mine : null;
  if (!page.board.early) page.board.premove = null;
  say(parts.think, "The engine thinks…");
  parts.think.hidden = !game.thinking;
  parts.back.disabled = isFresh() && !game.end;
  parts.now.disabled = !game.thinking;
  for (const control of [parts.resign, parts.draw]) control.disabled = alone || !game.running || Boolean(ended);
  parts.hint.disabled = Boolean(ended) || Boolean(game.thinking);
  parts.result.textContent = game.end ? `${game.end.result} – ${game.end.words}.` : view.end ? `${view.end.result} – ${endWords(view.end)}.` : "";
  showPlayers(page.board.flipped, { white: player("white"), black: player("black") });
}

/** What a side's clock showed when it last moved, where the file of the game says so. */
function clockOf(side) {
  const timed = store.at.ancestors().findLast(({ turn, commands }) => turn?.color === side && commands.some(([command]) => command === "clk"));
  return timed?.commands.find(([command]) => command === "clk")[1].replace(/^0:(?=\d\d:)/, "") ?? "";
}

/** Notes on the turn that was played what the clock of its side shows. */
function noteClock() {
  const seconds = Math.floor(game.clock.seconds(other(store.view.turn)));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = parts.map((part, index) => String(part).padStart(index ? 2 : 1, "0")).join(":");
  store.at.commands = [...store.at.commands.filter(([command]) => command !== "clk"), ["clk", text]];
  emit("tree");
}

/** How a game has ended, in words. */
export function endWords({ winner, reason }) {
  return winner ? t("{0} wins: {1}", name(winner), t(reason)) : t("draw: {0}", t(reason));
}

/** What is said of a player. */
function player(side) {
  const playing = game.running && !parts.panel.hidden;
  const engine = playing && engineSide() === side;
  const named = store.tags.find(([tag]) => tag === (side === "white" ? "White" : "Black"))?.[1];
  const who = named && store.loaded && !(engine && game.thinking) ? named : engine ? t("Katydid, level {0}", game.level) : playing && game.mine === side ? t("You") : null;
  const toMove = store.view.turn === side && !store.view.end && !game.end;
  const note = engine && game.thinking ? "thinking…" : "to move";
  return { who: who === null ? name(side) : `${who} (${t(side)})`, note: toMove ? note : "", clock: playing && game.clock ? game.clock.text(side) : clockOf(side) };
}

export const play = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.result = el("p", { class: "result" });
    parts.back = button("Take back", () => takeBack().catch(page.complain));
    parts.think = el("p", { class: "quiet-text", hidden: true }, "The engine thinks…");
    parts.now = button("Move now", () => stopSearch().catch(page.complain));
    parts.resign = sureButton("Resign", "Really resign", resign);
    parts.draw = button("Offer a draw", offerDraw);
    parts.hint = button("Hint", hint);
    panel.append(
      el(
        "div",
        { class: "form" },
        field("You have", (parts.side = choice([["white", "White"], ["black", "Black"], ["both", "both sides"]], game.wished, chooseSide, { id: "side" }))),
        field("Level", choice([...Array(21).keys()].map((level) => [String(level), level === 20 ? "20, full strength" : String(level)]), String(game.level), (value) => {
          game.level = Number(value);
          prefer("level", game.level);
          draw();
        }, { id: "level" })),
        field("Time", (parts.time = choice(
          [["0.2", "0.2 s a move"], ["1", "1 s a move"], ["2", "2 s a move"], ["5", "5 s a move"], ["15", "15 s a move"], ["1+1", "1 min + 1 s"], ["3+2", "3 min + 2 s"], ["10+5", "10 min + 5 s"], ["30+10", "30 min + 10 s"]],
          game.time,
          chooseTime,
          { id: "time" },
        ))),
        button("New game", () => newGame().catch(page.complain), { class: "primary", id: "new-game" }),
      ),
      el("div", { class: "group" }, parts.hint, parts.back, parts.now, parts.draw, parts.resign),
      parts.think,
      parts.result,
    );
    // Whoever goes elsewhere does not wait for the engine's turn: it may not overtake him on the way.
    on("leave", (how) => {
      if (how.kind === "go" || how.kind === "back") quiet();
    });
    on("view", (how) => {
      if (how.kind === "begin") setTime();
      // The side to move is the player's when a position is opened.
      if (how.kind === "begin" && !game.beginning && game.mine !== "both") game.mine = store.view.turn;
      if (how.kind === "begin") quiet();
      // What is played is the main line; a turn that was taken back becomes its variation.
      if (game.running && how.by && !panel.hidden) {
        if (!store.tags.length) store.tags = tags();
        while (store.at.isVariation()) store.at.promote();
      }
      if (how.by && how.kind === "turn" && game.clock && game.running) {
        if (how.by === "hand") game.clock.press(other(store.view.turn));
        noteClock();
      }
      // Looking at earlier turns stops the game; at its end it goes on.
      const looksBack = how.kind === "go" && store.at.children.length > 0;
      if (looksBack) game.clock?.stop();
      else if (!panel.hidden && how.kind !== "leg") runClock();
      draw();
      if (page.board.active && how.by === "engine") page.board.playPremove();
      if (!panel.hidden && !looksBack) think();
    });
    keepWith("play", told);
    on("restore", (data) => takeTold(data.play));
    on("tab", draw);
    on("flip", draw);
    on("end", () => {
      quiet();
      game.end = null;
    });
  },
  enter() {
    runClock();
    draw();
    think();
  },
  leave() {
    quiet();
    game.clock?.stop();
  },
  /** The end that players have made, if the position that is shown is the last one. */
  end: () => (store.at.children.length ? null : game.end),
};
