#!/usr/bin/env python3
"""Compares endgame tables of chess with values found by python-chess alone.

    tests/tables/python_chess.py target/release/katydid [SIGNATURE ...]

python-chess says which moves there are and when the game is over; the values follow by going through all positions of
a signature of three pieces again and again (retrograde only in that known positions are left out). Every position is compared, with the
value of every turn. Needs `pip install chess`; without it the script says so and ends with status 0.
"""

import itertools
import json
import subprocess
import sys

try:
    import chess
except ImportError:
    print("skipped: no python-chess")
    sys.exit(0)


def positions(letters):
    """All legal positions of the pieces, kings of White in one quarter of the board only to save time."""
    for squares in itertools.permutations(range(64), len(letters)):
        if squares[0] % 8 > 3 or "P" not in letters and squares[0] // 8 > 3:
            continue
        if "P" in letters and any(letter == "P" and square // 8 in (0, 7) for letter, square in zip(letters, squares)):
            continue
        board = chess.Board(None)
        for letter, square in zip(letters, squares):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        for side in (chess.WHITE, chess.BLACK):
            board.turn = side
            if board.is_valid():
                yield board.copy(stack=False)


def canonical(board):
    """One name for a position and its reflections."""
    pieces = sorted((piece.symbol(), square) for square, piece in board.piece_map().items())
    flips = (0, 7) if any(name in "Pp" for name, _ in pieces) else (0, 7, 56, 63)
    images = [tuple(sorted((name, square ^ flip) for name, square in pieces)) for flip in flips]
    return min(images), board.turn


def solved(letters):
    """Values as (winner moves, half-moves), None for a draw; by canonical name."""
    todo, waiting = {}, []
    for pieces in subsets(letters):
        for board in positions(pieces):
            name = canonical(board)
            if name in todo:
                continue
            moves = list(board.legal_moves)
            if not moves:
                todo[name] = []
                waiting.append((name, -1 if board.is_check() else None))
                continue
            after = []
            for move in moves:
                board.push(move)
                after.append(canonical(board))
                board.pop()
            todo[name] = after
    value = {name: 0 for name, known in waiting if known == -1}
    over = {name for name, _ in waiting}
    lost, distance = set(value), 0
    won = set()
    before = {}
    for name, after in todo.items():
        for next_name in set(after):
            before.setdefault(next_name, []).append(name)
    left = {name: len(set(after)) for name, after in todo.items()}
    newly = list(lost)
    while newly:
        distance += 1
        found = []
        for name in newly:
            for previous in before.get(name, []):
                if previous in value or previous in over:
                    continue
                if name in lost:
                    won.add(previous)
                    value[previous] = distance
                    found.append(previous)
                else:
                    left[previous] -= 1
                    if left[previous] == 0:
                        lost.add(previous)
                        value[previous] = distance
                        found.append(previous)
        newly = found
    return todo, {name: ("win" if name in won else "loss", value[name]) if name in value else ("draw", None) for name in todo}


def subsets(letters):
    """The signatures that can arise: by captures, and by promotion of White's pawn."""
    found = {letters}
    for index, letter in enumerate(letters):
        if letter not in "Kk":
            found |= subsets(letters[:index] + letters[index + 1 :])
        if letter == "P":
            for other in "QRBN":
                found |= subsets(letters[:index] + other + letters[index + 1 :])
    return found


def fen_of(name):
    board = chess.Board(None)
    for symbol, square in name[0]:
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    board.turn = name[1]
    return board.fen()


def main():
    program, *signatures = sys.argv[1:]
    failed = False
    for signature in signatures or ["KQvK", "KRvK"]:
        white, black = signature.split("v")
        letters = white + black.lower()
        todo, values = solved(letters)
        own = [name for name in todo if len(name[0]) == len(letters) and sorted(letters) == [it[0] for it in name[0]]]
        fens = "\n".join(fen_of(name) for name in own)
        command = [program, "tables", "probe", "chess", "-", "--json"]
        answers = subprocess.run(command, input=fens, capture_output=True, text=True, check=True).stdout.splitlines()
        wrong = 0
        for name, answer in zip(own, map(json.loads, answers), strict=True):
            turns = {canonical_after(name, turn["turn"]): (turn["value"], turn["distance"]) for turn in answer["turns"]}
            expected = {after: turned(values[after]) for after in todo[name] if after in values}
            if (answer["value"], answer["distance"]) != values[name] or any(
                turns.get(after) != it for after, it in expected.items()
            ):
                wrong += 1
                print(f"{signature} {answer['fen']}: {answer['value']} {answer['distance']}, expected {values[name]}")
        print(f"{signature}: {len(own)} positions, {wrong} differ")
        failed |= wrong > 0
    sys.exit(failed)


def canonical_after(name, turn):
    board = chess.Board(fen_of(name))
    board.push_uci(turn)
    return canonical(board)


def turned(value):
    return ({"win": "loss", "loss": "win", "draw": "draw"}[value[0]], value[1])


main()
