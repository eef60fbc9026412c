"""The worked examples of the rules page, played by the oracle."""

import unittest

from katydid_oracle import Game


def after(variant: str, fen: str | None, *turns: str) -> Game:
    game = Game(variant)
    if fen:
        game.set_fen(fen)
    for turn in turns:
        game.push(turn)
    return game


def placement(variant: str, fen: str, turn: str) -> str:
    return after(variant, fen, turn).fen().split()[0]


class OneMoveVariants(unittest.TestCase):
    def test_grasshopper_opening(self):
        self.assertIn("h4e7", after("grasshopper", None, "h2h4", "c7a5").legal())

    def test_betzas_game(self):
        moves = (
            "e2e4 d7d5 e4d5 d8d5 d1e3 d5b5 b2b3 e7e6 b1c3 b5b6 g1f3 g8f6 f1d3 f8c5 e3e2 b8c6 c1a3 c5d6 d3b5 "
            "e8g8 b5c4 f8e8"
        )
        game = after("demirifle-fide", None, *moves.split())
        self.assertIn("c4e6", game.legal())
        before = game.fen().split()[0]
        game.push("c4e6")
        self.assertEqual(game.fen().split()[0], before.replace("qnbpn2", "qnb1n2"))

    def test_order_of_effects_on_a_hopped_queen(self):
        fen = "7k/8/8/8/3Q4/3H4/8/7K w - - 0 1"
        self.assertEqual(placement("acg", fen, "d3d5"), "3q3k/8/8/3H4/8/8/8/7K")
        self.assertEqual(placement("ceg", fen, "d3d5"), "7k/8/8/3H4/8/8/8/3R3K")
        self.assertEqual(placement("ecg", fen, "d3d5"), "7k/8/8/3H4/8/8/8/R6K")
        safe_king = "7k/8/8/8/3Q4/3H4/7K/8 w - - 0 1"
        self.assertEqual(placement("cag", safe_king, "d3d5"), "7k/8/8/3H4/8/8/7K/3q4")

    def test_grasshopper_like_piece_is_reborn_on_its_promotion_rank(self):
        fen = "7k/8/8/8/8/2h5/2H5/7K w - - 0 1"
        self.assertEqual(placement("ceg", fen, "c2c4"), "7k/8/8/8/2H5/8/8/2h4K")

    def test_two_squares_passed_are_written_in_the_order_passed(self):
        fen = "4k3/8/8/8/3p4/5p2/8/K3P3 w - - 0 1"
        self.assertEqual(after("einstein", fen, "e1e4").fen().split()[3], "e2e3")

    def test_own_coloured_pawn_is_taken_en_passant(self):
        fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
        self.assertEqual(placement("antiandernach", fen, "e2e4"), "4k3/8/8/8/3pp3/8/8/4K3")
        game = after("antiandernach", fen, "e2e4", "d4e3")
        self.assertEqual(game.fen().split()[0], "4k3/8/8/8/8/4p3/8/4K3")

    def test_bare_king_wins_for_the_side_to_move(self):
        game = after("demichess", "4k3/8/8/8/8/8/8/S3K3 w - - 0 1")
        self.assertEqual(game.result().split()[0], "1-0")
        self.assertEqual(game.legal(), [])


class Hopgi(unittest.TestCase):
    def test_pawn_diagrams(self):
        for piece, square, quiets, captures in (
            ("P", "f2", "e3 g3", "f3"),
            ("P", "c6", "b7 b5", "b6"),
            ("P", "f6", "e7 g7 e5", "f7 e6"),
            ("p", "b6", "c7 c5", "c6"),
            ("p", "f6", "g7 g5 e5", "g6 f5"),
            ("p", "f3", "e2 g2", "f2"),
        ):
            with self.subTest(piece=piece, square=square):
                self.assertEqual(pawn_targets(piece, square, ""), set(quiets.split()))
                self.assertTrue(set(captures.split()) <= pawn_targets(piece, square, captures))

    def test_linked_kings(self):
        legal = after("hopgi", "6w/7/*6/7/7/**3F1/**2*1W[] w - - 0 1").legal()
        self.assertIn("g1g2,f2e3", legal)
        self.assertNotIn("g1g2", legal)


def pawn_targets(piece: str, square: str, victims: str) -> set[str]:
    """Where a lone pawn can go, with enemy pieces on the given squares."""
    enemy = "R" if piece == "p" else "r"
    rows = []
    for rank, holes in ((7, ""), (6, ""), (5, "a"), (4, ""), (3, ""), (2, "ab"), (1, "abe")):
        row = ""
        for file in "abcdefg":
            here = f"{file}{rank}"
            if file in holes:
                row += "*"
            elif here == square:
                row += piece
            elif here in victims.split():
                row += enemy
            else:
                row += {"d4": "W", "c3": "w"}.get(here, "1")
        rows.append(row)
    side = "w" if piece == "P" else "b"
    legal = after("hopgi", f"{'/'.join(rows)}[] {side} - - 0 1").legal()
    return {text[2:4] for text in legal if text.startswith(square)}


class SeveralMovesATurn(unittest.TestCase):
    def test_check_ends_the_turn_and_the_opponent_gets_the_full_count(self):
        game = after("progressive", "7k/8/8/8/8/8/8/R3K3 w - - 0 2 3/3")
        self.assertIn("a1a8", game.legal())
        game.push("a1a8")
        self.assertEqual(game.fen(), "R6k/8/8/8/8/8/8/4K3 b - - 1 2 4/4")

    def test_several_en_passant_squares(self):
        fen = "4k3/8/8/8/1p1p4/8/2P1P3/4K3 w - - 0 2 2/2"
        self.assertEqual(after("doublemove", fen, "e2e4,c2c4").fen().split()[3], "c3e3")
        self.assertEqual(after("doublemove", fen, "e2e4,e4e5").fen().split()[3], "-")

    def test_no_legal_move_ends_the_game_by_the_rules_of_the_array(self):
        mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 2 4/4"
        self.assertEqual(after("progressive", mate).result().split()[0], "1-0")
        stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 2 2/2"
        self.assertEqual(after("doublemove", stalemate).result().split()[0], "1/2-1/2")
        stalemate = "k7/2K5/8/2L5/8/8/8/8 b - - 0 2 2/2"
        self.assertEqual(after("doublemove-demichess", stalemate).result().split()[0], "1-0")


if __name__ == "__main__":
    unittest.main()
