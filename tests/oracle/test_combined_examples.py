"""Worked examples of drops, and of rules that are combined: drops, conditions, effects, rifles and several legs."""

import unittest

from katydid_oracle import Game
from test_rules_examples import after, placement

BACK_RANK = "R5k1/5ppp/8/8/8/8/8/4K3"


def last_fields(game: Game) -> str:
    """Castling rights and en passant squares of the FEN."""
    return " ".join(game.fen().split()[2:4])


class Crazyhouse(unittest.TestCase):
    def test_a_captured_piece_goes_to_the_hand(self):
        game = after("crazyhouse", None, "e2e4", "d7d5", "e4d5")
        self.assertEqual(game.fen(), "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2")
        game.push("d8d5")
        self.assertEqual(game.fen().split()[0], "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp]")

    def test_hands_are_written_in_order(self):
        fen = "4k3/8/8/8/8/8/8/4K3[pPnqNbRBrQ] w - - 0 1"
        self.assertEqual(after("crazyhouse", fen).fen().split()[0], "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp]")

    def test_a_promoted_piece_is_marked_and_captured_as_a_pawn(self):
        fen = "4k2r/6P1/8/8/8/8/8/4K3[] w k - 0 1"
        game = after("crazyhouse", fen, "g7h8q")
        self.assertEqual(game.fen(), "4k2Q~/8/8/8/8/8/8/4K3[R] b - - 0 1")
        self.assertEqual(placement("crazyhouse", "4k2r/8/8/8/8/8/8/4K2Q~[] b k - 0 1", "h8h1"), "4k3/8/8/8/8/8/8/4K2r[p]")

    def test_a_promoted_piece_keeps_its_mark_when_it_moves(self):
        self.assertEqual(placement("crazyhouse", "4k3/8/8/8/8/8/8/4K1N~1[] w - - 0 1", "g1f3"), "4k3/8/8/8/8/5N~2/8/4K3[]")

    def test_a_drop_parries_check_and_pawns_stay_off_the_end_ranks(self):
        game = after("crazyhouse", f"{BACK_RANK}[n] b - - 0 1")
        self.assertEqual(game.legal(), ["N@b8", "N@c8", "N@d8", "N@e8", "N@f8"])
        mated = after("crazyhouse", f"{BACK_RANK}[p] b - - 0 1")
        self.assertEqual(mated.result().split()[0], "1-0")

    def test_a_drop_mates(self):
        game = after("crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 5 1", "N@f7")
        self.assertEqual(game.result().split()[0], "1-0")

    def test_a_pawn_dropped_on_its_second_rank_may_make_the_double_step(self):
        game = after("crazyhouse", "4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1", "P@e2", "e8e7", "e2e4")
        self.assertEqual(game.fen(), "8/4k3/8/8/3pP3/8/8/4K3[] b - e3 0 2")
        self.assertEqual(placement("crazyhouse", game.fen(), "d4e3"), "8/4k3/8/8/8/4p3/8/4K3[p]")

    def test_a_dropped_rook_cannot_castle(self):
        game = after("crazyhouse", "4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1", "R@h1", "e8e7")
        self.assertEqual(last_fields(game), "Q -")
        self.assertIn("e1c1", game.legal())
        self.assertNotIn("e1g1", game.legal())

    def test_a_drop_resets_the_clock(self):
        game = after("crazyhouse", "4k3/8/8/8/8/8/8/R3K3[N] w - - 98 70", "a1a2")
        self.assertEqual(game.fen().split()[4:], ["99", "70"])
        game = after("crazyhouse", "4k3/8/8/8/8/8/8/R3K3[N] w - - 99 70", "N@h1")
        self.assertEqual((game.fen().split()[4:], game.result()), (["0", "70"], "*"))

    def test_only_bare_kings_with_empty_hands_are_dead(self):
        self.assertEqual(after("crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1").result().split()[0], "1/2-1/2")
        for fen in ("4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1"):
            self.assertEqual(after("crazyhouse", fen).result(), "*")


