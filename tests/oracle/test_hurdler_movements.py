"""The movements of hurdlers: keywords against Betza texts, and single diagrams."""

import unittest
from random import Random

from katydid_oracle.betza import Betza, BetzaError
from katydid_oracle.board import BLACK, CHESSBOARD, CYLINDER, EMPTY, WHITE
from katydid_oracle.hoppers import KEYWORDS
from katydid_oracle.movement import demi, orthodox

BOARDS_PER_MOVEMENT = 40


def random_board(rng: Random) -> list[str]:
    pieces = rng.choice((3, 8, 16, 30))
    squares = [EMPTY] * CHESSBOARD.size
    for square in rng.sample(range(CHESSBOARD.size), pieces):
        squares[square] = rng.choice("KQRBNPkqrbnp")
    return squares


def hops(movement, squares, square, colour, capture) -> set:
    return set(movement.hops(squares, square, colour, capture))


def targets(text: str, pieces: str, origin: str) -> str:
    """The squares a piece of the movement reaches, ``pieces`` being the squares of other pieces (black ones)."""
    movement = KEYWORDS[text][1](CHESSBOARD) if text in KEYWORDS else Betza(text)
    squares = [EMPTY] * CHESSBOARD.size
    squares[CHESSBOARD.index(origin)] = "X"
    for name in pieces.split():
        squares[CHESSBOARD.index(name)] = "p"
    reached = {
        CHESSBOARD.name(hop.target)
        for capture in (False, True)
        for hop in movement.hops(squares, CHESSBOARD.index(origin), WHITE, capture)
        if (squares[hop.target] != EMPTY) == capture
    }
    return " ".join(sorted(reached))


class KeywordsAndTexts(unittest.TestCase):
    def assert_same(self, one, other, board, rng):
        for _ in range(BOARDS_PER_MOVEMENT):
            squares = random_board(rng)
            square = rng.randrange(CHESSBOARD.size)
            squares[square] = "X"
            for colour in (WHITE, BLACK):
                for capture in (False, True):
                    self.assertEqual(
                        hops(one, squares, square, colour, capture), hops(other, squares, square, colour, capture)
                    )

    def test_each_keyword_means_its_text(self):
        for keyword, (text, movement) in KEYWORDS.items():
            # Going round the cylinder back to where the second hop began is settled by no text.
            boards = (CHESSBOARD,) if keyword.startswith("double") else (CHESSBOARD, CYLINDER)
            for board in boards:
                with self.subTest(keyword=keyword, cylinder=board.wrap):
                    self.assert_same(movement(board), Betza(text, board), board, Random(keyword))

    def test_orthodox_and_demi_pieces(self):
        texts = {"K": "K", "Q": "Q", "R": "R", "B": "B", "N": "N"}
        texts |= {"S": "WfD", "C": "ffNbsN", "L": "bFfA", "O": "WfDffNbsN"}
        pieces = orthodox(CHESSBOARD) | demi(CHESSBOARD)
        for letter, text in texts.items():
            with self.subTest(piece=letter):
                self.assert_same(pieces[letter], Betza(text), CHESSBOARD, Random(letter))

    def test_two_spellings(self):
        for one, other in (("gN2", "gN"), ("pN0", "pNN"), ("gK2", "gK"), ("gQ", "gRgB")):
            with self.subTest(text=one):
                self.assert_same(Betza(one), Betza(other), CHESSBOARD, Random(one))

    def test_bad_texts(self):
        for text in ("", "g", "xQ", "gQ?", "gafsN", "gafssQ", "cabK", "Q-"):
            with self.subTest(text=text), self.assertRaises(BetzaError):
                Betza(text)

    def test_texts_that_leap(self):
        self.assertTrue(Betza("mQcpQ").leaps)
        self.assertFalse(Betza("NN").leaps)


class Diagrams(unittest.TestCase):
    def test_grasshoppers(self):
        self.assertEqual(targets("grasshopper", "a4 d1", "a1"), "a5 e1")
        self.assertEqual(targets("grasshopper-2", "a4 d1 f1", "a1"), "a6 f1")
        self.assertEqual(targets("grasshopper-2", "a4 a5", "a1"), "")
        self.assertEqual(targets("grasshopper-3", "a4 d1 f1", "a1"), "a7")

    def test_riders_of_leaps(self):
        self.assertEqual(targets("nightrider-hopper", "c5", "b3"), "d7")
        self.assertEqual(targets("nightrider-hopper", "c5", "a1"), "d7")
        self.assertEqual(targets("knighthopper", "c5", "a1"), "")

    def test_lions(self):
        self.assertEqual(targets("lion", "a3 a6", "a1"), "a4 a5 a6")
        self.assertEqual(targets("contragrasshopper", "a2 d1", "a1"), "a3 a4 a5 a6 a7 a8")
        self.assertEqual(targets("leo", "a3 a6 b1 b2", "a1"), "a2 a6")

    def test_bends(self):
        self.assertEqual(targets("moose", "d4", "a1"), "d5 e4")
        self.assertEqual(targets("eagle", "d4", "a1"), "c5 e3")
        self.assertEqual(targets("sparrow", "d4", "a1"), "c4 d3")
        self.assertEqual(targets("rook-moose", "d4 d1", "a1"), "e2")
        self.assertEqual(targets("bishop-sparrow", "d4 d1", "a1"), "c4 d3")
        self.assertEqual(targets("eagle-lion", "d4 b6", "a1"), "b6 c5 e3 f2 g1")

    def test_kangaroos(self):
        self.assertEqual(targets("kangaroo", "a3 a6 b1", "a1"), "a7")
        self.assertEqual(targets("kangaroo-lion", "a3 a6 b1", "a1"), "a7 a8")
        self.assertEqual(targets("dolphin", "a3 a6 b1", "a1"), "a4 a7 c1")

    def test_double_grasshopper(self):
        self.assertEqual(targets("double-grasshopper", "b1 c2", "a1"), "c3")
        self.assertEqual(targets("double-grasshopper", "c1", "a1"), "b1")
        self.assertEqual(targets("double-grasshopper", "b1", "a1"), "")

    def test_equihoppers(self):
        self.assertEqual(targets("equihopper", "a3 c2", "a1"), "a5 e3")
        self.assertEqual(targets("equihopper", "a3 a4", "a1"), "")
        self.assertEqual(targets("nonstop-equihopper", "a3 a4", "a1"), "a5 a7")
        self.assertEqual(targets("orix", "a3 c2", "a1"), "a5")


if __name__ == "__main__":
    unittest.main()
