/**
 * The page: header, board, tabs, and what belongs to all of them.
 */
import { get, Refused, renewToken } from "./api.js";
import { Board } from "./board.js";
import { announce, el, fill, say, toast } from "./dom.js";
import { showLegend } from "./legend.js";
import { isKept, keepWith, keptGames, restoreOwn, snapshot, startKeeping } from "./keep.js";
import { listenToKeys, showKeys } from "./keys.js";
import { showMoves } from "./moves.js";
import { analysis } from "./analysis.js";
import { edit } from "./edit.js";
import { games } from "./games.js";
import { addOwnGames, make } from "./make.js";
import { match } from "./match.js";
import { endWords, play } from "./play.js";
import { prefer, preferred } from "./prefs.js";
import { rules, showPiece } from "./rules.js";
import { makeSettings, sound } from "./settings.js";
import { solve } from "./solve.js";
import { t, translatePage } from "./words.js";
import { back, begin, emit, firstView, goTo, on, place, playLeg, playTurn, restore, store } from "./store.js";

const $ = (id) => document.getElementById(id);

/** Shows what the server has refused. */
export function complain(error) {
  if (!(error instanceof Refused)) console.error(error);
  toast(error instanceof Refused ? error.message : t("Something went wrong in the page."), true);
}

window.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  complain(event.reason);
});

const board = new Board($("board"), {
  label: "Board",
  play: (leg) => playLeg(leg, { by: "hand" }).catch(complain),
  message: (words) => {
    $("looked").textContent = words;
  },
  drawn: (letter, from, to) => {
    store.at.toggleDrawing(letter, from, to);
    board.drawings(store.at.drawings());
    emit("tree");
  },
  reach: legsOf,
});

/** The legs of a piece, also of the side that is not to move; `null` if that side cannot be to move. */
async function legsOf(square) {
  const { view } = store;
  if (view.pieces[view.squares[square]].color === view.turn) return view.legs;
  const here = place();
  try {
    return (await get("/api/game", { place: { ...here, turns: [...here.turns, "--"] } })).legs;
  } catch {
    return null;
  }
}

/** What the tabs share. */
const page = {
  board,
  complain,
  show: showView,
  /** Says something in the place of how the game stands, until a position is shown again. */
  say: (words) => {
    say($("status"), words);
  },
  changed: () => emit("tree"),
  newGames,
};

const tabs = [
  ["play", "Play", play],
  ["analysis", "Analyse", analysis],
  ["solve", "Solve", solve],
  ["rules", "Rules", rules],
  ["edit", "Set up", edit],
  ["games", "PGN", games],
  ["make", "Make", make],
  ["match", "Match", match],
];
let open = null;

/** Opens a tab. */
function openTab(name) {
  if (open === name) return;
  const leaving = tabs.find(([other]) => other === open);
  open = document.body.dataset.tab = name;
  leaving?.[2].leave?.();
  for (const [other, , tab] of tabs) {
    const isOpen = other === name;
    const head = $(`tab-${other}`);
    if (!head) continue;
    head.setAttribute("aria-selected", String(isOpen));
    head.tabIndex = isOpen ? 0 : -1;
    $(`panel-${other}`).hidden = !isOpen;
    if (isOpen) tab.enter?.();
  }
  emit("tab");
  $("moves-box").hidden = ["rules", "edit", "match", "make"].includes(name);
}

function makeTabs() {
  for (const [name, words, tab] of tabs) {
    if (name === "match" && !store.offer.follows) continue;
    $("tabs").append(
      el("button", {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        "aria-selected": "false",
        tabindex: "-1",
        onclick: () => openTab(name),
      }, words),
    );
    const panel = el("section", { id: `panel-${name}`, class: "tab-panel", role: "tabpanel", "aria-labelledby": `tab-${name}`, hidden: true });
    $("panels").append(panel);
    tab.make(panel, page);
  }
  $("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const heads = [...$("tabs").children];
    event.preventDefault();
    const next = heads[(heads.indexOf(document.activeElement) + step + heads.length) % heads.length];
    next.focus();
    next.click();
  });
}

/** The board, and what is said of the position. */
function showView(how = {}) {
  const { view } = store;
  const legs = how.leg ? [how.leg] : how.kind === "turn" || how.forward ? view.last.legs : [];
  board.show(view, { before: how.before, legs });
  if (how.kind) board.arrows([]);
  board.drawings(store.at.drawings());
  $("status").textContent = status(view);
  $("looked").textContent = "";
  $("previous").disabled = $("first").disabled = !store.at.parent && !store.legs.length;
  $("next").disabled = $("last").disabled = !store.at.children.length;
}

