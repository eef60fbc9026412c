/**
 * Setting a position up by hand: every piece of the game, holes and hands as the game has them. Whether it is a position of
 * the engine provides the game. A position that is not used stays here as a draft.
 */
import { get } from "./api.js";
import { button, choice, el, field, fill, pieceImage, toast } from "./dom.js";
import { keepSoon, keepWith } from "./keep.js";
import { Palette } from "./palette.js";
import { begin, on, store } from "./store.js";
import { named, t } from "./words.js";

let page;
const parts = {};
/** The fields of a FEN behind the pieces, and what stands there without them. */
const FIELDS = { turn: "w", castling: "-", passing: "-", clock: "0", number: "1", legs: "" };
/** The most steps that can be undone. */
const MOST_STEPS = 200;

const state = { hands: {}, pieces: {}, fen: "", wait: 0, past: [], future: [] };

/** What the fields of a FEN behind the pieces say. */
function fields(fen) {
  const parts = fen.split(" ").slice(1);
  return Object.fromEntries(Object.entries(FIELDS).map(([name, usual], index) => [name, parts[index] ?? usual]));
}

/** The position as it is set up. */
function draft() {
  const values = Object.keys(FIELDS).map((name) => [name, parts[name].value]);
  return { squares: { ...parts.palette.squares }, hands: { ...state.hands }, fields: Object.fromEntries(values) };
}

/** Shows a position that was set up. */
function put({ squares, hands, fields }) {
  parts.palette.squares = { ...squares };
  state.hands = { ...hands };
  for (const name of Object.keys(FIELDS)) parts[name].value = fields[name];
  parts.legsField.hidden = !fields.legs;
  showHands();
  changed();
}

/** The position of a view. */
function positionOf(view) {
  const hands = Object.fromEntries(Object.values(view.hands).flat().map((held) => [held.piece, held.count]));
  return { squares: view.squares, hands, fields: fields(view.fen) };
}

/** Takes the position over from the board; there is nothing to undo. */
function take(view = store.view) {
  Object.assign(state, { pieces: view.pieces, past: [], future: [] });
  parts.palette.grasped = null;
  parts.palette.show(view.pieces);
  put(positionOf(view));
}

/** Notes the position before a change. */
function note() {
  state.past = [...state.past, draft()].slice(-MOST_STEPS);
  state.future = [];
}

/** Goes a step back, or on again. */
function step(from, to) {
  const there = from.pop();
  if (!there) return;
  to.push(draft());
  parts.palette.grasped = null;
  put(there);
}

/** How many of each piece are in hand. */
function showHands() {
  const keys = Object.keys(state.hands);
  parts.hands.hidden = !keys.length;
  fill(
    parts.hands,
    el("legend", {}, "In hand"),
    keys.map((key) => {
      const piece = state.pieces[key];
      const input = el("input", {
        type: "number",
        min: "0",
        max: "99",
        value: String(state.hands[key]),
        "aria-label": t("{0} in hand", named(piece)),
        onchange: () => {
          note();
          state.hands[key] = Math.max(0, Math.min(99, Math.round(Number(input.value)) || 0));
          changed();
        },
      });
      return el("label", { class: "in-hand" }, pieceImage(piece), input);
    }),
  );
}

/** What the engine has left out of the fields, in words. */
function dropped(fen) {
  const [wished, real] = [draft().fields, fields(fen)];
  const words = { castling: "castling", passing: "en passant" };
  const gone = Object.keys(words).filter((name) => (wished[name] || "-") !== real[name]);
  return gone.map((name) => ` ${t("Not possible here, and left out: {0} {1}.", t(words[name]), wished[name])}`).join("");
}

/** Shows the validation of the engine. */
async function judge() {
  const number = ++state.wait;
  const values = draft().fields;
  const rest = Object.entries(FIELDS).map(([name, usual]) => values[name] || usual).filter(Boolean).join(" ");
  const held = Object.fromEntries(Object.entries(state.hands).filter(([, count]) => count > 0));
  const { fen, error } = await get("/api/setup", { game: store.game, pieces: store.pieces, squares: parts.palette.squares, hands: held, rest });
  if (number !== state.wait) return;
  state.fen = fen;
  if (document.activeElement !== parts.fen) parts.fen.value = fen;
  parts.verdict.textContent = error ?? t("A position of the game.") + dropped(fen);
  parts.verdict.classList.toggle("wrong", Boolean(error));
  parts.use.disabled = Boolean(error);
}

/** Whether something was set up that is not used. */
const isDraft = () => state.past.length > 0;

