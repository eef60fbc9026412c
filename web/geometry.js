/**
 * Where squares are: names, rows and columns, and how the board is turned.
 */
import { t } from "./words.js";

/** The name of a square on a board (0 or 1). */
export function name(file, rank, board = 0) {
  return `${"abcdefgh"[file]}${rank + 1}${board ? "B" : ""}`;
}

/** File, rank and board of a name. */
export function parse(square) {
  return {
    file: square.charCodeAt(0) - 97,
    rank: square.charCodeAt(1) - 49,
    board: square.length > 2 ? 1 : 0,
  };
}

/** Whether a square is a light one. */
export function isLight(file, rank) {
  return (file + rank) % 2 === 1;
}

/**
 * The ranks and files in the order in which they are shown.
 * @param {{files: number, ranks: number}} board
 */
export function order(board, flipped) {
  const ranks = [...Array(board.ranks).keys()].reverse();
  const files = [...Array(board.files).keys()];
  return flipped ? { ranks: ranks.reverse(), files: files.reverse() } : { ranks, files };
}

/** The middle of a square in units of squares, from the upper left corner of its board. */
export function centre(square, board, flipped) {
  const { file, rank } = parse(square);
  const x = flipped ? board.files - 1 - file : file;
  const y = flipped ? rank : board.ranks - 1 - rank;
  return { x: x + 0.5, y: y + 0.5 };
}

/** A square in words: `e4`, `e4 of board B`. */
export function spoken(square, board) {
  return board.boards > 1 ? t("{0} of board {1}", square.slice(0, 2), square.length > 2 ? "B" : "A") : square;
}

/**
 * The pieces after some changes.
 * @param {Object<string, string>} squares pieces by square
 * @param {{square: string, after: string|null}[]} changes
 */
export function changed(squares, changes) {
  const pieces = { ...squares };
  for (const { square, after } of changes) {
    if (after) pieces[square] = after;
    else delete pieces[square];
  }
  return pieces;
}
