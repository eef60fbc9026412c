/**
 * Hands on the board: clicks, drags, touch and keys. All of them choose one of the legal legs of the view.
 */
import { choose } from "./chooser.js";
import { el } from "./dom.js";
import { name, order, parse } from "./geometry.js";
import { sentence } from "./marks.js";

/** Pixels that a pointer moves before it drags. */
const SLACK = 5;

export class Input {
  constructor(board) {
    this.board = board;
    /** What is grasped: a square or `@P`. */
    this.selected = null;
    /** @type {Map<string, Object[]>} legs by the square where they put what is grasped */
    this.targets = new Map();
    /** The cell that the keyboard is on. */
    this.focus = null;
    this.drag = null;
    this.choosing = false;
  }

  /** Listens to a new set of cells. */
  attach(grid) {
    this.focus = null;
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("focusin", (event) => this.focused(event.target));
    grid.addEventListener("focusout", () => this.look(null));
    grid.addEventListener("pointerdown", (event) => this.down(event));
    // The focus is the keyboard's: after a click the arrow keys go through the game, not over the board.
    grid.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.activeElement?.blur();
    });
    grid.addEventListener("pointermove", (event) => this.move(event));
    grid.addEventListener("pointerup", (event) => this.up(event));
    grid.addEventListener("pointercancel", () => this.drop());
    grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch" && !this.drag) this.look(cellOf(event.target));
    });
    grid.addEventListener("pointerleave", () => !this.drag && this.look(null));
  }

  /** The legs that can be played. */
  get legs() {
    const { board } = this;
    return board.owner.play && board.active && !board.editing ? board.view.legs : [];
  }

  /** Whether something can be grasped there. */
  canGrasp(grip) {
    return this.legs.some((leg) => leg.grips.some(({ from }) => from === grip));
  }

  /** Nothing is chosen any more. */
  forget() {
    this.selected = null;
    this.targets = new Map();
    this.drop();
  }

  select(grip) {
    this.selected = grip;
    this.targets = new Map();
    for (const leg of this.legs) {
      for (const { from, to } of leg.grips) {
        if (from !== grip) continue;
        if (!this.targets.has(to)) this.targets.set(to, []);
        this.targets.get(to).push(leg);
      }
    }
    this.board.refresh();
  }

  deselect() {
    this.selected = null;
    this.targets = new Map();
    this.board.preview(null);
    this.board.refresh();
    this.board.owner.message?.("");
  }

  /** A cell was clicked, or Enter pressed on it. */
  act(cell) {
    if (this.board.editing) {
      if (cell.dataset.square) this.board.editing(cell.dataset.square);
      return;
    }
    const grip = this.board.grip(cell);
    if (grip === null) return this.deselect();
    if (this.selected === grip) return this.deselect();
    if (this.targets.has(grip)) return this.play(this.targets.get(grip));
    if (this.canGrasp(grip)) return this.select(grip);
    return this.deselect();
  }

  /** Plays a leg, after a choice if there are several. */
  async play(legs) {
    if (this.choosing) return;
    let leg = legs[0];
    if (legs.length > 1) {
      this.choosing = true;
      leg = await choose(legs, this.board.view.pieces, (looked) => this.board.preview(looked));
      this.choosing = false;
    }
    this.board.preview(null);
    if (leg) this.board.owner.play(leg);
    else this.deselect();
  }

  /** A cell is looked at: shows what a move there would do. */
  look(cell) {
    const legs = cell && this.targets.get(this.board.grip(cell));
    this.board.preview(legs ? common(legs) : null);
    if (legs) {
      const words = legs.length === 1 ? sentence(legs[0]) : `${legs.length} moves: ${legs.map((leg) => leg.san).join(", ")}`;
      this.board.owner.message?.(words);
    } else if (this.selected) {
      this.board.owner.message?.("");
    }
  }

  focused(target) {
    const cell = cellOf(target);
    if (!cell) return;
    this.focus = cell;
    this.roam();
    this.look(cell);
  }

  /** Exactly one cell can be reached by the tab key. */
  roam() {
    const cells = [...this.board.cells.values()];
    if (!this.focus || !cells.includes(this.focus)) {
      this.focus = cells.find((cell) => cell.classList.contains("movable")) ?? cells.find((cell) => cell.dataset.square) ?? null;
    }
    for (const cell of cells) cell.tabIndex = cell === this.focus ? 0 : -1;
  }

  key(event) {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.act(cell);
    } else if (event.key === "Escape" && this.selected) {
      event.preventDefault();
      this.deselect();
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.neighbour(cell, event.key)?.focus();
    }
  }

  /** The cell that an arrow key leads to. */
  neighbour(cell, key) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step) return null;
    const [dx, dy] = step;
    const { square } = cell.dataset;
    if (!square || square === "edge") return this.besides(cell, dx, dy);
    const { view, flipped, cells } = this.board;
    const { ranks, files } = order(view.board, flipped);
    let { file, rank, board } = parse(square);
    let [column, row] = [files.indexOf(file), ranks.indexOf(rank)];
    for (;;) {
      column += dx;
      row += dy;
      if (column < 0 || column >= files.length) {
        // From one of two boards to the other.
        const other = board + dx;
        if (other < 0 || other >= view.board.boards) return null;
        board = other;
        column = dx > 0 ? 0 : files.length - 1;
      }
      if (row < 0 || row >= ranks.length) return this.outside(dy);
      const next = cells.get(name(files[column], ranks[row], board));
      if (next) return next;
    }
  }

  /** The first cell above or below the board. */
  outside(dy) {
    const rows = [...this.board.grid.children];
    const boards = rows.findIndex((row) => row.classList.contains("boards"));
    const row = rows[boards + dy];
    return row?.querySelector("[tabindex]") ?? null;
  }

  /** From a hand or the edge to its neighbours. */
  besides(cell, dx, dy) {
    if (dx) return dx > 0 ? cell.nextElementSibling : cell.previousElementSibling;
    const rows = [...this.board.grid.children];
    const row = rows[rows.indexOf(cell.parentElement) + dy];
    if (!row) return null;
    const cells = [...row.querySelectorAll("[tabindex]")];
    return row.classList.contains("boards") && dy < 0 ? cells.at(-1) : cells[0] ?? null;
  }

  down(event) {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0 || this.choosing) return;
    const grip = this.board.grip(cell);
    const held = grip !== null && this.selected !== grip && !this.targets.has(grip) && this.canGrasp(grip);
    this.drag = { cell, grip, x: event.clientX, y: event.clientY, begun: false, fresh: held, picture: null };
    // Squares keep the touch, so that the finger can leave them.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    if (held) this.select(grip);
  }

  move(event) {
    const { drag } = this;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
    if (!drag.begun && far && drag.grip === this.selected && this.selected) this.lift(drag, event.pointerId);
    if (!drag.picture) return;
    drag.picture.style.left = `${event.clientX}px`;
    drag.picture.style.top = `${event.clientY}px`;
    const under = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (under !== drag.under) {
      drag.under = under;
      this.look(under);
    }
  }

  /** The piece follows the pointer. */
  lift(drag, pointer) {
    drag.begun = true;
    const piece = drag.cell.querySelector("img.piece");
    if (!piece) return;
    const size = piece.getBoundingClientRect().width;
    drag.picture = el("img", { src: piece.src, alt: "", class: "dragged" });
    drag.picture.style.width = `${size}px`;
    document.body.append(drag.picture);
    drag.cell.classList.add("lifted");
    this.board.grid.setPointerCapture(pointer);
  }

  up(event) {
    const { drag } = this;
    this.drop();
    if (!drag) return;
    if (!drag.begun) {
      if (!drag.fresh) this.act(drag.cell);
      return;
    }
    const under = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    const legs = under && this.targets.get(this.board.grip(under));
    if (legs) this.play(legs);
    else this.look(null);
  }

  /** Nothing follows the pointer any more. */
  drop() {
    this.drag?.picture?.remove();
    this.drag?.cell.classList.remove("lifted");
    this.drag = null;
  }
}

/** The cell of an element. */
function cellOf(node) {
  return node?.closest?.("[data-square], [data-held]") ?? null;
}

/** What several legs have in common; the leg itself if there is one. */
function common(legs) {
  if (legs.length === 1) return legs[0];
  const shared = (items) => {
    const [first, ...rest] = items.map((list) => list.map((item) => JSON.stringify(item)));
    return first.filter((item) => rest.every((list) => list.includes(item))).map((item) => JSON.parse(item));
  };
  return { changes: shared(legs.map((leg) => leg.changes)), effects: shared(legs.map((leg) => leg.effects)) };
}
