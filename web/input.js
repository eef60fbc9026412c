/**
 * Hands on the board: clicks, drags, touch and keys. All of them choose one of the legal legs of the view.
 */
import { choose } from "./chooser.js";
import { el } from "./dom.js";
import { name, order, parse } from "./geometry.js";
import { sentence } from "./marks.js";
import { named, t } from "./words.js";

/** Pixels that a pointer moves before it drags. */
const SLACK = 5;
/** Milliseconds that a piece is held for seeing where it can go. */
const HOLD = 550;

export class Input {
  constructor(board) {
    this.board = board;
    /** What is grasped: a square or `@P`. */
    this.selected = null;
    /** @type {Map<string, Object[]>} legs by the square where they put what is grasped */
    this.targets = new Map();
    /** The castlings of a king that is grasped, by the square of the rook. */
    this.castlings = new Map();
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
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
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
    if (this.board.editing) return this.isPiece(grip);
    return this.canPremove(grip) || this.legs.some((leg) => leg.grips.some(({ from }) => from === grip));
  }

  /** Whether a piece stands there. */
  isPiece(grip) {
    return Boolean(this.board.view.squares[grip]);
  }

  /** Whether a piece there can be given a move before its turn. */
  canPremove(grip) {
    const { board } = this;
    if (!board.early || board.active || !board.owner.play) return false;
    return board.view.pieces[board.view.squares[grip]]?.color === board.early;
  }

  /** A move for the next turn; any square may be its goal. */
  setPremove(from, to) {
    this.board.premove = { from, to };
    this.deselect();
    this.board.owner.message?.(t("{0} is played when it is your turn, if it is legal.", `${from}–${to}`));
  }

  /** Nothing is chosen any more. */
  forget() {
    this.selected = null;
    this.targets = new Map();
    this.castlings = new Map();
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
    this.board.premove = null;
    this.castlings = castlings(this.legs, grip);
    this.board.refresh();
  }

  deselect() {
    this.selected = null;
    this.targets = new Map();
    this.castlings = new Map();
    this.board.preview(null);
    this.board.refresh();
    this.board.owner.message?.("");
  }

  /** A cell was clicked, or Enter pressed on it. */
  act(cell) {
    if (this.board.editing) {
      if (cell.dataset.square) this.board.editing.click(cell.dataset.square);
      return;
    }
    const grip = this.board.grip(cell);
    if (grip === null) return this.deselect();
    if (this.selected === grip) return this.deselect();
    if (this.targets.has(grip)) return this.play(this.targets.get(grip), cell);
    if (this.castlings.has(grip)) return this.play([this.castlings.get(grip)], cell);
    if (this.canPremove(this.selected)) return this.setPremove(this.selected, grip);
    if (this.canGrasp(grip)) return this.select(grip);
    this.board.premove = null;
    this.deselect();
    this.explain(grip);
  }

  /** Says why a piece of the side to move has no move. */
  explain(grip) {
    const { view, owner } = this.board;
    const piece = view.pieces[view.squares[grip]];
    if (!this.legs.length || piece?.color !== view.turn) return;
    const why = view.still?.includes(grip)
      ? "The {0} on {1} cannot move: an enemy piece of its kind attacks it."
      : view.owed
        ? "The {0} on {1} cannot move now: the {2} has to."
        : view.check.length
          ? "The {0} on {1} has no move that ends the check."
          : "The {0} on {1} has no legal move now.";
    owner.message?.(t(why, piece.name, grip, view.owed));
  }