/** How the game stands, in words. */
function status(view) {
  if (view.end) return t("The game is over: {0} – {1}.", view.end.result, endWords(view.end));
  const end = play.end();
  if (end) return t("The game is over: {0} – {1}.", end.result, end.words);
  const who = t(view.turn === "white" ? "White" : "Black");
  const parts = [t("Move {0}, {1} to move", view.number, who)];
  if (view.legs_left > 1 || (view.legs_left === 1 && view.several && view.begun.length)) {
    parts.push(t(view.legs_left === 1 ? "1 move left in this turn" : "{0} moves left in this turn", view.legs_left));
  }
  if (view.check.length) parts.push(t("in check"));
  let text = `${parts.join(", ")}.`;
  const isLast = store.loaded && !store.at.children.length && !store.at.isVariation() && store.result && store.result !== "*";
  if (isLast) text += ` ${t("The game ended {0} here.", store.result)}`;
  if (view.begun.length) text += ` ${t("Turn so far: {0}.", view.begun.join(", "))}`;
  if (view.owed) text += ` ${t("The {0} has to move as well.", view.owed)}`;
  return text;
}

on("view", (how) => {
  showView(how);
  if (how.by) sound(store.view, how.leg?.capture ?? Object.keys(how.before.squares).length > Object.keys(store.view.squares).length);
  const { last } = store.view;
  if (how.kind === "turn") {
    const { turn } = last;
    const end = store.view.end ? ` ${status(store.view)}` : store.view.check.length ? ` ${t("Check.")}` : "";
    announce(`${t(turn.color === "white" ? "White" : "Black")}: ${turn.words}.${end}`);
  } else if (how.kind === "leg") {
    const words = [how.leg.san, ...how.leg.effects.map((effect) => effect.words)].join(", ");
    announce(`${words}. ${status(store.view)}`);
  } else if (how.kind !== "begin") announce(status(store.view));
});

on("game", () => {
  const game = store.offer.games.find((offered) => offered.name === store.game);
  $("game").value = store.game;
  $("summary").textContent = game.summary;
  const [white, black] = ["White", "Black"].map((side) => store.loaded && store.tags.find(([tag]) => tag === side)?.[1]);
  document.title = `${white && black ? `${white} – ${black}, ` : ""}${game.title} – Katydid`;
  const address = new URL(location.href);
  address.searchParams.set("game", store.game);
  if (store.pieces) address.searchParams.set("pieces", store.pieces);
  else address.searchParams.delete("pieces");
  if (store.fen) address.searchParams.set("fen", store.fen);
  else address.searchParams.delete("fen");
  address.searchParams.delete("moves");
  history.replaceState(null, "", address);
});

/** The game that another one replaces, if it was not over. */
let replaced = null;
on("end", () => {
  replaced = store.view && store.root.children.length && !store.view.end ? snapshot() : null;
});
on("view", (how) => {
  if (how.kind !== "begin" || !replaced) return;
  const data = replaced;
  toast("The game that was here is kept (tab PGN).", false, ["Back to it", () => restore(data).catch(complain)]);
});

on("view", (how) => {
  if (how.kind === "begin" || how.kind === "restored") showLegend($("legend-pieces"), store.view, (letter) => showPiece(letter).catch(complain));
});

/** The games, by family. */
function makeMenu() {
  const groups = new Map();
  for (const game of store.offer.games) {
    if (!groups.has(game.family)) groups.set(game.family, []);
    groups.get(game.family).push(el("option", { value: game.name }, game.title));
  }
  fill($("game"), [...groups].map(([family, options]) => el("optgroup", { label: family }, options)));
  $("game").value = store.game;
}

/** Lists the games anew: one was added. */
async function newGames() {
  store.offer = await get("/api/variants");
  makeMenu();
}

function makeControls() {
  $("game").addEventListener("change", () => begin({ game: $("game").value }).catch(complain));
  makeSettings($("settings"));
  $("keys").addEventListener("click", showKeys);
  const guarded = (action) => (...how) => Promise.resolve(action(...how)).catch(complain);
  $("flip").addEventListener("click", flip);
  $("first").addEventListener("click", guarded(() => goTo(store.root)));
  $("previous").addEventListener("click", guarded(back));
  $("next").addEventListener("click", guarded(() => store.at.children.length && goTo(store.at.children[0])));
  $("last").addEventListener("click", guarded(() => goTo(store.at.last())));
  $("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    typed($("typed").value).catch(complain);
  });
  listenToKeys({
    previous: () => $("previous").click(),
    next: () => $("next").click(),
    first: () => $("first").click(),
    last: () => $("last").click(),
    sibling: otherVariation,
    flip,
    letGo: () => board.input.selected && board.input.deselect(),
    best: () => analysis.playBest(),
    analyse: () => analysis.toggle(),
  });
}

