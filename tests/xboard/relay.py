#!/usr/bin/env python3
"""Matches between two copies of the engine over a stand-in for XBoard that needs no screen.

    tests/xboard/relay.py [PROGRAM [VARIANT ...]] [--games N] [--seed N] [--log FOLDER]
    tests/xboard/relay.py --against LOG FEN

PROGRAM is an engine (default: target/debug/katydid), VARIANT a game (default: those of GAMES). The stand-in does with
the plies of an engine what XBoard 4.9.1 does with its legality testing off: it reads them, moves pieces on a board, and
hands them on to the other engine. Whenever an engine has finished a turn, the stand-in's board has to be that of the
engine. Games begin at the start or where random moves have led, and go on with weak play, so that rare moves occur.
With --log, what went over the lines of a game that failed is kept in FOLDER.

--against compares the stand-in with XBoard itself: with the debug file of a game between engines, and the position
that XBoard has saved at its end.
"""

import argparse
import pathlib
import queue
import random
import re
import subprocess
import sys
import threading
import time

from standin import SIDE, Fault, XBoard, against, name, placed

GAMES = """ag circe einstein andernach alice doublemove-demichess relay-demichess cylinder demirifle dynamo
dynamo-demichess ag-rex acg anticirce duck isolation snailtrail petrified""".split()

# Most plies of a game, and seconds that an engine may be silent.
MOST_PLIES, PATIENCE = 300, 20


class Engine:
    """A process whose lines are put into a queue."""

    def __init__(self, program, name, lines, log):
        self.name, self.log, self.lines = name, log, lines
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put((self, line.strip()))
        self.lines.put((self, None))

    def send(self, line):
        self.log.append(f"> {self.name}: {line}")
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def close(self):
        try:
            self.send("quit")
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


