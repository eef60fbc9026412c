#!/usr/bin/env python3
"""Plays a game of chess and one of Crazyhouse in python-chess, over both protocols.

Usage: python_chess.py PROGRAM [TURNS]. A warning, or a move that python-chess does not take, is a failure.
"""

import logging
import sys

import chess
import chess.engine
import chess.variant


class Strict(logging.Handler):
    """Notes warnings."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        self.found.append(record.getMessage())


def main():
    program, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    strict = Strict()
    logging.getLogger().addHandler(strict)
    limit = chess.engine.Limit(time=0.01)
    for connect in (chess.engine.SimpleEngine.popen_xboard, chess.engine.SimpleEngine.popen_uci):
        for game in (chess.Board, chess.variant.CrazyhouseBoard):
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
