/**
 * The board as a picture, and addresses of positions and games.
 */
import { el, svg } from "./dom.js";
import { centre, isLight, name } from "./geometry.js";
import { store } from "./store.js";

/** Pixels of a square. */
const SQUARE = 60;

/** The text of a picture of the server, for standing inside of another one. */
async function inlined(address) {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
}

/** A colour of the page. */
const color = (variable) => getComputedStyle(document.querySelector(variable)).backgroundColor;

/** One board of a view as a drawing with everything in it. */
async function drawn(view, index, flipped, offset) {
  const { board, squares, pieces } = view;
  const holes = new Set(board.holes);
  const group = svg("g", { transform: `translate(${offset} 0)` });
  const [light, dark] = [color(".square.light"), color(".square.dark")];
  for (let rank = 0; rank < board.ranks; rank++) {
    for (let file = 0; file < board.files; file++) {
      const { x, y } = centre(name(file, rank), board, flipped);
      const fill = holes.has(name(file, rank)) ? "#88887c" : isLight(file, rank) ? light : dark;
      group.append(svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, fill }));
    }
  }
  for (const [square, key] of Object.entries(squares)) {
    if (square.endsWith("B") !== (index === 1)) continue;
    const { x, y } = centre(square, board, flipped);
    group.append(svg("image", { href: await inlined(pieces[key].picture), x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92 }));
  }
  const lines = document.querySelectorAll(".arrows")[index].cloneNode(true);
  for (const [node, own] of [...lines.children].map((node, place) => [node, document.querySelectorAll(".arrows")[index].children[place]])) {
    const { fill, stroke, strokeWidth, opacity } = getComputedStyle(own);
    for (const [attribute, value] of Object.entries({ fill, stroke, "stroke-width": parseFloat(strokeWidth), opacity })) node.setAttribute(attribute, value);
    if (node.tagName === "image") node.setAttribute("href", await inlined(node.getAttribute("href")));
  }
  group.append(...lines.children);
  return group;
}

/** The board as the text of an SVG file. */
export async function picture(view, flipped) {
  const { files, ranks, boards } = view.board;
  const wide = files * boards + (boards - 1) * 0.5;
  const drawing = svg("svg", { viewBox: `0 0 ${wide} ${ranks}`, width: wide * SQUARE, height: ranks * SQUARE });
  for (let index = 0; index < boards; index++) drawing.append(await drawn(view, index, flipped, index * (files + 0.5)));
  return new XMLSerializer().serializeToString(drawing);
}

/** The same as a PNG file. */
export async function png(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The address of the position, or of the game up to it: without the server's name and token, it works wherever the program runs. */
export function link(withTurns) {
  const parameters = new URLSearchParams({ game: store.game });
  if (store.pieces) parameters.set("pieces", store.pieces);
  const fen = withTurns ? store.fen : store.view.fen;
  if (fen) parameters.set("fen", fen);
  if (withTurns) parameters.set("moves", store.at.path().map(({ text }) => text).join(" "));
  return `${location.origin}/?${parameters}`;
}
