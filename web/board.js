/**
 * The board: squares, pieces, hands and marks of a view; what the player does with them is in `input.js`.
 *
 * A board is one tab stop. Squares, pieces in hand and the edge are cells, named as the server names them (`e4`, `e4B`,
 * `@P`, `edge`); the hand that is not to move has cells without a name of their own.
 */
import { draw, layer } from "./arrows.js";
import { el, pieceImage, svg } from "./dom.js";
import { centre, changed, isLight, name, order, parse, spoken } from "./geometry.js";
import { Input } from "./input.js";
import { KINDS } from "./marks.js";
import { animate, isWanted, LEG } from "./motion.js";
import { named, t } from "./words.js";

export class Board {
  /**
   * @param {HTMLElement} place where the board goes
   * @param {{play?: function(Object): void, message?: function(string): void, label?: string,
   *     drawn?: function(string, string, string|null): void, reach?: function(string): Promise<Object[]>}} owner what is done
   *     with a leg that is chosen (without it the board is only looked at), with words about the one that is looked at, and
   *     with an arrow that is drawn (its colour's letter, from, to); `reach` gives the legs of the piece on a square
   */
  constructor(place, owner = {}) {
    this.place = place;
    this.owner = owner;
    this.flipped = false;
    /** What is seen: the view that was shown last, or on the way to it the pieces after one of its legs. */
    this.view = null;
    this.latest = null;
    this.free = true;
    /**
     * While a position is set up: what is done with a square that is clicked, and with a piece that is dragged to another
     * square, or off the board.
     * @type {{click: function(string): void, drag: function(string, string|null): void}|null}
     */
    this.editing = null;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.shape = "";
    /** What is drawn over the board: the engine's arrows, and those of the user and of comments. */
    this.drawn = { engine: [], own: [] };
    /** The side that may choose a move before its turn, and that move. */
    this.early = null;
    this.premove = null;
    this.input = new Input(this);
  }

  /**
   * Shows a view.
   * @param {Object} view
   * @param {{before?: Object, legs?: Object[]}} how what it follows and by which legs, if pieces are to be seen moving
   */
  show(view, { before = null, legs = [] } = {}) {
    const shape = JSON.stringify([view.board, view.game, this.flipped, Object.keys(view.hands)]);
    this.view = this.latest = view;
    if (shape !== this.shape) {
      this.shape = shape;
      this.build();
    }
    this.input.forget();
    if (before && before.game === view.game && isWanted()) this.move(view, before, legs);
    else this.refresh();
  }

  /** Shows how a view follows from another one, leg by leg. */
  async move(view, before, legs) {
    let { squares } = before;
    for (const leg of legs.slice(0, -1)) {
      const after = changed(squares, leg.changes);
      this.view = { ...view, squares: after, legs: [], check: [], last: { moved: [], changed: [] } };
      this.refresh();
      this.animate(squares, leg);
      squares = after;
      await new Promise((resolve) => setTimeout(resolve, LEG));
      // Something else is to be seen by now.
      if (this.latest !== view) return;
    }
    this.view = view;
    this.refresh();
    this.animate(squares, legs.at(-1));
  }

  /** Pieces go where a leg has taken them; without one those that are new appear. */
  animate(squares, leg) {
    animate((square) => this.cells.get(square), squares, this.view.squares, leg ? Board.ways(leg) : []);
  }

  /** Whether the player may move pieces now. */
  get active() {
    return this.free;
  }

  set active(free) {
    if (this.free === free) return;
    this.free = free;
    this.showMovable();
  }

  /** What can be dragged has a hand as its pointer, and keeps the finger's touch. */
  showMovable() {
    for (const [key, cell] of this.cells) {
      const grip = key === "edge" ? null : this.grip(cell);
      cell.classList.toggle("movable", grip !== null && this.input.canGrasp(grip));
    }
  }

