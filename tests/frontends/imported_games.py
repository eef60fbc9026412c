#!/usr/bin/env python3
"""Compares the games that `katydid import` makes of a file of definitions with pyffish, move by move in random games.

Usage: imported_games.py PROGRAM VARIANTS.INI [GAMES]. VARIANTS.INI is that of Fairy-Stockfish, which is not part of this project. Definitions
that can be said only in part, and those that Fairy-Stockfish leaves out, are not compared. A difference in the legal moves is a failure.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish

MOST_PLIES = 30


class Engine:
    """The program with one variant file, spoken to by UCI."""

    def __init__(self, program, path, game):
        self.process = subprocess.Popen(
            [program, "--variants", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.say(f"setoption name UCI_Variant value {game}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def moves(self, played):
        """The legal moves after the moves `played` from the start."""
        self.say("position startpos moves " + " ".join(played) if played else "position startpos")
        self.say("go perft 1")
        found = []
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return sorted(found)
            if line.startswith("info string error"):
                return [line.strip()]
            move, colon, count = line.strip().partition(": ")
            if colon and count == "1":
                found.append(move)
        raise RuntimeError("the engine has ended")

    def quit(self):
        self.say("quit")
        self.process.wait()


def listed(program, definitions):
    """The names of the definitions that can be said completely."""
    lines = subprocess.run(
        [program, "import", definitions], capture_output=True, text=True, check=True
    )
    pairs = (line.partition(": ") for line in lines.stdout.splitlines())
    return [name for name, _, said in pairs if said == "complete"]


def difference(program, definitions, name, folder, games):
    """The first difference of a game, or None."""
    path = str(Path(folder) / f"{name}.toml")
    command = [program, "import", definitions, name, "--output", path]
    subprocess.run(command, capture_output=True, check=True)
    engine = Engine(program, path, name.lower().replace("_", "-"))
    start = pyffish.start_fen(name)
    try:
        for _ in range(games):
            played = []
            for _ in range(MOST_PLIES):
                theirs = sorted(pyffish.legal_moves(name, start, played))
                if not theirs or pyffish.is_immediate_game_end(name, start, played)[0]:
                    break
                ours = engine.moves(played)
                if ours != theirs:
                    there, here = sorted(set(theirs) - set(ours)), sorted(set(ours) - set(theirs))
                    return f"after {' '.join(played) or 'the start'}: only pyffish {there}, only here {here}"
                played.append(random.choice(theirs))
    finally:
        engine.quit()
    return None


def main(program, definitions, games="8"):
    random.seed(1)
    pyffish.load_variant_config(Path(definitions).read_text(encoding="utf-8"))
    known = set(pyffish.variants())
    names = [name for name in listed(program, definitions) if name in known]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            found = difference(program, definitions, name, folder, int(games))
            if found:
                wrong += 1
                print(f"{name}: {found}")
    print(f"{len(names)} games compared, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
