/**
 * Positions and games in and out: FEN and PGN, with variations, comments and effects.
 */
import { get } from "./api.js";
import { collection, split } from "./collection.js";
import { button, el, fill, saveFile, say, sureButton, toast } from "./dom.js";
import { keptGames, putGame, removeGame } from "./keep.js";
import { animation, link, picture, png } from "./share.js";
import { begin, load, on, pgn, restore, store, wholeLine } from "./store.js";
import { read as readTree } from "./tree.js";
import { t } from "./words.js";

let page;
const parts = {};

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("The browser does not let pages copy: mark the text and copy it.", true);
  }
}

let wanted = 0;

/** Writes the game into the box, unless the user has edited it meanwhile. */
async function write() {
  const number = ++wanted;
  const text = await pgn();
  if (number === wanted) parts.pgn.value = text;
}

/** The board that is shown, as a picture. */
async function savePicture(kind) {
  const text = await picture(page.board.view, page.board.flipped);
  if (kind === "svg") saveFile(text, `${store.game}.svg`, "image/svg+xml");
  else saveFile(await png(text), `${store.game}.png`, "image/png");
}

/** The line through the position that is shown, as an animation. */
async function saveAnimation() {
  if (parts.gif.disabled) return;
  const nodes = wholeLine();
  parts.gif.disabled = true;
  try {
    const file = await animation(nodes, page.board.flipped, (done) => {
      parts.gif.textContent = `${done}/${nodes.length}`;
    });
    saveFile(file, `${store.game}.gif`, "image/gif");
  } finally {
    parts.gif.disabled = false;
    say(parts.gif, "GIF of the game");
  }
}

/** The most kept games that are listed. */
const MOST_LISTED = 50;

/** What a kept game is called. */
function titleOf(data) {
  const title = store.offer.games.find(({ name }) => name === data.game)?.title ?? data.game;
  const [white, black] = ["White", "Black"].map((side) => data.tags.find(([name]) => name === side)?.[1]);
  const who = white && black ? `${white} – ${black}, ` : "";
  return `${who}${title}, ${count(movesOf(data))}, ${new Date(data.changed).toLocaleString()}`;
}

/** A number of moves. */
const count = (number) => t(number === 1 ? "1 move" : "{0} moves", number);

/** The moves of the main line of a game that was read or kept. */
function movesOf({ nodes }) {
  let last = null;
  nodes.forEach(({ parent }, index) => {
    // The main line goes on with the first turn behind its last one.
    if (parent === last) last = index;
  });
  return last === null ? 0 : nodes[last].told.number - nodes[0].told.number + 1;
}

/** Lists the games that the browser keeps. */
async function listKept() {
  if (parts.panel.hidden) return;
  const all = (await keptGames()).filter(({ id }) => id !== store.id);
  parts.keptBox.hidden = !all.length;
  const entry = (data) =>
    el(
      "div",
      { class: "mistake" },
      button(titleOf(data), () => restore(data).catch(page.complain), { class: "option" }),
      button("✕", async () => {
        await removeGame(data.id);
        toast("The game is removed.", false, ["Undo", () => putGame(data).catch(page.complain)]);
      }, { "aria-label": "Remove this game" }),
    );
  fill(parts.kept, all.slice(0, MOST_LISTED).map(entry));
}

/** All kept games as one file. */
async function saveAll() {
  const texts = [];
  for (const data of await keptGames()) texts.push(await pgn(data, readTree(data).root));
  saveFile(texts.join("\n"), "katydid-games.pgn");
}

async function removeAll() {
  for (const { id } of await keptGames()) if (id !== store.id) await removeGame(id);
}

/** Texts with more characters are listed by their tags alone, and not put into the box. */
const MOST_READ = 4 << 20;

