/**
 * What the page is about: the game, the tree of its turns, where in it we are, the legs of a turn that is not complete,
 * and the server's view of that. Parts of the page listen to changes.
 */
import { get, session } from "./api.js";
import { Node, packed, read, written } from "./tree.js";

const listeners = new Map();

export const store = {
  /** The name under which the browser keeps the game. */
  id: "",
  /** What the server offers: games, threads. */
  offer: null,
  game: "chess",
  pieces: "",
  /** Where the game began; `null` for its start. */
  fen: null,
  tags: [],
  result: "",
  /** Whether the game comes from a file, not from this page. */
  loaded: false,
  root: new Node(null, null),
  at: null,
  /** Coordinate texts of legs. */
  legs: [],
  /** The server's view. */
  view: null,
};
store.at = store.root;

/** Listens to an event: `leave` (another position was requested), `end` (the game is about to be replaced), `view` (another position), `tree` (turns or
 * comments), `game` (another game), `tab` (another tab is open), `flip` (the board is turned), `restore` (a game that was kept is shown again). */
export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

export function emit(event, detail) {
  for (const listener of listeners.get(event) ?? []) listener(detail);
}

/** The position as sent to the server. */
export function place(node = store.at, legs = store.legs) {
  return {
    session,
    game: store.game,
    pieces: store.pieces,
    fen: store.fen,
    turns: node.path().map((turn) => turn.text),
    legs,
  };
}

/** All positions of the line that goes through the one that is shown. */
export function wholeLine() {
  const tail = [];
  for (let node = store.at.children[0]; node; node = node.children[0]) tail.push(node);
  return [...store.at.ancestors(), ...tail];
}

let asked = 0;

/** Requests the view of a place and shows it; `how` says how it was reached. */
async function show(node, legs, how) {
  const number = ++asked;
  emit("leave", how);
  const view = await get("/api/game", { place: place(node, legs) });
  // Somebody was faster: that view is the one to show.
  if (number !== asked) return false;
  const before = store.view;
  Object.assign(store, { at: node, legs, view });
  emit("view", { before, ...how });
  return true;
}

/** Goes to a node. */
export function goTo(node, how = { kind: "go" }) {
  return show(node, [], { ...how, forward: node.parent === store.at && !store.legs.length });
}

/** The turns that were last complete, as the server sends them. */
const turnOf = (view) => view.last.turn;

/**
 * Plays a leg. If the turn is complete it goes into the tree.
 * @param {{text: string, ends: boolean}} leg a leg of the view
 */
export async function playLeg(leg, how = {}) {
  const legs = [...store.legs, leg.text];
  const from = store.at;
  if (!leg.ends) return show(from, legs, { kind: "leg", leg, ...how });
  const text = legs.join(",");
  return playTurn(text, { kind: "turn", leg, ...how });
}

/** Plays a whole turn by its text. */
export async function playTurn(text, how = { kind: "turn" }) {
  const number = ++asked;
  const from = store.at;
  const turns = [...from.path().map((turn) => turn.text), text];
  const view = await get("/api/game", { place: { ...place(from, []), turns } });
  if (number !== asked) return false;
  const known = from.children.length;
  const node = from.follow(turnOf(view));
  const before = store.view;
  Object.assign(store, { at: node, legs: [], view });
  if (from.children.length !== known) emit("tree");
  emit("view", { before, ...how });
  return true;
}

/** Takes the last leg of a turn that is not complete back, or goes to the turn before. */
export function back() {
  if (store.legs.length) return show(store.at, store.legs.slice(0, -1), { kind: "back" });
  if (store.at.parent) return goTo(store.at.parent, { kind: "back" });
  return Promise.resolve(false);
}

/** The view of a game at its beginning. */
export const firstView = (game, pieces, fen) => get("/api/game", { place: { session, game, pieces, fen, turns: [], legs: [] } });

/** Sets a game up, the usual one without a name; refused positions leave the old one as it is. `first` may give its view. */
export async function begin({ game = "", pieces: declared = "", fen = null, tags = [], result = "", loaded = false, root = new Node(null, null) }, first = null) {
  const number = ++asked;
  const pieces = declared.replace(/\s+/g, "");
  const view = first ?? (await firstView(game, pieces, fen));
  if (number !== asked) return false;
  emit("end");
  Object.assign(store, { id: crypto.randomUUID(), game: view.game, pieces, fen, tags, result, loaded, root, at: root, legs: [], view });
  emit("game");
  emit("tree");
  emit("view", { before: null, kind: "begin" });
  return true;
}

/** Puts in a game that the server has read. */
export async function load(text) {
  const offered = store.offer.games.find((game) => game.name === text.game);
  const fen = offered && offered.start === text.fen ? null : text.fen;
  const { game, pieces, tags, result } = text;
  await begin({ game, pieces, fen, tags, result, loaded: true, root: read(text).root });
}

/** The game as the browser keeps it. */
export function kept() {
  const { id, game, pieces, fen, tags, result, loaded, legs } = store;
  return { id, game, pieces, fen, tags, result, loaded, legs, ...packed(store.root, store.at) };
}

/** Shows a game that was kept. */
export async function restore(data) {
  const { root, at } = read(data);
  const { id, game, pieces, fen, tags, result, loaded, legs } = data;
  const number = ++asked;
  const turns = at.path().map((turn) => turn.text);
  const view = await get("/api/game", { place: { session, game, pieces, fen, turns, legs } });
  if (number !== asked) return;
  emit("end");
  Object.assign(store, { id, game, pieces, fen, tags, result, loaded, root, at, legs, view });
  emit("restore", data);
  emit("game");
  emit("tree");
  emit("view", { before: null, kind: "restored" });
}

/** A game as PGN; the one that is shown unless a kept one is given. */
export async function pgn(data = store, root = store.root) {
  const { game, pieces, fen, tags, result } = data;
  const { start } = store.offer.games.find((offered) => offered.name === game);
  return (await get("/api/pgn/write", written({ game, pieces, fen: fen ?? start, tags, result }, root))).pgn;
}
