/**
 * Setting a position up by hand: every piece of the game, holes and hands as the game has them. Whether it is a position of
 * the engine provides the game.
 */
import { get } from "./api.js";
import { button, choice, el, field, fill, manPicture } from "./dom.js";
import { begin, on, store } from "./store.js";

let page;
const parts = {};
const state = { squares: {}, hands: {}, pieces: {}, tool: "erase", fen: "", wait: 0 };

/** What the fields of a FEN behind the pieces say. */
function fields(fen) {
  const [, turn = "w", castling = "-", passing = "-", clock = "0", number = "1", legs = ""] = fen.split(" ");
  return { turn, castling, passing, clock, number, legs };
}

/** Takes the position over from the board. */
function take() {
  const { view } = store;
  state.squares = { ...view.squares };
  state.pieces = view.pieces;
  state.hands = {};
  for (const held of Object.values(view.hands).flat()) state.hands[held.piece] = held.count;
  const { turn, castling, passing, clock, number, legs } = fields(view.fen);
  parts.turn.value = turn;
  parts.castling.value = castling;
  parts.passing.value = passing;
  parts.clock.value = clock;
  parts.number.value = number;
  parts.legs.value = legs;
  parts.legsField.hidden = !legs;
  palette();
  hands();
  changed();
}

/** The pieces to choose from. */
function palette() {
  const tool = (key, content, label) =>
    button(content, () => {
      state.tool = key;
      for (const node of parts.palette.querySelectorAll("button")) node.setAttribute("aria-pressed", String(node.dataset.tool === key));
    }, { class: "tool", "aria-pressed": String(state.tool === key), "aria-label": label, title: label, dataset: { tool: key } });
  const pieces = Object.entries(state.pieces).sort(([, one], [, other]) => one.order - other.order);
  const of = (side) => pieces.filter(([, piece]) => piece.color === side).map(([key, piece]) => tool(key, [manPicture(piece), piece.promoted ? el("sup", {}, "~") : null], `${side} ${piece.name}${piece.promoted ? ", promoted pawn" : ""}`));
  fill(parts.palette, el("div", { class: "tools" }, of("white")), el("div", { class: "tools" }, of("black")), el("div", { class: "tools" }, tool("erase", "✕", "erase"), tool("move", "✥", "move a piece")));
}

/** How many of each piece are in hand. */
function hands() {
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
        "aria-label": `${piece.color} ${piece.name} in hand`,
        onchange: () => {
          state.hands[key] = Math.max(0, Math.min(99, Math.round(Number(input.value)) || 0));
          changed();
        },
      });
      return el("label", { class: "in-hand" }, manPicture(piece), input);
    }),
  );
}

let grasped = null;

/** A square was clicked. */
function click(square) {
  if (square === "edge") return;
  if (state.tool === "move") {
    if (grasped && grasped !== square) {
      state.squares[square] = state.squares[grasped];
      delete state.squares[grasped];
      grasped = null;
    } else grasped = state.squares[square] ? square : null;
  } else if (state.tool === "erase" || state.squares[square] === state.tool) delete state.squares[square];
  else state.squares[square] = state.tool;
  // No square is occupied on both of two boards.
  const twin = square.endsWith("B") ? square.slice(0, 2) : `${square}B`;
  if (state.squares[square]) delete state.squares[twin];
  changed();
}

/** Shows the position and shows the validation of the engine. */
async function judge() {
  const number = ++state.wait;
  const rest = [parts.turn.value, parts.castling.value || "-", parts.passing.value || "-", parts.clock.value || "0", parts.number.value || "1", parts.legs.value].filter(Boolean).join(" ");
  const held = Object.fromEntries(Object.entries(state.hands).filter(([, count]) => count > 0));
  const { fen, error } = await get("/api/setup", { game: store.game, pieces: store.pieces, squares: state.squares, hands: held, rest });
  if (number !== state.wait) return;
  state.fen = fen;
  parts.fen.value = fen;
  parts.verdict.textContent = error ?? "A position of the game.";
  parts.verdict.classList.toggle("wrong", Boolean(error));
  parts.use.disabled = Boolean(error);
}

function changed() {
  if (parts.panel.hidden) return;
  const view = { ...store.view, squares: state.squares, legs: [], check: [], last: { moved: grasped ? [grasped] : [], changed: [] } };
  view.hands = Object.fromEntries(Object.entries(store.view.hands).map(([side, list]) => [side, list.map(({ piece }) => ({ piece, count: state.hands[piece] }))]));
  page.board.editing = click;
  page.board.show(view);
  judge().catch(page.complain);
}

const use = () => begin({ game: store.game, pieces: store.pieces, fen: state.fen });

export const edit = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    const text = (id, label, width) => {
      parts[id] = el("input", { size: String(width), spellcheck: "false", onchange: changed, id: `edit-${id}` });
      return field(label, parts[id]);
    };
    parts.turn = choice([["w", "White"], ["b", "Black"]], "w", changed);
    parts.palette = el("div", { class: "palette", role: "group", "aria-label": "Pieces" });
    parts.hands = el("fieldset", { class: "hands-edit", hidden: true });
    parts.verdict = el("p", { class: "verdict", role: "status", id: "edit-verdict" });
    parts.fen = el("input", { class: "wide", readonly: true, "aria-label": "FEN", id: "edit-fen" });
    parts.use = button("Use this position", () => use().catch(page.complain), { class: "primary", id: "edit-use" });
    panel.append(
      el("p", { class: "quiet-text" }, "Choose a piece, then click squares."),
      parts.palette,
      parts.hands,
      el("div", { class: "form" }, field("To move", parts.turn), text("castling", "Castling", 6), text("passing", "En passant", 6), text("clock", "Clock", 4), text("number", "Move", 4), (parts.legsField = text("legs", "Legs left", 5))),
      el("div", { class: "group" }, parts.use, button("Empty board", () => {
        state.squares = {};
        changed();
      }), button("Start position", () => begin({ game: store.game, pieces: store.pieces }).then(take).catch(page.complain))),
      parts.verdict,
      parts.fen,
      el("details", { id: "declare" }, el("summary", {}, "Pieces of your own"), el("p", { class: "quiet-text" }, "On the hurdlers' analysis board letters can be declared: X=moose:A, Y=kangaroo:CE:enemy, V=NN."), (parts.pieces = el("input", { class: "wide", "aria-label": "Declared pieces", spellcheck: "false", id: "edit-pieces" })), button("Declare", () => begin({ game: store.game, pieces: parts.pieces.value.trim() }).then(take).catch(page.complain))),
    );
    on("view", (how) => how.kind && !panel.hidden && take());
  },
  enter() {
    parts.panel.querySelector("#declare").hidden = !store.offer.games.find((game) => game.name === store.game).takes_pieces;
    parts.pieces.value = store.pieces;
    grasped = null;
    take();
  },
  leave() {
    page.board.editing = null;
    page.show();
  },
};
