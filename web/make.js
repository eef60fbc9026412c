/**
 * A game of one's own: pieces made by clicking squares, an army set up by hand, conditions. What comes out is a variant file, as
 * `katydid check` takes it; the server tries it after each change.
 */
import { get } from "./api.js";
import { button, checks, choice, el, field, fill, pieceImage, saveFile, sureButton, toast } from "./dom.js";
import { MovementGrid } from "./movement.js";
import { Palette } from "./palette.js";
import { prefer, preferred } from "./prefs.js";
import { pieceArticle } from "./rules.js";
import { begin, store } from "./store.js";
import { t } from "./words.js";

/** Milliseconds between a change and the server's trial. */
const PAUSE = 150;
/** Letters for new pieces, in the order in which they are taken. */
const LETTERS = "XYZVWUTSMLJIHGFEDCA";
/** The properties of pieces that are ticked, as the file names them. */
const FLAGS = [["royal", "is royal, as a king"], ["rifle", "captures without moving"], ["iron", "cannot be captured"], ["relay", "gives its moves to those that it guards"]];
const EFFECTS = { A: "colour", C: "home", E: "type" };

let page;
const parts = {};

/** What is being made; kept in the browser. */
const fresh = (parent) => ({ parent, title: "My game", pieces: [], gone: [], squares: null, files: 0, ranks: 0, mirror: true, promotion: "", conditions: [] });
let made = preferred("making", fresh(""));
/** What the server says of the parent, and of the game as it was when it was sound. */
const known = { base: null, last: null };
const state = { piece: 0, byHand: false, wait: 0, trial: 0, drawn: "" };

/** The games of one's own: their files and what they were made of, by name. */
const own = () => preferred("own", {});

/** Adds the games of one's own to the server, which may have been started again. */
export async function addOwnGames() {
  for (const [name, { text }] of Object.entries(own())) {
    await get("/api/make", { text, keep: true }).catch((error) => toast("Your game {0} is left out: {1}", true, null, name, error.message));
  }
}

const nameOf = (title) => title.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "my-game";

/** The letters of the parent's pieces. */
const inherited = () => [...new Set(Object.values(known.base.pieces).map(({ letter }) => letter))];

const isInside = (square) => "abcdefgh".indexOf(square[0]) < made.files && Number(square[1]) <= made.ranks;

/** The start position as a FEN. Castling is left to kings and rooks that stand as in the parent. */
function start() {
  const { files, ranks } = made;
  const { squares } = parts.palette;
  const holes = new Set(known.base.board.holes);
  const rows = [...Array(ranks).keys()].reverse().map((rank) =>
    [...Array(files).keys()].map((file) => {
      const square = `${"abcdefgh"[file]}${rank + 1}`;
      const key = squares[square];
      if (!key) return holes.has(square) ? "*" : "1";
      const letter = key.slice(1);
      return key[0] === "w" ? letter : letter.toLowerCase();
    }).join("").replace(/1+/g, ({ length }) => String(length)),
  );
  const [placement, turn, castling, ...rest] = known.base.fen.split(" ");
  const hand = /\[.*\]/.exec(placement)?.[0] ?? "";
  const same = (...those) => those.every((square) => isInside(square) && squares[square] === known.base.squares[square]);
  const may = { K: ["e1", "h1"], Q: ["a1", "e1"], k: ["e8", "h8"], q: ["a8", "e8"] };
  const kept = [...castling].filter((letter) => may[letter] && same(...may[letter])).join("");
  return [`${rows.join("/")}${hand}`, turn, kept || "-", ...rest].join(" ");
}

/** A line of the file; texts are written as JSON writes them, which TOML reads. */
const line = (key, value) => `${key} = ${JSON.stringify(value)}`;

/** The file. */
function fileText() {
  const gone = made.gone.filter((letter) => !made.pieces.some((piece) => piece.letter === letter));
  const lines = [line("name", nameOf(made.title)), line("inherits", made.parent), line("title", made.title), line("summary", made.summary || `${made.title}, made in the browser.`)];
  if (gone.length) lines.push(line("without", gone.join("")));
  if (made.conditions.length) lines.push(line("conditions", made.conditions));
  lines.push(line("start", start()));
  for (const { letter, name, movement, effect, target, flags } of made.pieces) {
    lines.push("", "[[piece]]", line("letter", letter), line("name", name), line("movement", movement));
    if (effect) lines.push(line("effect", effect), line("target", target || "both"));
    for (const flag of flags) lines.push(`${flag} = true`);
  }
  lines.push(...castling(gone));
  const become = promotion();
  if (become !== known.base.promotion) lines.push("", "[pawns]", line("promotion", become));
  if (gone.length) lines.push("", "[ends]", line("dead", ""));
  return `${lines.join("\n")}\n`;
}