  /** Turns the board round. */
  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    if (this.latest) this.show(this.latest);
  }

  /** Shows what the engine would play. */
  arrows(engine) {
    this.drawn.engine = engine;
    this.draw();
  }

  /** Shows arrows and rings that people have drawn. */
  drawings(own) {
    this.drawn.own = own;
    this.draw();
  }

  draw() {
    const all = [...this.drawn.engine, ...this.drawn.own];
    const picture = (grip) => this.view.pieces[`${this.view.turn[0]}${grip.slice(1)}`]?.picture ?? null;
    this.layers?.forEach((drawing, board) => {
      const here = all.filter(({ from, to }) => (to === "edge" ? from : to).endsWith("B") === (board === 1));
      draw(drawing, here, this.view.board, this.flipped, picture);
    });
  }

  /** Plays the move that was chosen before the turn, if it is legal now. */
  playPremove() {
    const { premove } = this;
    if (!premove) return;
    this.premove = null;
    const legs = this.view.legs.filter((leg) => leg.grips.some(({ from, to }) => from === premove.from && to === premove.to));
    if (legs.length) this.input.play(legs);
    else this.refresh();
  }

  /** Marks where a piece can go, and where it would be reborn; nothing for none. */
  showReach(legs, square) {
    const kinds = new Map();
    this.grid.querySelectorAll(".home-badge").forEach((node) => node.remove());
    for (const home of new Set(Object.values(this.view.homes?.[square] ?? {}))) this.cells.get(home)?.append(badge("⌂", "home", "is reborn here"));
    for (const leg of legs) {
      for (const { from, to } of leg.grips) if (from === square) kinds.set(to, leg.capture ? "reach-capture" : kinds.get(to) ?? "reach-move");
    }
    for (const [key, cell] of this.cells) {
      for (const kind of ["reach-move", "reach-capture"]) cell.classList.toggle(kind, kinds.get(key) === kind);
    }
    return kinds;
  }

  /** Makes all cells anew. */
  build() {
    const { board, hands } = this.view;
    this.cells = new Map();
    this.layers = [];
    const [above, below] = this.flipped ? ["white", "black"] : ["black", "white"];
    const grid = el("div", {
      class: `board-grid${board.boards > 1 ? " two" : ""}`,
      role: "grid",
      "aria-label": this.owner.label ?? "Board",
    });
    grid.append(
      ...[this.hand(above, hands[above])].filter(Boolean),
      el("div", { class: "boards", role: "presentation" }, [...Array(board.boards).keys()].map((index) => this.squares(index))),
      ...(board.edge && this.owner.play ? [this.edge()] : []),
      ...[this.hand(below, hands[below])].filter(Boolean),
    );
    // How large squares can be depends on the window, and on what stands beside them.
    const column = this.place.closest(".board-column");
    column.style.setProperty("--files", board.files);
    column.style.setProperty("--ranks", board.ranks);
    column.style.setProperty("--boards", board.boards);
    column.classList.toggle("hands", Object.keys(hands).length > 0);
    column.classList.toggle("edges", board.edge);
    column.classList.toggle("labels", board.boards > 1);
    grid.style.setProperty("--files", board.files);
    this.grid = grid;
    this.place.replaceChildren(grid);
    this.input.attach(grid);
    this.draw();
  }

  /** The squares of one board. */
  squares(index) {
    const { board } = this.view;
    const { ranks, files } = order(board, this.flipped);
    const holes = new Set(board.holes);
    const rows = ranks.map((rank, row) =>
      el(
        "div",
        { class: "row", role: "row" },
        files.map((file, column) => {
          const square = name(file, rank, index);
          const coordinates = [
            column === 0 ? el("span", { class: "rank", "aria-hidden": "true", dataset: { name: rank + 1 } }) : null,
            row === ranks.length - 1 ? el("span", { class: "file", "aria-hidden": "true", dataset: { name: "abcdefgh"[file] } }) : null,
          ].filter(Boolean);
          if (holes.has(name(file, rank))) return el("div", { class: "hole", role: "gridcell", "aria-label": "hole" }, coordinates);
          const cell = el("div", {
            class: `square ${isLight(file, rank) ? "light" : "dark"}`,
            role: "gridcell",
            tabindex: "-1",
            dataset: { square },
          });
          cell.coordinates = coordinates;
          this.cells.set(square, cell);
          return cell;
        }),
      ),
    );
    const drawing = layer(board);
    this.layers.push(drawing);
    const frame = el(
      "div",
      { class: `board${board.wraps ? " wraps" : ""}`, role: "presentation" },
      rows,
      this.walls(),
      drawing,
    );
    if (board.boards === 1) return frame;
    return el("div", { class: "labelled", role: "presentation" }, el("div", { class: "board-name" }, t("Board {0}", "AB"[index])), frame);
  }

  /** Closed corners: a stroke between two diagonal neighbours. */
  walls() {
    const { board } = this.view;
    const strokes = board.closed.map(([one, other]) => {
      const [a, b] = [centre(one, board, this.flipped), centre(other, board, this.flipped)];
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      const [dx, dy] = [(b.y - a.y) / 4, (a.x - b.x) / 4];
      return svg("line", { class: "wall", x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy });
    });
    if (!strokes.length) return null;
    return svg("svg", { class: "walls", viewBox: `0 0 ${board.files} ${board.ranks}`, "aria-hidden": "true" }, ...strokes);
  }

  /** The pieces in hand of a side. */
  hand(side, held) {
    if (!held) return null;
    const cells = held.map(({ piece }) => {
      const letter = this.view.pieces[piece].letter;
      const key = `${side} @${letter}`;
      const cell = el("div", { class: "held", role: "gridcell", tabindex: "-1", dataset: { held: key } });
      this.cells.set(key, cell);
      return cell;
    });
    return el("div", { class: "hand", role: "row", "aria-label": t("{0} in hand", t(side === "white" ? "White" : "Black")) }, cells);
  }

  /** Where pieces go that leave the board. */
  edge() {
    const cell = el("div", { class: "edge", role: "gridcell", tabindex: "-1", dataset: { square: "edge" } }, "over the edge");
    this.cells.set("edge", cell);
    return el("div", { class: "edge-row", role: "row" }, cell);
  }

  /** The name that legs have for a cell. */
  grip(cell) {
    const { square, held } = cell.dataset;
    if (square) return square;
    const [side, grip] = held.split(" ");
    return side === this.view.turn ? grip : null;
  }

  /** Puts pieces, marks and names into all cells. */
  refresh() {
    const { view } = this;
    const marks = { moved: new Set(view.last.moved), changed: new Set(view.last.changed), check: new Set(view.check), still: new Set(view.still) };
    const early = this.premove ? [this.premove.from, this.premove.to] : [];
    for (const [key, cell] of this.cells) {
      cell.classList.toggle("premove", early.includes(key));
      if (cell.dataset.held) this.refreshHeld(key, cell);
      else if (key !== "edge") this.refreshSquare(key, cell, marks);
      else this.refreshEdge(cell);
    }
    this.showMovable();
    this.input.roam();
  }

  refreshSquare(square, cell, marks) {
    const piece = this.view.pieces[this.view.squares[square]];
    const { selected, targets } = this.input;
    const target = targets.get(square);
    const others = target?.some((leg) => leg.effects.some((effect) => !["crosses"].includes(effect.kind)));
    cell.classList.toggle("moved", marks.moved.has(square));
    cell.classList.toggle("changed", marks.changed.has(square));
    cell.classList.toggle("check", marks.check.has(square));
    cell.classList.toggle("selected", selected === square);
    cell.classList.toggle("target", Boolean(target));
    cell.classList.toggle("effective", Boolean(others));
    cell.setAttribute("aria-selected", String(selected === square));
    const words = [
      spoken(square, this.view.board),
      piece ? named(piece) : t("empty"),
    ];
    if (piece?.mark) words.push(t(piece.mark));
    if (marks.check.has(square)) words.push(t("in check"));
    if (marks.still.has(square)) words.push(t("cannot move"));
    const givers = this.view.lent?.[square] ?? [];
    if (givers.length) words.push(t("has the moves of {0}, too", givers.join(", ")));
    if (marks.moved.has(square)) words.push(t("last move"));
    if (marks.changed.has(square)) words.push(t("changed by the last move"));
    if (selected === square) words.push(t("chosen"));
    if (target) words.push(this.targetWords(target));
    cell.setAttribute("aria-label", words.join(", "));
    cell.replaceChildren(...cell.coordinates, ...(piece ? [this.piece(piece)] : []));
    if (marks.check.has(square)) cell.append(badge("!", "check", "in check"));
    if (marks.still.has(square)) cell.append(badge("‖", "still", "kept from moving by an enemy piece of its kind"));
    if (this.view.lent?.[selected]?.includes(square)) cell.append(badge("↝", "giver", "gives its moves to the chosen piece"));
  }

  /** What a destination is called. */
  targetWords(legs) {
    if (legs.length > 1) return t("destination, {0} moves to choose from", legs.length);
    const effects = legs[0].effects.map((effect) => effect.words);
    return [t("destination"), ...effects].join(", ");
  }

  refreshHeld(key, cell) {
    const [side, grip] = key.split(" ");
    const held = this.view.hands[side].find(({ piece }) => `@${this.view.pieces[piece].letter}` === grip);
    const piece = this.view.pieces[held.piece];
    const own = this.grip(cell) !== null;
    const selected = own && this.input.selected === grip;
    cell.classList.toggle("selected", selected);
    cell.classList.toggle("none", held.count === 0);
    cell.setAttribute("aria-selected", String(selected));
    cell.setAttribute("aria-label", `${t("{0} in hand", `${held.count} ${named(piece)}`)}${selected ? `, ${t("chosen")}` : ""}`);
    cell.replaceChildren(this.piece(piece), el("span", { class: "count", "aria-hidden": "true" }, String(held.count)));
  }

  refreshEdge(cell) {
    const target = this.input.targets.get("edge");
    cell.classList.toggle("target", Boolean(target));
    const words = [t("over the edge"), ...(target ? [this.targetWords(target)] : [])].join(", ");
    cell.setAttribute("aria-label", words);
  }

  piece(piece) {
    const picture = pieceImage(piece, { class: "piece" });
    if (!piece.mark) return picture;
    return el("span", { class: "marked" }, picture, el("span", { class: "promoted-mark" }, "+"));
  }

  /** Shows on the squares what a leg would change; nothing for `null`. */
  preview(leg) {
    for (const cell of this.cells.values()) {
      cell.classList.remove("previewed", "fades");
      cell.querySelectorAll(".ghost, .badge:not(.check-badge, .still-badge, .giver-badge, .home-badge)").forEach((node) => node.remove());
    }
    if (!leg) return;
    for (const { square, before, after } of leg.changes) {
      const cell = this.cells.get(square);
      if (!cell) continue;
      cell.classList.add("previewed");
      if (before) cell.classList.add("fades");
      if (after) cell.append(pieceImage(this.view.pieces[after], { class: "ghost" }));
    }
    const signs = new Map();
    for (const { kind, square, words } of leg.effects) {
      const cell = this.cells.get(square);
      if (!cell) continue;
      const place = (signs.get(square) ?? 0) + 1;
      signs.set(square, place);
      const mark = badge(KINDS[kind].sign, kind, words);
      mark.classList.add(`place${Math.min(place, 3)}`);
      cell.append(mark);
    }
  }

  /** The ways that pieces go in a leg, for showing it. */
  static ways(leg) {
    const ways = leg.grips.filter(({ from, to }) => to !== "edge" && !from.startsWith("@")).map((grip) => ({ ...grip }));
    for (const effect of leg.effects) {
      if (effect.from && !ways.some((way) => way.from === effect.from)) ways.push({ from: effect.from, to: effect.square });
    }
    // On two boards a piece arrives on the other one.
    return ways.map(({ from, to }) => {
      const arrived = leg.changes.find(({ square, after }) => after && parse(square).file === parse(to).file && parse(square).rank === parse(to).rank);
      return { from, to: arrived ? arrived.square : to };
    });
  }
}

function badge(sign, kind, words) {
  return el("span", { class: `badge ${kind}-badge`, title: words, "aria-hidden": "true" }, sign);
}
