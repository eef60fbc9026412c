/**
 * The page's own words in other languages, by the English ones that stand in the code. `{0}` stands for a value. What the
 * program says of games and errors stays English.
 */
import { preferred } from "./prefs.js";

export const LANGUAGES = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"]];

/** German, French. */
const WORDS = {
  // The frame.
  Play: ["Spielen", "Jouer"],
  Analyse: ["Analysieren", "Analyser"],
  Solve: ["Lösen", "Résoudre"],
  Rules: ["Regeln", "Règles"],
  "Set up": ["Aufstellen", "Position"],
  Match: ["Wettkampf", "Match"],
  Pieces: ["Steine", "Pièces"],
  Flip: ["Drehen", "Tourner"],
  Move: ["Ziehen", "Jouer"],
  Turns: ["Züge", "Coups"],
  Board: ["Brett", "Échiquier"],
  Game: ["Spiel", "Jeu"],
  Tools: ["Werkzeuge", "Outils"],
  Keys: ["Tasten", "Touches"],
  Settings: ["Einstellungen", "Réglages"],
  "Light or dark": ["Hell oder dunkel", "Clair ou sombre"],
  Close: ["Schließen", "Fermer"],
  "Type a move": ["Zug eingeben", "Saisir un coup"],
  "e2e4 or Nf3": ["e2e4 oder Nf3", "e2e4 ou Nf3"],
  "To the beginning": ["Zum Anfang", "Au début"],
  "One turn or leg back": ["Einen Zug zurück", "Un coup en arrière"],
  "One turn on": ["Einen Zug vor", "Un coup en avant"],
  "To the end": ["Zum Ende", "À la fin"],
  "What to do": ["Was zu tun ist", "Que faire"],
  Evaluation: ["Bewertung", "Évaluation"],
  "Time used: {0}": ["Verbrauchte Zeit: {0}", "Temps utilisé : {0}"],
  "There is memory for {0} of {1} threads: a smaller table leaves room for more.": ["Der Speicher reicht für {0} von {1} Threads: Eine kleinere Tabelle lässt Platz für mehr.", "La mémoire suffit pour {0} threads sur {1} : une table plus petite laisse de la place."],
  White: ["Weiß", "Blancs"],
  Black: ["Schwarz", "Noirs"],
  "to move": ["am Zug", "au trait"],
  "thinking…": ["denkt nach…", "réfléchit…"],
  "How it moves": ["Wie er zieht", "Comment elle se déplace"],
  // How the game stands.
  "Move {0}, {1} to move": ["Zug {0}, {1} am Zug", "Coup {0}, trait aux {1}"],
  "in check": ["im Schach", "en échec"],
  "Turn so far: {0}.": ["Bisher gezogen: {0}.", "Déjà joué : {0}."],
  "The game is over: {0} – {1}.": ["Die Partie ist zu Ende: {0} – {1}.", "La partie est finie : {0} – {1}."],
  "The game ended {0} here.": ["Die Partie endete hier {0}.", "La partie s'est terminée ici : {0}."],
  "The game is over.": ["Die Partie ist zu Ende.", "La partie est finie."],
  // Play.
  "You have": ["Sie haben", "Vous avez"],
  "both sides": ["beide Seiten", "les deux camps"],
  Level: ["Stufe", "Niveau"],
  Time: ["Zeit", "Temps"],
  "New game": ["Neue Partie", "Nouvelle partie"],
  Hint: ["Tipp", "Indice"],
  "Take back": ["Zurücknehmen", "Reprendre"],
  "Move now": ["Sofort ziehen", "Jouer maintenant"],
  "Offer a draw": ["Remis anbieten", "Proposer nulle"],
  Resign: ["Aufgeben", "Abandonner"],
  "Really resign": ["Wirklich aufgeben", "Vraiment abandonner"],
  "The engine thinks…": ["Die Engine denkt…", "Le moteur réfléchit…"],
  "Looking for a good move…": ["Sucht einen guten Zug…", "Cherche un bon coup…"],
  "The engine plays on.": ["Die Engine spielt weiter.", "Le moteur continue."],
  "The time holds from the next game on.": ["Die Zeit gilt ab der nächsten Partie.", "Le temps vaudra à la prochaine partie."],
  "The side holds from the next game on.": ["Die Seite gilt ab der nächsten Partie.", "Le camp vaudra à la prochaine partie."],
  // Analyse.
  Stop: ["Anhalten", "Arrêter"],
  Threat: ["Drohung", "Menace"],
  Lines: ["Varianten", "Variantes"],
  Table: ["Tabelle", "Table"],
  Threads: ["Threads", "Threads"],
  "The engine looks at the position when you press Analyse.": ["Die Engine betrachtet die Stellung, wenn Sie auf Analysieren drücken.", "Le moteur examine la position quand vous appuyez sur Analyser."],
  "searching…": ["sucht…", "recherche…"],
  "Review the line": ["Partie prüfen", "Revoir la partie"],
  "End the review": ["Prüfung beenden", "Arrêter la revue"],
  "Review with": ["Prüfen mit", "Revoir avec"],
  Retry: ["Nochmal", "Réessayer"],
  blunder: ["grober Fehler", "gaffe"],
  mistake: ["Fehler", "erreur"],
  inaccuracy: ["Ungenauigkeit", "imprécision"],
  // Turns.
  "No turn has been played.": ["Noch kein Zug gespielt.", "Aucun coup joué."],
  "Comment and variations": ["Kommentar und Varianten", "Commentaire et variantes"],
  "What is to be said of this turn": ["Was zu diesem Zug zu sagen ist", "Que dire de ce coup"],
  Comment: ["Kommentar", "Commentaire"],
  Promote: ["Aufwerten", "Promouvoir"],
  Delete: ["Löschen", "Supprimer"],
  Undo: ["Rückgängig", "Annuler"],
  Redo: ["Wiederholen", "Rétablir"],
  // Solve.
  Stipulation: ["Forderung", "Énoncé"],
  "What else is shown": ["Was noch gezeigt wird", "Ce qui est montré"],
  Options: ["Optionen", "Options"],
  Conditions: ["Bedingungen", "Conditions"],
  "Conditions, twins, options": ["Bedingungen, Zwillinge, Optionen", "Conditions, jumeaux, options"],
  "Twins, one a line": ["Zwillinge, einer je Zeile", "Jumeaux, un par ligne"],
  "Further options": ["Weitere Optionen", "Autres options"],
  Diagram: ["Diagramm", "Diagramme"],
  "Popeye's input": ["Eingabe für Popeye", "Saisie pour Popeye"],
  "As problemists write it": ["Wie Problemisten es schreiben", "Notation des problémistes"],
  // Rules.
  "How the pieces move": ["Wie die Steine ziehen", "Comment les pièces se déplacent"],
  // Set up.
  "Choose a piece, then click squares; ✥ moves pieces, ✕ takes them away.": ["Stein wählen, dann Felder anklicken; ✥ versetzt Steine, ✕ entfernt sie.", "Choisissez une pièce, puis cliquez sur des cases ; ✥ déplace, ✕ retire."],
  "Use this position": ["Diese Stellung verwenden", "Utiliser cette position"],
  "Empty board": ["Leeres Brett", "Échiquier vide"],
  "Start position": ["Grundstellung", "Position initiale"],
  Discard: ["Verwerfen", "Abandonner les changements"],
  "To move": ["Am Zug", "Au trait"],
  Castling: ["Rochade", "Roque"],
  Clock: ["Zähler", "Compteur"],
  "Pieces of your own": ["Eigene Steine", "Pièces à vous"],
  Declare: ["Erklären", "Déclarer"],
  "In hand": ["In der Hand", "En main"],
  "The position is used.": ["Die Stellung wird verwendet.", "La position est utilisée."],
  // PGN.
  Load: ["Laden", "Charger"],
  Copy: ["Kopieren", "Copier"],
  Save: ["Speichern", "Enregistrer"],
  "Copied.": ["Kopiert.", "Copié."],
  "Open a file…": ["Datei öffnen…", "Ouvrir un fichier…"],
  "The game is loaded.": ["Die Partie ist geladen.", "La partie est chargée."],
  "Pictures and links": ["Bilder und Verweise", "Images et liens"],
  "Copy link to position": ["Verweis auf die Stellung", "Lien vers la position"],
  "Copy link to game": ["Verweis auf die Partie", "Lien vers la partie"],
  "Games kept in this browser": ["Partien in diesem Browser", "Parties gardées dans ce navigateur"],
  "Save all as PGN": ["Alle als PGN speichern", "Tout enregistrer en PGN"],
  "Remove all": ["Alle entfernen", "Tout supprimer"],
  "Really remove all": ["Wirklich alle entfernen", "Vraiment tout supprimer"],
  "Back to it": ["Zurück dorthin", "Y revenir"],
  Continue: ["Fortsetzen", "Continuer"],
  // Endgame tables.
  "Endgame table": ["Endspieltabelle", "Table de finales"],
  "in no table": ["in keiner Tabelle", "dans aucune table"],
  draw: ["remis", "nulle"],
  "win in {0}": ["Gewinn in {0}", "gain en {0}"],
  "loss in {0}": ["Verlust in {0}", "perte en {0}"],
  // Settings.
  "Size of the board": ["Größe des Bretts", "Taille de l'échiquier"],
  " Sounds": [" Töne", " Sons"],
  Language: ["Sprache", "Langue"],
  brown: ["braun", "brun"],
  "green and cream": ["grün und creme", "vert et crème"],
  "blue and grey": ["blau und grau", "bleu et gris"],
  "black and white": ["schwarz und weiß", "noir et blanc"],
  "blue and orange (easy to tell apart)": ["blau und orange (gut zu unterscheiden)", "bleu et orange (faciles à distinguer)"],
  "strong outlines": ["starke Umrisse", "contours forts"],
  // Choices.
  "Promote to": ["Umwandeln in", "Promotion en"],
  "Which move?": ["Welcher Zug?", "Quel coup ?"],
  "Cancel (Esc)": ["Abbrechen (Esc)", "Annuler (Échap)"],
};

/** The language that was chosen, else the browser's if it is one of these. */
export const language = preferred("language", navigator.language.slice(0, 2));
const column = { de: 0, fr: 1 }[language];

/** English words in the language of the page. */
export function t(text, ...values) {
  const words = Object.hasOwn(WORDS, text) && column !== undefined ? WORDS[text][column] : text;
  return words.replace(/\{(\d)\}/g, (_, index) => values[index]);
}

/** Translates what stands in the page from the beginning. */
export function translatePage() {
  document.documentElement.lang = column === undefined ? "en" : language;
  for (const node of document.body.querySelectorAll("*")) {
    for (const name of ["aria-label", "placeholder"]) if (node.hasAttribute(name)) node.setAttribute(name, t(node.getAttribute(name)));
    if (node.childNodes.length === 1 && node.firstChild.nodeType === Node.TEXT_NODE) node.textContent = t(node.textContent);
  }
}
