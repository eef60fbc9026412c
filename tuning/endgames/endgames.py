#!/usr/bin/env python3
"""Writes docs/endgames.md: endings of every kind of game, by `katydid tables`.

    tuning/endgames/endgames.py target/release/katydid > docs/endgames.md

Endings of four pieces are built in the folder that KATYDID_TABLES names.
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# Games and endings, in the order of the page. Those of four pieces and more are built, those of five take minutes.
ENDINGS = {
    "chess": "KQvK KRvK KPvK KBNvK KBBvK KQvKR KRvKN",
    "demichess": "KOvK KSvK KCvK KLvK KOvKO KOvKS KOvKC KOvKL KSvKS KSvKC KSvKL KCvKC KCvKL KLvKL",
    "demirifle": "KOvK KSvK KCvK KLvK KSvKL",
    "mate-only": "KOvK KDvK KSvK KCvK KLvK KCCvK KLLvK KCLvK KCCCvK KOvKLL",
    "grasshopper": "KGvK KGGvK",
    "ag": "KAvK KAAvK KQvK",
    "eg": "KEvK KEEvK KQvK",
    "cg": "KCvK KCCvK KQvK",
    "andernach": "KQvK KRvK KPvK",
    "circe": "KQvK KRvK KRvKN",
    "alice": "KQvK KRvK",
    "cylinder": "KQvK KRvK",
    "dynamo": "KQvK KRvK",
}

HEAD = """# Endings

Made by `tuning/endgames/endgames.py target/release/katydid > docs/endgames.md`, from the tables that [tables.md](tables.md) describes. Shares
are of all legal positions with White to move (*won*) and with Black to move (*lost*, for Black); a distance counts half-moves to the end of the
game, both sides playing best; *mutual zugzwangs* are placements in which either side would rather have the other one move. The game
`mate-only` ([file](../tuning/endgames/mate-only.toml)) is DemiChess in which nothing but mate wins, with the WD beside its pieces. How the longest
win goes is printed by `katydid tables longest GAME SIGNATURE`.

| game | ending | won | lost | longest win | mean | mutual zugzwangs | the longest win begins at |
|---|---|---|---|---|---|---|---|"""


def katydid(program, *arguments):
    command = [program, "--variants", os.path.join(HERE, "mate-only.toml"), "tables", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def row(program, game, ending):
    if len(ending) > 4:
        katydid(program, "build", game, ending, "--memory", "6G")
    stats = json.loads(katydid(program, "stats", game, ending, "--json"))
    white, black = stats["white"], stats["black"]

    def share(side, what):
        total = side["won"] + side["drawn"] + side["lost"]
        return f"{100 * side[what] / max(total, 1):.2f} %"

    longest, mean, fen = "none", "", ""
    if white["longest"] is not None:
        longest, mean = white["longest"]["distance"], f"{white['mean']:.1f}"
        fen = f"`{white['longest']['fen']}`"
    cells = [f"`{game}`", ending, share(white, "won"), share(black, "lost"), longest, mean, stats["zugzwangs"], fen]
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def main():
    program = sys.argv[1]
    print(HEAD)
    for game, endings in ENDINGS.items():
        for ending in endings.split():
            print(row(program, game, ending), flush=True)
    with open(os.path.join(HERE, "answers.md"), encoding="utf-8") as answers:
        print("\n" + answers.read(), end="")


main()
