"""Games by combined conditions: who turns, rises, comes home, and in which order."""

import unittest
from dataclasses import replace

from katydid_oracle import Game
from test_rules_examples import after, placement


class CombinedGames(unittest.TestCase):
    def test_circe_andernach(self):
        fen = "4k3/8/8/3r4/8/2N5/8/4K3 w - - 5 1"
        self.assertEqual(after("circe-andernach", fen, "c3d5").fen(), "r3k3/8/8/3n4/8/8/8/4K3 b - - 0 1")

    def test_circe_andernach_rights_return(self):
        fen = "4k3/8/8/3r4/8/2N5/8/4K3 w e - 5 1"
        game = after("circe-andernach", fen, "c3d5")
        self.assertEqual(game.fen().split()[2], "q")

    def test_madrasi_andernach(self):
        fen = "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1"
        self.assertFalse(any(turn.startswith("d1") for turn in after("madrasi-andernach", fen).legal()))
        fen = "4k3/8/8/3r4/8/2N5/8/4K3 w k - 0 1"
        self.assertEqual(placement("madrasi-andernach", fen, "c3d5"), "4k3/8/8/3n4/8/8/8/4K3")

    def test_ag_andernach_turns_captor_and_hurdle(self):
        fen = "7k/8/8/3r4/3n4/3A4/8/7K w - - 0 1"
        self.assertEqual(placement("ag-andernach", fen, "d3d5"), "7k/8/8/3a4/3N4/8/8/7K")

    def test_eg_einstein_the_hopper_keeps_its_type(self):
        fen = "7k/8/8/8/3q4/3E4/8/6RK w - - 0 1"
        self.assertEqual(placement("eg-einstein", fen, "d3d5"), "7k/8/8/3E4/3r4/8/8/6RK")
        self.assertEqual(placement("eg-einstein", fen, "g1f1"), "7k/8/8/8/3q4/3E4/8/5B1K")

    def test_eg_einstein_a_pawn_on_the_last_rank_is_dead(self):
        game = after("eg-einstein", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8", "h8h7")
        self.assertFalse(any(turn.startswith("a8") for turn in game.legal()))

    def test_cg_circe_hurdle_and_victim_go_home(self):
        fen = "4k3/8/8/3r4/3q4/3C4/8/4K3 w - - 0 1"
        self.assertEqual(placement("cg-circe", fen, "d3d5"), "r2qk3/8/8/3C4/8/8/8/4K3")

    def test_cg_circe_the_hurdle_comes_home_first(self):
        fen = "4k3/8/8/3r4/3r4/3C4/8/4K3 w - - 0 1"
        self.assertEqual(placement("cg-circe", fen, "d3d5"), "r3k2r/8/8/3C4/8/8/8/4K3")
        fen = "4k3/8/8/5r2/4r3/3C4/8/4K3 w - - 0 1"
        self.assertEqual(placement("cg-circe", fen, "d3f5"), "r3k3/8/8/5C2/8/8/8/4K3")

    def test_aceg_all(self):
        fen = "4k3/8/8/3n4/3r4/3H4/8/4K3 w - - 0 1"
        # The captor turns; the rook turns, goes to White's dark corner and rises there; the knight goes home.
        self.assertEqual(placement("aceg-all", fen, "d3d5"), "4k1n1/8/8/3h4/8/8/8/Q3K3")

    def test_aceg_all_an_orthodox_captor_rises_and_turns(self):
        fen = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1"
        self.assertEqual(placement("aceg-all", fen, "c3d5"), "4k1n1/8/8/3b4/8/8/8/4K3")

    def test_other_ends_for_the_condition(self):
        for fen, turn, after_it in (
            ("7k/8/8/8/8/8/4P3/7K w - - 0 1", "e2e3", "7k/8/8/8/8/4E3/8/7K"),
            ("7k/8/8/8/8/8/4r3/4Q2K w - - 0 1", "e1e2", "7k/8/8/8/8/8/4E3/7K"),
        ):
            game = Game("eg-einstein")
            game.variant = replace(game.variant, condition_ends="E")
            game.set_fen(fen)
            game.push(turn)
            self.assertEqual(game.fen().split()[0], after_it)

    def test_who_has_become_the_end_stays_it(self):
        game = Game("eg-einstein")
        game.variant = replace(game.variant, condition_ends="E")
        game.set_fen("7k/8/8/4q3/4p3/4E3/8/7K w - - 0 1")
        game.push("e3e5")
        self.assertEqual(game.fen().split()[0], "7k/8/8/4E3/4n3/8/8/7K")


if __name__ == "__main__":
    unittest.main()
