/**
 * Games kept in the browser. The page's own state survives a reload in its session; each game with turns stands in a database
 * until it is removed. Nothing of it leaves the browser.
 */
import { emit, kept, on, restore, store } from "./store.js";

/** The most games that are kept; the oldest go. */
const MOST = 300;
/** Milliseconds between a change and its keeping. */
const PAUSE = 400;
const OWN = "katydid.page";

/** What parts of the page add to a game that is kept: functions by name. */
const further = new Map();

/** Lets a part of the page keep something with the game; it listens to `restore` to have it back. */
export function keepWith(name, told) {
  further.set(name, told);
}

/** The database; `null` where the browser has none for this page. */
const database = new Promise((resolve) => {
  const opening = indexedDB.open("katydid", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "id" }).createIndex("changed", "changed");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => resolve(null);
});

/** Does something with the games of the database; the result of the request that it makes. */
async function games(mode, act) {
  const base = await database;
  if (!base) return null;
  return new Promise((resolve, reject) => {
    const request = act(base.transaction("games", mode).objectStore("games"));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** All kept games, the last changed first. */
export async function keptGames() {
  const all = (await games("readonly", (all) => all.index("changed").getAll())) ?? [];
  return all.reverse();
}

/** Removes a game. */
export async function removeGame(id) {
  await games("readwrite", (all) => all.delete(id));
  emit("kept");
}

/** Puts a game into the database. */
export async function putGame(data) {
  await games("readwrite", (all) => all.put(data));
  emit("kept");
}

/** The game as it stands, with all that is kept with it. */
export function snapshot() {
  const parts = [...further].map(([name, told]) => [name, told()]);
  return { ...kept(), ...Object.fromEntries(parts), changed: Date.now() };
}

let waiting = 0;

/** Keeps the page's state now. */
function keep() {
  clearTimeout(waiting);
  waiting = 0;
  if (!store.view) return;
  const data = snapshot();
  try {
    sessionStorage.setItem(OWN, JSON.stringify(data));
  } catch (error) {
    console.warn(error);
  }
  if (store.root.children.length) putGame(data).catch(console.warn);
}

/** Keeps the page's state soon. */
export function keepSoon() {
  waiting ||= setTimeout(keep, PAUSE);
}

/** Removes the oldest games above the limit. */
async function prune() {
  for (const { id } of (await keptGames()).slice(MOST)) await removeGame(id);
}

/** Whether this page was loaded again, and what it had is kept. */
export function isKept() {
  const how = performance.getEntriesByType("navigation")[0]?.type;
  return (how === "reload" || how === "back_forward") && Boolean(sessionStorage.getItem(OWN));
}

/** Shows what this page had before it was loaded again. */
export function restoreOwn() {
  return restore(JSON.parse(sessionStorage.getItem(OWN)));
}

/** Begins to keep. */
export function startKeeping() {
  for (const event of ["view", "tree", "tab", "flip", "play"]) on(event, keepSoon);
  // What changed a moment ago belongs to the game that is replaced.
  on("end", () => waiting && keep());
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  prune().catch(console.warn);
}
