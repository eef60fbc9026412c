/**
 * Keys of the whole page, and the list of them. What has the focus comes first: fields take all keys, the board and the tabs
 * take those that they use.
 */
import { button, el } from "./dom.js";

/** Keys, what they are called, what they do, and the action. */
const KEYS = [
  [["ArrowLeft"], "←", "one turn or move back", "previous"],
  [["ArrowRight"], "→", "one turn on", "next"],
  [["Home"], "Home", "to the beginning", "first"],
  [["End"], "End", "to the end", "last"],
  [["ArrowUp"], "↑", "to the variation above", "sibling", -1],
  [["ArrowDown"], "↓", "to the variation below", "sibling", 1],
  [["f"], "f", "turns the board", "flip"],
  [["l"], "l", "starts and stops the analysis", "analyse"],
  [[" "], "Space", "plays the best move that the analysis has found", "best"],
  [["Escape"], "Esc", "lets go of a piece", "letGo"],
  [["?"], "?", "shows these keys", "help"],
];

/** Whether a key is written, or used by something else that has the focus. */
function isTaken({ target, key }) {
  if (target.closest("textarea, select, dialog, input:not([type=checkbox])")) return true;
  return key === " " && Boolean(target.closest("button, a, summary, input"));
}

/** Calls actions by name. An arrow key for which nothing is to be done scrolls the page. */
export function listenToKeys(actions) {
  const all = { ...actions, help: showKeys };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const [, , , action, ...how] = KEYS.find(([keys]) => keys.includes(event.key)) ?? [];
    if (!action) return;
    if (all[action](...how) !== false) event.preventDefault();
  });
}

/** The list of keys. */
export function showKeys() {
  const rows = KEYS.map(([, name, words]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, name)), el("td", {}, words)));
  const dialog = el(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    el("h2", { id: "keys-title" }, "Keys"),
    el("table", {}, rows),
    el("p", { class: "quiet-text" }, "On the board, reached with Tab, the arrow keys go from square to square; Enter grasps and puts."),
    button("Close", () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}