function changed() {
  if (parts.panel.hidden) return;
  const { grasped, squares } = parts.palette;
  const view = { ...store.view, squares, legs: [], check: [], still: [], last: { moved: grasped ? [grasped] : [], changed: [] } };
  view.hands = Object.fromEntries(Object.entries(store.view.hands).map(([side, list]) => [side, list.map(({ piece }) => ({ piece, count: state.hands[piece] }))]));
  page.board.editing = parts.palette;
  page.board.show(view);
  page.board.arrows([]);
  page.board.drawings([]);
  page.say(isDraft() ? "A position is set up, and not yet used." : "The position of the game: change it, then use it.");
  parts.undo.disabled = !state.past.length;
  parts.redo.disabled = !state.future.length;
  parts.discard.disabled = !isDraft();
  keepSoon();
  judge().catch(page.complain);
}

/** Goes on with the position: the tab for looking at it opens. */
async function use() {
  state.past = [];
  await begin({ game: store.game, pieces: store.pieces, fen: state.fen });
  document.getElementById("tab-analysis").click();
  toast("The position is used.");
}

/** Sets up what a FEN says. */
async function read(fen) {
  const view = await get("/api/game", { place: { session: "fen", game: store.game, pieces: store.pieces, fen, turns: [], legs: [] }, glance: true });
  note();
  put(positionOf(view));
}

/** Another game's own position, or one with pieces of one's own. */
const start = (pieces) => begin({ game: store.game, pieces }).then(() => take()).catch(page.complain);

/** The fields behind the pieces. */
function makeFields() {
  const onchange = () => changed();
  const text = (id, label, width) => {
    parts[id] = el("input", { size: String(width), spellcheck: "false", onbeforeinput: note, onchange, id: `edit-${id}` });
    return field(label, parts[id]);
  };
  parts.turn = choice([["w", "White"], ["b", "Black"]], "w", onchange, { onpointerdown: note, id: "edit-turn" });
  return el("div", { class: "form" }, field("To move", parts.turn), text("castling", "Castling", 6), text("passing", "En passant", 6), text("clock", "Clock", 4), text("number", "Move", 4), (parts.legsField = text("legs", "Legs left", 5)));
}

export const edit = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.palette = new Palette(note, changed);
    parts.hands = el("fieldset", { class: "hands-edit", hidden: true });
    parts.verdict = el("p", { class: "verdict", role: "status", id: "edit-verdict" });
    parts.fen = el("input", { class: "wide", spellcheck: "false", "aria-label": "FEN", id: "edit-fen", onchange: () => read(parts.fen.value.trim()).catch(page.complain) });
    parts.use = button("Use this position", () => use().catch(page.complain), { class: "primary", id: "edit-use" });
    parts.undo = button("Undo", () => step(state.past, state.future), { id: "edit-undo" });
    parts.redo = button("Redo", () => step(state.future, state.past));
    parts.discard = button("Discard", () => take(), { title: "Back to the position of the game" });
    const empty = button("Empty board", () => {
      note();
      parts.palette.squares = {};
      changed();
    });
    panel.append(
      el("p", { class: "quiet-text hint" }, "Choose a piece, then click squares; ✥ moves pieces, ✕ takes them away."),
      parts.palette.place,
      parts.hands,
      el("div", { class: "group" }, parts.undo, parts.redo, empty, button("Start position", () => start(store.pieces)), parts.discard),
      makeFields(),
      parts.verdict,
      parts.fen,
      el("div", { class: "group" }, parts.use),
      el("details", { id: "declare" }, el("summary", {}, "Pieces of your own"), el("p", { class: "quiet-text" }, "On the hurdlers' analysis board letters can be declared: X=moose:A, Y=kangaroo:CE:enemy, V=NN."), (parts.pieces = el("input", { class: "wide", "aria-label": "Declared pieces", spellcheck: "false", id: "edit-pieces" })), button("Declare", () => start(parts.pieces.value))),
    );
    on("view", (how) => how.kind && !panel.hidden && take());
    on("end", () => Object.assign(state, { past: [], future: [] }));
    keepWith("draft", () => (isDraft() ? draft() : null));
    on("restore", ({ draft }) => {
      state.kept = draft;
    });
  },
  enter() {
    parts.panel.querySelector("#declare").hidden = !store.offer.games.find((game) => game.name === store.game).takes_pieces;
    parts.pieces.value = store.pieces;
    if (isDraft()) return changed();
    take();
    if (!state.kept) return;
    note();
    put(state.kept);
    state.kept = null;
  },
  leave() {
    page.board.editing = null;
    page.show();
    if (isDraft()) toast("The position that was set up is not used; it stays under “Set up”.");
  },
};
