/**
 * What the page is about: the game, the tree of its turns, where in it we are, the legs of a turn that is not complete,
 * and the server's view of that. Parts of the page listen to changes.
 */
import { get, session } from "./api.js";
import { Node, read, written } from "./tree.js";

const listeners = new Map();

export const store = {
  /** What the server offers: games, threads. */
  offer: null,
  game: "chess",
  pieces: "",
  /** Where the game began; `null` for its start. */
  fen: null,
  tags: [],
  result: "",
  root: new Node(null, null),
  at: null,
  /** Coordinate texts of legs. */
  legs: [],
  /** The server's view. */
  view: null,
};
store.at = store.root;

/** Listens to an event: `leave` (another position was requested), `view` (another position), `tree` (turns or
 * comments), `game` (another game), `tab` (another tab is open). */
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

/** Sets a game up; refused positions leave the old one as it is. */
export async function begin({ game, pieces = "", fen = null }) {
  const number = ++asked;
  const asking = { session, game, pieces, fen, turns: [], legs: [] };
  const view = await get("/api/game", { place: asking });
  if (number !== asked) return false;
  const root = new Node(null, null);
  Object.assign(store, { game, pieces, fen, tags: [], result: "", root, at: root, legs: [], view });
  emit("game");
  emit("tree");
  emit("view", { before: null, kind: "begin" });
  return true;
}

/** Puts in a game that the server has read. */
export async function load(text) {
  const offered = store.offer.games.find((game) => game.name === text.game);
  const fen = offered && offered.start === text.fen ? null : text.fen;
  await begin({ game: text.game, pieces: text.pieces, fen });
  store.tags = text.tags;
  store.result = text.result;
  store.root = read(text);
  store.at = store.root;
  emit("tree");
  await goTo(store.root);
}

/** The tree as PGN. */
export async function pgn() {
  const offered = store.offer.games.find((game) => game.name === store.game);
  const game = {
    game: store.game,
    pieces: store.pieces,
    fen: store.fen ?? offered.start,
    tags: store.tags,
    result: store.result,
  };
  return (await get("/api/pgn/write", written(game, store.root))).pgn;
}
