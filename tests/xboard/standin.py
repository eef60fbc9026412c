"""A stand-in for XBoard between two engines: what XBoard 4.9.1 does with their plies, its legality testing being off.

It reads plies, moves pieces on a board, and hands plies on to the other engine. What is left out, since no engine here
needs it: legs of three parts, promoted forms (`+`), pieces that go onto their own side's, castling as `O-O`,
adjudication, clocks. Any of these is a fault, and so is what XBoard would forfeit.
"""

import re
from collections import Counter

# Places of XBoard's piece table, for one side; the other side's are SIDE further on.
# XBoard takes the piece of LANCE for a pawn.
SIDE, PAWN, LANCE, KING = 66, 0, 18, 65
EMPTY = 2 * SIDE


class Fault(Exception):
    """Something that would spoil a match in XBoard."""


def is_white(piece):
    return piece < SIDE


class Table:
    """XBoard's piece table, and the letters by which plies name pieces."""

    def __init__(self, text):
        entries = re.findall(r"(.)(?:=(.))?", text)
        half = len(entries) // 2
        self.letters, self.nicknames = {}, {}
        for index, (letter, nickname) in enumerate(entries):
            slot = index % half
            piece = (KING if slot == half - 1 else slot) + (SIDE if index >= half else 0)
            if letter != ".":
                self.letters[piece] = letter
            if nickname:
                self.nicknames[nickname] = piece

    def piece(self, letter):
        if letter in self.nicknames:
            return self.nicknames[letter]
        return next((piece for piece, own in self.letters.items() if own == letter), EMPTY)


