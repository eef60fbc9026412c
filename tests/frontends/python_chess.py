#!/usr/bin/env python3
"""Plays a game of each kind that python-chess knows, over both protocols.

Usage: python_chess.py PROGRAM. A warning, or a move that python-chess does not take, is a failure.
"""

import logging
import sys

import chess
import chess.engine
import chess.variant


# The games, and how many turns of each are played at most.
GAMES = [
    (chess.Board, 60),
    (chess.variant.CrazyhouseBoard, 60),
    (chess.variant.AtomicBoard, 20),
    (chess.variant.ThreeCheckBoard, 10),
    (chess.variant.HordeBoard, 10),
    (chess.variant.RacingKingsBoard, 10),
    (chess.variant.GiveawayBoard, 20),
    (chess.variant.KingOfTheHillBoard, 10),
    (chess.variant.AntichessBoard, 10),
]


class Strict(logging.Handler):
    """Notes warnings."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        self.found.append(record.getMessage())


def main():
    program = sys.argv[1]
    strict = Strict()
    logging.getLogger().addHandler(strict)
    limit = chess.engine.Limit(time=0.01)
    for connect in (chess.engine.SimpleEngine.popen_xboard, chess.engine.SimpleEngine.popen_uci):
        for game, turns in GAMES:
            board = game()
            with connect(program, timeout=60) as engine:
                while not board.is_game_over() and len(board.move_stack) < turns:
                    move = engine.play(board, limit).move
                    assert move is not None, board.fen()
                    board.push(move)
            print(connect.__name__, game.__name__, board.result(), len(board.move_stack))
    for text in strict.found:
        print("warning:", text)
    sys.exit(bool(strict.found))


main()