/** Lines without castling, if a piece that castles is gone: the kings move on as before. */
function castling(gone) {
  const { castlers, castling_kings: kings } = known.base;
  if (![...castlers, ...Object.keys(kings)].some((letter) => gone.includes(letter))) return [];
  const left = Object.entries(kings).filter(([letter]) => !made.gone.includes(letter));
  const plain = left.flatMap(([letter, movement]) => ["", "[[piece]]", line("letter", letter), line("movement", movement.replace(/[a-z]*O\d*/, ""))]);
  return [...plain, "", "[castling]", line("white", ""), line("black", "")];
}

/** What pawns become: what was typed, else what the parent's do, with the new pieces. */
function promotion() {
  if (made.promotion) return made.promotion;
  const { base } = known;
  if (!base.promotion) return "";
  const mine = made.pieces.filter(({ flags, letter }) => !flags.includes("royal") && !base.promotion.includes(letter));
  const kept = [...base.promotion].filter((letter) => !made.gone.includes(letter));
  return [...kept, ...mine.map(({ letter }) => letter)].join("");
}

/** Something was changed in the form or on the board. */
function changed() {
  state.byHand = false;
  Object.assign(made, { squares: parts.palette.squares });
  parts.file.value = fileText();
  showBoard();
  trySoon();
}

function trySoon() {
  prefer("making", made);
  clearTimeout(state.wait);
  state.wait = setTimeout(() => tried().catch(page.complain), PAUSE);
}

/** Shows what the server says of the game. */
async function tried() {
  const number = ++state.trial;
  const shown = made.pieces[state.piece]?.letter ?? "";
  const [reply, error] = await get("/api/make", { text: parts.file.value, shown }).then((reply) => [reply, null], (error) => [null, error.message]);
  if (number !== state.trial) return;
  parts.verdict.textContent = error ?? t("A game that can be played.");
  parts.verdict.classList.toggle("wrong", Boolean(error));
  parts.use.disabled = Boolean(error);
  if (!reply) return;
  known.last = reply;
  fill(parts.warnings, reply.warnings.map((warning) => el("li", {}, warning)));
  // A board that is drawn anew lets go of what is being dragged.
  const drawn = JSON.stringify([reply.pieces, reply.board]);
  if (drawn !== state.drawn) {
    parts.palette.show(reply.pieces);
    showBoard();
  }
  state.drawn = drawn;
  showList();
  fill(parts.diagrams, reply.shown && pieceArticle(reply.board, reply.shown));
  const piece = made.pieces[state.piece];
  if (piece) parts.grid.show(reply.pieces[`w${piece.letter}`], piece.marks);
}

/** The board with the army. */
function showBoard() {
  if (parts.panel.hidden || !known.last) return;
  const { palette } = parts;
  const { files, ranks } = made;
  const { pieces, board } = known.last;
  // The server has yet to see a piece that was just made; a board that grows again has its pieces back.
  const squares = Object.fromEntries(Object.entries(palette.squares).filter(([square, key]) => pieces[key] && isInside(square)));
  palette.mirror = made.mirror ? ranks : 0;
  page.board.editing = palette;
  const last = { moved: palette.grasped ? [palette.grasped] : [], changed: [] };
  page.board.show({ game: "make", board: { ...board, files, ranks, boards: 1, edge: false }, pieces, squares, hands: {}, turn: "white", legs: [], check: [], still: [], last });
  page.board.arrows([]);
  page.board.drawings([]);
  page.say("The start position of the game that is being made.");
}

/** The pieces of the game: those that were made, and those that are inherited. */
function showList() {
  fill(
    parts.pieces,
    made.pieces.map((piece, index) => {
      const picture = known.last.pieces[`w${piece.letter}`];
      return button([picture ? pieceImage(picture) : null, ` ${piece.name} `, el("kbd", {}, piece.letter)], () => edit(index), { class: "option", "aria-pressed": String(index === state.piece) });
    }),
    button("New piece", newPiece, { id: "make-piece" }),
  );
}

function showInherited() {
  const names = (letter) => known.base.pieces[`w${letter}`].name;
  const boxes = checks("Pieces of the parent", inherited().map((letter) => [letter, `${names(letter)} (${letter})`, !made.gone.includes(letter)]), {
    id: "make-inherited",
    onchange: () => {
      made.gone = inherited().filter((letter) => !boxes.chosen().includes(letter));
      // What the game does not have does not stand there.
      for (const [square, key] of Object.entries(parts.palette.squares)) if (made.gone.includes(key.slice(1))) delete parts.palette.squares[square];
      changed();
    },
  });
  fill(parts.inherited, boxes);
}

