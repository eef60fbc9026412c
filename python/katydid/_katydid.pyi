"""The native part of the package; `katydid` re-exports it."""

import os
from collections.abc import Callable, Sequence
from typing import Literal, final

__version__: str

class Error(ValueError):
    """Input that cannot be read. Base of the other errors of input."""

class FenError(Error): ...
class MoveError(Error): ...
class VariantError(Error): ...
class ProblemError(Error): ...

class SearchError(RuntimeError):
    """A search has no memory or no thread, or ended without a result."""

@final
class PieceType:
    @property
    def letter(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def movement(self) -> str:
        """In Betza notation."""

@final
class Variant:
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def inventor(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def start_fen(self) -> str: ...
    @property
    def captures_to_hand(self) -> bool: ...
    @property
    def piece_types(self) -> list[PieceType]: ...

@final
class Outcome:
    @property
    def winner(self) -> Literal["white", "black"] | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]: ...

@final
class Consequence:
    """One thing that happens to one piece. Pieces are written as in a FEN."""

    @property
    def leg(self) -> int:
        """Which leg of the turn, from 0."""
    @property
    def role(
        self,
    ) -> Literal["mover", "rook", "victim", "hurdle", "displaced", "bystander"]: ...
    @property
    def event(
        self,
    ) -> Literal[
        "moves",
        "shoots",
        "drops",
        "captured",
        "pushed_off",
        "promotes",
        "changes_type",
        "changes_color",
        "reborn",
        "transferred",
        "returns",
        "appears",
        "vanishes",
        "crosses",
    ]: ...
    @property
    def capture(self) -> Literal["replaced", "en_passant", "on_the_way", "shot"] | None: ...
    @property
    def piece(self) -> str: ...
    @property
    def square(self) -> str: ...
    @property
    def target(self) -> str | None:
        """The square that is shot at."""
    @property
    def piece_after(self) -> str | None:
        """What the piece is afterwards, `None` if it is not on the board."""
    @property
    def square_after(self) -> str | None: ...

@final
class Game:
    """A game: where it began and the turns played since. Turns are given in coordinates or algebraic notation."""

    __hash__: None  # type: ignore[assignment]
    def __new__(
        cls, variant: str = "chess", fen: str | None = None, turns: Sequence[str] = ...
    ) -> Game: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def fen(self) -> str: ...
    @property
    def first_fen(self) -> str: ...
    @property
    def side_to_move(self) -> Literal["white", "black"]: ...
    @property
    def in_check(self) -> bool: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def insufficient_material(self) -> tuple[bool, bool]: ...
    @property
    def turns(self) -> list[str]: ...
    @property
    def sans(self) -> list[str]: ...
    @property
    def pieces(self) -> dict[str, str]: ...
    @property
    def board(self) -> str: ...
    def legal_turns(self) -> list[str]: ...
    def legal_sans(self) -> list[str]: ...
    def legal_legs(self, begun: Sequence[str] = ...) -> list[str]: ...
    def parse(self, turn: str) -> str: ...
    def san(self, turn: str) -> str: ...
    def is_capture(self, turn: str) -> bool: ...
    def consequences(self, turn: str) -> list[Consequence]: ...
    def effects(self, turn: str) -> str: ...
    def push(self, turn: str) -> str: ...
    def pop(self) -> str: ...
    def perft(self, depth: int) -> int: ...
    def copy(self) -> Game: ...
    def __eq__(self, other: object) -> bool: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Line:
    """A line of a search. Scores are for the side to move."""

    @property
    def number(self) -> int:
        """Which of several lines, from 1."""
    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def score(self) -> int | None:
        """Centipawns, `None` for a forced end."""
    @property
    def mate(self) -> int | None:
        """Turns to a forced end, positive if the side to move wins."""
    @property
    def bound(self) -> Literal["exact", "lower", "upper"]: ...
    @property
    def wdl(self) -> tuple[int, int, int]:
        """Thousandths of wins, draws and losses."""
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """Seconds."""
    @property
    def turns(self) -> list[str]: ...
    @property
    def sans(self) -> list[str]: ...

@final
class SearchResult:
    @property
    def turn(self) -> str | None:
        """The best turn, `None` if the game is over."""
    @property
    def san(self) -> str | None: ...
    @property
    def ponder(self) -> str | None:
        """The expected reply."""
    @property
    def score(self) -> int | None: ...
    @property
    def mate(self) -> int | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def lines(self) -> list[Line]:
        """Best first."""

@final
class Engine:
    """A search with its transposition table of `hash` MB. Searches of one engine wait for each other."""

    def __new__(cls, hash: int = 16, threads: int = 1, network: bool = True) -> Engine: ...
    def search(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        mate: int | None = None,
        left: float | None = None,
        increment: float = 0.0,
        lines: int = 1,
        on_line: Callable[[Line], object] | None = None,
    ) -> SearchResult: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...

def variants() -> list[str]: ...
def variant(name: str) -> Variant: ...
def load(path: str | os.PathLike[str]) -> list[str]: ...
def load_text(text: str, file: str = "text") -> str: ...
def solve_parts(
    fen: str,
    stipulation: str,
    game: str | None,
    conditions: list[str],
    pieces: list[str],
    twins: list[str],
    options: list[str],
    threads: int | None,
    memory: int,
    max_time: float | None,
    max_nodes: int | None,
) -> list[str]: ...
def solve_text(
    text: str,
    threads: int | None,
    memory: int,
    max_time: float | None,
    max_nodes: int | None,
) -> list[str]: ...
