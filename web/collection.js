/**
 * Large PGN files: their games are listed by their tags without being read; the one that is chosen goes to the server.
 */
import { button, el, fill } from "./dom.js";
import { t } from "./words.js";

/** The most games that are listed at a time. */
const PAGE = 50;

/** The texts of the games of a file, each beginning with its first tag. */
export function split(text) {
  return text.split(/(?<=\n)(?=\[Event ")/).filter((game) => game.trim());
}

/** The value of a tag of a game's text. */
function tag(game, name) {
  return new RegExp(`^\\[${name}\\s+"(.*)"\\]`, "m").exec(game.slice(0, 4000))?.[1] ?? "?";
}

/** What a game is called in the list. */
function titleOf(game) {
  const [white, black, result, event, date] = ["White", "Black", "Result", "Event", "Date"].map((name) => tag(game, name));
  return `${white} – ${black} ${result}, ${event}, ${date}`;
}

/**
 * A list of games with a field to search in it.
 * @param {string[]} games their texts
 * @param {function(string): void} choose called with the text of the one that is chosen
 */
export function collection(games, choose) {
  const list = el("div", { class: "list" });
  const summary = el("p", { class: "quiet-text", role: "status" });
  const search = el("input", { type: "search", class: "wide", id: "pgn-search", placeholder: "Search names, events, dates", "aria-label": "Search in the games", oninput: () => show() });
  let room = PAGE;
  const show = (more = PAGE) => {
    room = more;
    const wanted = search.value.trim().toLowerCase();
    const found = [];
    let count = 0;
    for (const [index, game] of games.entries()) {
      if (wanted && !game.slice(0, 1500).toLowerCase().includes(wanted)) continue;
      count += 1;
      if (found.length < room) found.push([index, game]);
    }
    summary.textContent = t(count > room ? "{0} of {1} games, the first {2} shown" : "{0} of {1} games", count, games.length, room);
    fill(
      list,
      found.map(([index, game]) => button(`${index + 1}. ${titleOf(game)}`, () => choose(game), { class: "option" })),
      count > room ? button("More", () => show(room + PAGE)) : null,
    );
  };
  show();
  return [search, summary, list];
}