  /** Plays a leg, after a choice if there are several. */
  async play(legs, near = null) {
    if (this.choosing) return;
    let leg = legs[0];
    if (legs.length > 1) {
      this.choosing = true;
      leg = await choose(legs, this.board.view.pieces, (looked) => this.board.preview(looked), near);
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
      const words = legs.length === 1 ? sentence(legs[0]) : t("{0} moves: {1}", legs.length, legs.map((leg) => leg.san).join("; "));
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
    } else if (event.key === "i") {
      event.preventDefault();
      this.hold(cell);
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
    this.board.showReach([], null);
    clearTimeout(this.holding);
    if (cell && event.button === 2) this.pen = { from: this.board.grip(cell), letter: penOf(event) };
    if (!cell || event.button !== 0 || this.choosing) return;
    this.holding = setTimeout(() => this.hold(cell), HOLD);
    const grip = this.board.grip(cell);
    const held = grip !== null && !this.board.editing && this.selected !== grip && !this.targets.has(grip) && !this.castlings.has(grip) && !this.canPremove(this.selected) && this.canGrasp(grip);
    this.drag = { cell, grip, x: event.clientX, y: event.clientY, begun: false, fresh: held, picture: null };
    // Squares keep the touch, so that the finger can leave them.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    if (held) this.select(grip);
  }

  move(event) {
    const { drag } = this;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
    if (far) clearTimeout(this.holding);
    const lifts = this.board.editing ? this.isPiece(drag.grip) : this.selected && drag.grip === this.selected;
    if (!drag.begun && far && lifts) this.lift(drag, event.pointerId);
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
    this.board.showReach([], null);
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
    if (event.button === 2 && this.pen) return this.drawn(cellOf(document.elementFromPoint(event.clientX, event.clientY)));
    const { drag } = this;
    clearTimeout(this.holding);
    this.drop();
    if (!drag) return;
    if (!drag.begun) {
      if (!drag.fresh && !drag.held) this.act(drag.cell);
      return;
    }
    const under = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    const goal = under && this.board.grip(under);
    if (this.board.editing) return goal !== drag.grip && this.board.editing.drag(drag.grip, under?.dataset.square ?? null);
    const legs = this.targets.get(goal) ?? (this.castlings.has(goal) ? [this.castlings.get(goal)] : null);
    if (legs) this.play(legs, under);
    else if (goal && goal !== this.selected && this.canPremove(this.selected)) this.setPremove(this.selected, goal);
    else this.look(null);
  }

  /** An arrow, or a ring on one square, was drawn with the other button. */
  drawn(cell) {
    const { from, letter } = this.pen;
    this.pen = null;
    const to = cell && this.board.grip(cell);
    const isSquare = (grip) => /^[a-h][1-8]$/.test(grip ?? "");
    if (isSquare(from) && isSquare(to)) this.board.owner.drawn?.(letter, from, to === from ? null : to);
  }

  /** A piece is held: shows where it can go, of whichever side it is. */
  async hold(cell) {
    const { board } = this;
    const square = cell.dataset.square;
    const piece = board.view.pieces[board.view.squares[square]];
    if (!piece || board.editing || !board.owner.reach || this.drag?.begun) return;
    const { view } = board;
    // Who moves on drags the piece all the same.
    if (this.drag) this.drag.held = true;
    const legs = await board.owner.reach(square);
    if (board.view !== view || this.drag?.begun) return;
    const kinds = [...board.showReach(legs ?? [], square)];
    const list = (kind) => kinds.filter(([, other]) => other === kind).map(([to]) => to).join(", ") || t("nowhere");
    const who = [named(piece), square];
    const givers = view.lent?.[square];
    if (givers) who[1] += ` (${t("with the moves of {0}", givers.join(", "))})`;
    const { captured, leapt } = view.homes?.[square] ?? {};
    const homes = [captured && t("Captured, it is reborn on {0}.", captured), leapt && t("Leapt over with effect C, it goes home to {0}.", leapt)];
    const words = legs ? t("The {0} on {1} can move to: {2}; can capture on: {3}.", ...who, list("reach-move"), list("reach-capture")) : t("The {0} on {1}: its side cannot move now, so its moves are not shown.", ...who);
    board.owner.message?.([words, ...homes].filter(Boolean).join(" "));
  }

  /** Nothing follows the pointer any more. */
  drop() {
    this.drag?.picture?.remove();
    this.drag?.cell.classList.remove("lifted");
    this.drag = null;
  }
}

/** The castlings of a king, by the square of the rook: many put the king there. */
function castlings(legs, king) {
  const rookOf = (leg) => leg.effects.find(({ kind, from }) => kind === "place" && from)?.from;
  const own = legs.filter((leg) => leg.san.startsWith("O-O") && leg.grips.some(({ from }) => from === king));
  return new Map(own.filter(rookOf).map((leg) => [rookOf(leg), leg]));
}

/** The colour of the pen, by the keys that are held. */
function penOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const [one, other] = [shiftKey || ctrlKey, altKey || metaKey];
  return one && other ? "Y" : one ? "R" : other ? "B" : "G";
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
