"""Checks the oracle against perft files.

A file holds the line ``variant NAME`` and then, for each position, ``id ID [TAGS]``, ``fen FEN`` and
lines ``perft DEPTH COUNT``.  Before ``fen`` may stand ``pieces DECLARATIONS``, the value of the option `Pieces`,
which holds for that position only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .game import Game


@dataclass(frozen=True)
class Check:
    variant: str
    pieces: str
    identifier: str
    fen: str
    depth: int
    count: int


def read_checks(path: Path) -> Iterator[Check]:
    fields = {"variant": "", "id": "", "pieces": "", "fen": ""}
    for line in path.read_text().splitlines():
        keyword, _, rest = line.strip().partition(" ")
        if keyword == "perft":
            depth, count = rest.split()[:2]
            yield Check(fields["variant"], fields["pieces"], fields["id"].split()[0], fields["fen"], int(depth), int(count))
        elif keyword in fields:
            fields[keyword] = rest
            if keyword == "id":
                fields["pieces"] = ""


def check_files(paths: list[Path], max_depth: int, max_count: int) -> bool:
    """Print one line for each check and a summary; true if all counts agree."""
    passed = failed = skipped = 0
    for path in paths:
        for check in read_checks(path):
            if check.depth > max_depth or check.count > max_count:
                skipped += 1
                continue
            game = Game(check.variant, check.pieces)
            game.set_fen(check.fen)
            count = game.perft(check.depth)
            label = f"{check.variant} {check.identifier} perft {check.depth} {check.count}"
            if count == check.count:
                passed += 1
                print(f"ok {label}", flush=True)
            else:
                failed += 1
                print(f"FAILED {label}: got {count} in {check.fen}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed == 0
