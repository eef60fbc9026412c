"""The package as its users call it: turns, positions, searches, problems, variant files, and what is refused."""

import ast
import doctest
import pathlib
import random
import threading

import katydid
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAPTURE_CIRCE = "4k3/8/8/8/8/1HQ5/8/4K3 w - - 0 1"


def test_a_game_is_played_and_taken_back():
    game = katydid.Game()
    assert game.push("Nf3") == "g1f3"
    assert game.push("e7e5") == "e7e5"
    assert (game.turns, game.sans, len(game)) == (["g1f3", "e7e5"], ["Nf3", "e5"], 2)
    other = game.copy()
    assert other == game
    assert other.pop() == "e7e5"
    assert other != game
    assert other.fen == "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
    assert game.first_fen == katydid.start_fen("chess") == katydid.Game().fen
    assert game.pieces["f3"] == "N"
    assert game.side_to_move == "white"
    assert not game.in_check
    assert game.outcome is None
    assert katydid.Game("chess", game.first_fen, ["Nf3", "e5"]) == game


def test_texts_of_turns_are_read_back_in_every_game():
    draw = random.Random(1)
    for name in katydid.variants():
        game = katydid.Game(name)
        for _ in range(3):
            if game.outcome:
                break
            legs = []
            while legs_now := game.legal_legs(legs):
                legs.append(draw.choice(legs_now))
            turn = ",".join(legs)
            assert game.parse(game.san(turn)) == game.parse(turn), (name, game.fen)
            game.consequences(turn)
            game.effects(turn)
            game.push(turn)
        again = katydid.Game(name, game.fen)
        assert again.fen == game.fen
        assert katydid.Game(name, game.first_fen, game.turns) == game


def test_lists_of_turns_agree_with_perft():
    for name in ("chess", "grasshopper", "hopgi", "doublemove", "dynamo"):
        game = katydid.Game(name)
        turns = game.legal_turns()
        assert len(turns) == len(set(turns)) == len(game.legal_sans()) == game.perft(1)


def test_positions_with_more_turns_than_memory_holds_are_listed_by_legs():
    game = katydid.Game("progressive", "4k3/8/8/8/8/8/8/R3K2R w - - 0 30")
    with pytest.raises(katydid.Error, match="legal_legs"):
        game.legal_turns()
    assert game.legal_legs()
    assert game.legal_legs([game.legal_legs()[0]])


def test_effects_are_data():
    game = katydid.Game("acg", CAPTURE_CIRCE)
    told = [
        (one.role, one.event, one.piece + one.square, one.piece_after, one.square_after)
        for one in game.consequences("b3d3")
    ]
    assert told == [
        ("mover", "moves", "Hb3", "H", "d3"),
        ("hurdle", "changes_color", "Qc3", "q", "c3"),
        ("hurdle", "reborn", "qc3", "q", "d8"),
    ]
    shot = katydid.Game("demirifle", "4k3/8/8/4c3/8/3C4/8/2L1K3 w - - 0 1")
    victim, shooter = shot.consequences("d3e5")
    assert (victim.event, victim.capture, victim.square_after) == ("captured", "shot", None)
    assert (shooter.event, shooter.target, shooter.square_after) == ("shoots", "e5", "d3")


