/**
 * A choice between legs that have the same squares: promotions, pieces leapt over, pushes. Escape leaves it.
 */
import { button, el, pieceImage } from "./dom.js";
import { KINDS } from "./marks.js";
import { t } from "./words.js";

/** The words that distinguish a leg from the others. */
function label(leg, pieces, all) {
  if (leg.into) {
    const name = pieces[leg.into].name;
    const same = all.filter((other) => other.into === leg.into).length > 1;
    return same ? `${name} (${leg.san})` : name;
  }
  if (all.some((other) => other.into)) return "no promotion";
  if (leg.over?.length) return t("over {0}", leg.over.join(", "));
  if (leg.over) return "over no piece";
  return leg.san;
}

/** Puts the list beside a square, inside the window. */
function stand(dialog, near) {
  const [square, own] = [near.getBoundingClientRect(), dialog.getBoundingClientRect()];
  const within = (wish, size, most) => `${Math.max(4, Math.min(wish, most - size - 4))}px`;
  const right = square.right + 6 + own.width < innerWidth;
  dialog.style.left = within(right ? square.right + 6 : square.left - own.width - 6, own.width, innerWidth);
  dialog.style.top = within(square.top - 6, own.height, innerHeight);
}

/**
 * Asks which leg is meant.
 * @param {Object[]} legs two or more
 * @param {Object<string, Object>} pieces the pieces of the game
 * @param {function(Object|null): void} preview called with the leg that is looked at
 * @param {HTMLElement|null} near the square that it is about
 * @returns {Promise<Object|null>} the leg; `null` if the player leaves
 */
export function choose(legs, pieces, preview, near = null) {
  return new Promise((resolve) => {
    let chosen = null;
    const dialog = el("dialog", { class: "chooser", "aria-labelledby": "chooser-title" });
    const isPromotion = legs.some((leg) => leg.into);
    const options = legs.map((leg) =>
      button(
        [
          leg.into ? pieceImage(pieces[leg.into]) : null,
          el("span", { class: "chooser-name" }, label(leg, pieces, legs), leg.into ? [" ", el("kbd", {}, pieces[leg.into].letter)] : null),
          leg.effects
            .filter((effect) => effect.kind !== "type" || !leg.into)
            .map((effect) => el("small", {}, `${KINDS[effect.kind].sign} ${effect.words}`)),
        ],
        () => {
          chosen = leg;
          dialog.close();
        },
        {
          class: "option",
          dataset: { text: leg.text },
          onfocus: () => preview(leg),
          onpointerenter: () => preview(leg),
        },
      ),
    );
    dialog.append(
      el("h2", { id: "chooser-title" }, isPromotion ? "Promote to" : "Which move?"),
      el("div", { class: isPromotion ? "options pictures" : "options" }, options),
      button("Cancel (Esc)", () => dialog.close(), { class: "quiet" }),
    );
    dialog.addEventListener("keydown", (event) => {
      const letter = legs.findIndex((leg) => leg.into && pieces[leg.into].letter === event.key.toUpperCase());
      if (letter >= 0) return options[letter].click();
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = options.indexOf(document.activeElement);
      options[(at + step + options.length) % options.length].focus();
    });
    dialog.addEventListener("close", () => {
      preview(null);
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
    if (near) stand(dialog, near);
    options[0].focus();
  });
}
