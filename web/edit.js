/**
 * Setting a position up by hand: every man of the game, holes and hands as the game has them. Whether it is a position of
 * the game is told by the engine.
 */
import { get } from "./api.js";
import { button, choice, el, field, fill, manPicture } from "./dom.js";
import { begin, on, store } from "./store.js";

let page;
const parts = {};
const state = { squares: {}, hands: {}, men: {}, tool: "erase", fen: "", wait: 0 };

/** What the fields of a FEN behind the men say. */
function fields(fen) {
  const [, turn = "w", castling = "-", passing = "-", clock = "0", number = "1", legs = ""] = fen.split(" ");
  return { turn, castling, passing, clock, number, legs };
}

/** Takes the position over from the board. */
function take() {
  const { view } = store;
  state.squares = { ...view.squares };
  state.men = view.men;
  state.hands = {};
  for (const held of Object.values(view.hands).flat()) state.hands[held.man] = held.count;
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

/** The men to choose from. */
function palette() {
  const tool = (key, content, label) =>
    button(content, () => {
      state.tool = key;
      for (const node of parts.palette.querySelectorAll("button")) node.setAttribute("aria-pressed", String(node.dataset.tool === key));
    }, { class: "tool", "aria-pressed": String(state.tool === key), "aria-label": label, title: label, dataset: { tool: key } });
  const men = Object.entries(state.men).sort(([, one], [, other]) => one.order - other.order);
  const of = (side) => men.filter(([, man]) => man.color === side).map(([key, man]) => tool(key, [manPicture(man), man.promoted ? el("sup", {}, "~") : null], `${side} ${man.name}${man.promoted ? ", promoted pawn" : ""}`));
  fill(parts.palette, el("div", { class: "tools" }, of("white")), el("div", { class: "tools" }, of("black")), el("div", { class: "tools" }, tool("erase", "✕", "erase"), tool("move", "✥", "move a man")));
}

/** How many of each man are in hand. */
function hands() {
  const keys = Object.keys(state.hands);
  parts.hands.hidden = !keys.length;
  fill(
    parts.hands,
    el("legend", {}, "In hand"),
    keys.map((key) => {
      const man = state.men[key];
      const input = el("input", {
        type: "number",
        min: "0",
        max: "99",
        value: String(state.hands[key]),
        "aria-label": `${man.color} ${man.name} in hand`,
        onchange: () => {
          state.hands[key] = Math.max(0, Math.min(99, Math.round(Number(input.value)) || 0));
          changed();
        },
      });
      return el("label", { class: "in-hand" }, manPicture(man), input);
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

/** Shows the position and asks what the engine says of it. */
async function judge() {
  const number = ++state.wait;
  const rest = [parts.turn.value, parts.castling.value || "-", parts.passing.value || "-", parts.clock.value || "0", parts.number.value || "1", parts.legs.value].filter(Boolean).join(" ");
  const held = Object.fromEntries(Object.entries(state.hands).filter(([, count]) => count > 0));
  const { fen, error } = await get("/api/setup", { game: store.game, men: store.men, squares: state.squares, hands: held, rest });
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
  view.hands = Object.fromEntries(Object.entries(store.view.hands).map(([side, list]) => [side, list.map(({ man }) => ({ man, count: state.hands[man] }))]));
  page.board.editing = click;
  page.board.show(view);
  judge().catch(page.complain);
}

const use = () => begin({ game: store.game, men: store.men, fen: state.fen });

export const edit = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    const text = (id, label, width) => {
      parts[id] = el("input", { size: String(width), spellcheck: "false", onchange: changed, id: `edit-${id}` });
      return field(label, parts[id]);
    };
    parts.turn = choice([["w", "White"], ["b", "Black"]], "w", changed);
    parts.palette = el("div", { class: "palette", role: "group", "aria-label": "Men" });
    parts.hands = el("fieldset", { class: "hands-edit", hidden: true });
    parts.verdict = el("p", { class: "verdict", role: "status", id: "edit-verdict" });
    parts.fen = el("input", { class: "wide", readonly: true, "aria-label": "FEN", id: "edit-fen" });
    parts.use = button("Use this position", () => use().catch(page.complain), { class: "primary", id: "edit-use" });
    panel.append(
      el("p", { class: "quiet-text" }, "Choose a man, then click squares."),
      parts.palette,
      parts.hands,
      el("div", { class: "form" }, field("To move", parts.turn), text("castling", "Castling", 6), text("passing", "En passant", 6), text("clock", "Clock", 4), text("number", "Move", 4), (parts.legsField = text("legs", "Legs left", 5))),
      el("div", { class: "group" }, parts.use, button("Empty board", () => {
        state.squares = {};
        changed();
      }), button("Start position", () => begin({ game: store.game, men: store.men }).then(take).catch(page.complain))),
      parts.verdict,
      parts.fen,
      el("details", { id: "declare" }, el("summary", {}, "Men of your own"), el("p", { class: "quiet-text" }, "On the hurdlers' analysis board letters can be declared: X=moose:A, Y=kangaroo:CE:enemy, V=NN."), (parts.men = el("input", { class: "wide", "aria-label": "Declared men", spellcheck: "false", id: "edit-men" })), button("Declare", () => begin({ game: store.game, men: parts.men.value.trim() }).then(take).catch(page.complain))),
    );
    on("view", (how) => how.kind && !panel.hidden && take());
  },
  enter() {
    parts.panel.querySelector("#declare").hidden = !store.offer.games.find((game) => game.name === store.game).takes_men;
    parts.men.value = store.men;
    grasped = null;
    take();
  },
  leave() {
    page.board.editing = null;
    page.show();
  },
};
