/**
 * What the board looks and sounds like: chosen in a list that a button opens, kept in the browser.
 */
import { button, choice, el, field } from "./dom.js";
import { prefer, preferred } from "./prefs.js";
import { LANGUAGES, language } from "./words.js";

/** The themes of the board and of the pieces, with their names. */
const BOARDS = [["green", "green and cream"], ["brown", "brown"], ["blue", "blue and grey"]];
const PIECES = [["plain", "black and white"], ["clear", "blue and orange (easy to tell apart)"], ["strong", "strong outlines"]];

const chosen = {
  board: preferred("board", "green"),
  pieces: preferred("pieces", "plain"),
  size: preferred("size", 100),
  sound: preferred("sound", true),
};

/** Shows what was chosen. */
function apply() {
  const { dataset, style } = document.documentElement;
  dataset.board = chosen.board;
  dataset.pieces = chosen.pieces;
  style.setProperty("--scale", String(chosen.size / 100));
}

/** Another language: the page, which is kept, is made anew. */
function speak(code) {
  prefer("language", code);
  location.reload();
}

/** The list of settings. */
function open() {
  const set = (name) => (value) => {
    chosen[name] = value;
    prefer(name, value);
    apply();
  };
  const size = el("input", { type: "range", min: "50", max: "100", step: "5", value: String(chosen.size), id: "size", oninput: () => set("size")(Number(size.value)) });
  const sound = el("input", { type: "checkbox", checked: chosen.sound, id: "sound", onchange: () => set("sound")(sound.checked) });
  const dialog = el(
    "dialog",
    { class: "settings", "aria-labelledby": "settings-title", onclose: () => dialog.remove() },
    el("h2", { id: "settings-title" }, "Settings"),
    el(
      "div",
      { class: "rows" },
      field("Board", choice(BOARDS, chosen.board, set("board"), { id: "board-theme" })),
      field("Pieces", choice(PIECES, chosen.pieces, set("pieces"), { id: "piece-theme" })),
      field("Size of the board", size),
      field("Language", choice(LANGUAGES, LANGUAGES.some(([code]) => code === language) ? language : "en", speak, { id: "language" })),
      el("label", { class: "tick" }, sound, " Sounds"),
    ),
    button("Close", () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}

let audio = null;

/** A short sound: notes in hertz, one after the other. Without a click of the user before, browsers play nothing. */
function play(notes) {
  if (!chosen.sound || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  audio ??= new AudioContext();
  notes.forEach((note, index) => {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + index * 0.09;
    tone.type = "triangle";
    tone.frequency.value = note;
    gain.gain.setValueAtTime(0.12, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + 0.12);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.13);
  });
}

/** The sound of a position that was reached by a move: by what the move did. */
export function sound(view, captured) {
  if (view.end) play([392, 523, 659]);
  else if (view.check.length) play([659, 880]);
  else play([captured ? 196 : 294]);
}

/** Applies what was chosen and makes the button. */
export function makeSettings(node) {
  apply();
  node.addEventListener("click", open);
}
