/**
 * Pieces put onto the board by hand: one of the palette is the tool that clicks use, or is dragged to a square; those that stand
 * there are dragged elsewhere, or off the board.
 */
import { button, el, fill, pieceImage } from "./dom.js";
import { named, t } from "./words.js";

/** Pixels that a pointer moves before it drags. */
const SLACK = 5;

export class Palette {
  /**
   * @param {function(): void} before called before each change
   * @param {function(): void} changed called behind it, and when a piece is grasped
   */
  constructor(before, changed) {
    this.place = el("div", { class: "palette", role: "group", "aria-label": "Pieces" });
    /** `move`, `erase`, or a piece as the server names it. */
    this.tool = "move";
    /** Which piece stands where. */
    this.squares = {};
    /** The square of the piece that the next click moves. */
    this.grasped = null;
    /** The ranks of the board, if the other side stands as in a mirror; else 0. */
    this.mirror = 0;
    Object.assign(this, { before, changed });
  }

  /** A square was clicked: the tool works on it. */
  click(square) {
    if (square === "edge") return;
    const { squares, tool, grasped } = this;
    if (tool !== "move") return this.put(tool === "erase" || squares[square] === tool ? null : tool, square);
    if (grasped && grasped !== square) return this.drag(grasped, square);
    this.grasped = grasped || !squares[square] ? null : square;
    this.changed();
  }

  /** A piece goes to another square, or off the board. */
  drag(from, to) {
    this.before();
    const piece = this.squares[from];
    this.grasped = null;
    this.stand(null, from);
    if (to && to !== "edge") this.stand(piece, to);
    this.changed();
  }

  /** Puts a piece onto a square; `null` empties it. */
  put(piece, square) {
    this.before();
    this.stand(piece, square);
    this.changed();
  }

  stand(piece, square) {
    const set = (key, where) => {
      delete this.squares[where];
      if (key) this.squares[where] = key;
    };
    set(piece, square);
    // No square is occupied on both of two boards.
    if (piece) set(null, square.endsWith("B") ? square.slice(0, 2) : `${square}B`);
    if (!this.mirror) return;
    const there = `${square[0]}${this.mirror + 1 - Number(square[1])}`;
    if (there !== square) set(piece && `${piece[0] === "w" ? "b" : "w"}${piece.slice(1)}`, there);
  }

  /** Shows pieces, by the server's names. */
  show(pieces) {
    if (!pieces[this.tool] && this.tool !== "erase") this.tool = "move";
    const sorted = Object.entries(pieces).sort(([, one], [, other]) => one.order - other.order);
    const of = (side) => sorted.filter(([, piece]) => piece.color === side).map(([key, piece]) => this.piece(key, piece));
    fill(
      this.place,
      el("div", { class: "tools" }, this.button("move", "✥", "move a piece"), this.button("erase", "✕", "erase")),
      el("div", { class: "tools" }, of("white")),
      el("div", { class: "tools" }, of("black")),
    );
  }

  piece(key, piece) {
    const label = `${named(piece)}${piece.mark ? `, ${t(piece.mark)}` : ""}`;
    const node = this.button(key, [pieceImage(piece), piece.mark ? el("sup", {}, "~") : null], label);
    node.addEventListener("pointerdown", (event) => this.carry(event, key, piece.picture));
    return node;
  }

  button(key, content, label) {
    const choose = () => {
      this.tool = key;
      for (const node of this.place.querySelectorAll("button")) node.setAttribute("aria-pressed", String(node.dataset.tool === key));
      this.grasped = null;
    };
    return button(content, choose, { class: "tool", "aria-pressed": String(this.tool === key), "aria-label": label, title: label, dataset: { tool: key } });
  }

  /** The piece follows the pointer to a square. */
  carry(start, key, picture) {
    if (start.button !== 0) return;
    let image = null;
    const move = (event) => {
      if (!image && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) <= SLACK) return;
      if (!image) {
        image = el("img", { src: picture, alt: "", class: "dragged" });
        image.style.width = `${start.target.getBoundingClientRect().width}px`;
        document.body.append(image);
      }
      Object.assign(image.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
    };
    const up = (event) => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
      image?.remove();
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-square]");
      if (image && event.type === "pointerup" && under) this.put(key, under.dataset.square);
    };
    const listeners = { pointermove: move, pointerup: up, pointercancel: up };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
    start.target.releasePointerCapture?.(start.pointerId);
    start.preventDefault();
  }
}
