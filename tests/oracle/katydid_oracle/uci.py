"""Asks an engine about positions by UCI (rules, section 1, "Asking the engine")."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

from .pieces_option import DEFAULT

PERFT_LINE = re.compile(r"(\S+): (\d+)")


ERROR = "info string error: "


class EngineFailure(Exception):
    """The engine ended or did not answer in time."""


@dataclass(frozen=True)
class Answer:
    """What the engine says of a position; ``moves`` counts each text as often as it was listed.

    ``errors`` are its complaints about the position, which then stays as it was.
    """

    moves: Counter[str]
    total: int
    fen: str
    result: str
    errors: tuple[str, ...] = ()


class Engine:
    """An engine that plays a variant, perhaps one of a variant file."""

    def __init__(self, path: Path, variant: str, timeout: float, file: Path | None = None):
        command = [path, "--variants", file] if file else [path]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._timeout = timeout
        self._lines: Queue[str | None] = Queue()
        Thread(target=self._read_output, daemon=True).start()
        self._send("uci")
        self._options = [line for line in self._lines_until("uciok") if line.startswith("option name ")]
        self._pieces = DEFAULT
        self.knows_variant = variant in self._variants()
        self.knows_pieces = any(line.startswith("option name Pieces ") for line in self._options)
        self._send(f"setoption name UCI_Variant value {variant}")

    def _variants(self) -> list[str]:
        """The games that the engine offers."""
        offered = next((line for line in self._options if line.startswith("option name UCI_Variant ")), "")
        words = offered.split()
        return [value for word, value in zip(words, words[1:]) if word == "var"]

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()

    def ask(self, fen: str, moves: list[str], pieces: str = "") -> Answer:
        """Moves, FEN and result of the position reached from ``fen`` by ``moves``, with these pieces declared."""
        self._declare(pieces or DEFAULT)
        self._send(" ".join([f"position fen {fen}"] + (["moves", *moves] if moves else [])))
        self._send("go perft 1")
        perft = self._lines_until("Nodes searched:")
        self._send("d")
        board = self._lines_until("Result:")
        listed: Counter[str] = Counter()
        for line in perft:
            if match := PERFT_LINE.fullmatch(line):
                listed[match[1]] += int(match[2])
        return Answer(
            moves=listed,
            total=int(perft[-1].removeprefix("Nodes searched:")),
            fen=next((line.removeprefix("Fen:").strip() for line in board if line.startswith("Fen:")), ""),
            result=board[-1].removeprefix("Result:").strip(),
            errors=tuple(line.removeprefix(ERROR) for line in perft if line.startswith(ERROR)),
        )

    def count(self, depth: int) -> int:
        """What the engine counts to a depth from the position it was asked about last."""
        self._send(f"go perft {depth}")
        return int(self._lines_until("Nodes searched:")[-1].removeprefix("Nodes searched:"))

    def _declare(self, pieces: str) -> None:
        """Declare pieces; those of declarations before go, which would otherwise stay."""
        if pieces == self._pieces:
            return
        for value in {DEFAULT: None, pieces: None}:
            self._send(f"setoption name Pieces value {value}")
        self._pieces = pieces

    def _send(self, line: str) -> None:
        try:
            print(line, file=self._process.stdin)
        except BrokenPipeError as error:
            raise EngineFailure("the engine has ended") from error

    def _lines_until(self, prefix: str) -> list[str]:
        lines: list[str] = []
        while not lines or not lines[-1].startswith(prefix):
            try:
                line = self._lines.get(timeout=self._timeout)
            except Empty as error:
                raise EngineFailure(f"no line '{prefix}' within {self._timeout} seconds") from error
            if line is None:
                raise EngineFailure(f"the engine ended before the line '{prefix}'")
            lines.append(line)
        return lines

    def _read_output(self) -> None:
        for line in self._process.stdout:
            self._lines.put(line.rstrip())
        self._lines.put(None)