/** Turns the board, and what stands beside it. */
function flip() {
  board.flip();
  emit("flip");
}

/** Goes to the variation before or behind the one that is shown; `false` if there is none. */
function otherVariation(step) {
  const siblings = store.at.parent?.children ?? [];
  const there = siblings[siblings.indexOf(store.at) + step];
  return there ? goTo(there).catch(complain) : false;
}

/** Plays what was typed, leg by leg. */
async function typed(text) {
  const several = promotions(text.trim());
  if (several.length > 1) {
    $("typed").value = "";
    return board.input.play(several, $("typed"));
  }
  const { legs, turn } = await get("/api/type", { place: place(), text });
  $("typed").value = "";
  if (turn) return playTurn(turn, { kind: "turn", by: "hand" });
  for (const leg of legs) {
    const legal = store.view.legs.find((other) => other.text === leg);
    if (!legal) return;
    await playLeg(legal, { by: "hand" });
  }
}

/** The promotions that a text leaves the choice between: `a7a8`, `a8`. */
function promotions(text) {
  const plain = (san) => san.replace(/[=(].*|[+#]/g, "");
  return store.view.legs.filter((leg) => leg.into && (plain(leg.san) === text || leg.text.startsWith(text) && text.length === 4));
}

function makeTheme() {
  const stored = preferred("theme", "");
  if (stored) document.documentElement.dataset.theme = stored;
  $("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    prefer("theme", document.documentElement.dataset.theme);
  });
}

async function start() {
  const wished = new URLSearchParams(location.search);
  const asked = ["game", "pieces", "fen"].map((name) => wished.get(name));
  const first = isKept() ? null : firstView(asked[0] ?? "", asked[1] ?? "", asked[2]).catch(() => null);
  translatePage();
  makeTheme();
  // In narrow windows the tools are what is wanted below the board.
  $("legend").open = matchMedia("(min-width: 80rem)").matches;
  // The board does not wait for the list of games.
  const drawn = Promise.resolve(first).then((view) => view && board.show(view));
  await Promise.all([addOwnGames().then(newGames), drawn]);
  makeControls();
  makeTabs();
  showMoves($("moves-box"), page);
  let back = null;
  on("restore", (data) => {
    if (data.flipped !== board.flipped) flip();
    back = data.tab;
  });
  try {
    if (isKept()) await restoreOwn();
    else await openAddress(asked, wished, await first);
  } catch (error) {
    complain(error);
    await begin({});
  }
  keepWith("flipped", () => board.flipped);
  keepWith("tab", () => open);
  startKeeping();
  renewToken(() => {
    goTo(store.at).then(() => toast("Katydid was started again. The page goes on."), complain);
  });
  // Games are played, positions analysed, unless the address says what to do.
  const tab = back ?? wished.get("tab") ?? (store.offer.follows ? "match" : wished.has("fen") || wished.has("moves") ? "analysis" : "play");
  openTab(tabs.some(([name]) => name === tab && $(`tab-${name}`)) ? tab : "play");
  document.body.dataset.ready = "yes";
  if (!wished.size) offerLast().catch(complain);
}

/** Begins what the address names: a game, declared pieces, a position, turns. */
async function openAddress([game, pieces, fen], wished, first) {
  await begin({ game: game ?? "", pieces: pieces ?? "", fen }, first);
  for (const text of wished.get("moves")?.split(" ").filter(Boolean) ?? []) await playTurn(text);
}

/** A day in milliseconds. */
const DAY = 86_400_000;

/** The page, opened without a wish, may go on with the last game. */
async function offerLast() {
  const [last] = await keptGames();
  if (!last || last.id === store.id || Date.now() - last.changed > 7 * DAY) return;
  const title = store.offer.games.find(({ name }) => name === last.game)?.title ?? last.game;
  toast("Your last game is kept: {0}, {1} turns.", false, ["Continue", () => restore(last).catch(complain)], title, last.nodes.length);
}

start().catch((error) => {
  complain(error);
  $("status").textContent = error.message;
});
