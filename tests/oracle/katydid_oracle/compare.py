"""Plays random games of a variant and compares the oracle with an engine at every position."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from .board import BLACK, Position, is_piece, opponent
from .game import ONGOING, Game
from .random_pieces import random_pieces
from .random_positions import random_fen
from .rules import Rules
from .uci import Answer, Engine

START_SHARE = 0.25
FRESH_SHARE = 0.25
RESPELT_SHARE = 0.2
AMBIGUOUS_SHARE = 0.2
COUNTED_SHARE = 0.3
MOST_TURNS_COUNTED = 12
DECLARED_SHARE = 0.8
MOST_TURNS = 2_000
MOST_TURNS_WEIGHED = 30
SHOWN_MOVES = 12


@dataclass(frozen=True)
class Line:
    """A position command: a FEN and the turns played from it, and the pieces declared before."""

    fen: str
    turns: tuple[str, ...] = ()
    pieces: str = ""


class Comparison:
    """Compares one engine with the oracle on one variant.

    ``seen`` counts the kinds of events that occurred, so that play can prefer the rare ones.
    """

    def __init__(self, engine: Engine, variant: str, rng: Random):
        self.engine = engine
        self.variant = variant
        self.rng = rng
        self.positions = 0
        self.seen: Counter[tuple] = Counter()

    def play_game(self, max_plies: int) -> str | None:
        """Play one random game; returns a report of the first difference, if there is one."""
        game, line = self._new_game()
        style = self.rng.choice((self._by_rarity, self._by_rarity, self._by_repetition, self._by_chance))
        for _ in range(max_plies + 1):
            if too_many_turns(game):
                return None
            if self._differences(game, line, self.rng.random() < COUNTED_SHARE):
                return self._report(line)
            if self.rng.random() < FRESH_SHARE and (report := self._compare_fresh(line.pieces, game.fen())):
                return report
            if game.result() != ONGOING:
                return None
            if report := self._compare_ambiguous(game, line):
                return report
            turn = style(game)
            if self.engine.knows_pieces and self.rng.random() < RESPELT_SHARE:
                turn = self.rng.choice(game.spellings(turn))
            line = replace(line, turns=line.turns + (turn,))
            game.push(turn)
        return None

    def _new_game(self) -> tuple[Game, Line]:
        """A game from the array or a random position; on the analysis board mostly one with declared pieces."""
        widened = self.engine.knows_pieces and self.variant == "hurdlers"
        if widened and self.rng.random() < DECLARED_SHARE:
            pieces = random_pieces(self.rng)
            game = Game(self.variant, pieces)
            game.set_fen(random_fen(self.variant, self.rng, pieces, any_kings=True))
            return game, Line(game.fen(), pieces=pieces)
        game = Game(self.variant)
        if self.rng.random() >= START_SHARE:
            game.set_fen(random_fen(self.variant, self.rng, any_kings=widened))
        return game, Line(game.fen())

    def _compare_fresh(self, pieces: str, fen: str) -> str | None:
        """Compare a position of the game as one that has just been set up."""
        line = Line(fen, pieces=pieces)
        return self._report(line) if self._differences(game_of(self.variant, line), line, count=False) else None

    def _compare_ambiguous(self, game: Game, line: Line) -> str | None:
        """A text that leads to several positions must be refused with the texts that it can mean."""
        if game.variant.serial:
            # There the engine names the leg that is unclear.
            return None
        named = sorted(turn for turn in game.legal() if "/" in turn)
        if not named or self.rng.random() >= AMBIGUOUS_SHARE:
            return None
        text = self.rng.choice(named).partition("/")[0]
        expected = {turn for turn in named if turn.partition("/")[0] == text}
        unclear = replace(line, turns=line.turns + (text,))
        errors = self.engine.ask(unclear.fen, list(unclear.turns), unclear.pieces).errors
        told = " ".join(errors).partition("ambiguous, name the hurdle: ")[2]
        if expected <= set(re.split("[ ;),]+", told)):
            return None
        return "\n".join((describe(self.variant, unclear), f"  ambiguous: {' '.join(expected)}; the engine: {errors}"))

    def _differences(self, game: Game, line: Line, count: bool = True) -> list[str]:
        """All differences; where there are few turns those of the next are counted, which engines do by short cuts."""
        self.positions += 1
        found = differences(game, self.engine.ask(line.fen, list(line.turns), line.pieces))
        if not found and count and 0 < len(game.legal()) <= MOST_TURNS_COUNTED and game.position.turn_length == 1:
            expected, counted = game.perft(2), self.engine.count(2)
            if expected != counted:
                found.append(f"  perft 2: oracle {expected}, engine {counted}")
        return found

    def _report(self, line: Line) -> str:
        """Describe a difference by the shortest position command that shows it."""
        candidates = [line]
        if line.turns:
            before = replace(line, turns=line.turns[:-1])
            candidates = [
                Line(game_of(self.variant, line).fen(), pieces=line.pieces),
                Line(game_of(self.variant, before).fen(), line.turns[-1:], line.pieces),
                line,
            ]
        for candidate in candidates:
            found = self._differences(game_of(self.variant, candidate), candidate)
            if found:
                return "\n".join((describe(self.variant, candidate), *found))
        return "\n".join((describe(self.variant, line), "  the engine answers differently when asked again"))

    # Choosing turns

    def _by_chance(self, game: Game) -> str:
        return self.rng.choice(game.legal())

    def _by_repetition(self, game: Game) -> str:
        turns = self._some_turns(game)
        weights = [1 + 20 * game.occurrences[game.rules.repeated(position)] for position in turns.values()]
        return self.rng.choices(list(turns), weights)[0]

    def _by_rarity(self, game: Game) -> str:
        turns = self._some_turns(game)
        events = {turn: event(game, turn, position) for turn, position in turns.items()}
        weights = [1 / (1 + self.seen[events[turn]]) for turn in turns]
        chosen = self.rng.choices(list(turns), weights)[0]
        self.seen[events[chosen]] += 1
        return chosen

    def _some_turns(self, game: Game) -> dict[str, Position]:
        turns = game.turns()
        if len(turns) <= MOST_TURNS_WEIGHED:
            return turns
        return {turn: turns[turn] for turn in self.rng.sample(list(turns), MOST_TURNS_WEIGHED)}


def game_of(variant: str, line: Line) -> Game:
    game = Game(variant, line.pieces)
    game.set_fen(line.fen)
    for turn in line.turns:
        game.push(turn)
    return game


def too_many_turns(game: Game) -> bool:
    """Would listing all turns of a multi-move variant take too long?"""
    legs_left = game.position.legs_left
    if legs_left == 1 or not isinstance(game.rules, Rules):
        return False
    legs = sum(1 for _ in game.rules.legal_moves(game.position))
    return legs**legs_left > MOST_TURNS


def event(game: Game, turn: str, after: Position) -> tuple:
    """What kind of thing a turn does.

    That is the pieces that left, came and moved, the pieces in hand, a piece moved again, and changes of rights, en passant
    and check.
    """
    before = game.position

    def seen_by_mover(piece: str) -> str:
        return piece.swapcase() if before.side == BLACK else piece

    pieces_before = Counter(seen_by_mover(piece) for piece in before.squares if is_piece(piece))
    pieces_after = Counter(seen_by_mover(piece) for piece in after.squares if is_piece(piece))
    moved = {
        seen_by_mover(piece)
        for piece, now in zip(before.squares, after.squares)
        if is_piece(piece) and now != piece
    }
    hand_before, hand_after = (Counter(map(seen_by_mover, position.hand)) for position in (before, after))
    other = opponent(before.side)
    legs = turn.split(",")
    moved_again = any(later[:2] == leg[2:4] for leg, later in zip(legs, legs[1:]))
    gives_check = isinstance(game.rules, Rules) and game.rules.in_check(after.squares, other)
    return (
        tuple(sorted((pieces_before - pieces_after).elements())),
        tuple(sorted((pieces_after - pieces_before).elements())),
        tuple(sorted(moved)),
        tuple(sorted((hand_before - hand_after).elements())),
        tuple(sorted((hand_after - hand_before).elements())),
        moved_again,
        len(after.rook_rights) - len(before.rook_rights),
        len(after.unmoved_kings) - len(before.unmoved_kings),
        len(after.en_passant),
        gives_check,
    )


def differences(game: Game, answer: Answer) -> list[str]:
    """Each difference between the oracle and the engine's answer, in words."""
    if answer.errors:
        return [f"  the engine refuses: {error}" for error in answer.errors]
    found = move_differences(game, answer.moves, "the engine")
    if not found and answer.total != len(game.legal()):
        found.append(f"  nodes: oracle {len(game.legal())}, engine {answer.total}")
    found += fen_difference(game, answer.fen, "the engine")
    if game.result().split()[0] != answer.result.partition(" ")[0]:
        found.append(f"  Result: oracle {game.result()}\n          engine {answer.result}")
    return found


def move_differences(game: Game, moves: Counter[str], other: str) -> list[str]:
    """The moves that only one of the oracle and the ``other`` has."""
    found = []
    expected = Counter(game.legal())
    if missing := expected - moves:
        found.append(f"  moves only the oracle has ({missing.total()}): {some(missing)}")
    if surplus := moves - expected:
        found.append(f"  moves only {other} has ({surplus.total()}): {some(surplus)}")
    return found


def fen_difference(game: Game, fen: str, other: str) -> list[str]:
    return [f"  Fen of the oracle: {game.fen()}\n  of {other}: {fen}"] if game.fen() != fen else []


def some(moves: Counter[str]) -> str:
    texts = sorted(moves.elements())
    return " ".join(texts[:SHOWN_MOVES]) + (" ..." if len(texts) > SHOWN_MOVES else "")


def describe(variant: str, line: Line) -> str:
    moves = f" moves {' '.join(line.turns)}" if line.turns else ""
    declared = f"  setoption name Pieces value {line.pieces}\n" if line.pieces else ""
    return f"DIFFERENCE in {variant}\n{declared}  position fen {line.fen}{moves}"
