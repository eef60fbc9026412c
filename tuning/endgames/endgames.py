#!/usr/bin/env python3
"""Writes docs/endgames.md: endings of every kind of game, by `katydid tables`.

    tuning/endgames/endgames.py target/release/katydid [FOLDER] > docs/endgames.md
    tuning/endgames/endgames.py target/release/katydid FOLDER GAME SIGNATURE ...

Tables of four pieces and the statistics of each ending are kept in FOLDER (target/endings), so that interrupted work goes on where it
stood. Those of five pieces take one to five minutes and up to 5 GB of memory each; their tables are deleted once they are counted. With games
and signatures nothing is written but the statistics in FOLDER; with KATYDID_READY=1 endings without statistics are left out of the page.
"""

import itertools
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# Games and endings, in the order of the page.
ENDINGS = {
    "chess": "KQvK KRvK KPvK KBNvK KBBvK KQvKR KRvKN",
    "demichess": "KOvK KSvK KCvK KLvK KOvKO KOvKS KOvKC KOvKL KSvKS KSvKC KSvKL KCvKC KCvKL KLvKL",
    "demirifle": "KOvK KSvK KCvK KLvK KCCvK KSvKL KCvKC KCvKL KLvKL",
    "mate-only": "KOvK KDvK KSvK KCvK KLvK KCCvK KLLvK KCLvK KCCCvK KOvKLL",
    "grasshopper": "KGvK KGGvK",
    "ag": "KAvK KAAvK KQvK",
    "eg": "KEvK KEEvK KQvK",
    "cg": "KCvK KCCvK KQvK",
    "andernach": "KQvK KRvK KBvK KNvK KPvK KBNvK KBBvK KNNvK KRvKN",
    "circe": "KQvK KRvK KBvK KNvK KPvK KBNvK KBBvK KNNvK KRvKN",
    "alice": "KQvK KRvK KBvK KNvK KPvK",
    "cylinder": "KQvK KRvK KBvK KNvK KPvK KRRvK KBNvK KBBvK KNNvK KQvKR",
    "dynamo": "KQvK KRvK KBvK KNvK",
}

# The Demi army: K + two pieces against K + one.
PAIRS = [f"K{pair}vK{one}" for pair in map("".join, itertools.combinations_with_replacement("OSCL", 2)) for one in "OSCL"]

HEAD = """# Endings

Made by `make endings`, from the tables that [tables.md](tables.md) describes. Shares
are of all legal positions with White to move (*won*) and with Black to move (*lost*, for Black); a distance counts half-moves to the end of the
game, both sides playing best; *mutual zugzwangs* are placements in which either side would rather have the other one move. The game
`mate-only` ([file](../tuning/endgames/mate-only.toml)) is DemiChess in which nothing but mate wins, with the WD beside its pieces. How the longest
win goes is printed by `katydid tables longest GAME SIGNATURE`.

| game | ending | won | lost | longest win | mean | mutual zugzwangs | the longest win begins at |
|---|---|---|---|---|---|---|---|"""

HEAD_OF_PAIRS = """
## K + two pieces against K + one in DemiChess

All positions of each ending, White with two pieces, in DemiChess with its own ends: a bared king and stalemate lose.

| ending | White to move wins | draws | loses | Black to move loses | draws | wins | longest win | mutual zugzwangs | the longest win begins at |
|---|---|---|---|---|---|---|---|---|---|"""


class Endings:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def katydid(self, *arguments):
        command = [self.program, "--variants", os.path.join(HERE, "mate-only.toml"), "tables", *arguments, "--dir", self.folder]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout

    def stats(self, game, ending):
        """The statistics of an ending; None if they are not there and none are to be made."""
        file = os.path.join(self.folder, f"{game}-{ending}.json")
        if not os.path.exists(file):
            if os.environ.get("KATYDID_READY"):
                return None
            threads = os.environ.get("KATYDID_THREADS", "2")
            if len(ending) > 4:
                self.katydid("build", game, ending, "--memory", "6G", "--threads", threads)
            text = self.katydid("stats", game, ending, "--json")
            os.makedirs(self.folder, exist_ok=True)
            with open(file + ".part", "w", encoding="utf-8") as out:
                out.write(text)
            os.rename(file + ".part", file)
            if len(ending) > 5:
                os.remove(os.path.join(self.folder, game, ending + ".ktb"))
        with open(file, encoding="utf-8") as text:
            return json.load(text)


def share(side, what):
    total = side["won"] + side["drawn"] + side["lost"]
    return f"{100 * side[what] / max(total, 1):.2f} %"


def row(cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def longest(side):
    """The longest win, the mean distance and the position in which the longest win begins."""
    if side["longest"] is None:
        return "none", "", ""
    return side["longest"]["distance"], f"{side['mean']:.1f}", f"`{side['longest']['fen']}`"


def main():
    program, *rest = sys.argv[1:]
    endings = Endings(program, rest[0] if rest else os.path.join("target", "endings"))
    if len(rest) > 1:
        for game, ending in zip(rest[1::2], rest[2::2]):
            endings.stats(game, ending)
        return
    print(HEAD)
    for game, names in ENDINGS.items():
        for ending in names.split():
            if stats := endings.stats(game, ending):
                white, black = stats["white"], stats["black"]
                distance, mean, fen = longest(white)
                shares = [share(white, "won"), share(black, "lost")]
                print(row([f"`{game}`", ending, *shares, distance, mean, stats["zugzwangs"], fen]), flush=True)
    print(HEAD_OF_PAIRS)
    for ending in PAIRS:
        if stats := endings.stats("demichess", ending):
            white, black = stats["white"], stats["black"]
            distance, _, fen = longest(white)
            shares = [share(white, it) for it in ("won", "drawn", "lost")] + [share(black, it) for it in ("lost", "drawn", "won")]
            print(row([f"`{ending}`", *shares, distance, stats["zugzwangs"], fen]), flush=True)
    with open(os.path.join(HERE, "answers.md"), encoding="utf-8") as answers:
        print("\n" + answers.read(), end="")


main()
