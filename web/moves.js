/**
 * The turns of the tree, with variations and comments.
 */
import { button, el, fill, refill } from "./dom.js";
import { emit, goTo, on, store } from "./store.js";

const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];

function sign(nag) {
  return SIGNS[nag] ?? `$${nag}`;
}

/** The commands of a comment that the page shows, and what they say. */
const SHOWN = { clk: "clock", emt: "time", egt: "clock", mct: "clock", eval: "score" };

/** Clocks and scores that the comment of a turn has. */
function figures(node) {
  const shown = node.commands.filter(([name]) => SHOWN[name]);
  return shown.map(([name, value]) => el("span", { class: "comment", title: SHOWN[name] }, value));
}

/** The number before a turn; `begins` where the line begins or goes on behind something. */
function number(node, begins) {
  const { number: move, color } = node.turn;
  if (color === "white") return `${move}.`;
  return begins ? `${move}…` : "";
}

/** One turn. */
function turn(node, begins, page) {
  const { san, effects } = node.turn;
  const current = node === store.at;
  return [
    node.before.text ? el("span", { class: "comment" }, node.before.text) : null,
    el("span", { class: "number" }, number(node, begins)),
    button(
      [san, node.nags.map(sign).join(""), effects ? el("small", { class: "effects" }, ` (${effects})`) : null],
      () => goTo(node).catch(page.complain),
      { class: current ? "turn current" : "turn", "aria-current": current ? "true" : null },
    ),
    ...figures(node),
    node.comment ? el("span", { class: "comment" }, node.comment) : null,
  ];
}

/** The line behind a node with its variations, down to some depth of brackets. */
function line(from, page, first = null) {
  const parts = [];
  let node = first ?? from.children[0];
  let begins = true;
  while (node) {
    parts.push(...turn(node, begins, page));
    begins = Boolean(node.comment) || figures(node).length > 0;
    const siblings = node.parent.children;
    if (node === siblings[0] && siblings.length > 1) {
      parts.push(siblings.slice(1).map((other) => el("div", { class: "variation" }, line(null, page, other))));
      begins = true;
    }
    node = node.children[0];
  }
  return parts;
}

/** Fills the box and keeps it up to date. */
export function showMoves(box, page) {
  const list = el("div", { class: "turns" });
  const comment = el("textarea", {
    rows: "2",
    placeholder: "What is to be said of this turn",
    "aria-label": "Comment",
    onchange: () => {
      store.at.comment = comment.value.replace(/\s+/g, " ").replace(/\{/g, "(").replace(/\}/g, ")").trim();
      comment.value = store.at.comment;
      emit("tree");
    },
  });
  const tools = el(
    "div",
    { class: "group" },
    [1, 2, 5, 6].map((nag) =>
      button(SIGNS[nag], () => {
        if (!store.at.parent) return;
        const { nags } = store.at;
        store.at.nags = nags.includes(nag) ? nags.filter((other) => other !== nag) : [...nags.filter((other) => other > 6), nag];
        emit("tree");
      }, { "aria-label": `Mark the turn as ${SIGNS[nag]}` }),
    ),
    button("Promote", () => {
      store.at.promote();
      emit("tree");
    }, { title: "Make this variation more important" }),
    button("Delete", async () => {
      if (!store.at.parent) return;
      const node = store.at;
      await goTo(node.parent);
      node.remove();
      emit("tree");
    }, { title: "Delete this turn and all behind it" }),
  );
  const draw = () => {
    const turns = line(store.root, page);
    refill(
      list,
      store.root.comment ? el("p", { class: "comment" }, store.root.comment) : null,
      turns.length ? turns : el("p", { class: "quiet-text" }, "No turn has been played."),
      store.view?.begun.length ? el("span", { class: "begun" }, `… ${store.view.begun.join(", ")}`) : null,
    );
    comment.value = store.at.comment;
    const current = list.querySelector(".current");
    if (current && list.scrollHeight > list.clientHeight) {
      list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
    }
  };
  fill(box, el("h2", {}, "Turns"), list, el("details", { class: "notes" }, el("summary", {}, "Comment and variations"), comment, tools));
  on("tree", draw);
  on("view", draw);
}
