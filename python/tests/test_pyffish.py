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

# The game, and how many games are played: 200.
GAMES = [("chess", 60), ("crazyhouse", 50), ("grasshopper", 40), ("demichess", 50)]


@pytest.mark.parametrize(("name", "games"), GAMES)
def test_random_games_agree(name, games):
    draw = random.Random(f"{name} 1")
    start = katydid.start_fen(name)
    assert start.split()[0].removesuffix("[]") == pyffish.start_fen(name).split()[0].removesuffix("[]")
    for number in range(games):
        game, turns = katydid.Game(name), []
        # Most games are short; some are long enough for castling, promotion and mate.
        for _ in range(60 if number % 20 == 0 else draw.randrange(5, 12)):
            if game.outcome and game.outcome.reason in ("neither side can win", "bare king"):
                break
            found = game.legal_turns()
            assert sorted(found) == sorted(pyffish.legal_moves(name, start, turns)), game.fen
            if not found:
                assert katydid.game_result(name, start, turns) == pyffish.game_result(name, start, turns)
                break
            turn = draw.choice(found)
            # Each call of pyffish takes milliseconds, so the rest is compared less often.
            if len(turns) % 5 == 4:
                assert game.fen.split()[0] == pyffish.get_fen(name, start, turns).split()[0]
                assert game.in_check == pyffish.gives_check(name, start, turns)
                assert game.is_capture(turn) == pyffish.is_capture(name, start, turns, turn)
                assert game.san(turn) == pyffish.get_san(name, game.fen, turn), (game.fen, turn)
            turns.append(game.push(turn))


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