def test_results():
    mate = katydid.Game(turns=["f3", "e5", "g4", "Qh4"])
    assert mate.outcome.winner == "black"
    assert (mate.outcome.reason, mate.outcome.result) == ("checkmate", "0-1")
    assert mate.legal_turns() == []
    dead = katydid.Game("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert dead.outcome.winner is None
    assert dead.insufficient_material == (True, True)


def test_a_search_has_limits_lines_and_reports():
    game = katydid.Game(turns=["f3", "e5", "g4"])
    seen = []
    result = katydid.search(game, depth=2, lines=2, on_line=seen.append)
    assert (result.turn, result.san, result.mate, result.score) == ("d8h4", "Qh4#", 1, None)
    assert [line.number for line in result.lines] == [1, 2]
    assert result.lines[0].turns == ["d8h4"]
    assert seen and seen[0].depth == 1
    assert katydid.search(katydid.Game(), nodes=200).nodes < 2000
    assert katydid.search(katydid.Game(), time=0.02).turn in katydid.Game().legal_turns()
    over = katydid.Game(turns=["f3", "e5", "g4", "Qh4"])
    assert katydid.search(over, depth=2).turn is None


def test_a_search_can_be_stopped_and_a_report_may_raise():
    engine = katydid.Engine(hash=1)
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    assert engine.search(katydid.Game(), time=60).turn
    timer.join()

    def fail(_line):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        engine.search(katydid.Game(), time=60, on_line=fail)


def test_problems_are_solved():
    (record,) = katydid.solve("7k/8/5KQ1/8/8/8/8/8", "#1")
    assert record["keys"] == ["g6g7"]
    assert record["complete"] is True
    records = katydid.solve("8/8/8/8/8/5k2/7r/7K", "h#1.5", max_nodes=10)
    assert len(records) == 1
    text = "BeginProblem\nPieces White Kf6 Qg6 Black Kh8\nStipulation #1\nEndProblem\n"
    assert katydid.solve_text(text)[0]["keys"] == ["g6g7"]
    assert "error" in katydid.solve_text(text.replace("Kf6", "Zz9"))[0]


def test_variant_files_are_added(tmp_path):
    text = 'name = "knightless"\ninherits = "chess"\nstart = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1"\n'
    assert katydid.load_text(text) == "knightless"
    assert "knightless" in katydid.variants()
    assert katydid.Game("knightless").perft(1) == 18
    file = tmp_path / "other.toml"
    file.write_text(text.replace("knightless", "other"))
    assert katydid.load(tmp_path) == ["other"]
    assert katydid.variant("other").start_fen == katydid.start_fen("knightless")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: katydid.Game("nochess"), katydid.VariantError, "unknown variant 'nochess'"),
        (lambda: katydid.Game("chess", "8/8 w"), katydid.FenError, "FEN"),
        (lambda: katydid.Game("chess", "\0" * 9), katydid.FenError, "FEN"),
        (lambda: katydid.Game("chess", "é" * 10_000), katydid.FenError, "FEN"),
        (lambda: katydid.Game("chess", None, ["e2e4", "e2e4"]), katydid.MoveError, "move 2"),
        (lambda: katydid.Game().push("e2e5"), katydid.MoveError, "e2e5"),
        (lambda: katydid.Game().push(""), katydid.MoveError, ""),
        (lambda: katydid.Game().san("Qh4"), katydid.MoveError, "Qh4"),
        (lambda: katydid.Game().legal_legs(["e2e4", "e7e5"]), katydid.MoveError, "complete"),
        (lambda: katydid.Game().pop(), IndexError, "no turn"),
        (lambda: katydid.Game(7), TypeError, ""),
        (lambda: katydid.Game().push("\ud800"), UnicodeEncodeError, ""),
        (lambda: katydid.Game().perft(-1), OverflowError, ""),
        (lambda: katydid.load("/nonexistent"), katydid.VariantError, "/nonexistent"),
        (lambda: katydid.load_text("name = 1"), katydid.VariantError, "text:1:8"),
        (lambda: katydid.Engine(hash=1 << 50), katydid.SearchError, "memory"),
        (lambda: katydid.Engine(threads=0), katydid.Error, "threads"),
        (lambda: katydid.search(katydid.Game()), katydid.Error, "limit"),
        (lambda: katydid.search(katydid.Game(), time=-1), katydid.Error, "time: found -1"),
        (lambda: katydid.search(katydid.Game(), time=float("nan")), katydid.Error, "NaN"),
        (lambda: katydid.search(katydid.Game(), depth=1, lines=0), katydid.Error, "lines"),
        (lambda: katydid.solve("8/8", "#1"), katydid.ProblemError, ""),
        (lambda: katydid.solve("8/8/8/8/8/8/8/8", "mate"), katydid.ProblemError, "mate"),
        (lambda: katydid.solve("k7/8/1K6/8/8/8/8/7Q", "#1", max_time=-1), katydid.Error, "max_time"),
        (lambda: katydid.game_result("chess", katydid.start_fen("chess")), katydid.Error, "goes on"),
    ],
)
def test_bad_input_raises_with_words(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


def test_random_texts_never_crash_the_interpreter():
    draw = random.Random(7)
    letters = "abcdefgh12345678KQRBNPGpnbrqk/ -+#=x@,~[]{}*w\0é♞"
    for _ in range(300):
        text = "".join(draw.choice(letters) for _ in range(draw.randrange(40)))
        for call in (
            lambda: katydid.Game("hopgi", text),
            lambda: katydid.Game("grasshopper").push(text),
            lambda: katydid.load_text(text),
            lambda: katydid.solve(text, "#2"),
            lambda: katydid.solve("k7/8/1K6/8/8/8/8/7Q", text, max_nodes=10),
        ):
            try:
                call()
            except katydid.Error:
                pass


def test_the_stubs_name_what_there_is():
    stub = ast.parse((ROOT / "python/katydid/_katydid.pyi").read_text())
    native = katydid._katydid
    public = {name for name in dir(native) if not name.startswith("__")} | {"__version__"}
    classes = [node for node in stub.body if isinstance(node, ast.ClassDef)]
    functions = [node for node in stub.body if isinstance(node, ast.FunctionDef)]
    named = {node.name for node in classes + functions} | {"__version__"}
    assert public - {"_katydid"} == named
    for node in classes:
        members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        made = getattr(native, node.name)
        if not issubclass(made, Exception):
            there = {name for name in vars(made) if not name.startswith("_")}
            assert {name for name in members if not name.startswith("_")} == there
            assert all(getattr(made, name).__doc__ or node.name in ("Line", "Consequence", "Outcome", "PieceType", "SearchResult") for name in there), node.name
    assert all(getattr(katydid, name) is not None for name in katydid.__all__)


def test_examples_of_the_documents_hold():
    assert doctest.testmod(katydid).failed == 0
    failed, tried = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert tried > 15
    assert failed == 0
