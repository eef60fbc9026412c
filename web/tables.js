/**
 * What endgame tables say of the position and of its turns.
 */
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";
import { place, playTurn, store } from "./store.js";
import { t } from "./words.js";

/** The most pieces of a position that a table can have. */
const MOST_PIECES = 5;

/** A value in words. */
function words(value) {
  if (!value) return t("in no table");
  return value.distance === null ? t(value.word) : t(`${value.word} in {0}`, value.distance);
}

/** The panel; hidden where no table has the position. */
export class TablePanel {
  /** @param {function(Error): void} complain called with what goes wrong when a turn is played */
  constructor(complain) {
    this.complain = complain;
    this.result = el("p", { class: "result" });
    this.turns = el("ol", { class: "rated" });
    this.place = el("section", { id: "tables", hidden: true }, el("h2", {}, "Endgame table"), this.result, this.turns);
    /** The position whose values are shown or wanted. */
    this.wanted = null;
  }

  /** Looks the position up that is shown. */
  async show() {
    const node = store.at;
    if (this.wanted === node) return;
    this.wanted = node;
    this.place.hidden = true;
    if (Object.keys(store.view.squares).length > MOST_PIECES || store.view.end) return;
    const found = await get("/api/tables", { place: { ...place(), legs: [] } }).catch(() => ({ value: null }));
    if (this.wanted !== node || !found.value) return;
    this.result.textContent = words(found.value);
    fill(this.turns, found.turns.map((turn) => this.turn(turn)));
    this.place.hidden = false;
  }

  turn({ text, san, value }) {
    const play = () => playTurn(text).catch(this.complain);
    return el("li", { class: value?.word ?? "" }, button(san, play, { class: "turn" }), el("span", {}, words(value)));
  }
}