class DropsWithOtherRules(unittest.TestCase):
    def test_circe_a_piece_is_reborn_or_goes_to_the_hand(self):
        fen = "4k3/{}/8/3p4/4P3/8/8/4K3[] w - - 0 1"
        self.assertEqual(placement("circe-crazyhouse", fen.format("8"), "e4d5"), "4k3/3p4/8/3P4/8/8/8/4K3[]")
        self.assertEqual(placement("circe-crazyhouse", fen.format("3n4"), "e4d5"), "4k3/3n4/8/3P4/8/8/8/4K3[P]")

    def test_circe_a_promoted_piece_is_reborn_as_what_it_is(self):
        fen = "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1"
        self.assertEqual(placement("circe-crazyhouse", fen, "e4d5"), "3q~k3/8/8/3P4/8/8/8/4K3[]")
        fen = "3nk3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1"
        self.assertEqual(placement("circe-crazyhouse", fen, "e4d5"), "3nk3/8/8/3P4/8/8/8/4K3[P]")

    def test_circe_a_reborn_rook_castles_and_a_dropped_one_does_not(self):
        fen = "4k3/8/8/4r3/8/8/1B6/4K3[r] w e - 0 1"
        self.assertEqual(last_fields(after("circe-crazyhouse", fen, "b2e5")), "k -")
        self.assertEqual(last_fields(after("circe-crazyhouse", fen, "e1f1", "R@h8")), "e -")

    def test_andernach_the_captured_piece_goes_to_the_mover(self):
        fen = "4k3/8/8/3p4/8/2N5/8/4K3[] w - - 0 1"
        self.assertEqual(placement("mix-crazyhouse-andernach", fen, "c3d5"), "4k3/8/8/3n4/8/8/8/4K3[P]")
        marked = "4k3/8/8/3p4/8/2N~5/8/4K3[] w - - 0 1"
        self.assertEqual(placement("mix-crazyhouse-andernach", marked, "c3d5"), "4k3/8/8/3n~4/8/8/8/4K3[P]")

    def test_antiandernach_a_drop_turns_nothing(self):
        fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"
        self.assertEqual(placement("mix-crazyhouse-antiandernach", fen, "N@d5"), "4k3/8/8/3N4/8/8/8/4K3[]")

    def test_anticirce_the_captured_piece_goes_to_the_hand(self):
        fen = "4k3/8/8/3p4/8/2N5/8/4K3[] w - - 0 1"
        self.assertEqual(placement("mix-crazyhouse-anticirce", fen, "c3d5"), "4k3/8/8/8/8/8/8/1N2K3[P]")

    def test_einstein_a_piece_that_changes_its_type_loses_its_mark(self):
        fen = "4k3/8/8/8/8/8/8/R~3K3[] w - - 0 1"
        self.assertEqual(placement("mix-einstein-einstein-drops", fen, "a1a5"), "4k3/8/8/B7/8/8/8/4K3[]")
        queen = "4k3/8/8/n7/8/8/8/Q~3K3[] w - - 0 1"
        self.assertEqual(placement("mix-einstein-einstein-drops", queen, "a1a5"), "4k3/8/8/Q~7/8/8/8/4K3[N]")

    def test_madrasi_a_dropped_piece_is_paralysed_at_once(self):
        game = after("mix-crazyhouse-madrasi", "4k3/8/8/r7/8/8/8/4K3[R] w - - 0 1", "R@a1")
        self.assertFalse(any(turn.startswith("a5") for turn in game.legal()))

    def test_a_piece_removed_by_an_effect_goes_to_no_hand(self):
        fen = "3rk3/8/8/8/3r4/3H4/8/4K3[] w - - 0 1"
        self.assertEqual(placement("mix-aceg-drops", fen, "d3d5"), "3rk3/8/8/3H4/8/8/8/B3K3[]")
        home_occupied = "3rk3/8/8/8/3r4/3H4/8/R3K3[] w - - 0 1"
        self.assertEqual(placement("mix-aceg-drops", home_occupied, "d3d5"), "3rk3/8/8/3H4/8/8/8/R3K3[]")

    def test_a_drop_makes_the_hurdle_of_a_check(self):
        fen = "4k3/8/8/8/8/8/8/K3G3[N] w - - 0 1"
        game = after("crazy-grasshopper", fen, "N@e7")
        self.assertTrue(all(turn.startswith("e8") for turn in game.legal()))
        parried = after("crazy-grasshopper", "4k3/4P3/8/8/8/8/8/K3G3[n] b - - 0 1")
        self.assertIn("N@e2", parried.legal())


class RiflesWithAndernach(unittest.TestCase):
    def test_the_shooter_turns_where_it_stands(self):
        fen = "4k3/8/8/3p4/3S4/8/P7/4K3 w - - 3 1"
        self.assertEqual(after("andernach-rifle", fen, "d4d5").fen(), "4k3/8/8/8/3s4/8/P7/4K3 b - - 0 1")

    def test_a_snail_that_shoots_from_its_corner_cannot_castle(self):
        fen = "4k3/8/8/8/8/8/p7/S3K2S w KQ - 0 1"
        self.assertEqual(after("andernach-rifle", fen, "a1a2").fen(), "4k3/8/8/8/8/8/8/s3K2S b K - 0 1")

    def test_a_shot_that_turns_the_shooter_against_its_own_king_is_illegal(self):
        game = after("andernach-rifle", "4k3/8/8/8/8/8/3Sp3/3K4 w - - 0 1")
        self.assertNotIn("d2e2", game.legal())

    def test_a_side_that_shoots_away_its_last_piece_is_bared(self):
        game = after("andernach-rifle", "4k3/8/8/3p4/3S4/8/8/4K3 w - - 0 1", "d4d5")
        self.assertEqual(game.result(), "0-1 {bare king}")


class SeveralLegsWithEffects(unittest.TestCase):
    def test_a_turned_piece_goes_on_moving_in_the_same_turn(self):
        legal = after("progressive-ag", "4k3/8/8/8/8/8/r7/A3K3 w - - 0 2 3/3").legal()
        self.assertIn("a1a3,a2h2,h2h3", legal)
        self.assertIn("a1a3,a2e2", legal)
        self.assertNotIn("a1a3,a2e2,e2e3", legal)

    def test_a_turned_piece_is_progress(self):
        game = after("progressive-ag", "4k3/8/8/8/8/8/r7/A3K3 w - - 7 2 2/2", "a1a3,a3a1")
        self.assertEqual(game.fen(), "4k3/8/8/8/8/8/r7/A3K3 b - - 0 2 3/3")

    def test_en_passant_asks_for_the_pawn_that_passed(self):
        fen = "4k3/8/8/8/3p4/2N5/4P3/4K3 w - - 0 2 2/2"
        game = after("mix-doublemove-superandernach", fen, "e2e4,e1f2")
        self.assertEqual(last_fields(game), "- e3")
        game = after("mix-doublemove-superandernach", fen, "e2e4,c3e4")
        self.assertEqual(last_fields(game), "- -")

    def test_a_dropped_piece_moves_in_the_same_turn(self):
        game = after("mix-doublemove-drops", "4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 2 2/2", "P@e2,e2e4")
        self.assertEqual(game.fen(), "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 2 2/2")


if __name__ == "__main__":
    unittest.main()