function newPiece() {
  const taken = new Set([...inherited(), ...made.pieces.map(({ letter }) => letter)]);
  const letter = [...LETTERS].find((other) => !taken.has(other)) ?? "X";
  made.pieces.push({ letter, name: `${t("Piece")} ${letter}`, movement: "W", marks: ["0,1", "0,-1", "1,0", "-1,0"].map((step) => `${step},,leap`), effect: "", target: "both", flags: [] });
  edit(made.pieces.length - 1);
  changed();
}

/** Shows a piece in the form. */
function edit(index) {
  const piece = made.pieces[index];
  state.piece = index;
  parts.form.hidden = !piece;
  if (!piece) return;
  for (const name of ["letter", "name", "movement", "effect", "target"]) parts[name].value = piece[name];
  for (const box of parts.flags.querySelectorAll("input")) box.checked = piece.flags.includes(box.value);
  parts.target.disabled = !piece.effect;
  if (known.last) showList();
  trySoon();
}

/** Takes a change of the form over. */
function take(event) {
  const piece = made.pieces[state.piece];
  const before = piece.letter;
  for (const name of ["letter", "name", "movement", "effect", "target"]) piece[name] = parts[name].value.trim();
  piece.letter = piece.letter.toUpperCase();
  piece.flags = parts.flags.chosen();
  parts.target.disabled = !piece.effect;
  // A movement that was typed has no marks.
  if (event?.target === parts.movement) piece.marks = [];
  for (const [square, key] of Object.entries(parts.palette.squares)) if (key.slice(1) === before) parts.palette.squares[square] = key[0] + piece.letter;
  changed();
}

function removePiece() {
  const [gone] = made.pieces.splice(state.piece, 1);
  for (const [square, key] of Object.entries(parts.palette.squares)) if (key.slice(1) === gone.letter) delete parts.palette.squares[square];
  edit(0);
  changed();
}

/** Another game to begin with: what was made goes. */
async function choose(parent) {
  const text = `${line("name", "parent")}\n${line("inherits", parent)}\n`;
  known.base = known.last = await get("/api/make", { text });
  state.drawn = "";
  if (made.parent !== parent || !made.squares) {
    const { files, ranks } = known.base.board;
    Object.assign(made, { ...fresh(parent), title: made.title, files, ranks, squares: { ...known.base.squares } });
  }
  parts.palette.squares = { ...made.squares };
  for (const name of ["files", "ranks", "title", "promotion"]) parts[name].value = String(made[name]);
  parts.parent.value = parent;
  parts.mirror.checked = made.mirror;
  for (const box of parts.conditions.querySelectorAll("input")) box.checked = made.conditions.includes(box.value);
  showInherited();
  edit(0);
  changed();
}

/** Adds the game and plays it. */
async function use() {
  const text = parts.file.value;
  const { name } = await get("/api/make", { text, keep: true });
  prefer("own", { ...own(), [name]: { text, made: state.byHand ? null : made } });
  await page.newGames();
  listOwn();
  await begin({ game: name });
  document.getElementById("tab-play").click();
  toast("The game is in the list of games, and kept in this browser.");
}

/** The games of one's own. */
function listOwn() {
  const entries = Object.entries(own());
  parts.ownBox.hidden = !entries.length;
  fill(parts.own, entries.map(([name, game]) =>
    el(
      "div",
      { class: "mistake" },
      button(name, () => reopen(game).catch(page.complain), { class: "option", disabled: !game.made && !game.text }),
      sureButton("✕", "Really remove", () => {
        const { [name]: gone, ...others } = own();
        prefer("own", others);
        listOwn();
        toast("{0} is removed.", false, ["Undo", () => {
          prefer("own", { ...own(), [name]: gone });
          listOwn();
        }], name);
      }, { "aria-label": `${t("Remove")} ${name}` }),
    ),
  ));
}

/** Goes on with a game of one's own: with its form, or with a file that was written by hand. */
async function reopen(game) {
  if (game.made) {
    made = structuredClone(game.made);
    return choose(made.parent);
  }
  byHand(game.text);
}

/** The file is as it was written by hand. */
function byHand(text) {
  parts.file.value = text;
  parts.fileBox.open = true;
  state.byHand = true;
  return tried();
}

