/**
 * The board as a picture, and addresses of positions and games.
 */
import { get } from "./api.js";
import { el, svg } from "./dom.js";
import { centre, isLight, name } from "./geometry.js";
import { Gif } from "./gif.js";
import { place, store } from "./store.js";

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

/** The width of a picture in squares: of the boards, and of what stands beside them in hand. */
function widths({ board: { files, boards }, hands }) {
  const width = files * boards + (boards - 1) * 0.5;
  return [width, Object.keys(hands).length ? width + 1.75 : width];
}

/** The pieces in hand with their places beside the board, in squares. */
function held(view, flipped) {
  const { ranks } = view.board;
  const [width] = widths(view);
  return Object.entries(view.hands).flatMap(([side, all]) => {
    const isAbove = (side === "black") !== flipped;
    const size = Math.min(0.8, ranks / 2 / all.length);
    const here = all.filter(({ count }) => count);
    return here.map(({ piece, count }, index) => ({ piece, count, size, x: width + 0.15, y: isAbove ? index * size : ranks - (index + 1) * size }));
  });
}

/** The board as the text of an SVG file. */
export async function picture(view, flipped) {
  const { files, ranks, boards } = view.board;
  const [, wide] = widths(view);
  const drawing = svg("svg", { viewBox: `0 0 ${wide} ${ranks}`, width: wide * SQUARE, height: ranks * SQUARE });
  for (let index = 0; index < boards; index++) drawing.append(await drawn(view, index, flipped, index * (files + 0.5)));
  for (const { piece, count, size, x, y } of held(view, flipped)) {
    drawing.append(svg("image", { href: await inlined(view.pieces[piece].picture), x, y, width: size, height: size }));
    drawing.append(svg("text", { x: x + size, y: y + size * 0.7, "font-size": size * 0.5, "font-family": "sans-serif" }, `×${count}`));
  }
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

/** Pixels of a square of an animation; hundredths of a second that a position is seen, and the last one. */
const SMALL = 48;
const TIME = 100;
const LAST_TIME = 300;

/** Draws a view, with the squares of the last turn framed. */
function paint(context, view, images, flipped) {
  const { board, squares, pieces, last } = view;
  const holes = new Set(board.holes);
  const [light, dark] = [color(".square.light"), color(".square.dark")];
  const corner = (square, index) => {
    const { x, y } = centre(square, board, flipped);
    return [(x - 0.5 + index * (board.files + 0.5)) * SMALL, (y - 0.5) * SMALL];
  };
  const boardOf = (square) => (square.endsWith("B") ? 1 : 0);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  for (let index = 0; index < board.boards; index++) {
    for (let rank = 0; rank < board.ranks; rank++) {
      for (let file = 0; file < board.files; file++) {
        const square = name(file, rank);
        context.fillStyle = holes.has(square) ? "#88887c" : isLight(file, rank) ? light : dark;
        context.fillRect(...corner(square, index), SMALL, SMALL);
      }
    }
  }
  context.lineWidth = 4;
  for (const [list, stroke, dashes] of [[last.moved, "#c79a1b", []], [last.changed, "#3f78b5", [7, 5]]]) {
    context.strokeStyle = stroke;
    context.setLineDash(dashes);
    for (const square of list) {
      const [x, y] = corner(square, boardOf(square));
      context.strokeRect(x + 2, y + 2, SMALL - 4, SMALL - 4);
    }
  }
  for (const [square, key] of Object.entries(squares)) {
    context.drawImage(images.get(pieces[key].picture), ...corner(square, boardOf(square)), SMALL, SMALL);
  }
  context.font = `${SMALL * 0.4}px sans-serif`;
  context.fillStyle = "#000";
  for (const { piece, count, size, x, y } of held(view, flipped)) {
    context.drawImage(images.get(pieces[piece].picture), x * SMALL, y * SMALL, size * SMALL, size * SMALL);
    context.fillText(`×${count}`, (x + size) * SMALL, (y + size * 0.7) * SMALL);
  }
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
}

/**
 * A game as an animated GIF.
 * @param {Object[]} nodes its positions
 * @param {boolean} flipped
 * @param {function(number): void} told called with the number of positions that are drawn
 */
export async function animation(nodes, flipped, told) {
  const images = new Map();
  const viewOf = async (node) => {
    const view = await get("/api/game", { place: place(node, []), glance: true });
    for (const key of [...Object.values(view.squares), ...held(view, flipped).map(({ piece }) => piece)]) {
      const { picture } = view.pieces[key];
      if (images.has(picture)) continue;
      const image = new Image();
      image.src = picture;
      await image.decode();
      images.set(picture, image);
    }
    return view;
  };
  const [first, last] = [await viewOf(nodes[0]), await viewOf(nodes.at(-1))];
  const [, wide] = widths(first);
  const canvas = el("canvas", { width: Math.round(wide * SMALL), height: first.board.ranks * SMALL });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const gif = new Gif([first, last].map((view) => paint(context, view, images, flipped)));
  for (const [index, node] of nodes.entries()) {
    gif.add(paint(context, await viewOf(node), images, flipped), index === nodes.length - 1 ? LAST_TIME : TIME);
    told(index + 1);
  }
  return gif.done();
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
