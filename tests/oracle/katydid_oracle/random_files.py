"""Compares an engine with the oracle in games that nobody designed: variant files made at random."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from json import loads
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from .compare import Comparison
from .example_games import EXAMPLES
from .mixtures import FLAGS
from .uci import Engine, EngineFailure
from .variant_file import KEYS, NotModelled, read_variant


@dataclass
class Tally:
    """What a run has seen; ``left_out`` counts the files that were not compared by what the oracle does not know."""

    files: int
    refused: int
    compared: int
    positions: int
    differences: int
    left_out: Counter[str]


def compare_random_files(engine: Path, maker: Path, count: int, seed: int, games: int, max_plies: int) -> Tally:
    """Makes ``count`` files from ``seed`` on and plays ``games`` of each that the engine accepts and the oracle knows."""
    tally = Tally(count, 0, 0, 0, 0, Counter())
    with TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            text = subprocess.run([maker, "game", str(number), "--modelled"], check=True, capture_output=True, text=True).stdout
            text = with_known_keys(text)
            file = Path(folder) / f"random-{number}.toml"
            file.write_text(text)
            if subprocess.run([engine, "check", file], capture_output=True).returncode:
                tally.refused += 1
                continue
            try:
                variant = read_variant(text)
            except NotModelled as reason:
                tally.left_out[str(reason)] += 1
                continue
            EXAMPLES[variant.name] = variant
            tally.compared += 1
            compare_file(engine, file, variant.name, games, max_plies, tally)
    return tally


def with_known_keys(text: str) -> str:
    """The file without the lines whose keys the oracle does not know: a game is left that both can play."""
    section, lines = "", []
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        key, equals, value = line.partition(" = ")
        if key == "conditions":
            line = f"{key} = {[name for name in loads(value) if name in FLAGS]}".replace("'", '"')
        if not equals or key in KEYS.get(section, {key}):
            lines.append(line)
    return "\n".join(lines) + "\n"


def compare_file(engine: Path, file: Path, name: str, games: int, max_plies: int, tally: Tally) -> None:
    with Engine(engine, name, 60, file) as player:
        comparison = Comparison(player, name, Random(name))
        for _ in range(games):
            if report := comparison.play_game(max_plies):
                tally.differences += 1
                print(f"{report}\n{file.read_text()}", flush=True)
                break
        tally.positions += comparison.positions


def run(options: object) -> bool:
    """The command of the command line; true if the engine agreed throughout."""
    try:
        tally = compare_random_files(
            options.engine, options.maker, options.files, options.seed, options.games, options.max_plies
        )
    except EngineFailure as failure:
        print(f"engine failure: {failure}", file=sys.stderr)
        return False
    for reason, times in tally.left_out.most_common(8):
        print(f"  not modelled, {times} files: {reason}")
    print(
        f"random files: {tally.files} made, {tally.refused} refused by the engine, {tally.compared} compared, "
        f"{tally.positions} positions, {tally.differences} differences"
    )
    return tally.differences == 0 and tally.compared > 0
