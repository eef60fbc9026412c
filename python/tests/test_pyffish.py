"""Random games through both libraries, in the games that both have, and the functions of equal names."""

import random

import katydid
import pytest

pyffish = pytest.importorskip("pyffish")

# DemiChess as Fairy-Stockfish reads it.
DEMICHESS = """
[demichess:chess]
customPiece1 = s:WfD
customPiece2 = c:ffNbsN
customPiece3 = l:bFfA
customPiece4 = o:WfDffNbsN
castlingRookPieces = s
promotionPieceTypes = oslc
stalemateValue = loss
startFen = scloklcs/pppppppp/8/8/8/8/PPPPPPPP/SCLOKLCS w KQkq - 0 1
"""
pyffish.load_variant_config(DEMICHESS)

# Games of which everything is compared, with the number of random games.
CLOSELY = {"chess": 30, "crazyhouse": 20, "grasshopper": 20, "demichess": 20}
# All other games of pyffish that are known here, two random games of each.
OTHERS = sorted((set(pyffish.variants()) & set(katydid.variants())) - set(CLOSELY))

# Drops that may not mate: pyffish lists them and calls them lost. Of pawns, and of the swallows of Tori Shogi.
MATING_DROPS = ("P@", "S@")
# Ends that pyffish leaves to its caller.
OF_MATERIAL = ("neither side can win", "bare king")


def placement(fen):
    """Board, hands and side of a FEN, the promoted pieces unmarked."""
    board, side = fen.split()[:2]
    board, _, hand = board.partition("[")
    return board.replace("~", ""), "".join(sorted(hand.strip("]-"))), side


def ours(turn, legal):
    """A turn of pyffish as it is written here, where ``legal`` are the turns.

    A pass is a move from a square to itself.  A wall is placed by a leg of its own, unless the first leg has left it or ended the game.
    """
    leg, _, wall = turn.partition(",")
    if wall:
        return leg if leg in legal else f"{leg},*@{wall[2:]}"
    return "0000" if len(turn) == 4 and turn[:2] == turn[2:] else turn


class Line:
    """A line of turns as pyffish sees it."""

    def __init__(self, name, fen):
        self.name, self.fen, self.turns = name, fen, []
        self.chess960 = name == "fischerandom"

    def of(self, function, *more):
        return function(self.name, self.fen, [*self.turns, *more], self.chess960)

    def push(self, turn, legal):
        found = self.of(pyffish.legal_moves)
        self.turns.append(next(theirs for theirs in found if ours(theirs, legal) == turn))

    def listed(self, legal):
        """The legal turns, and those but for drops that may not mate."""
        found = self.of(pyffish.legal_moves)
        mates = [turn for turn in found if turn.startswith(MATING_DROPS) and not self.of(pyffish.legal_moves, turn)]
        return {ours(turn, legal) for turn in found}, {ours(turn, legal) for turn in found if turn not in mates}

    def result(self, outcome):
        """The result of the game, None if it goes on. Whether an end by material counts depends on the outcome found here."""
        ended, value = self.of(pyffish.is_immediate_game_end)
        if not ended and not self.of(pyffish.legal_moves):
            ended, value = True, self.of(pyffish.game_result)
        if not ended:
            ended, value = self.of(pyffish.is_optional_game_end)
        if not ended:
            fen = self.of(pyffish.get_fen)
            by_material = outcome and any(reason in outcome.reason for reason in OF_MATERIAL)
            short = by_material and all(pyffish.has_insufficient_material(self.name, fen, [], self.chess960))
            return "1/2-1/2" if short else None
        if value == 0:
            return "1/2-1/2"
        white = self.of(pyffish.get_fen).split()[1] == "w"
        return "1-0" if (value > 0) == white else "0-1"


def test_two_hundred_games_are_played():
    assert sum(CLOSELY.values()) + 2 * len(OTHERS) >= 200


@pytest.mark.parametrize("name", [*CLOSELY, *OTHERS])
def test_random_games_agree(name):
    closely = name in CLOSELY
    draw = random.Random(f"{name} 1")
    for number in range(CLOSELY.get(name, 2)):
        game = katydid.Game(name)
        line = Line(name, pyffish.start_fen(name))
        assert placement(game.fen) == placement(line.fen)
        # Most games are short; some are long enough for castling, promotion and mate.
        for ply in range(60 if number % 20 == 0 else draw.randrange(5, 12)):
            outcome = game.outcome
            if closely and outcome and outcome.reason in OF_MATERIAL:
                break
            if closely or ply % 5 == 4 or outcome:
                assert (outcome and outcome.result) == line.result(outcome), (game.fen, outcome)
            if outcome:
                break
            found = sorted(game.legal_turns())
            assert set(found) in line.listed(found), game.fen
            turn = draw.choice(found)
            # Each call of pyffish takes milliseconds, so the rest is compared less often.
            if ply % 5 == 4:
                assert placement(game.fen) == placement(line.of(pyffish.get_fen))
            if closely and ply % 5 == 4:
                assert game.in_check == line.of(pyffish.gives_check)
                assert game.is_capture(turn) == pyffish.is_capture(name, line.fen, line.turns, turn)
                assert game.san(turn) == pyffish.get_san(name, game.fen, turn), (game.fen, turn)
            line.push(game.push(turn), found)


def test_functions_of_equal_names_agree():
    start = pyffish.start_fen("chess")
    line = ["e2e4", "d7d5", "e4d5"]
    assert katydid.start_fen("chess") == start
    assert katydid.get_fen("chess", start, line) == pyffish.get_fen("chess", start, line)
    assert katydid.get_san_moves("chess", start, line) == pyffish.get_san_moves("chess", start, line)
    assert katydid.get_san("chess", start, "g1f3") == pyffish.get_san("chess", start, "g1f3")
    assert katydid.validate_fen(start, "chess") == pyffish.FEN_OK == katydid.FEN_OK
    assert katydid.validate_fen("8/8", "chess") != katydid.FEN_OK
    assert katydid.captures_to_hand("crazyhouse") and not katydid.captures_to_hand("chess")
    back = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    for moves in (line, back):
        for name in ("is_immediate_game_end", "is_optional_game_end"):
            (ended, value), theirs = (getattr(of, name)("chess", start, moves) for of in (katydid, pyffish))
            # pyffish leaves the value of a game that goes on undefined.
            assert ended == theirs[0] and (not ended or value == theirs[1])
    mated = ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert katydid.game_result("chess", start, mated) == pyffish.game_result("chess", start, mated)
    assert katydid.game_result("chess", start, mated) == -katydid.VALUE_MATE
    for fen in ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"):
        mine = katydid.has_insufficient_material("chess", fen)
        assert mine == pyffish.has_insufficient_material("chess", fen, [])
