"""The analysis board with declared pieces: effects on hurdles, move texts, kings, rights (hurdlers, sections 3 to 8)."""

import unittest
from dataclasses import replace

from katydid_oracle import Game
from katydid_oracle.pieces_option import PiecesError


def game_of(pieces: str, fen: str, *turns: str) -> Game:
    game = Game("hurdlers", pieces)
    game.set_fen(fen)
    for turn in turns:
        game.push(turn)
    return game


def fen_after(pieces: str, fen: str, *turns: str) -> str:
    return game_of(pieces, fen, *turns).fen()


def moves_of(game: Game, origin: str) -> list[str]:
    return sorted(turn for turn in game.legal() if turn.startswith(origin))


class ExamplesOfThePage(unittest.TestCase):
    def test_one_legal_move_needs_no_hurdle(self):
        game = game_of("H=eagle:A", "n4n2/P7/8/3k4/8/6n1/5nPH/6NK w - - 0 1")
        self.assertEqual(game.legal(), ["h2f2"])
        self.assertEqual(game.result(), "*")
        game.push("h2f2")
        self.assertEqual(game.fen().split()[0], "n4n2/P7/8/3k4/8/6N1/5HP1/6NK")

    def test_two_hurdles_to_one_square(self):
        fen = "8/8/8/8/8/1k1p4/2X5/7K w - - 0 1"
        game = game_of("X=eagle:A", fen)
        self.assertEqual(moves_of(game, "c2"), ["c2a2", "c2c4/b3", "c2c4/d3", "c2e2"])
        self.assertEqual(fen_after("X=eagle:A", fen, "c2c4/b3"), "8/8/8/8/2X5/1k1p4/8/7K b - - 1 1")
        self.assertEqual(fen_after("X=eagle:A", fen, "c2c4/d3"), "8/8/8/8/2X5/1k1P4/8/7K b - - 0 1")
        with self.assertRaisesRegex(ValueError, "ambiguous, name the hurdle: c2c4/b3 c2c4/d3"):
            game.push("c2c4")

    def test_hurdles_to_one_position_are_one_move(self):
        for pieces, fen in (
            ("X=eagle", "8/8/8/8/8/1k1p4/2X5/7K w - - 0 1"),
            ("X=eagle:A", "8/8/8/8/8/1k1k4/2X5/7K w - - 0 1"),
        ):
            game = game_of(pieces, fen)
            self.assertEqual([turn for turn in game.legal() if turn.startswith("c2c4")], ["c2c4"])
            game.push("c2c4/d3")

    def test_both_hurdles_turn_and_sink(self):
        fen = "7k/8/8/3r4/8/2p5/1q6/X5K1 w - - 0 1"
        self.assertEqual(fen_after("X=kangaroo:AE", fen, "a1d4"), "7k/8/8/3r4/3X4/2X5/1R6/6K1 b - - 0 1")

    def test_the_first_reborn_occupies_the_home_of_the_second(self):
        fen = "7k/8/8/8/8/2Q5/1Q6/X6K w - - 0 1"
        self.assertEqual(fen_after("X=kangaroo:C", fen, "a1d4"), "7k/8/8/8/3X4/8/8/3Q3K b - - 0 1")

    def test_the_first_removed_frees_the_home_of_the_second(self):
        fen = "7k/8/8/8/8/8/8/X2BQ2K w - - 0 1"
        self.assertEqual(fen_after("X=kangaroo:C", fen, "a1f1"), "7k/8/8/8/8/8/8/3Q1X1K b - - 0 1")

    def test_there_and_back(self):
        fen = "7k/8/8/8/8/2p5/8/X6K w - - 0 1"
        game = game_of("X=double-grasshopper:A", fen, "a1b2")
        self.assertEqual(game.fen(), "7k/8/8/8/8/2p5/1X6/7K b - - 1 1")
        turned_once = fen_after("X=double-grasshopper:A:enemy", fen, "a1b2")
        self.assertEqual(turned_once, "7k/8/8/8/8/2P5/1X6/7K b - - 0 1")

    def test_a_rook_turned_in_its_corner_returns_a_right(self):
        fen = "4k3/8/8/8/8/8/8/r2XK2R w K - 0 1"
        self.assertEqual(fen_after("X=eagle:A", fen, "d1a2"), "4k3/8/8/8/8/8/X7/R3K2R b KQ - 0 1")


