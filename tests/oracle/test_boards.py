"""The worked examples of relay, cylinder, Alice, Dynamo and iron pieces (boards)."""

import unittest

from katydid_oracle import Game
from test_rules_examples import after


def legal(variant: str, fen: str | None, *turns: str) -> set[str]:
    return set(after(variant, fen, *turns).legal())


def moves_from(variant: str, fen: str, origin: str) -> set[str]:
    return {turn for turn in legal(variant, fen) if turn.startswith(origin)}


def words(text: str) -> set[str]:
    return set(text.split())


def is_check(variant: str, fen: str) -> bool:
    game = after(variant, fen)
    return game.rules.in_check(game.position.squares, game.position.side)


class StartPositions(unittest.TestCase):
    COUNTS = {
        "relay-demichess": (34, 1156),
        "relaydemi-fide": (34, 680),
        "fide-relaydemi": (20, 680),
        "conduit": (20, 400),
        "conduit-fide": (20, 400),
        "fide-conduit": (20, 400),
        "cylinder": (20, 392),
        "cylinder-demichess": (29, 841),
        "alice": (20, 400),
        "alice-demichess": (29, 841),
        "dynamo": (168,),
        "dynamo-demichess": (49, 2401),
        "iron-crab": (22, 440),
    }

    def test_counts(self):
        for variant, counts in self.COUNTS.items():
            for depth, count in enumerate(counts, start=1):
                with self.subTest(variant=variant, depth=depth):
                    self.assertEqual(Game(variant).perft(depth), count)


class Relay(unittest.TestCase):
    def test_the_array(self):
        extra = legal("relay-demichess", None) - legal("demichess", None)
        self.assertEqual(extra, words("b1b3 c1b3 c1c3 c1d3 g1g3"))

    def test_a_check_by_received_power(self):
        fen = "8/8/4k3/8/3SC3/8/8/7K b - - 0 1"
        self.assertTrue(is_check("relay-demichess", fen))
        self.assertEqual(legal("relay-demichess", fen), words("e6d7 e6e7 e6f5 e6f7"))

    def test_received_power_is_not_passed_on(self):
        fen = "k7/7p/8/8/8/8/8/SCL4K w - - 0 1"
        self.assertEqual(moves_from("relay-demichess", fen, "b1"), words("b1a3 b1c3 b1b2 b1b3"))
        self.assertEqual(moves_from("relay-demichess", fen, "c1"), words("c1a3 c1e3"))

    def test_conduit(self):
        fen = "4k3/8/8/1R6/8/2C5/8/4K3 w - - 0 1"
        rook = moves_from("conduit", fen, "b5")
        self.assertTrue(words("b5a7 b5c7 b5d4") < rook)
        self.assertEqual(len(rook), 17)
        self.assertTrue(is_check("conduit", "8/2k5/8/1R6/8/2C5/8/4K3 b - - 0 1"))
        self.assertFalse(is_check("conduit", "4k3/8/8/1R6/8/2C5/8/4K3 b - - 0 1"))

    def test_king_and_pawn_receive_nothing(self):
        self.assertEqual(len(legal("conduit-fide", "4k3/8/8/1P1K4/8/2C5/8/8 w - - 0 1")), 11)