/** The fields of a piece. */
function makeForm() {
  const input = (name, size) => (parts[name] = el("input", { size: String(size), spellcheck: "false", id: `make-${name}`, onchange: take }));
  const orders = ["A", "C", "E", "AC", "AE", "CA", "CE", "EA", "EC", "ACE", "AEC", "CAE", "CEA", "EAC", "ECA"];
  const words = (order) => `${order}: ${[...order].map((letter) => t(EFFECTS[letter])).join(", ")}`;
  parts.grid = new MovementGrid((text) => {
    made.pieces[state.piece].marks = [...parts.grid.marks];
    parts.movement.value = text;
    take();
  });
  parts.effect = choice([["", "nothing"], ...orders.map((order) => [order, words(order)])], "", take, { id: "make-effect" });
  parts.target = choice([["both", "of both sides"], ["enemy", "of the enemy"], ["friend", "of its own side"]], "both", take, { id: "make-target" });
  parts.flags = checks("Further", FLAGS.map(([flag, text]) => [flag, text, false]), { onchange: take });
  parts.diagrams = el("div", { class: "pieces-pages", id: "make-diagrams" });
  return el(
    "div",
    { hidden: true },
    el("div", { class: "form" }, field("Letter", input("letter", 2)), field("Name", input("name", 16)), field("Movement (Betza or a name)", input("movement", 16)), button("Remove", removePiece)),
    parts.grid.place,
    el("div", { class: "form" }, field("Its hops change the piece leapt over:", parts.effect), field("Pieces", parts.target), parts.flags),
    parts.diagrams,
  );
}

/** Sizes, army and conditions. */
function makeGame(panel) {
  const games = store.offer.games.map(({ name, title }) => [name, title]);
  const set = (name, read = (value) => value) => (value) => {
    made[name] = read(value);
    changed();
  };
  const sizes = [...Array(7).keys()].map((index) => [String(index + 2), String(index + 2)]);
  parts.parent = choice(games, made.parent, (value) => choose(value).catch(page.complain), { id: "make-parent" });
  parts.title = el("input", { size: "20", id: "make-title", onchange: () => set("title")(parts.title.value.trim() || "My game") });
  parts.files = choice(sizes, "8", set("files", Number), { id: "make-files" });
  parts.ranks = choice(sizes, "8", set("ranks", Number), { id: "make-ranks" });
  parts.promotion = el("input", { size: "8", spellcheck: "false", id: "make-promotion", onchange: () => set("promotion")(parts.promotion.value.trim().toUpperCase()) });
  parts.mirror = el("input", { type: "checkbox", id: "make-mirror", onchange: () => set("mirror")(parts.mirror.checked) });
  parts.conditions = checks("Conditions", store.offer.conditions.map((name) => [name, name, false]), { onchange: () => set("conditions")(parts.conditions.chosen()) });
  panel.append(
    el("div", { class: "form" }, field("Name", parts.title), field("A game like", parts.parent), field("Files", parts.files), field("Ranks", parts.ranks)),
    el("h2", {}, "Pieces"),
    (parts.pieces = el("div", { class: "group" })),
    (parts.form = makeForm()),
    (parts.inherited = el("div")),
    el("h2", {}, "Army"),
    el("p", { class: "quiet-text" }, "Drag pieces to the board, or choose one and click squares. Dragged off the board they leave it."),
    parts.palette.place,
    el("div", { class: "form" }, el("label", { class: "tick" }, parts.mirror, el("span", {}, "The other side stands as in a mirror")), field("Pawns become (letters)", parts.promotion)),
    el("details", {}, el("summary", {}, "Conditions"), parts.conditions),
  );
}

export const make = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.palette = new Palette(() => {}, changed);
    makeGame(panel);
    parts.verdict = el("p", { class: "verdict", role: "status", id: "make-verdict" });
    parts.warnings = el("ul", { class: "quiet-text" });
    parts.use = button("Play it", () => use().catch(page.complain), { class: "primary", id: "make-use", disabled: true });
    parts.file = el("textarea", { class: "wide", rows: "14", spellcheck: "false", id: "make-file", "aria-label": "The file", onchange: () => byHand(parts.file.value).catch(page.complain) });
    const save = () => saveFile(parts.file.value, `${/^name = "([a-z0-9-]+)"/m.exec(parts.file.value)?.[1] ?? "game"}.toml`, "application/toml");
    panel.append(
      parts.verdict,
      parts.warnings,
      el("div", { class: "group" }, parts.use, button("Save the file", save, { id: "make-save" }), sureButton("Begin anew", "Really begin anew", () => {
        made = fresh(made.parent);
        choose(made.parent).catch(page.complain);
      })),
      (parts.fileBox = el("details", {}, el("summary", {}, "The file"), el("p", { class: "quiet-text" }, "Every rule can be written here; a change above writes the file anew."), parts.file)),
      (parts.ownBox = el("section", { hidden: true }, el("h2", {}, "Games of your own"), (parts.own = el("div", { class: "list", id: "make-own" })))),
    );
    listOwn();
  },
  enter() {
    if (known.base) return changed();
    const isGame = (name) => store.offer.games.some((game) => game.name === name);
    choose(isGame(made.parent) ? made.parent : isGame(store.game) ? store.game : "chess").catch(page.complain);
  },
  leave() {
    page.board.editing = null;
    page.show();
  },
};
