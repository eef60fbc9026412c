/**
 * A game with variations: turns as the server names them. Contains no rules.
 *
 * @typedef {Object} Turn
 * @property {string} text coordinate text
 * @property {string} san its name in notation
 * @property {string} effects what else it does, as notation writes it
 * @property {number} number the number of its move
 * @property {"white"|"black"} color whose it is
 */

/** The colours of arrows in comments, by the letters of lichess and others. */
const COLORS = { G: "green", R: "red", Y: "yellow", B: "blue" };

let count = 0;

/** A node: the position after a turn; without one the beginning. */
export class Node {
  constructor(parent, turn) {
    this.id = ++count;
    /** @type {Node|null} */
    this.parent = parent;
    /** @type {Turn|null} */
    this.turn = turn;
    /** @type {Node[]} the first one is the main line */
    this.children = [];
    this.comment = "";
    /** @type {[string, string][]} names and values of the commands in it, as `clk` */
    this.commands = [];
    /** The comment before it, as the server names it. */
    this.before = { text: "", commands: [] };
    /** @type {number[]} */
    this.nags = [];
    /** The evaluation of the position, if there is one, and the best turns from it. */
    this.score = null;
    /** @type {Turn[]|null} */
    this.best = null;
    /** What kind of mistake the turn was judged to be. */
    this.judged = null;
  }

  /** The turns that lead here. */
  path() {
    const turns = [];
    for (let node = this; node.parent; node = node.parent) turns.push(node.turn);
    return turns.reverse();
  }

  /** The nodes from the beginning to here. */
  ancestors() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The last node of the main line behind this one. */
  last() {
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** The node behind a turn, made if it is not there. */
  follow(turn) {
    const there = this.children.find((child) => child.turn.text === turn.text);
    if (there) return there;
    const child = new Node(this, turn);
    this.children.push(child);
    return child;
  }

  /** The arrows and marked squares of its comment, as the board takes them. */
  drawings() {
    const values = (wanted) => this.commands.filter(([name]) => name === wanted).flatMap(([, value]) => value.split(/[,\s]+/));
    const arrows = values("cal").map((text) => /^([A-Z])([a-h][1-8])([a-h][1-8])$/.exec(text));
    const squares = values("csl").map((text) => /^([A-Z])([a-h][1-8])$/.exec(text));
    return [...arrows, ...squares].filter(Boolean).map(([, letter, from, to = "edge"]) => ({ from, to, rank: 0, color: COLORS[letter] ?? "green" }));
  }

  /** Draws an arrow (a ring without `to`) into its comment; what stands there already in this colour is taken away. */
  toggleDrawing(letter, from, to) {
    const command = to ? "cal" : "csl";
    const text = `${letter}${from}${to ?? ""}`;
    const all = this.commands.filter(([name]) => name === command).flatMap(([, value]) => value.split(/[,\s]+/));
    const others = all.filter((other) => other.slice(1) !== text.slice(1));
    const drawn = all.includes(text) ? others : [...others, text];
    const rest = this.commands.filter(([name]) => name !== command);
    this.commands = drawn.length ? [...rest, [command, drawn.join(",")]] : rest;
  }

  /** Whether this is the beginning of a variation. */
  isVariation() {
    return this.parent !== null && this.parent.children[0] !== this;
  }

  /** Makes the variation that leads here one place more important. */
  promote() {
    for (let node = this; node.parent; node = node.parent) {
      const siblings = node.parent.children;
      const place = siblings.indexOf(node);
      if (place > 0) {
        siblings.splice(place, 1);
        siblings.splice(place - 1, 0, node);
        return;
      }
    }
  }

  /** Takes this turn and all behind it out; gives its place, for putting it back. */
  remove() {
    const siblings = this.parent.children;
    const place = siblings.indexOf(this);
    siblings.splice(place, 1);
    return place;
  }

  /** Puts what was taken out back to its place. */
  putBack(place) {
    this.parent.children.splice(place, 0, this);
  }
}

/** The score that a comment of a file has (`0.35`, `#-4`), as the server sends scores: from White's side. */
function scoreOf(commands) {
  const text = commands.find(([name]) => name === "eval")?.[1] ?? "";
  const [, mate, number] = /^(#?)([+-]?\d+(?:\.\d+)?)/.exec(text) ?? [];
  if (number === undefined) return null;
  const value = Number(number);
  const sign = value < 0 ? "-" : "+";
  if (mate) return { text: `${sign}M${Math.abs(value)}`, mate: value, share: value < 0 ? 0 : 1 };
  return { text: `${sign}${Math.abs(value).toFixed(2)}`, value: value * 100, share: 1 / (1 + Math.exp(-value / 2.5)) };
}

/** The comment of a node as the server takes it, if there is one. */
function said({ comment, commands }) {
  return comment || commands.length ? { text: comment, commands } : null;
}

/** The nodes behind a root, each behind the one that it follows, and their places in that list. */
function listed(root) {
  const places = new Map();
  // A turn stands behind the one before it; of several that follow the same one the main one is first.
  const waiting = [...root.children].reverse();
  while (waiting.length) {
    const node = waiting.pop();
    places.set(node, places.size);
    waiting.push(...[...node.children].reverse());
  }
  return places;
}

/** A tree as the server takes it. */
export function written(game, root) {
  const places = listed(root);
  const nodes = [...places.keys()].map((node) => ({
    parent: node.parent === root ? null : places.get(node.parent),
    text: node.turn.text,
    // Requests have a limit: what is empty is left out.
    ...(said(node) && { comment: said(node) }),
    ...((node.before.text || node.before.commands.length) && { before: node.before }),
    ...(node.nags.length && { nags: node.nags }),
  }));
  return { ...game, comment: said(root) ?? { text: "" }, nodes };
}

/** A tree as the browser keeps it, and the place of one of its nodes. */
export function packed(root, at) {
  const places = listed(root);
  const nodes = [...places.keys()].map((node) => ({
    parent: node.parent === root ? null : places.get(node.parent),
    told: node.turn,
    before: node.before,
    comment: said(node) ?? { text: "", commands: [] },
    nags: node.nags,
    score: node.score,
    judged: node.judged,
  }));
  return { comment: said(root) ?? { text: "", commands: [] }, nodes, at: places.get(at) ?? null };
}

/** The tree of what the server has read, or the browser has kept, and the node at the place that is noted with it. */
export function read(game) {
  const root = new Node(null, null);
  const say = (node, { text, commands }) => Object.assign(node, { comment: text, commands });
  say(root, game.comment);
  const made = [];
  for (const { parent, told, before, comment, nags, score = null, judged = null } of game.nodes) {
    // A variation may begin with the turn that it stands beside.
    const node = new Node(parent === null ? root : made[parent], told);
    node.parent.children.push(node);
    Object.assign(say(node, comment), { before, nags, judged });
    node.score = score ?? scoreOf(comment.commands);
    made.push(node);
  }
  return { root, at: made[game.at] ?? root };
}
