/**
 * Pieces move: what a leg has changed is shown as movement, unless the player wants no motion.
 */

const STEP = 190;
/** Milliseconds from one leg of a turn to the next. */
export const LEG = 480;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether pieces are to be seen moving. */
export function isWanted() {
  return !still.matches && !document.hidden;
}

/**
 * Animates the way from one set of pieces to the next.
 * @param {function(string): (HTMLElement|null)} cell the element of a square
 * @param {Object<string, string>} before pieces by square
 * @param {Object<string, string>} after
 * @param {{from: string, to: string}[]} ways which pieces went where
 */
export function animate(cell, before, after, ways) {
  if (!isWanted()) return;
  const arrived = new Set();
  ways.forEach(({ from, to }, index) => {
    const [start, end] = [cell(from), cell(to)];
    const picture = end?.querySelector("img.piece");
    if (!start || !picture || from === to) return;
    arrived.add(to);
    const [one, other] = [start.getBoundingClientRect(), end.getBoundingClientRect()];
    const offset = `translate(${one.left - other.left}px, ${one.top - other.top}px)`;
    picture.animate([{ transform: offset, zIndex: 9 }, { transform: "none", zIndex: 9 }], {
      duration: STEP,
      delay: index ? STEP * 0.8 : 0,
      fill: "backwards",
      easing: "ease-out",
    });
  });
  for (const square of Object.keys(after)) {
    if (before[square] === after[square] || arrived.has(square)) continue;
    // The piece there has changed, or has come from nowhere.
    const picture = cell(square)?.querySelector("img.piece");
    const frames = before[square]
      ? [{ transform: "rotateY(90deg)" }, { transform: "none" }]
      : [{ transform: "scale(0.3)", opacity: 0 }, { transform: "none", opacity: 1 }];
    picture?.animate(frames, { duration: STEP * 1.4, delay: STEP * 0.8, fill: "backwards" });
  }
}
