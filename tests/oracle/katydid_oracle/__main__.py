"""Command line of the oracle: checks perft files, or compares an engine with the oracle."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from .compare import Comparison
from .example_games import EXAMPLES
from .fairy import compare_with_fairy
from .fairy_games import compare_games
from .mixtures import MIXTURES
from .perft_files import check_files
from .random_files import run as run_random_files
from .uci import Engine, EngineFailure
from .games import GAMES

ALL = [*GAMES, *EXAMPLES, *MIXTURES]
EXAMPLE_FILES = Path(__file__).resolve().parents[3] / "variants" / "examples"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="katydid_oracle", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    perft = commands.add_parser("perft", help="check the oracle against perft files")
    perft.add_argument("files", nargs="+", type=Path, metavar="FILE")
    perft.add_argument("--max-depth", type=int, default=3, help="skip deeper counts (default 3)")
    perft.add_argument("--max-count", type=int, default=60_000, help="skip larger counts (default 60000)")

    compare = commands.add_parser("compare", help="compare an engine with the oracle in random games")
    compare.add_argument("--engine", required=True, type=Path)
    compare.add_argument("--variant", required=True, choices=[*ALL, "all"])
    compare.add_argument("--games", type=int, default=20)
    compare.add_argument("--seed", type=int, default=1)
    compare.add_argument("--max-plies", type=int, default=60)
    compare.add_argument("--max-differences", type=int, default=5, help="stop a variant after so many (default 5)")
    compare.add_argument("--timeout", type=float, default=60, help="seconds to wait for an answer (default 60)")


    random = commands.add_parser("random", help="compare an engine with the oracle in games of random variant files")
    random.add_argument("--engine", required=True, type=Path)
    random.add_argument("--maker", required=True, type=Path, help="katydid-trust, which makes the files")
    random.add_argument("--files", type=int, default=100)
    random.add_argument("--seed", type=int, default=1)
    random.add_argument("--games", type=int, default=2, help="games of each file (default 2)")
    random.add_argument("--max-plies", type=int, default=30)

    fairy = commands.add_parser(
        "fairy",
        help="compare the oracle's crazyhouse, or with --engine the games of an engine, with Fairy-Stockfish's Python module",
    )
    fairy.add_argument("--engine", type=Path, help="compare this engine, and not the oracle")
    fairy.add_argument("--variant", default="all", help="a game that both know, or all on at most 8x8 (with --engine)")
    fairy.add_argument("--table", action="store_true", help="print the rows of docs/agreement.md (with --engine)")
    fairy.add_argument("--positions", type=int, default=20_000)
    fairy.add_argument("--seed", type=int, default=1)
    fairy.add_argument("--max-differences", type=int, default=5, help="stop after so many (default 5)")
    return parser.parse_args()


def engine_for(options: argparse.Namespace, variant: str, stack: ExitStack) -> Engine:
    """The engine with the file of the game, if it needs one."""
    file = None
    if variant in MIXTURES:
        file = Path(stack.enter_context(TemporaryDirectory())) / f"{variant}.toml"
        file.write_text(MIXTURES[variant].file)
    elif variant in EXAMPLES:
        file = EXAMPLE_FILES / f"{variant}.toml"
    engine = stack.enter_context(Engine(options.engine, variant, options.timeout, file))
    example = EXAMPLE_FILES / f"{variant}.toml"
    if file is None and not engine.knows_variant and example.exists():
        engine = stack.enter_context(Engine(options.engine, variant, options.timeout, example))
    return engine


def compare_variant(options: argparse.Namespace, variant: str) -> bool:
    """Play the games of one variant; true if the engine agreed throughout."""
    reports = 0
    with ExitStack() as stack:
        engine = engine_for(options, variant, stack)
        if not engine.knows_variant:
            print(f"{variant}: the engine does not know this game", flush=True)
            return False
        comparison = Comparison(engine, variant, Random(f"{variant} {options.seed}"))
        for _ in range(options.games):
            report = comparison.play_game(options.max_plies)
            if report:
                reports += 1
                print(report, flush=True)
            if reports >= options.max_differences:
                break
    print(f"{variant}: {comparison.positions} positions, {reports} differences", flush=True)
    return reports == 0


def main() -> int:
    options = arguments()
    if options.command == "perft":
        return 0 if check_files(options.files, options.max_depth, options.max_count) else 1
    if options.command == "random":
        return 0 if run_random_files(options) else 1
    if options.command == "fairy":
        if options.engine:
            return 0 if compare_games(options) else 1
        return 0 if compare_with_fairy(options.positions, options.seed, options.max_differences) else 1
    variants = ALL if options.variant == "all" else [options.variant]
    try:
        agreed = [compare_variant(options, variant) for variant in variants]
    except EngineFailure as failure:
        print(f"engine failure: {failure}", file=sys.stderr)
        return 2
    return 0 if all(agreed) else 1


if __name__ == "__main__":
    sys.exit(main())
