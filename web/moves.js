/**
 * The turns of the tree, with variations and comments.
 */
import { button, el, fill, toast } from "./dom.js";
import { emit, goTo, on, store } from "./store.js";
import { t } from "./words.js";

const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];
/** Signs of further NAGs, as chess books print them. */
const FURTHER = { 7: "□", 8: "□", 10: "=", 11: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 142: "⌓", 145: "RR", 146: "N" };

function sign(nag) {
  return SIGNS[nag] ?? FURTHER[nag] ?? ` $${nag}`;
}

/** The commands of a comment that the page shows, and what they say. */
const SHOWN = { clk: "clock", emt: "time", egt: "clock", mct: "clock", eval: "score" };

/** Clocks and scores that the comment of a turn has. */
function figures(node) {
  const shown = node.commands.filter(([name]) => SHOWN[name]);
  return shown.map(([name, value]) => el("span", { class: "comment", title: SHOWN[name] }, value));
}

/** A comment, if there is one. */
const said = (text) => (text ? el("span", { class: "comment" }, text) : null);

/** The buttons of the turns that are shown, by their nodes. */
const buttons = new Map();

/** The button of a turn, with its signs. */
function turn(node, page) {
  const { san, effects } = node.turn;
  const judged = node.judged && !node.nags.length ? el("span", { class: "judged", title: node.judged.one }, node.judged.sign) : null;
  const made = button(
    [san, node.nags.map(sign).join(""), judged, effects ? el("small", { class: "effects" }, ` (${effects})`) : null],
    () => goTo(node).catch(page.complain),
    { class: "turn" },
  );
  buttons.set(node, made);
  return made;
}

/** The variations beside a turn, if it is the main one. */
function variations(node, page) {
  const siblings = node.parent.children;
  if (node !== siblings[0]) return [];
  return siblings.slice(1).map((other) => el("div", { class: "variation" }, line(other, page)));
}

/** A variation, as running text: a number stays with its turn. */
function line(first, page) {
  const parts = [];
  let begins = true;
  for (let node = first; node; node = node.children[0]) {
    const { number, color } = node.turn;
    const before = color === "white" ? `${number}.` : begins ? `${number}…` : null;
    const after = [...figures(node), said(node.comment)].filter(Boolean);
    const further = node === first ? [] : variations(node, page);
    parts.push(said(node.before.text), el("span", { class: "numbered" }, before ? el("span", { class: "number" }, before) : null, turn(node, page)), after, further);
    begins = after.length > 0 || further.length > 0;
  }
  return parts;
}

/** The main line, as a table of two columns that comments and variations interrupt. */
function table(root, page) {
  const rows = [];
  let row = null;
  const empty = () => el("span", { class: "empty" }, "…");
  for (let node = root.children[0]; node; node = node.children[0]) {
    const { number, color } = node.turn;
    if (node.before.text) {
      rows.push(el("div", { class: "said" }, said(node.before.text)));
      row = null;
    }
    if (!row || color === "white") {
      row = el("div", { class: "turn-row" }, el("span", { class: "number" }, `${number}.`), color === "black" ? empty() : null);
      rows.push(row);
    }
    row.append(el("span", { class: "cell" }, turn(node, page), figures(node)));
    const further = [said(node.comment), ...variations(node, page)].filter(Boolean);
    if (further.length) {
      if (color === "white") row.append(empty());
      rows.push(el("div", { class: "said" }, further));
    }
    if (further.length || color === "black") row = null;
  }
  return rows;
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
      }, { "aria-label": t("Mark the turn as {0}", SIGNS[nag]) }),
    ),
    button("Promote", () => {
      store.at.promote();
      emit("tree");
    }, { title: "Make this variation more important" }),
    button("Delete", async () => {
      if (!store.at.parent) return;
      const node = store.at;
      const { root } = store;
      await goTo(node.parent);
      const place = node.remove();
      emit("tree");
      toast("{0} is deleted.", false, ["Undo", () => {
        if (store.root !== root) return;
        node.putBack(place);
        goTo(node).catch(page.complain);
        emit("tree");
      }], node.turn.san);
    }, { title: "Delete this turn and all behind it" }),
  );
  const begun = el("span", { class: "begun" });
  let drawn = null;
  const draw = () => {
    buttons.clear();
    drawn = store.root;
    const turns = table(store.root, page);
    const hadFocus = list.contains(document.activeElement);
    fill(list, store.root.comment ? el("p", { class: "comment" }, store.root.comment) : null, turns.length ? turns : el("p", { class: "quiet-text" }, "No turn has been played."), begun);
    mark(hadFocus);
  };
  /** Marks the turn that is shown; in long games that takes much less time than to draw all anew. */
  const mark = (hadFocus = list.contains(document.activeElement)) => {
    for (const before of list.querySelectorAll(".current")) {
      before.classList.remove("current");
      before.removeAttribute("aria-current");
    }
    const current = buttons.get(store.at);
    current?.classList.add("current");
    current?.setAttribute("aria-current", "true");
    if (hadFocus) (current ?? list.querySelector("button"))?.focus();
    begun.textContent = store.view?.begun.length ? `… ${store.view.begun.join(", ")}` : "";
    begun.hidden = !begun.textContent;
    comment.value = store.at.comment;
    if (!current) list.scrollTop = 0;
    else {
      const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      list.scrollTop += inner.top - outer.top - (list.clientHeight - inner.height) / 2;
    }
  };
  fill(box, el("h2", {}, "Turns"), list, el("details", { class: "notes" }, el("summary", {}, "Comment and variations"), comment, tools));
  on("tree", draw);
  on("view", () => (store.root === drawn ? mark() : draw()));
}