class Cylinder(unittest.TestCase):
    def test_round_the_edge_and_no_null_move(self):
        self.assertTrue(
            words("a3h3 a3g3 a3f3 a3e3 a3d3 a3c3") <= legal("cylinder", "4k3/8/8/8/8/RP6/8/4K3 w - - 0 1")
        )
        rook = moves_from("cylinder", "4k3/8/8/8/8/R7/8/4K3 w - - 0 1", "a3")
        self.assertEqual(len([turn for turn in rook if turn[3] == "3"]), 7)
        self.assertNotIn("a3a3", rook)

    def test_a_bishop_goes_over_the_edge(self):
        bishop = moves_from("cylinder", "4k3/8/8/8/8/8/3P4/2B1K3 w - - 0 1", "c1")
        self.assertEqual(bishop, words("c1b2 c1a3 c1h4 c1g5 c1f6 c1e7 c1d8"))

    def test_en_passant_over_the_edge(self):
        game = after("cylinder", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5")
        self.assertEqual(game.fen().split()[3], "h6")
        game.push("a5h6")
        self.assertEqual(game.fen().split()[0], "4k3/8/7P/8/8/8/8/4K3")

    def test_check_on_two_lines(self):
        fen = "8/2p5/3n4/1k6/8/8/2PP4/5B1K b - - 0 1"
        self.assertTrue(is_check("cylinder", fen))
        self.assertEqual(legal("cylinder", fen), words("b5a5 b5b4 b5b6 b5c5"))

    def test_a_pin_over_the_edge(self):
        self.assertFalse(words("f7f6 f7f5") & legal("cylinder", None, "c2c3"))


class Alice(unittest.TestCase):
    def test_a_piece_changes_boards(self):
        expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1"
        self.assertEqual(after("alice", None, "e2e4").fen(), expected)

    def test_two_short_mates(self):
        for moves in ("e2e4 d7d5 f1c4 d5e4 c4b5", "e2e4 d7d5 f1e2 d5e4 e2b5"):
            self.assertEqual(after("alice", None, *moves.split()).result(), "1-0 {checkmate}")

    def test_what_may_capture(self):
        moves = "g1f3 e7e6 f3e5 f8c5 e5f7".split()
        turns = legal("alice", None, *moves)
        self.assertFalse(words("e8f7 c5f2 d8d4") & turns)
        self.assertIn("c5g1", turns)

    def test_castling_onto_the_other_board(self):
        fen = "4k3/8/8/8/8/8/8/R3K2R|8/8/8/8/8/8/8/{} w KQ - 0 1"
        turns = legal("alice", fen.format("1b6"))
        self.assertIn("e1c1", turns)
        self.assertNotIn("a1b1", turns)
        self.assertNotIn("e1c1", legal("alice", fen.format("3b4")))
        for row in ("5b2", "6b1"):
            self.assertNotIn("e1g1", legal("alice", fen.format(row)))

    def test_an_interposition_from_the_other_board(self):
        fen = "8/8/8/8/4r3/8/8/4K3|4k3/8/8/8/8/8/1Q6/8 w - - 0 1"
        self.assertTrue(is_check("alice", fen))
        self.assertIn("b2e2", legal("alice", fen))

    def test_reading(self):
        self.assertTrue(after("alice", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").fen().endswith("|8/8/8/8/8/8/8/8 w Q - 0 1"))
        on_b = "8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/R3K3 w Q e3 0 1"
        self.assertTrue(after("alice", on_b).fen().endswith(" w - - 0 1"))

    def test_double_step_on_either_board_and_no_en_passant(self):
        fen = "4k3/8/8/8/8/8/8/4K3|8/8/8/8/3p4/8/4P3/8 w - - 0 1"
        game = after("alice", fen, "e2e4")
        self.assertEqual(game.fen(), "4k3/8/8/8/4P3/8/8/4K3|8/8/8/8/3p4/8/8/8 b - - 0 1")

    def test_pieces_of_both_boards_count(self):
        game = after("alice-demichess", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/S7 w - - 0 1")
        self.assertEqual(game.result(), "1-0 {bare king}")
        game = after("alice-demichess", "4k3/8/8/8/8/8/8/4K3|s7/8/8/8/8/8/8/S7 w - - 0 1")
        self.assertEqual(game.result(), "*")


class Dynamo(unittest.TestCase):
    def test_the_kings_pawn_of_the_array(self):
        alone = {turn for turn in legal("dynamo", None) if turn.startswith("e2") and "," not in turn}
        self.assertEqual(alone, words("e2e3 e2e4 e2c3 e2d3 e2f3 e2c4 e2g4 e2b5 e2h5 e2a6 e2--"))
        self.assertTrue(words("e2c3 e2c3,g1e2") <= legal("dynamo", None))

    def test_mate(self):
        game = after("dynamo", "8/4B3/8/8/6Qk/8/4N3/K7 b - - 0 1")
        self.assertEqual(game.result(), "1-0 {checkmate}")

    def test_pull(self):
        fen = "rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
        self.assertIn("c3b1,d5c3", legal("dynamo", fen))

    def test_push(self):
        fen = "rnbqk1nr/ppppppbp/6p1/8/3B4/1P6/P1PPPPPP/RN1QKBNR b KQkq - 0 1"
        self.assertTrue(words("d4b2 d4b2,g7d4") <= legal("dynamo", fen))

    def test_check_by_pulling_off(self):
        self.assertTrue(is_check("dynamo", "rnb1qbnr/pppkpppp/3p4/8/Q1P5/5NP1/PP1PPP1P/RNB1KB1R b KQ - 0 1"))

    def test_castling_and_its_text(self):
        fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
        self.assertTrue(words("e1g1,h1f1 a1d1,e1c1") <= legal("dynamo", fen))
        game = after("dynamo", fen, "e1g1,h1f1")
        self.assertEqual(game.fen(), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1")

    def test_a_displaced_rook_has_no_right(self):
        game = after("dynamo", "4k3/8/8/7r/8/8/8/R3K2R b KQ - 0 1", "h1h2")
        self.assertEqual(game.fen(), "4k3/8/8/7r/8/8/7R/R3K3 w Q - 1 2")

    def test_pawns(self):
        fen = "8/4P3/8/8/8/8/k7/4R1K1 w - - 3 1"
        turns = legal("dynamo", fen)
        self.assertTrue(words("e7e8q e7e8n e7e8 e7--") <= turns)
        game = after("dynamo", fen, "e7e8")
        self.assertEqual(game.fen(), "4P3/8/8/8/8/8/k7/4R1K1 b - - 0 1")
        fen = "4r3/4P3/8/8/8/8/k7/6K1 w - - 3 1"
        self.assertFalse(any(turn.startswith("e7") or "e8--" in turn for turn in legal("dynamo", fen)))
        fen = "3r4/4P3/8/8/8/8/k7/6K1 w - - 3 1"
        self.assertTrue(words("d8-- d8--,e7d8q e7e8r") <= legal("dynamo", fen))

    def test_the_clock(self):
        fen = "4k3/8/8/8/8/8/8/R3K3 w - - 7 1"
        self.assertEqual(after("dynamo", fen, "a1--").fen().split()[4], "0")
        self.assertEqual(after("dynamo", fen, "a1a5").fen().split()[4], "8")

    def test_a_king_is_not_sent_off_by_its_own_pieces(self):
        turns = legal("dynamo", "4k3/8/8/8/8/8/8/K1R5 w - - 0 1")
        self.assertFalse(any("a1--" in turn for turn in turns))
        self.assertIn("a1b1", turns)

    def test_pulls_over_the_edge(self):
        turns = legal("dynamo", "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1")
        self.assertTrue(words("a5a2 a1--,a5a1 a1--,a5--") <= turns)


class IronPieces(unittest.TestCase):
    def test_an_iron_crab_cannot_be_captured(self):
        rook = moves_from("iron-crab", "4k3/8/8/8/8/1r6/8/1C2K3 b - - 0 1", "b3")
        self.assertIn("b3b2", rook)
        self.assertNotIn("b3b1", rook)

    def test_it_blocks(self):
        self.assertFalse(is_check("iron-crab", "4k3/8/8/8/8/8/8/r1C1K3 w - - 0 1"))
        rook = moves_from("iron-crab", "4k3/8/8/8/8/8/8/r1C1K3 b - - 0 1", "a1")
        self.assertIn("a1b1", rook)
        self.assertNotIn("a1c1", rook)


if __name__ == "__main__":
    unittest.main()