class Effects(unittest.TestCase):
    def test_a_piece_leapt_twice_sinks_two_rungs(self):
        fen = "7k/8/8/8/8/2q5/8/X6K w - - 0 1"
        after = fen_after("X=double-grasshopper:E", fen, "a1b2")
        self.assertEqual(after, "7k/8/8/8/8/2b5/1X6/7K b - - 0 1")

    def test_a_piece_leapt_twice_is_at_home_the_second_time(self):
        fen = "7k/8/8/8/8/2q5/8/X6K w - - 0 1"
        self.assertEqual(fen_after("X=double-grasshopper:C", fen, "a1b2"), "3q3k/8/8/8/8/8/1X6/7K b - - 0 1")

    def test_a_capturing_move_raises_all_hurdles(self):
        fen = "7k/8/8/8/3r4/2p5/1q6/X6K w - - 0 1"
        self.assertEqual(fen_after("X=kangaroo:E", fen, "a1d4"), "7k/8/8/8/3X4/2n5/1x6/7K b - - 0 1")

    def test_targets_by_colour(self):
        fen = "7k/8/8/8/8/2p5/1Q6/X6K w - - 0 1"
        self.assertEqual(fen_after("X=kangaroo:A:enemy", fen, "a1d4").split()[0], "7k/8/8/8/3X4/2P5/1Q6/7K")
        self.assertEqual(fen_after("X=kangaroo:A:friend", fen, "a1d4").split()[0], "7k/8/8/8/3X4/2p5/1q6/7K")

    def test_a_list_once_begun_is_completed(self):
        after = fen_after("X=grasshopper:AE:enemy", "7k/8/8/8/8/2q5/1X6/7K w - - 0 1", "b2d4")
        self.assertEqual(after.split()[0], "7k/8/8/8/3X4/2R5/8/7K")

    def test_target_enemy_with_two_leaps_is_asked_each_time(self):
        fen = "7k/8/8/8/8/2p5/8/X6K w - - 0 1"
        self.assertEqual(fen_after("X=double-grasshopper:A:friend", fen, "a1b2"), "7k/8/8/8/8/2p5/1X6/7K b - - 1 1")

    def test_kings_turn_with_rex_only(self):
        fen = "8/8/8/8/3k4/3X4/8/7K w - - 0 1"
        self.assertEqual(fen_after("X=grasshopper:A", fen, "d3d5"), "8/8/8/3X4/3k4/8/8/7K b - - 1 1")
        self.assertEqual(fen_after("X=grasshopper:A:rex", fen, "d3d5"), "8/8/8/3X4/3K4/8/8/7K b - - 0 1")

    def test_a_king_that_turns_on_its_square_ends_the_rights(self):
        game = game_of("X=grasshopper:A:rex", "3Xk2r/8/8/8/8/8/8/K7 w k - 0 1", "d8f8")
        self.assertEqual(game.fen(), "4KX1r/8/8/8/8/8/8/K7 b - - 0 1")

    def test_a_turned_king_on_the_other_home_square_is_not_reborn(self):
        game = game_of("X=grasshopper:A:rex", "7k/8/8/8/8/8/8/R2XkK2 w - - 0 1")
        self.assertNotIn("d1f1", game.legal())
        game = game_of("X=eagle:A:rex", "7k/8/8/8/8/8/K7/R2Xk3 w - - 0 1", "d1e2")
        self.assertEqual(game.fen(), "7k/8/8/8/8/8/K3X3/R3K3 b - - 0 1")

    def test_a_reborn_king_is_unmoved(self):
        game = game_of("X=grasshopper:C", "7k/8/8/3K4/3X4/8/8/8 w - - 0 1", "d4d6")
        self.assertEqual(game.fen(), "7k/8/3X4/8/8/8/8/4K3 b E - 0 1")

    def test_quiet_moves_of_a_leo_change_nothing(self):
        fen = "7k/8/8/1p1r4/8/8/8/1X5K w - - 0 1"
        game = game_of("X=leo:A", fen, "b1b4")
        self.assertEqual(game.fen(), "7k/8/8/1p1r4/1X6/8/8/7K b - - 1 1")

    def test_other_ends_of_the_ladder(self):
        game = Game("hurdlers", "X=grasshopper:E")
        for ends, left in (("stay", "p"), ("G", "g"), ("hurdler", "x")):
            game.variant = replace(game.variant, ends=ends)
            game.set_fen("7k/8/8/8/3p4/3X4/8/7K w - - 0 1")
            game.push("d3d5")
            self.assertEqual(game.fen().split()[0], f"7k/8/8/3X4/3{left}4/8/8/7K")
        game.variant = replace(game.variant, ladder="NXQ", ends="hurdler")
        game.set_fen("7k/8/8/8/3q4/3X4/8/7K w - - 0 1")
        game.push("d3d5")
        self.assertEqual(game.fen().split()[0], "7k/8/8/3X4/3x4/8/8/7K")

    def test_other_homes(self):
        game = Game("hurdlers", "X=grasshopper:C")
        game.variant = replace(game.variant, homes={"Q": "a1 h1", "N": "second", "R": "file"})
        for piece, home in (("q", "7q/8"), ("Q", "8/8/8/3X4/8/8/8/Q7"), ("n", "8/3n4"), ("R", "3R4/8")):
            game.set_fen(f"8/8/8/8/3{piece}4/3X4/8/8 w - - 0 1")
            game.push("d3d5")
            self.assertIn(home, game.fen())


