/**
 * What a leg does to others, as signs: each kind has a sign of its own, so that no colour is needed to read it.
 */

/** Signs and words of the kinds of effects. */
export const KINDS = {
  capture: { sign: "×", words: "is taken" },
  colour: { sign: "◐", words: "changes colour" },
  type: { sign: "⇄", words: "changes type" },
  place: { sign: "➜", words: "changes place" },
  gone: { sign: "✕", words: "disappears" },
  crosses: { sign: "⇅", words: "goes to the other board" },
};

/** What a leg does, as a sentence. */
export function sentence(leg) {
  const effects = leg.effects.map((effect) => effect.words);
  return effects.length ? `${leg.san}: ${effects.join("; ")}` : leg.san;
}

/** Effects on other pieces than the one that moves, captures aside: what makes a preview worth while. */
export function changesOthers(leg) {
  return leg.effects.some((effect) => !["capture", "crosses"].includes(effect.kind));
}
