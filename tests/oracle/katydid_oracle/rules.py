"""The rules of the 8x8 variants with one move a turn (rules, sections 1 to 4 and 6), drops included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from . import fen
from .board import (
    CHESSBOARD,
    EMPTY,
    KING,
    KING_HOME,
    PAWN,
    ROOK_HOMES,
    WAS_PAWN,
    WHITE,
    BLACK,
    Position,
    Squares,
    colour_of,
    forward,
    is_a,
    is_piece,
    last_rank,
    piece_of,
    pieces_of,
    opponent,
    retyped,
    type_of,
)
from .effects import Transition, circe_home, home_square, next_rung
from .fen import FenFields, sorted_hand
from .hurdles import HurdleEffects, Leap
from .move_texts import Way, named
from .movement import Hop, Movement, Pawn
from .relay import received
from .variants import Piece, Variant

MOST_PAWNS = 8
MOST_ANSWERS = 8
CASTLING_LETTERS = {WHITE: "KQ", BLACK: "kq"}
UNMOVED_LETTER = {WHITE: "E", BLACK: "e"}


@dataclass(frozen=True)
class Move:
    """``victim`` is the square of the captured piece, ``rook`` the corner of a castling rook piece.

    ``hurdles`` are the squares of the pieces leapt, in the order of leaping.
    """

    origin: int
    target: int
    promotion: str = ""
    victim: int | None = None
    rook: int | None = None
    hurdles: tuple[int, ...] = ()

    def text(self) -> str:
        """The text without the hurdles, which two moves can share."""
        return CHESSBOARD.name(self.origin) + CHESSBOARD.name(self.target) + self.promotion.lower()

    def hurdle_text(self) -> str:
        """The squares that name the way: those of the hurdles, or of the pawn taken in passing."""
        passed = (self.victim,) if self.victim not in (None, self.target) else ()
        return "".join(CHESSBOARD.name(square) for square in self.hurdles or passed)


@dataclass(frozen=True)
class Drop:
    """A piece of the mover's hand put on an empty square."""

    kind: str
    target: int

    def text(self) -> str:
        return f"{self.kind}@{CHESSBOARD.name(self.target)}"

    def hurdle_text(self) -> str:
        return ""


@dataclass(frozen=True)
class Played:
    """What a move leaves behind, before the turn passes to the opponent.

    ``resets_clock``: the move was a capture, a pawn move, a drop or had an irreversible effect.
    ``passed``: the squares passed by a multi-step pawn move.  ``left``: the squares that pieces have left.
    """

    squares: Squares
    hand: str
    rook_rights: frozenset[int]
    unmoved_kings: frozenset[str]
    resets_clock: bool
    passed: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()