class Board(unittest.TestCase):
    def test_any_number_of_kings(self):
        self.assertEqual(game_of("", "8/8/8/8/8/8/8/8 w - - 0 1").result().split("{")[0], "1/2-1/2 ")
        self.assertEqual(game_of("", "8/8/8/8/8/8/8/Q7 w - - 0 1").result(), "*")
        self.assertEqual(game_of("", "8/8/8/8/8/8/8/Q7 b - - 0 1").result(), "1/2-1/2 {stalemate}")
        self.assertEqual(game_of("", "k7/8/8/8/8/8/8/K7 w - - 0 1").result(), "1/2-1/2 {dead position}")
        self.assertEqual(game_of("", "k7/8/8/8/8/8/8/K1K5 w - - 0 1").result(), "*")
        mate = game_of("", "k5k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1d1")
        self.assertEqual(mate.result(), "*")
        mate = game_of("", "6k1/5ppp/8/7k/8/8/8/R6K w - - 0 1", "a1a8")
        self.assertEqual(mate.result(), "1-0 {checkmate}")

    def test_promotion_to_the_types_set_up(self):
        game = game_of("X=moose:A,Y=eagle", "7k/P7/8/8/8/8/7y/6K1 w - - 0 1")
        self.assertEqual(moves_of(game, "a7"), ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7a8y"])

    def test_first_rank_pawns_live_beside_an_einstein_effect(self):
        for pieces, reach in (("X=moose:CE", 3), ("X=moose:A", 0), ("X=moose", 0)):
            game = game_of(pieces, "7k/8/8/8/8/7x/8/P5K1 w - - 0 1")
            self.assertEqual(len(moves_of(game, "a1")), reach)

    def test_only_the_king_at_home_castles(self):
        game = game_of("", "7k/8/8/8/8/8/8/R3K2K w Q - 0 1")
        self.assertIn("e1c1", game.legal())
        game.push("h1h2")
        self.assertEqual(game.fen().split()[2], "Q")

    def test_castling_with_king_and_rook_still_at_home(self):
        """A grasshopper on a1 attacks f1 over the king on e1 before the move, so that the king may not pass."""
        self.assertNotIn("e1g1", game_of("", "7k/8/8/8/8/8/8/g3K2R w K - 0 1").legal())

    def test_declarations(self):
        for text in ("X", "K=moose", "x=moose", "X=mouse", "X=moose:AA", "X=moose:B", "X=NN:A", "X=moose:A:enemy:friend",
                     "X=moose:A:rex:rex", "X=moose,X=eagle", "X=moose,", "X=moose:A:"):
            with self.subTest(text=text), self.assertRaises(PiecesError):
                Game("hurdlers", text)
        for text in ("X=moose:A", "Y=kangaroo:CE:enemy", "Z=gasQ:A:rex", "V=NN", "X=moose:-:enemy:rex", "<empty>"):
            Game("hurdlers", text)


if __name__ == "__main__":
    unittest.main()