class XBoard:
    """The board, and what is kept between the lines of engines."""

    def __init__(self):
        self.table, self.parent, self.moves = None, "normal", {}
        self.first_leg, self.legs = "", 0
        self.kill = None
        self.files = self.ranks = 8
        self.pieces, self.void, self.number, self.hands = {}, set(), 0, Counter()
        self.passed = None
        self.seen = set()

    # Setting up.

    def engine_line(self, line):
        """`setup` and `piece` lines."""
        found = re.match(r"setup \((\S+)\) (\d+)x(\d+)\+(\d+)_(\S+) (.*)", line)
        if found:
            table, files, ranks, _, self.parent, fen = found.groups()
            self.table, self.files, self.ranks = Table(table), int(files), int(ranks)
            self.moves = {}
            self.set_up(fen)
        found = re.match(r"piece (\S)(&?) (\S+)", line)
        if found and self.table:
            piece = self.table.piece(found[1])
            self.moves[piece] = found[3]
            if found[2]:
                self.moves[piece + SIDE] = found[3]

    def wall(self):
        """White's piece that shows walls, if the game has them: it comes from the hand and does not move."""
        still = (piece for piece in self.hands if is_white(piece) and piece not in self.moves)
        return next(still, None)

    def walled(self, fen):
        """An engine's FEN with walls as XBoard has them, and enough of them in hand."""
        wall = self.wall()
        if wall is None:
            return fen
        letters = [self.table.letters[wall], self.table.letters[wall + SIDE]]
        placement, rest = fen.split(" ", 1)
        shown = placement.replace("*", letters[0 if rest[0] == "w" else 1])
        return f"{shown}[{letters[0] * 64}{letters[1] * 64}] {rest}"

    def set_up(self, fen):
        self.pieces, self.void = placed(fen, self.table)
        hands = fen.split()[0].partition("[")[2].rstrip("]")
        self.hands = Counter(self.table.piece(letter) for letter in hands)
        self.number = 0 if fen.split()[1] == "w" else 1
        self.passed = None

    def placement(self):
        rows = []
        for rank in reversed(range(self.ranks)):
            row = ""
            for file in range(self.files):
                piece = self.pieces.get((file, rank), EMPTY)
                void = "*" if (file, rank) in self.void else "."
                row += void if piece == EMPTY else self.table.letters.get(piece, "?")
            rows.append(row)
        return "/".join(rows)

    # Plies.

    def ply(self, text):
        """A ply of an engine's `move` line: the line for the other engine, or nothing after a first part."""
        self.kill = None
        if text.endswith(","):
            self.legs += 1
            if self.legs == 1:
                self.first_leg = text
            return None
        if "," in text:
            self.first_leg, text = text.rsplit(",", 1)
            self.first_leg += ","
            self.legs = 1
        if self.first_leg:
            text = self.joined(text)
        return self.make(text)

    def joined(self, second):
        """The two parts of a ply as one way, with a square that is emptied."""
        first, self.first_leg = self.first_leg, ""
        if self.legs != 1:
            raise Fault(f"a ply in three parts: {first}{second}")
        self.legs = 0
        self.kill = square(second[:2])
        if first[2] == second[0]:
            return first[:2] + second[2:]
        return first

    def make(self, text):
        white = self.number % 2 == 0
        if text == "@@@@":
            self.seen.add("null")
            if self.parent != "lion":
                raise Fault("a null move where XBoard hands none on")
            self.passed = None
            self.number += 1
            return "usermove @@@@"
        if re.match(r"[A-Z]@", text):
            return self.drop(text, white)
        found = re.match(r"([a-w]\d)([a-w]\d)(.*)", text)
        if not found:
            raise Fault(f"not a ply: {text}")
        start, to = square(found[1]), square(found[2])
        letter = self.suffix(found[3], text)
        piece = self.pieces.get(start, EMPTY)
        on_board = all(0 <= at[0] < self.files and 0 <= at[1] < self.ranks for at in (start, to))
        if not on_board or piece == EMPTY or is_white(piece) != white:
            raise Fault(f"Forfeit due to invalid move: {text}")
        if start == to and self.kill is None:
            raise Fault(f"a ply on the spot: {text}")
        line = self.handed_on(start, to, letter)
        self.apply(start, to, letter)
        self.number += 1
        return line

    def drop(self, text, white):
        """A piece in hand comes to an empty square."""
        self.seen.add("drop")
        piece, to = self.table.piece(text[0] if white else text[0].lower()), square(text[2:])
        if not self.hands[piece] or to in self.pieces or to in self.void:
            raise Fault(f"Forfeit due to invalid move: {text}")
        self.hands[piece] -= 1
        self.pieces[to] = piece
        self.passed = None
        self.number += 1
        return f"usermove {text}"

    def suffix(self, rest, text):
        if not rest or rest[0] in "/,":
            return ""
        if rest[0] == "=":
            rest = rest[1:]
        if rest[:1].isalpha() and rest[0] != "x" and not rest.startswith("ep"):
            return rest[0].lower()
        raise Fault(f"a suffix that XBoard takes for something else: {text}")

    def handed_on(self, start, to, letter):
        """The line for the other engine."""
        if self.kill is None:
            return f"usermove {name(start)}{name(to)}{letter}"
        victim, mover = self.pieces.get(self.kill, EMPTY), self.pieces[start]
        if is_white(victim) == is_white(mover):
            self.seen.add("garbled")
            beside = to[0] + (1 if start[0] > self.kill[0] else -1)
            return f"usermove {name(start)}{name(to)},{name(self.kill)}{name((beside, to[1]))}"
        self.seen.add("two parts")
        return f"usermove {name(start)}{name(self.kill)},{name(self.kill)}{name(to)}{letter}"

    def apply(self, start, to, letter):
        """What becomes of the board."""
        pieces, passed, self.passed = self.pieces, self.passed, None
        if to in pieces:
            # A piece that changes on its square is captured, too.
            self.hands[(pieces[to] + SIDE) % EMPTY] += 1
        killed = EMPTY
        if self.kill is not None:
            killed = pieces.pop(self.kill, EMPTY)
        piece, there = pieces[start], pieces.get(to, EMPTY)
        white = is_white(piece)
        if there != EMPTY and is_white(there) == white and start != to:
            raise Fault(f"a piece goes onto its own side's: {name(start)}{name(to)}")
        kind = piece % SIDE
        pawn = kind in (PAWN, LANCE)
        if pawn:
            self.note_step(start, to, 1 if white else -1)
        last = self.ranks - 1 if white else 0
        moves = self.moves.get(piece, "")
        along = to[1] == start[1] and start[0] not in (0, self.files - 1)
        castles = kind == KING and along and abs(to[0] - start[0]) > 1
        in_reach = start[1] >= self.ranks // 2 if white else start[1] < self.ranks // 2
        aside = abs(to[0] - start[0])
        if moves and self.kill is not None and "O" in moves and killed != EMPTY and is_white(killed) == white:
            self.seen.add("king's two parts")
            del pieces[start]
            pieces[to] = piece
            pieces[to[0] + (1 if self.kill[0] < start[0] else -1), to[1]] = killed
        elif moves and kind == KING and "O" not in moves and "i" in moves:
            del pieces[start]
            pieces[to] = piece
        elif castles:
            self.castle(start, to)
        elif pawn and to[1] == last and letter:
            self.seen.add("promotion")
            del pieces[start]
            pieces[to] = self.table.piece(letter.upper() if white else letter)
        elif pawn and in_reach and aside and there == EMPTY and (aside > 4 or passed and passed[0] == to[0]):
            self.pass_capture(start, to, passed, 1 if white else -1)
        else:
            if pawn and to[1] == last and self.kill is None:
                raise Fault("a pawn on the last rank without a letter")
            del pieces[start]
            pieces[to] = piece
        if letter:
            self.seen.add("letter")
            pieces[to] = self.table.piece(letter.upper() if white else letter)
        for at in [at for at, found in pieces.items() if found == EMPTY]:
            del pieces[at]

    def note_step(self, start, to, ahead):
        """Remembers a pawn's step over squares: its file, and the rank where it is taken two squares behind."""
        steps = (to[1] - start[1]) * ahead
        if steps >= 2:
            self.passed = ((start[0] + to[0]) // 2, to[1] - 2 * ahead if steps > 2 else None)

    def castle(self, start, to):
        self.seen.add("castling")
        step = 1 if to[0] > start[0] else -1
        edge = self.files - 1 if step > 0 else 0
        at = (start[0] + step, start[1])
        while at not in self.pieces and at[0] != edge:
            at = (at[0] + step, at[1])
        king = self.pieces[start]
        self.pieces[to[0] - step, to[1]] = self.pieces.get(at, EMPTY)
        self.pieces[at] = self.pieces[start] = EMPTY
        self.pieces[to] = king

    def pass_capture(self, start, to, passed, ahead):
        self.seen.add("far aside" if abs(to[0] - start[0]) > 4 else "in passing")
        self.pieces[to] = self.pieces.pop(start)
        behind = 2 if passed and passed[1] == to[1] else 1
        self.pieces.pop((to[0], to[1] - behind * ahead), None)


def square(text):
    return ord(text[0]) - ord("a"), int(text[1]) - 1


def name(at):
    return f"{chr(ord('a') + at[0])}{at[1] + 1}"


def placed(fen, table):
    """The pieces and the missing squares of a FEN; of two boards, the pieces of both."""
    pieces, void = {}, set()
    for board in fen.split()[0].split("[")[0].split("|"):
        rows = board.split("/")
        for index, row in enumerate(rows):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                    continue
                at = (file, len(rows) - 1 - index)
                file += 1
                if letter == "*":
                    void.add(at)
                else:
                    pieces[at] = table.piece(letter)
    return pieces, void


def against(log, saved):
    """What the stand-in does otherwise than XBoard in a debug file of a game between engines, and in the position that
    XBoard has saved at its end; nothing if they agree."""
    board, due = XBoard(), []
    patterns = (
        r"\d+ <first *: ((?:setup|piece) .*)",
        r"\d+ <(?:first|second) *: move (\S+)",
        # XBoard notes the word and the ply apart.
        r"\d+ >(?:first|second) *: usermove (?:\d+ >(?:first|second) *: )?(\S+)",
    )
    for line in log.splitlines():
        setup, told, handed = (re.match(pattern, line) for pattern in patterns)
        if setup:
            board.engine_line(setup[1])
        elif told:
            due.append(board.ply(told[1]))
        elif handed:
            due = [line for line in due if line]
            expected = due.pop(0) if due else "nothing"
            if expected != f"usermove {handed[1]}":
                return f"XBoard hands on {handed[1]}, the stand-in: {expected}"
    fen = saved.splitlines()[-1]
    pieces, _ = placed(fen, board.table)
    return "" if pieces == board.pieces else f"XBoard shows {fen}, the stand-in {board.placement()}"
