/**
 * A piece's movement, made by clicking the squares around it: written in Betza's notation.
 */
import { choice, el, field, pieceImage } from "./dom.js";
import { t } from "./words.js";

/** Squares to each side of the piece. */
const REACH = 3;

/** The atoms by the longer and the shorter part of the step. */
const ATOMS = { "1,0": "W", "1,1": "F", "2,0": "D", "2,1": "N", "2,2": "A", "3,0": "H", "3,1": "C", "3,2": "Z", "3,3": "G" };

/** What a piece does there: signs, words, and the text of it with an atom. */
const STYLES = {
  leap: { sign: "●", words: "steps or leaps there", text: (atom) => atom },
  ride: { sign: "➜", words: "goes on in steps like this", text: (atom) => RIDERS[atom] ?? atom + atom },
  hop: { sign: "◠", words: "hops that way over a piece, to right behind it", text: (atom) => `g${RIDERS[atom] ?? `${atom}0`}` },
  vault: { sign: "⤼", words: "hops that way over a piece, and goes on", text: (atom) => `p${RIDERS[atom] ?? `${atom}0`}` },
};
const RIDERS = { W: "R", F: "B" };
/** Texts of two atoms together. */
const BOTH = { WF: "K", RB: "Q", gRgB: "gQ", pRpB: "pQ" };

const MODES = { "": "moves and captures", m: "moves only", c: "captures only" };

/** Which squares a click marks. */
const ALIKE = { all: "in all directions", sides: "left and right alike", one: "this square alone" };

/** The atom of a step. */
function atomOf(dx, dy) {
  const [one, other] = [Math.abs(dx), Math.abs(dy)];
  return ATOMS[`${Math.max(one, other)},${Math.min(one, other)}`];
}

/** The letters of a step's direction: `f`, `fl`, or of oblique steps the half and the narrow side. */
function directionOf(dx, dy) {
  const [across, along] = [dx < 0 ? "l" : "r", dy < 0 ? "b" : "f"];
  if (!dx) return along;
  if (!dy) return across;
  return Math.abs(dy) > Math.abs(dx) ? across + along : along + across;
}

/** The steps that are like one: by turning and reflecting, or from left to right. */
function likes(dx, dy, alike) {
  if (alike === "one") return [[dx, dy]];
  if (alike === "sides") return dx ? [[dx, dy], [-dx, dy]] : [[dx, dy]];
  const all = [[dx, dy], [dy, dx]].flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]]);
  return [...new Map(all.map((step) => [step.join(), step])).values()];
}

/**
 * The text of marks.
 * @param {Set<string>} marks as `dx,dy,mode,style`
 */
export function betza(marks) {
  const terms = new Map();
  for (const mark of marks) {
    const [dx, dy, mode, style] = mark.split(",");
    const key = `${mode},${style},${atomOf(dx, dy)}`;
    if (!terms.has(key)) terms.set(key, []);
    terms.get(key).push(directionOf(Number(dx), Number(dy)));
  }
  const texts = [];
  for (const [key, directions] of [...terms].sort(([one], [other]) => (one < other ? 1 : -1))) {
    const [mode, style, atom] = key.split(",");
    const all = directions.length === ("NCZ".includes(atom) ? 8 : 4);
    const text = STYLES[style].text(atom);
    const before = texts.at(-1);
    const both = all && before?.all && before.mode === mode ? BOTH[before.text + text] : null;
    if (both) Object.assign(before, { text: both });
    else texts.push({ mode, all, text, directions: all ? "" : directions.sort().join("") });
  }
  return texts.map(({ mode, text, directions }) => `${directions}${mode}${text}`).join("");
}

/** The squares around a piece, to be clicked. */
export class MovementGrid {
  /** @param {function(string): void} changed called with the text after a click */
  constructor(changed) {
    this.marks = new Set();
    this.changed = changed;
    Object.assign(this, { style: "leap", mode: "", alike: "all" });
    const pairs = (words) => Object.entries(words).map(([key, text]) => [key, text.words ?? text]);
    const set = (name) => (value) => {
      this[name] = value;
    };
    this.cells = new Map();
    this.grid = el("div", { class: "movement-grid", role: "grid", "aria-label": "Squares around the piece", onkeydown: (event) => this.key(event) }, this.rows());
    this.place = el(
      "div",
      {},
      el("div", { class: "form" }, field("A click means", choice(pairs(STYLES), "leap", set("style"), { id: "make-style" })), field("It", choice(pairs(MODES), "", set("mode"), { id: "make-mode" })), field("Squares", choice(pairs(ALIKE), "all", set("alike"), { id: "make-alike" }))),
      this.grid,
    );
  }

  rows() {
    const steps = [...Array(2 * REACH + 1).keys()].map((index) => index - REACH);
    return steps.map((down) =>
      el("div", { class: "row", role: "row" }, steps.map((dx) => {
        const dy = -down;
        const isPiece = !dx && !dy;
        const cell = el("div", { class: `square ${(dx + dy) % 2 ? "light" : "dark"}`, role: "gridcell", tabindex: dx === 0 && dy === 1 ? "0" : "-1", dataset: { step: `${dx},${dy}` }, onclick: () => isPiece || this.click(dx, dy) });
        this.cells.set(`${dx},${dy}`, cell);
        return cell;
      })),
    );
  }

  /** Shows a piece with the marks that were made for it. */
  show(piece, marks) {
    this.marks = new Set(marks);
    const middle = this.cells.get("0,0");
    middle.setAttribute("aria-label", piece?.name ?? "");
    middle.replaceChildren(...(piece ? [pieceImage(piece, { class: "piece" })] : []));
    this.draw();
  }

  click(dx, dy) {
    const of = ([x, y]) => `${x},${y},${this.mode},${this.style}`;
    const isOn = this.marks.has(of([dx, dy]));
    for (const step of likes(dx, dy, this.alike)) this.marks[isOn ? "delete" : "add"](of(step));
    this.draw();
    this.changed(betza(this.marks));
  }

  draw() {
    for (const [step, cell] of this.cells) {
      if (step === "0,0") continue;
      const here = [...this.marks].map((mark) => mark.split(",")).filter(([dx, dy]) => `${dx},${dy}` === step);
      const [dx, dy] = step.split(",").map(Number);
      const place = `${dy ? `${Math.abs(dy)} ${t(dy > 0 ? "forward" : "back")}` : ""} ${dx ? `${Math.abs(dx)} ${t(dx > 0 ? "right" : "left")}` : ""}`.trim();
      cell.setAttribute("aria-label", [place, ...here.map(([, , mode, style]) => `${t(STYLES[style].words)}, ${t(MODES[mode])}`)].join("; "));
      cell.replaceChildren(...here.map(([, , mode, style]) => el("span", { class: `step-mark mode${mode}`, "aria-hidden": "true" }, STYLES[style].sign)));
    }
  }

  /** One square is a stop of the Tab key; the arrow keys go over the others. */
  key(event) {
    const cell = event.target.closest("[data-step]");
    const [dx, dy] = cell.dataset.step.split(",").map(Number);
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (event.key === "Enter" || event.key === " ") cell.click();
    else if (x === undefined) return;
    event.preventDefault();
    const next = this.cells.get(`${dx + (x ?? 0)},${dy + (y ?? 0)}`);
    if (!next) return;
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