class Rules:
    """Moves, checks and ends of a variant with one move a turn.

    ``set_up`` is the board set up by the last position command: in `hurdlers` it decides what pawns
    promote to and what those on their first rank may do.
    """

    geometry = CHESSBOARD

    def __init__(self, variant: Variant, set_up: Squares):
        self.variant = variant
        self.promotions = variant.promotions
        self.first_rank_pawns = variant.first_rank_pawns
        if variant.analysis_board:
            kinds = {type_of(piece) for piece in set_up if is_piece(piece)}
            self.promotions += "".join(sorted(kinds - {KING, PAWN} - set(self.promotions)))
            self.first_rank_pawns = any("E" in variant.pieces[kind].effects for kind in kinds - {PAWN})
        first_rank = 3 if self.first_rank_pawns else int(variant.first_rank_steps)
        pawn = Pawn(variant.double_step, first_rank, variant.geometry)
        self.pieces: dict[str, Piece] = variant.pieces | {PAWN: Piece(pawn)}
        self.has_relay = any(piece.relay for piece in self.pieces.values())
        self.ladder = "".join(kind for kind in variant.ladder if kind in self.pieces)

    # Attacks and checks

    def movements(self, squares: Squares, square: int) -> list[Movement]:
        """The piece's own movement and those that it receives by relay."""
        own = self.pieces[type_of(squares[square])].moves
        if not self.has_relay:
            return [own]
        return [own, *received(self.pieces, squares, square, self.variant.relayed_pawns)]

    def attacks(self, squares: Squares, square: int) -> list[int]:
        """The squares on which the piece on ``square`` could capture by its ordinary movement."""
        colour = colour_of(squares[square])
        return [
            target
            for movement in self.movements(squares, square)
            for target in movement.attacks(squares, square, colour)
        ]

    def paralysed(self, squares: Squares, square: int) -> bool:
        """`madrasi`: the piece is observed by an enemy piece of its own type, by that piece's own movement."""
        piece = squares[square]
        if not self.variant.madrasi or type_of(piece) == KING:
            return False
        colour = opponent(colour_of(piece))
        own = self.pieces[type_of(piece)].moves
        rivals = [enemy for enemy in pieces_of(squares, colour) if type_of(squares[enemy]) == type_of(piece)]
        return any(square in own.attacks(squares, enemy, colour) for enemy in rivals)

    def home_is_free(self, squares: Squares, captor: str, origin: int, victim_square: int) -> bool:
        """`anticirce`: the captor, already promoted, can be reborn after this capture, which may change its type first."""
        if self.variant.einstein and type_of(captor) != KING:
            captor = retyped(captor, next_rung(type_of(captor), True, self.ladder, self.variant.condition_ends))
        home = home_square(captor, victim_square, self.variant.homes)
        return squares[home] == EMPTY or home in (origin, victim_square)

    def may_capture(self, squares: Squares, origin: int, target: int) -> bool:
        """Do the variant's conditions let the piece on ``origin`` capture on ``target``, which it attacks?"""
        if self.paralysed(squares, origin):
            return False
        if (self.variant.koeko or self.variant.isardam) and not self._may_lead_on(squares, origin, target):
            return False
        if self.variant.anticirce:
            return any(
                self.home_is_free(squares, captor, origin, target) for captor in self.captors(squares, origin, target)
            )
        return True

    def _may_lead_on(self, squares: Squares, origin: int, target: int) -> bool:
        """`koeko`, `isardam`: one of the captures on ``target``, with all its effects, leads where the condition allows."""
        piece = squares[origin]
        position = Position(squares, colour_of(piece))
        victim = target if is_piece(squares[target]) else None
        for hop in self._hops(squares, origin, capture=True):
            for promotion in self.promotions_on(piece, target) if hop.target == target else ():
                move = Move(origin, target, promotion, victim, hurdles=hop.hurdles)
                after = self.play(position, move).squares
                in_contact = not self.variant.koeko or self.has_contact(after, self.arrival(position, move))
                if in_contact and not (self.variant.isardam and self.has_observed(after)):
                    return True
        return False

    def captors(self, squares: Squares, origin: int, target: int) -> list[str]:
        """What the piece on ``origin`` may be after capturing on ``target``: itself, or a promoted pawn."""
        piece = squares[origin]
        return [piece_of(kind or type_of(piece), colour_of(piece)) for kind in self.promotions_on(piece, target)]

    def attacked(self, squares: Squares, square: int, by: str) -> bool:
        """Could a piece of colour ``by`` pseudo-legally capture on this square?"""
        return any(
            square in self.attacks(squares, enemy) and self.may_capture(squares, enemy, square)
            for enemy in pieces_of(squares, by)
        )

    def in_check(self, squares: Squares, colour: str) -> bool:
        """Is any king of this colour attacked?"""
        king = piece_of(KING, colour)
        return any(
            self.attacked(squares, square, opponent(colour)) for square, piece in enumerate(squares) if piece == king
        )

    # Pseudo-legal moves

    def promotions_on(self, piece: str, target: int) -> list[str]:
        """The promotion choices of a move to ``target``; one empty choice if it is no promotion."""
        promotes = type_of(piece) == PAWN and CHESSBOARD.rank(target) == last_rank(colour_of(piece))
        return list(self.promotions) if promotes and self.promotions else [""]

    def pseudo_legal(self, position: Position) -> Iterator[Move]:
        for origin in position.pieces(position.side):
            if not self.paralysed(position.squares, origin):
                yield from self._quiet_moves(position, origin)
                yield from self._captures(position, origin)
        yield from self._castlings(position)

    def _hops(self, squares: Squares, origin: int, capture: bool) -> Iterator[Hop]:
        for movement in self.movements(squares, origin):
            yield from movement.hops(squares, origin, colour_of(squares[origin]), capture)

    def _quiet_moves(self, position: Position, origin: int) -> Iterator[Move]:
        piece = position.squares[origin]
        for hop in self._hops(position.squares, origin, capture=False):
            for promotion in self.promotions_on(piece, hop.target):
                yield Move(origin, hop.target, promotion, hurdles=hop.hurdles)

    def _captures(self, position: Position, origin: int) -> Iterator[Move]:
        squares = position.squares
        piece = squares[origin]
        for hop in self._hops(squares, origin, capture=True):
            target = hop.target
            victim = self._victim(position, origin, target)
            if victim is None:
                continue
            for promotion in self.promotions_on(piece, target):
                captor = piece_of(promotion or type_of(piece), position.side)
                if self.variant.anticirce and not self.home_is_free(squares, captor, origin, target):
                    continue
                yield Move(origin, target, promotion, victim, hurdles=hop.hurdles)

    def _victim(self, position: Position, origin: int, target: int) -> int | None:
        """The square of the piece that a capture on ``target`` takes, if there is one that can be taken."""
        squares = position.squares
        if type_of(squares[origin]) == PAWN and target in position.en_passant:
            own = self.pieces[PAWN].moves.attacks(squares, origin, position.side)
            return self.en_passant_victim(squares, target, position.side) if target in own else None
        if not is_piece(squares[target]) or colour_of(squares[target]) == position.side:
            return None
        return None if self.pieces[type_of(squares[target])].iron else target

    def _attacked_while_castling(self, squares: Squares, king: int, square: int, side: str) -> bool:
        """Is a square of the king's way attacked, judged on the board before the move?

        Conditions that look at what the capture of the king would lead to see it on the passed square; its arrival is
        judged on the final board alone.
        """
        if self.variant.koeko or self.variant.isardam:
            if abs(square - king) == 2:
                return False
            squares = list(squares)
            squares[king], squares[square] = EMPTY, squares[king]
        return self.attacked(squares, square, opponent(side))

    def _castlings(self, position: Position) -> Iterator[Move]:
        """Castling but for the safety of the king's arrival square on the final board."""
        squares, side = position.squares, position.side
        king = KING_HOME[side]
        for rook in ROOK_HOMES[side]:
            if rook not in position.rook_rights:
                continue
            direction = 1 if rook > king else -1
            between = range(king + direction, rook, direction)
            walk = range(king, king + 3 * direction, direction)
            if any(squares[square] != EMPTY for square in between):
                continue
            if any(self._attacked_while_castling(squares, king, square, side) for square in walk):
                continue
            yield Move(king, king + 2 * direction, rook=rook)

    # En passant

    def en_passant_victim(self, squares: Squares, passed: int, side: str) -> int | None:
        """The first piece ahead of a square passed by a pawn of the opponent of ``side``."""
        ray = CHESSBOARD.rays[(0, forward(opponent(side)))][passed]
        return next((square for square in ray if squares[square] != EMPTY), None)

    def capturable_en_passant(self, squares: Squares, side: str, passed: tuple[int, ...]) -> tuple[int, ...]:
        """Those passed squares on which a pawn of ``side`` could capture, its king's safety aside."""
        if not self.variant.en_passant:
            return ()
        pawns = [square for square in pieces_of(squares, side) if type_of(squares[square]) == PAWN]
        return tuple(
            target
            for target in passed
            if self._passed_by_pawn(squares, side, target)
            and any(target in self.pieces[PAWN].moves.attacks(squares, pawn, side) and self.may_capture(squares, pawn, target) for pawn in pawns)
        )

    def _passed_by_pawn(self, squares: Squares, side: str, target: int) -> bool:
        """Is the square empty, and the piece to be taken a pawn of the colour it must have?

        A pawn that changes sides after its quiet moves has become the captor's own colour.
        """
        victim = self.en_passant_victim(squares, target, side)
        victim_colour = side if self.variant.quiet_mover_flips else opponent(side)
        return squares[target] == EMPTY and victim is not None and squares[victim] == piece_of(PAWN, victim_colour)

    # Making moves

    def play(self, position: Position, move: Move) -> Played:
        """Make a move with all its effects, in their order (rules, section 6, "Order of effects")."""
        variant, side = self.variant, position.side
        board = Transition(position.squares)
        mover = position.squares[move.origin]
        piece = self.pieces[type_of(mover)]
        capture = move.victim is not None

        captured = board.lift(move.victim) if move.victim is not None else EMPTY
        place = move.origin
        if not (piece.rifle and capture):
            place = move.target
            board.lift(move.origin)
            board.place(self._promoted(move.promotion, side) if move.promotion else mover, place)
        if move.rook is not None:
            rook_target = (move.origin + move.target) // 2
            board.place(board.lift(move.rook), rook_target)
            if variant.einstein:
                self._change_type(board, rook_target, capture=False)

        if variant.einstein:
            self._change_type(board, place, capture)
        if variant.anticirce and capture:
            captor = board.lift(place)
            place = home_square(captor, move.target, variant.homes)
            board.rebirth(captor, place)
        flips = variant.captor_flips if capture else variant.quiet_mover_flips
        if flips and type_of(mover) != KING:
            board.change(place, board.squares[place].swapcase())
        if piece.effects:
            HurdleEffects(board, Leap(type_of(mover), piece, side, capture), self.ladder, variant).apply(move.hurdles)
        hand = position.hand
        if capture and not (variant.circe and self._reborn(board, captured, move.victim)):
            hand = self._hand_with(hand, captured, side)
        if variant.sentinels and move.rook is None:
            self._leave_sentinel(board, move.origin, mover)

        pawn_move = type_of(mover) == PAWN
        rook_rights, unmoved_kings = self._rights_after(position, move, board)
        return Played(
            squares=board.squares,
            hand=hand,
            rook_rights=rook_rights,
            unmoved_kings=unmoved_kings,
            resets_clock=capture or pawn_move or board.irreversible,
            passed=self._passed_squares(move) if pawn_move and not capture and self._is_own(position, move) else (),
            left=frozenset(board.left),
        )

    def _promoted(self, kind: str, colour: str) -> str:
        """What a pawn becomes; it stays known as a pawn where captured pieces go to a hand."""
        return piece_of(kind, colour) + (WAS_PAWN if PAWN in self.variant.hand else "")

    def _reborn(self, board: Transition, captured: str, place: int) -> bool:
        """`circe`: the captured piece goes to its home square, if that is empty; kings do not."""
        home = circe_home(captured, place, self.variant.homes, self.variant.mirror)
        if type_of(captured) == KING or board.squares[home] != EMPTY:
            return False
        board.rebirth(captured, home)
        return True

    def _leave_sentinel(self, board: Transition, origin: int, mover: str) -> None:
        """`sentinels`: a pawn of the mover's side stays where it left, if there are fewer than eight."""
        own = piece_of(PAWN, colour_of(mover))
        pawns = [board.squares.count(pawn) for pawn in (own, own.swapcase())]
        on_end_rank = CHESSBOARD.rank(origin) in (0, CHESSBOARD.height - 1)
        if board.squares[origin] == EMPTY and type_of(mover) != PAWN and not on_end_rank:
            if pawns[0] < MOST_PAWNS and sum(pawns) < 2 * MOST_PAWNS:
                board.place(own, origin)
                board.irreversible = True

    def _hand_with(self, hand: str, captured: str, side: str) -> str:
        """The hand after a captured piece came to ``side``, as a pawn if it was one."""
        kind = PAWN if captured.endswith(WAS_PAWN) else type_of(captured)
        if kind not in self.variant.hand:
            return hand
        return sorted_hand(hand + piece_of(kind, side), self.variant.hand)

    def _change_type(self, board: Transition, square: int, capture: bool) -> None:
        """`einstein`: the piece that moved changes its type; kings never."""
        piece = board.squares[square]
        kind = next_rung(type_of(piece), capture, self.ladder, self.variant.condition_ends)
        board.change(square, retyped(piece, kind))

    def _is_own(self, position: Position, move: Move) -> bool:
        """Can the piece make this quiet move without what it receives?"""
        moves = self.pieces[type_of(position.squares[move.origin])].moves
        return any(hop.target == move.target for hop in moves.hops(position.squares, move.origin, position.side, False))

    def _passed_squares(self, move: Move) -> tuple[int, ...]:
        step = CHESSBOARD.width if move.target > move.origin else -CHESSBOARD.width
        return tuple(range(move.origin + step, move.target, step))

    def _rights_after(self, position: Position, move: Move, board: Transition) -> tuple[frozenset[int], frozenset[str]]:
        """Castling rights after a move (rules, section 1, "Castling"; section 6, "Returning rights")."""
        rook_rights: set[int] = set()
        unmoved: set[str] = set()
        for colour, home in KING_HOME.items():
            kept = {rook for rook in ROOK_HOMES[colour] if rook in position.rook_rights and rook not in board.touched}
            king_stayed = colour in position.unmoved_kings and home not in board.touched
            king_reborn = (
                self.variant.returning_rights
                and home in board.reborn
                and is_a(KING, colour, board.squares[home])
            )
            if king_stayed or king_reborn:
                unmoved.add(colour)
            if king_stayed or (king_reborn and move.origin == home and colour in position.unmoved_kings):
                rook_rights |= kept
            if self.variant.returning_rights and colour in unmoved:
                rook_piece = self.variant.rook_piece[colour]
                rook_rights |= {
                    rook
                    for rook in ROOK_HOMES[colour]
                    if rook in board.appeared and is_a(rook_piece, colour, board.squares[rook])
                }
        return frozenset(rook_rights), frozenset(unmoved)

    # Drops

    def drops(self, position: Position) -> Iterator[Drop]:
        for kind in self.variant.hand:
            if piece_of(kind, position.side) not in position.hand:
                continue
            for target, content in enumerate(position.squares):
                on_end_rank = CHESSBOARD.rank(target) in (0, CHESSBOARD.height - 1)
                if content == EMPTY and not (on_end_rank and kind in self.variant.not_on_end_ranks):
                    yield Drop(kind, target)

    def play_drop(self, position: Position, drop: Drop) -> Played:
        """Put a piece on the board: no condition or effect acts, and no castling right comes of it."""
        piece = piece_of(drop.kind, position.side)
        squares = list(position.squares)
        squares[drop.target] = piece
        return Played(
            squares=squares,
            hand=position.hand.replace(piece, "", 1),
            rook_rights=position.rook_rights,
            unmoved_kings=position.unmoved_kings,
            resets_clock=True,
        )

    # Turns

    def legal_moves(self, position: Position, depth: int = 0) -> Iterator[tuple[Move | Drop, Played]]:
        """The legal moves and drops: after the whole move no king of the mover is attacked, and the conditions allow it."""
        for move in self.pseudo_legal(position):
            played = self.play(position, move)
            if not self.in_check(played.squares, position.side) and self.allowed(position, move, played, depth):
                yield move, played
        for drop in self.drops(position):
            played = self.play_drop(position, drop)
            if not self.in_check(played.squares, position.side) and self.allowed(position, drop, played, depth):
                yield drop, played

    # Moves that conditions forbid by what they lead to

    def allowed(self, position: Position, move: Move | Drop, played: Played, depth: int) -> bool:
        variant, squares = self.variant, played.squares
        if variant.no_capture and isinstance(move, Move) and move.victim is not None:
            return False
        if variant.koeko and not (isinstance(move, Move) and move.rook is not None):
            if not self.has_contact(squares, self.arrival(position, move)):
                return False
        if variant.isardam and (self.has_observed(squares) or self.observed_in_passing(squares, position.side, move)):
            return False
        if variant.checkless and self.in_check(squares, opponent(position.side)):
            after = self.pass_turn(position, played)
            return depth < MOST_ANSWERS and next(self.legal_moves(after, depth + 1), None) is None
        return True

    def arrival(self, position: Position, move: Move | Drop) -> int:
        """Where the piece that moved stands, if it is not reborn."""
        if isinstance(move, Drop):
            return move.target
        mover = position.squares[move.origin]
        if move.victim is None:
            return move.target
        if self.pieces[type_of(mover)].rifle:
            return move.origin
        if self.variant.anticirce:
            return home_square(self.promoted_type(mover, move), move.target, self.variant.homes)
        return move.target

    def promoted_type(self, mover: str, move: Move) -> str:
        return piece_of(move.promotion, colour_of(mover)) if move.promotion else mover

    def has_contact(self, squares: Squares, square: int) -> bool:
        """`koeko`: another piece stands on a neighbouring square."""
        geometry = self.variant.geometry
        steps = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if (file, rank) != (0, 0)]
        near = {geometry.step(square, step) for step in steps} - {None, square}
        return any(squares[neighbour] != EMPTY for neighbour in near)

    def has_observed(self, squares: Squares) -> bool:
        """`isardam`: a piece other than a king is attacked by an enemy piece of its type, by that piece's own movement."""
        for colour in (WHITE, BLACK):
            for square in pieces_of(squares, colour):
                kind = type_of(squares[square])
                targets = self.pieces[kind].moves.attacks(squares, square, colour) if kind != KING else ()
                if any(is_a(kind, opponent(colour), squares[target]) for target in targets):
                    return True
        return False

    def observed_in_passing(self, squares: Squares, side: str, move: Move | Drop) -> bool:
        """`isardam`: a pawn has passed a square on which an enemy pawn could capture it."""
        if not self.variant.en_passant or isinstance(move, Drop) or move.victim is not None:
            return False
        if not is_a(PAWN, side, squares[move.target]) or abs(move.target - move.origin) < 2 * CHESSBOARD.width:
            return False
        enemies = [square for square in pieces_of(squares, opponent(side)) if type_of(squares[square]) == PAWN]
        passed = set(self._passed_squares(move))
        return any(
            passed & set(self.pieces[PAWN].moves.attacks(squares, enemy, opponent(side))) for enemy in enemies
        )

    def turns(self, position: Position) -> dict[str, Position]:
        """Every legal turn text with the position it leads to, the ends of the variant not considered."""
        return named(self.ways(position))

    def ways(self, position: Position) -> list[Way[Position]]:
        """Every legal move with the position it leads to; several ways can be one move.

        The positions are told apart only where a text is shared, which is seldom.
        """
        moves = list(self.legal_moves(position))
        shared = Counter(move.text() for move, _ in moves)
        ways = []
        for move, played in moves:
            after = self.pass_turn(position, played)
            identity = self.identity(after) if shared[move.text()] > 1 else ""
            ways.append(Way(move.text(), move.hurdle_text(), identity, after))
        return ways

    def pass_turn(self, position: Position, played: Played) -> Position:
        side = opponent(position.side)
        return replace(
            position,
            squares=played.squares,
            hand=played.hand,
            side=side,
            rook_rights=played.rook_rights,
            unmoved_kings=played.unmoved_kings,
            en_passant=self.capturable_en_passant(played.squares, side, played.passed),
            half_moves=0 if played.resets_clock else position.half_moves + 1,
            full_moves=position.next_full_moves(),
        )

    # Ends

    def won_before_moving(self, position: Position) -> str | None:
        """The result if a rule of the variant has ended the game before this turn.

        Bare king in the Demi family: the side to move has more than its king, the opponent only that.
        """
        if not (self.variant.demi_ends or self.variant.bare_king_loses):
            return None
        mine, theirs = position.pieces(position.side), position.pieces(opponent(position.side))
        bare = [type_of(position.squares[square]) for square in theirs] == [KING]
        if len(mine) > 1 and bare:
            return f"{win_for(position.side)} {{bare king}}"
        return None

    def outcome(self, position: Position) -> str | None:
        """Mate, stalemate and bare king, in this order."""
        if next(self.legal_moves(position), None) is not None:
            return self.won_before_moving(position)
        winner = opponent(position.side)
        if self.in_check(position.squares, position.side):
            return f"{win_for(winner)} {{checkmate}}"
        winner = self.stalemate_winner(position)
        return f"{win_for(winner) if winner else '1/2-1/2'} {{stalemate}}"

    def stalemate_winner(self, position: Position) -> str | None:
        """Who wins when the side to move has no move; with "fewer" it is the side with fewer pieces."""
        mover, other = position.side, opponent(position.side)
        stalemate = "loses" if self.variant.demi_ends else self.variant.stalemate
        if stalemate == "fewer":
            ahead = len(position.pieces(other)) - len(position.pieces(mover))
        else:
            ahead = {"draw": 0, "loses": -1, "wins": 1}[stalemate]
        return mover if ahead > 0 else other if ahead < 0 else None

    def dead(self, position: Position) -> bool:
        """Bare kings and empty hands; in some variants also one certain piece with one of the kings."""
        if position.hand:
            return False
        pieces = [piece for piece in position.squares if is_piece(piece)]
        kings = [piece for piece in pieces if type_of(piece) == KING]
        others = [type_of(piece) for piece in pieces if type_of(piece) != KING]
        if sorted(kings) != ["K", "k"]:
            return False
        return not others or (len(others) == 1 and others[0] in self.variant.dead_with_one_of)

    # FEN

    def position(self, fields: FenFields) -> Position:
        """The position a FEN means; castling and en passant that cannot be are dropped."""
        squares, side = fields.squares, fields.side
        rook_rights: set[int] = set()
        unmoved: set[str] = set()
        for colour, home in KING_HOME.items():
            if squares[home] != piece_of(KING, colour):
                continue
            if set(CASTLING_LETTERS[colour] + UNMOVED_LETTER[colour]) & set(fields.castling):
                unmoved.add(colour)
            rook_rights |= {
                rook
                for letter, rook in zip(CASTLING_LETTERS[colour], ROOK_HOMES[colour])
                if letter in fields.castling and is_a(self.variant.rook_piece[colour], colour, squares[rook])
            }
        return Position(
            squares=squares,
            side=side,
            hand=sorted_hand(fields.hand, self.variant.hand),
            rook_rights=frozenset(rook_rights),
            unmoved_kings=frozenset(unmoved),
            en_passant=self.capturable_en_passant(squares, side, fields.en_passant),
            half_moves=fields.half_moves,
            full_moves=fields.full_moves,
        )

    def identity(self, position: Position) -> str:
        """The position without its counters."""
        hand = f"[{position.hand}]" if self.variant.hand else ""
        return " ".join(
            (
                self.placement(position) + hand,
                position.side,
                self._castling_field(position),
                fen.write_squares(position.en_passant, CHESSBOARD),
            )
        )

    def repeated(self, position: Position) -> str:
        """The same with only those squares for en passant on which a capture is legal."""
        if not position.en_passant:
            return self.identity(position)
        legal = (move for move, _ in self.legal_moves(position) if isinstance(move, Move))
        taken = {move.target for move in legal if move.victim not in (None, move.target)}
        squares = tuple(square for square in position.en_passant if square in taken)
        return self.identity(replace(position, en_passant=squares))

    def placement(self, position: Position) -> str:
        return fen.write_placement(position.squares, CHESSBOARD)

    def fen(self, position: Position) -> str:
        return f"{self.identity(position)} {position.half_moves} {position.full_moves}"

    def _castling_field(self, position: Position) -> str:
        text = ""
        for colour in (WHITE, BLACK):
            letters = "".join(
                letter
                for letter, rook in zip(CASTLING_LETTERS[colour], ROOK_HOMES[colour])
                if rook in position.rook_rights
            )
            if not letters and self.variant.returning_rights and colour in position.unmoved_kings:
                letters = UNMOVED_LETTER[colour]
            text += letters
        return text or "-"


def win_for(colour: str) -> str:
    return "1-0" if colour == WHITE else "0-1"