async function read(text) {
  if (text.length > MOST_READ) {
    fill(parts.list, collection(split(text), (game) => readGame(game).catch(page.complain)));
    return;
  }
  const { games, remarks } = await get("/api/pgn/read", { pgn: text });
  const tag = (game, name) => game.tags.find(([other]) => other.toLowerCase() === name)?.[1] ?? "?";
  const noted = remarks.length ? [el("p", {}, "Not understood, and left out:"), el("ul", {}, remarks.map((remark) => el("li", {}, remark)))] : null;
  if (games.length === 1) {
    fill(parts.list, noted);
    await load(games[0]);
    toast(noted ? "The game is loaded as far as it is understood." : "The game is loaded.");
    return;
  }
  // A long answer comes without the turns of some games.
  const choose = async (game) => load(game.whole ? game : (await get("/api/pgn/read", { pgn: text, only: game.number })).games[0]);
  fill(
    parts.list,
    noted,
    el("p", {}, t("{0} games:", games.length)),
    games.map((game) =>
      button(`${game.number}. ${tag(game, "white")} – ${tag(game, "black")} ${game.result} (${game.game}, ${count(game.moves)})`, () => choose(game).catch(page.complain), { class: "option" }),
    ),
  );
}

/** Loads the only game of a text; the list it was chosen from stays. */
async function readGame(text) {
  const { games, remarks } = await get("/api/pgn/read", { pgn: text });
  await load(games[0]);
  toast(remarks.length ? "The game is loaded as far as it is understood: {0}" : "The game is loaded.", false, null, remarks[0]);
}

/** The text of a file: UTF-8, UTF-16 with its mark, else windows-1252. */
async function textOf(chosen) {
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  const marks = { "255,254": "utf-16le", "254,255": "utf-16be" };
  const wide = marks[bytes.subarray(0, 2).join()];
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function file(input) {
  const [chosen] = input.files;
  if (!chosen) return;
  const text = await textOf(chosen);
  // The same file can be opened again.
  input.value = "";
  if (text.length <= MOST_READ) parts.pgn.value = text;
  await read(text);
}

function refresh() {
  if (parts.panel.hidden || !store.view) return;
  parts.fen.value = store.view.fen;
  listKept().catch(page.complain);
  write().catch(page.complain);
}

export const games = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.fen = el("input", { class: "wide", id: "fen", spellcheck: "false" });
    parts.pgn = el("textarea", { class: "wide", rows: "12", id: "pgn", spellcheck: "false", oninput: () => wanted++, onchange: () => wanted++ });
    parts.list = el("div", { class: "list" });
    parts.kept = el("div", { class: "list", id: "kept" });
    const upload = el("input", { type: "file", accept: ".pgn,text/plain", class: "sr", id: "pgn-file", onchange: () => file(upload).catch(page.complain) });
    panel.append(
      el("h2", {}, el("label", { for: "fen" }, "FEN")),
      parts.fen,
      el("div", { class: "group" }, button("Set up", () => begin({ game: store.game, pieces: store.pieces, fen: parts.fen.value.trim() || null }).catch(page.complain), { id: "fen-set" }), button("Copy", () => copy(parts.fen.value))),
      el("h2", {}, el("label", { for: "pgn" }, "PGN")),
      parts.pgn,
      el("div", { class: "group" }, button("Load", () => read(parts.pgn.value).catch(page.complain), { id: "pgn-load" }), button("Copy", () => copy(parts.pgn.value)), button("Save", () => saveFile(parts.pgn.value, `${store.game}.pgn`)), el("label", { for: "pgn-file", class: "button" }, "Open a file…"), upload),
      parts.list,
      el("h2", {}, "Pictures and links"),
      el(
        "div",
        { class: "group" },
        button("SVG", () => savePicture("svg").catch(page.complain), { "aria-label": "Save the board as SVG" }),
        button("PNG", () => savePicture("png").catch(page.complain), { "aria-label": "Save the board as PNG" }),
        (parts.gif = button("GIF of the game", () => saveAnimation().catch(page.complain), { id: "gif" })),
        button("Copy link to position", () => copy(link(false))),
        button("Copy link to game", () => copy(link(true))),
      ),
      el("p", { class: "quiet-text" }, "A link works wherever the program runs: put its token (#…) behind it."),
      (parts.keptBox = el("section", { hidden: true }, el("h2", {}, "Games kept in this browser"), parts.kept, el("div", { class: "group" }, button("Save all as PGN", () => saveAll().catch(page.complain)), sureButton("Remove all", "Really remove all", () => removeAll().catch(page.complain))))),
    );
    on("kept", () => listKept().catch(page.complain));
    on("view", (how) => how.kind && refresh());
    on("tree", refresh);
  },
  enter: refresh,
};
