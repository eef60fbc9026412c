/**
 * Positions and games in and out: FEN and PGN, with variations, comments and effects.
 */
import { get } from "./api.js";
import { button, el, fill, toast } from "./dom.js";
import { begin, load, on, pgn, store } from "./store.js";

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

function save() {
  const link = el("a", { href: URL.createObjectURL(new Blob([parts.pgn.value], { type: "application/x-chess-pgn" })), download: `${store.game}.pgn` });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function read(text) {
  const { games } = await get("/api/pgn/read", { pgn: text });
  const tag = (game, name) => game.tags.find(([other]) => other === name)?.[1] ?? "?";
  if (games.length === 1) {
    fill(parts.list);
    await load(games[0]);
    toast("The game is loaded.");
    return;
  }
  fill(
    parts.list,
    el("p", {}, `${games.length} games:`),
    games.map((game, index) =>
      button(`${index + 1}. ${tag(game, "White")} – ${tag(game, "Black")} ${game.result} (${game.game}, ${game.nodes.length} turns)`, () => load(game).catch(page.complain), { class: "option" }),
    ),
  );
}

async function file(input) {
  const [chosen] = input.files;
  if (!chosen) return;
  parts.pgn.value = await chosen.text();
  // The same file can be opened again.
  input.value = "";
  await read(parts.pgn.value);
}

function refresh() {
  if (parts.panel.hidden || !store.view) return;
  parts.fen.value = store.view.fen;
  write().catch(page.complain);
}

export const games = {
  make(panel, shared) {
    page = shared;
    parts.panel = panel;
    parts.fen = el("input", { class: "wide", id: "fen", spellcheck: "false" });
    parts.pgn = el("textarea", { class: "wide", rows: "12", id: "pgn", spellcheck: "false", oninput: () => wanted++, onchange: () => wanted++ });
    parts.list = el("div", { class: "list" });
    const upload = el("input", { type: "file", accept: ".pgn,text/plain", class: "sr", id: "pgn-file", onchange: () => file(upload).catch(page.complain) });
    panel.append(
      el("h2", {}, el("label", { for: "fen" }, "FEN")),
      parts.fen,
      el("div", { class: "group" }, button("Set up", () => begin({ game: store.game, pieces: store.pieces, fen: parts.fen.value.trim() || null }).catch(page.complain), { id: "fen-set" }), button("Copy", () => copy(parts.fen.value))),
      el("h2", {}, el("label", { for: "pgn" }, "PGN")),
      parts.pgn,
      el("div", { class: "group" }, button("Load", () => read(parts.pgn.value).catch(page.complain), { id: "pgn-load" }), button("Copy", () => copy(parts.pgn.value)), button("Save", save), el("label", { for: "pgn-file", class: "button" }, "Open a file…"), upload),
      parts.list,
    );
    on("view", (how) => how.kind && refresh());
    on("tree", refresh);
  },
  enter: refresh,
};
