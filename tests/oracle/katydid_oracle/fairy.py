"""Compares the oracle's crazyhouse with Fairy-Stockfish (its Python module pyffish) in random games."""

from __future__ import annotations

from collections import Counter
from random import Random

from .board import CHESSBOARD, PAWN, Position, is_piece, type_of
from .compare import START_SHARE, Line, describe, fen_difference, move_differences
from .game import ONGOING, Game
from .random_positions import random_fen

try:
    import pyffish
except ImportError:
    pyffish = None

VARIANT = "crazyhouse"
MAX_PLIES = 120


def compare_with_fairy(positions: int, seed: int, max_differences: int) -> bool:
    """Compare so many positions of random games, moves and FEN; true if all agree."""
    if pyffish is None:
        print("skipped: the comparison with Fairy-Stockfish needs pyffish (pip install pyffish)")
        return True
    rng = Random(f"{VARIANT} {seed}")
    compared = reports = 0
    while compared < positions and reports < max_differences:
        game, line = _new_game(rng)
        for _ in range(MAX_PLIES):
            compared += 1
            found = _differences(game, line)
            if found:
                reports += 1
                print("\n".join((describe(VARIANT, line), *found)), flush=True)
            if found or compared == positions or game.result() != ONGOING:
                break
            turn = _some_turn(game, rng)
            line = Line(line.fen, line.turns + (turn,))
            game.push(turn)
    print(f"{VARIANT} by Fairy-Stockfish: {compared} positions, {reports} differences", flush=True)
    return reports == 0


def _new_game(rng: Random) -> tuple[Game, Line]:
    game = Game(VARIANT)
    if rng.random() >= START_SHARE:
        game.set_fen(random_fen(VARIANT, rng))
        while _has_pawn_on_end_rank(game.position):
            game.set_fen(random_fen(VARIANT, rng))
    return game, Line(game.fen())


def _has_pawn_on_end_rank(position: Position) -> bool:
    """Such pawns are dead by our rules, and only by ours."""
    return any(
        is_piece(piece) and type_of(piece) == PAWN and CHESSBOARD.rank(square) in (0, CHESSBOARD.height - 1)
        for square, piece in enumerate(position.squares)
    )


def _some_turn(game: Game, rng: Random) -> str:
    """A move of the board or a drop, each about as often, for drops are many."""
    turns = game.legal()
    kinds = [kind for kind in ([turn for turn in turns if (turn[1] == "@") == drop] for drop in (True, False)) if kind]
    return rng.choice(rng.choice(kinds))


def _differences(game: Game, line: Line) -> list[str]:
    """Fairy-Stockfish is asked about the line from its beginning and about the position as one set up."""
    found = []
    for fen, turns in {(line.fen, line.turns), (game.fen(), ())}:
        moves = Counter(pyffish.legal_moves(VARIANT, fen, list(turns)))
        found += move_differences(game, moves, "Fairy-Stockfish")
        found += fen_difference(game, pyffish.get_fen(VARIANT, fen, list(turns)), "Fairy-Stockfish")
    return found
