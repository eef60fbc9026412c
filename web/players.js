/**
 * The lines above and below the board: who plays, whose turn it is, the clocks.
 */
import { el, fill } from "./dom.js";

/**
 * Shows the players.
 * @param {boolean} flipped whether Black is below
 * @param {Object<string, {who: string, note?: string, clock?: string}>} players by side
 */
export function showPlayers(flipped, players) {
  const [above, below] = flipped ? ["white", "black"] : ["black", "white"];
  for (const [id, side] of [["player-above", above], ["player-below", below]]) {
    const { who, note, clock } = players[side];
    fill(
      document.getElementById(id),
      el("span", { class: `disc ${side}`, "aria-hidden": "true" }),
      el("span", { class: "who" }, who),
      note ? el("span", { class: "to-move" }, note) : null,
      clock ? el("span", { class: "clock" }, clock) : null,
    );
  }
}
