"""Compares an engine with Fairy-Stockfish (its Python module pyffish) in random games of all that both know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from .game import ONGOING
from .uci import Answer, Engine

try:
    import pyffish
except ImportError:
    pyffish = None

MAX_PLIES = 120
NULL = "0000"
# Games without a board that pyffish and the engine write alike: shuffled first ranks.
SHUFFLED = "fischerandom"
# Drops that may not mate, which pyffish lists and calls lost, and the engine does not list: of pawns, and of the swallows of Tori Shogi.
MATING_DROPS = ("P@", "S@")
# Games in which each turn has a second part, the placing of a wall, and those in which a piece leaves one behind.
PLACING = ("duck", "isolation", "isolation7x7")
LEAVING = ("joust", "snailtrail")
# Ends that pyffish leaves to whoever asks for them.
OF_MATERIAL = ("neither side can win", "bare king")
# Games in which draws are wins of Black.
DRAW_ODDS = ("armageddon",)


def small_games() -> list[str]:
    """The games of pyffish on at most eight files and ranks."""
    return [name for name in sorted(pyffish.variants()) if _is_small(pyffish.start_fen(name))]


def compare_games(options) -> bool:
    """Compare so many positions of each game; true if all agree."""
    if pyffish is None:
        print("skipped: the comparison with Fairy-Stockfish needs pyffish (pip install pyffish)")
        return True
    small = small_games()
    wanted = small if options.variant == "all" else [options.variant]
    missing, agreeing = [], []
    for name in wanted:
        with Engine(options.engine, name, 60) as engine:
            if not engine.knows_variant:
                missing.append(name)
                continue
            comparison = _Comparison(engine, name, Random(f"{name} {options.seed}"))
            comparison.run(options.positions, options.max_differences)
        print(comparison.row() if options.table else comparison.summary(), flush=True)
        if not comparison.reports:
            agreeing.append(name)
    known = len(wanted) - len(missing)
    print(f"{len(small)} games of pyffish up to 8x8; of {known} compared {len(agreeing)} agree", flush=True)
    if missing:
        print("not known here: " + " ".join(missing), flush=True)
    return len(agreeing) == known


def _is_small(fen: str) -> bool:
    ranks = fen.split("[")[0].split()[0].split("/")
    return len(ranks) <= 8 and all(_width(rank) <= 8 for rank in ranks)


def _width(rank: str) -> int:
    width, number = 0, ""
    for char in rank + " ":
        if char.isdigit():
            number += char
            continue
        width += int(number or 0) + (char.isalpha() or char == "*")
        number = ""
    return width


class _Comparison:
    def __init__(self, engine: Engine, variant: str, rng: Random):
        self.engine, self.variant, self.rng = engine, variant, rng
        self.chess960 = variant == SHUFFLED
        self.positions = self.ends = self.games = 0
        self.reports: list[str] = []

    def summary(self) -> str:
        return (
            f"{self.variant}: {self.positions} positions of {self.games} games, {self.ends} ends, "
            f"{len(self.reports)} differences"
        )

    def row(self) -> str:
        """The summary as a row of a table."""
        cells = [f"`{self.variant}`", self.positions, self.games, self.ends, len(self.reports)]
        return f"| {' | '.join(map(str, cells))} |"

    def run(self, positions: int, most: int) -> None:
        while self.positions < positions and len(self.reports) < most:
            self.games += 1
            self._game(positions)

    def _game(self, positions: int) -> None:
        start = self._start()
        own: list[str] = []
        other: list[str] = []
        for _ in range(MAX_PLIES):
            answer = self.engine.ask(_for_engine(self.variant, start), own)
            self.positions += 1
            difference = self._difference(answer, start, other)
            if difference:
                line = f"{self.variant}: {start} moves {' '.join(own)}"
                self.reports.append(line)
                print(f"{line}\n  {answer.fen}\n  {difference}", flush=True)
                return
            if answer.result != ONGOING:
                self.ends += 1
                return
            if self.positions >= positions or not answer.moves:
                return
            move = self._some_move(answer)
            own.append(move)
            other.append(self._theirs(move, start, other))

    def _start(self) -> str:
        fen = pyffish.start_fen(self.variant)
        if not self.chess960:
            return fen
        while True:
            rank = list("rnbqkbnr")
            self.rng.shuffle(rank)
            bishops = [i for i, piece in enumerate(rank) if piece == "b"]
            rooks = [i for i, piece in enumerate(rank) if piece == "r"]
            if sum(bishops) % 2 and rooks[0] < rank.index("k") < rooks[1]:
                break
        row = "".join(rank)
        files = "".join("abcdefgh"[i] for i in reversed(rooks))
        return f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w {files.upper()}{files} - 0 1"

    def _some_move(self, answer: Answer) -> str:
        """A move of each kind about as often: drops are many, promotions and castling rare."""
        moves = sorted(answer.moves)
        kinds: dict[object, list[str]] = {}
        for move in moves:
            kind = "@" if "@" in move else len(move.split(",")[0]) > 4
            kinds.setdefault(kind, []).append(move)
        return self.rng.choice(self.rng.choice(list(kinds.values())))

    def _theirs(self, move: str, start: str, other: list[str]) -> str:
        """The move as pyffish writes it."""
        if move != NULL and self.variant not in PLACING + LEAVING:
            return move
        moves = pyffish.legal_moves(self.variant, start, other, self.chess960)
        return next(theirs for theirs in moves if move in self._ours(theirs))

    def _ours(self, move: str) -> tuple[str, ...]:
        """The ways in which the engine may write a move of pyffish: a pass is a move from a square to itself, and a wall is placed by a
        leg of its own, unless the first one has ended the game."""
        first, _, wall = move.partition(",")
        if self.variant in LEAVING:
            return (first,)
        if self.variant in PLACING:
            return (f"{first},*@{wall[2:]}", first)
        return (NULL if len(move) == 4 and move[:2] == move[2:] else move,)

    def _difference(self, answer: Answer, start: str, other: list[str]) -> str | None:
        fen = pyffish.get_fen(self.variant, start, other, self.chess960)
        # Only pyffish puts a captured king into a hand, where nobody needs it any more.
        fields = 1 if answer.result != ONGOING else 3
        if "all kings captured" in answer.result:
            # Only pyffish places a wall after the capture of a king.
            fields = 0
        if _placement(answer.fen)[:fields] != _placement(fen)[:fields]:
            return f"placement by pyffish: {fen}"
        theirs = pyffish.legal_moves(self.variant, start, other, self.chess960)
        end = self._end(start, other, theirs, answer)
        if answer.result != ONGOING:
            return None if end == answer.result.split()[0] else f"{answer.result}, by pyffish {end}"
        if end:
            return f"ongoing, by pyffish {end}"
        written = [self._ours(move) for move in theirs]
        if self.variant in PLACING:
            written = sorted({ways if ways[0] in answer.moves else ways[::-1] for ways in written})
        listed = Counter(ways[0] for ways in written)
        if self.variant in PLACING:
            listed = Counter(set(listed))
        more, less = answer.moves - listed, listed - answer.moves
        less = [move for move in less if not self._is_excused(move, start, other)]
        if more or less:
            return f"only the engine: {' '.join(sorted(more))}; only pyffish: {' '.join(sorted(less))}"
        return None

    def _is_excused(self, move: str, start: str, other: list[str]) -> bool:
        """Whether it is a drop that may not mate, and does: pyffish lists no answer but drops of which the same is true."""
        if not move.startswith(MATING_DROPS):
            return False
        answers = pyffish.legal_moves(self.variant, start, [*other, move], self.chess960)
        return all(self._is_excused(answer, start, [*other, move]) for answer in answers)

    def _end(self, start: str, other: list[str], theirs: list[str], answer: Answer) -> str | None:
        """The result by pyffish, None if the game goes on."""
        value = None
        ended, by_rule = pyffish.is_immediate_game_end(self.variant, start, other, self.chess960)
        if ended:
            value = by_rule
        elif not theirs:
            value = pyffish.game_result(self.variant, start, other, self.chess960)
        else:
            ended, by_rule = pyffish.is_optional_game_end(self.variant, start, other, self.chess960)
            if ended:
                value = by_rule
        if value is None:
            if any(reason in answer.result for reason in OF_MATERIAL):
                fen = pyffish.get_fen(self.variant, start, other, self.chess960)
                short = pyffish.has_insufficient_material(self.variant, fen, [], self.chess960)
                draw = "0-1" if self.variant in DRAW_ODDS else "1/2-1/2"
                return draw if all(short) else None
            return None
        if value == 0:
            return "1/2-1/2"
        white = answer.fen.split()[1] == "w"
        return "1-0" if (value > 0) == white else "0-1"


def _for_engine(variant: str, fen: str) -> str:
    return fen.replace("[-]", "[]")


def _placement(fen: str) -> tuple[str, str, str]:
    board, side = fen.split()[:2]
    placement, _, hand = board.partition("[")
    return placement.replace("~", ""), "".join(sorted(hand.strip("]-"))), side
