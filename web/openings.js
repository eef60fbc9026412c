/**
 * What was played in the position in the user's own games, and how these ended.
 */
import { get } from "./api.js";
import { button, el, fill, say } from "./dom.js";
import { place, playTurn, store } from "./store.js";
import { t } from "./words.js";

/** Milliseconds until a list is looked up again that is not complete, as files are still being read. */
const PAUSE = 1500;

/** The panel; hidden where the program reads no games. */
export class OpeningPanel {
  /** @param {function(Error): void} complain called with what goes wrong when a turn is played */
  constructor(complain) {
    this.complain = complain;
    this.summary = el("p", { class: "quiet-text" });
    this.turns = el("ol", { class: "openings" });
    this.place = el("section", { id: "openings", hidden: !store.offer.openings }, el("h2", {}, "Openings of your games"), this.summary, this.turns);
    /** The position whose turns are shown or wanted. */
    this.wanted = null;
  }

  /** Looks the position up that is shown. */
  async show() {
    const node = store.at;
    if (!store.offer.openings || this.wanted === node) return;
    this.wanted = node;
    const found = await get("/api/openings", { place: { ...place(), legs: [] } }).catch(() => null);
    if (this.wanted !== node || !found) return;
    fill(this.turns, found.turns.map((turn) => this.turn(turn)));
    const words = found.reading ? "{0} games read so far…" : found.turns.length ? "{0} games read." : "{0} games read, none of which has this position.";
    say(this.summary, words, found.games);
    if (found.problems.length) this.summary.append(` ${found.problems.join("; ")}`);
    // The list is complete soon, or seen no more.
    if (found.reading) setTimeout(() => this.again(node), PAUSE);
  }

  again(node) {
    if (this.wanted !== node) return;
    this.wanted = null;
    if (this.place.checkVisibility() && !document.hidden) this.show();
  }

  turn({ text, san, games, white, draws, black }) {
    const play = () => playTurn(text).catch(this.complain);
    const results = t("White {0}, draws {1}, Black {2}", white, draws, black);
    const bar = el("span", { class: "results", role: "img", "aria-label": results, title: results });
    for (const [kind, count] of Object.entries({ white, draws, black })) {
      const part = el("span", { class: kind });
      part.style.flexGrow = String(count);
      bar.append(part);
    }
    return el("li", {}, button(san, play, { class: "turn" }), el("span", { class: "count" }, String(games)), bar);
  }
}
