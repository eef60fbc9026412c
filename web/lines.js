/**
 * The lines of an analysis: collected depth by depth, shown as a list of turns.
 */
import { button, el, fill } from "./dom.js";

/** The lines of the last depth that was searched for all of them: lines of two depths never stand beside each other. */
export class Depths {
  /** @param {number} wanted how many lines were asked for; a position with fewer moves has fewer */
  constructor(wanted) {
    this.wanted = wanted;
    /** The lines to show, the best first. */
    this.shown = [];
    this.coming = [];
  }

  /** Takes a line; returns whether the lines to show have changed. */
  add(line) {
    const deeper = this.coming.length > 0 && line.depth !== this.coming[0].depth;
    if (deeper) {
      this.wanted = Math.min(this.wanted, this.coming.length);
      this.coming = [];
    }
    this.coming[line.line - 1] = line;
    if (this.coming.length < this.wanted && this.shown.length) return false;
    // The engine reports lines in the order in which it has searched them.
    this.shown = [...this.coming].sort((one, other) => worth(other) - worth(one));
    return true;
  }
}

/** What a line is worth for the side that is to move; wins are the better the sooner they come. */
function worth({ score, turns }) {
  const white = score.mate ? Math.sign(score.mate) * (1e6 - Math.abs(score.mate)) : score.value;
  return turns[0]?.color === "black" ? -white : white;
}

let pointer = "";

/** Whether the pointer was moved, not the page under it. */
function isMoved({ screenX, screenY }) {
  const here = `${screenX} ${screenY}`;
  const moved = here !== pointer;
  pointer = here;
  return moved;
}

/** The list of lines. While one of its turns is looked at, it stays as it is. */
export class LineList {
  /**
   * @param {function(Object[], number): void} look called with the turns up to the one that is looked at and the number of
   *     its line
   * @param {function(): void} leave called when none is looked at any more
   * @param {function(Object[]): void} follow called with the turns up to the one that is chosen
   */
  constructor(look, leave, follow) {
    this.place = el("ol", { class: "lines", id: "lines", tabindex: "-1", "aria-label": "Lines" });
    Object.assign(this, { look, leave, follow, node: null, looked: null });
    document.addEventListener("pointermove", isMoved);
  }

  /** Shows lines of a position. Those of another position are never left standing. */
  show(lines, node, room) {
    if (node === this.node && this.looked) return;
    this.drop();
    this.node = node;
    this.place.style.setProperty("--room", room);
    const hadFocus = this.place.contains(document.activeElement);
    fill(this.place, lines.map((line, index) => this.line(line, index + 1)));
    if (hadFocus) this.place.focus();
  }

  /** Nothing is looked at. */
  drop() {
    if (!this.looked) return;
    this.looked = null;
    this.leave();
  }

  line(line, rank) {
    const turns = line.turns.map((turn, index) => this.turn(turn, index, line, rank));
    const better = line.score.share > 0.5 ? "white" : line.score.share < 0.5 ? "black" : "even";
    const all = button("▾", () => all.parentElement.classList.toggle("whole"), { class: "quiet unfold", "aria-label": `All of line ${rank}` });
    return el("li", { class: "pv" }, el("span", { class: `score ${better}` }, `${line.bound ? `${line.bound} ` : ""}${line.score.text}`), el("span", { class: "pv-turns" }, turns), all);
  }

  turn(turn, index, line, rank) {
    const number = turn.color === "white" ? `${turn.number}. ` : index === 0 ? `${turn.number}… ` : "";
    const turns = line.turns.slice(0, index + 1);
    const look = () => {
      if (this.looked === turn) return;
      this.looked = turn;
      this.look(turns, rank);
    };
    return button(
      [`${number}${turn.san}`, turn.effects ? el("small", { class: "effects" }, ` (${turn.effects})`) : null],
      () => {
        this.looked = null;
        this.follow(turns);
      },
      {
        class: "turn",
        // The list may come to lie under a pointer that rests.
        onpointermove: (event) => isMoved(event) && look(),
        onfocus: ({ target }) => target.matches(":focus-visible") && look(),
        onpointerleave: () => this.drop(),
        onblur: () => this.drop(),
      },
    );
  }
}