def random_positions(program, variant, rng):
    """Endless FENs of random walks, by the engine's other protocol; `None` stands for the start."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def ask(*lines, until):
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        answer = []
        for line in process.stdout:
            answer.append(line.strip())
            if re.match(until, answer[-1]):
                return answer
        raise Fault("the engine has ended")

    ask("uci", f"setoption name UCI_Variant value {variant}", "isready", until="readyok")
    try:
        while True:
            yield None
            turns = []
            for _ in range(rng.randrange(10, 130)):
                moves = " moves " + " ".join(turns) if turns else ""
                lines = ask(f"position startpos{moves}", "go perft 1", until=r"Nodes searched|nodes")
                legal = [line.split(":")[0] for line in lines if re.match(r"[^ :]+: 1$", line)]
                if not legal:
                    break
                turns.append(rng.choice(legal))
                if len(turns) % 30 == 0 or rng.random() < 0.02:
                    fen = ask(f"position startpos moves {' '.join(turns)}", "d", until="(# )?Result")
                    found = [line.split("Fen: ")[1] for line in fen if "Fen: " in line]
                    yield found[0]
    finally:
        process.kill()


class Match:
    """One game."""

    def __init__(self, program, variant, fen):
        self.program, self.log, self.lines = program, [], queue.Queue()
        self.board, self.fen = XBoard(), fen
        self.engines = [Engine(program, name, self.lines, self.log) for name in ("first", "second")]
        self.pending = []  # what an engine has said before its time
        self.pings, self.plies, self.turns = 0, 0, 0
        self.handed, self.reached = [], None
        self.variant = variant

    def other(self, engine):
        return self.engines[self.engines[0] is engine]

    def line(self):
        if self.pending:
            return self.pending.pop(0)
        try:
            engine, line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Fault("both engines wait") from None
        if line is None:
            raise Fault(f"{engine.name} has ended")
        self.log.append(f"< {engine.name}: {line}")
        if re.match(r"Illegal|Error|tellusererror", line):
            raise Fault(f"{engine.name}: {line}")
        return engine, line

    def wait_for(self, engine, take):
        """Takes lines until an engine has answered a ping."""
        self.pings += 1
        engine.send(f"ping {self.pings}")
        while True:
            sender, line = self.line()
            if sender is engine and line == f"pong {self.pings}":
                return
            take(sender, line)

    def start(self):
        first, second = self.engines
        for engine in self.engines:
            for line in ("xboard", "protover 2", "new", "random", f"variant {self.variant}", "sd 1", "st 1"):
                engine.send(line)
            engine.send("option Skill Level=0")
            engine.send("easy")
            if engine is first:
                self.wait_for(engine, lambda _, line: self.board.engine_line(line))
            else:
                self.wait_for(engine, lambda *_: None)
            engine.send("force")
            if self.fen:
                if engine is first:
                    self.fen = self.board.walled(self.fen)
                engine.send(f"setboard {self.fen}")
            engine.send("computer")
        if self.board.table is None:
            raise Fault("a game that XBoard knows: no setup line")
        if self.fen:
            self.board.set_up(self.fen)

    def play(self):
        """Plays to the end: how it came to that."""
        self.start()
        started = False
        self.engines[self.board.number % 2].send("go")
        while self.plies < MOST_PLIES:
            sender, line = self.line()
            if self.is_over(line):
                return line
            if not line.startswith("move "):
                continue
            # The engine tells its whole turn before it answers.
            before, told, ahead = self.plies, [line], []
            sender.send("d")

            def take(who, text):
                (told if who is sender else ahead).append(text if who is sender else (who, text))

            self.wait_for(sender, take)
            for text in told:
                if text.startswith("move "):
                    started = self.hand_on(sender, text, started)
            self.turns += 1
            answers = dict(text[2:].split(": ", 1) for text in told if text.startswith("# ") and ": " in text)
            self.compare(answers["Fen"], before)
            if answers["Result"] != "*":
                return answers["Result"]
            self.pending = [(sender, text) for text in told if self.is_over(text)] + ahead
        return "long enough"

    @staticmethod
    def is_over(line):
        return bool(re.match(r"(1-0|0-1|1/2-1/2|resign)", line))

    def hand_on(self, sender, line, started):
        handed = self.board.ply(line.split()[1])
        if handed is None:
            return started
        self.plies += 1
        self.handed.append(handed)
        other = self.other(sender)
        other.send(handed)
        if not started:
            other.send("go")
        return True

    def compare(self, fen, before):
        self.reached = fen
        pieces, _ = placed(self.board.walled(fen), self.board.table)
        wall = self.board.wall()
        walls = set() if wall is None else {wall, wall + SIDE}

        def alike(at):
            found = {pieces.get(at), self.board.pieces.get(at)}
            return len(found) == 1 or found == walls

        wrong = [at for at in set(pieces) | set(self.board.pieces) if not alike(at)]
        if wrong:
            squares = " ".join(sorted(name(at) for at in wrong))
            shown = self.board.placement()
            raise Fault(f"{squares} wrong after ply {self.plies} (turn from {before}): shown {shown}, not {fen}")

    def load(self):
        """The plies of the game, loaded as XBoard loads a saved one, have to lead where the game has led."""
        if not self.turns:
            return
        reader = Engine(self.program, "reader", self.lines, self.log)
        self.engines.append(reader)
        for line in ("xboard", "protover 2", "new", f"variant {self.variant}", "force"):
            reader.send(line)
        if self.fen:
            reader.send(f"setboard {self.fen}")
        for line in self.handed:
            reader.send(line)
        reader.send("d")
        told = []
        self.wait_for(reader, lambda who, line: told.append(line))
        fens = [line.split("Fen: ")[1] for line in told if line.startswith("# Fen: ")]
        if fens[-1:] != [self.reached]:
            raise Fault(f"loaded again, the game leads to {fens}, not {self.reached}")

    def close(self):
        for engine in self.engines:
            engine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/debug/katydid")
    parser.add_argument("variants", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=4, help="games of each variant")
    parser.add_argument("--seed", type=int, default=1, help="of the random moves")
    parser.add_argument("--log", type=pathlib.Path, help="where lines of failed games are kept")
    parser.add_argument("--against", type=pathlib.Path, nargs=2, metavar=("LOG", "FEN"), help="of XBoard")
    options = parser.parse_args()
    if options.against:
        try:
            problem = against(*(path.read_text(errors="replace") for path in options.against))
        except Fault as fault:
            problem = str(fault)
        print(problem or "as XBoard does it")
        return 1 if problem else 0
    return 1 if sum(series(options, variant) for variant in options.variants) else 0


def series(options, variant):
    """Plays the games of a variant: how many have gone wrong."""
    rng = random.Random(f"{options.seed} {variant}")
    positions = random_positions(options.program, variant, rng)
    plies = turns = failed = 0
    seen, began = set(), time.time()
    for number in range(options.games):
        match = Match(options.program, variant, next(positions))
        try:
            match.play()
            match.load()
        except Fault as fault:
            failed += 1
            print(f"FAILED  {variant} {number}: {fault}", flush=True)
            if options.log:
                options.log.mkdir(parents=True, exist_ok=True)
                path = options.log / f"{variant}-{options.seed}-{number}.log"
                path.write_text("\n".join([str(match.fen), *match.log, str(fault)]) + "\n")
        finally:
            match.close()
        plies, turns = plies + match.plies, turns + match.turns
        seen |= match.board.seen
    what = ", ".join(sorted(seen))
    seconds = time.time() - began
    verdict = "FAILED" if failed else "ok    "
    positions.close()
    print(f"{verdict}  {variant}: {options.games} games, {turns} turns, {plies} plies ({what}; {seconds:.0f} s)")
    return failed


if __name__ == "__main__":
    sys.exit(main())
