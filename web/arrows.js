/**
 * Arrows over a board: what the engine would play.
 */
import { svg } from "./dom.js";
import { centre } from "./geometry.js";

const HEAD = 0.28;

/** The drawing over one board. */
export function layer(board) {
  return svg("svg", {
    class: "arrows",
    viewBox: `0 0 ${board.files} ${board.ranks}`,
    "aria-hidden": "true",
  });
}

/**
 * Draws arrows.
 * @param {SVGElement} drawing
 * @param {{from: string, to: string, rank: number, threat?: boolean, color?: string}[]} arrows `from` may be `@P`; rank 0 is the
 *     best line
 * @param {function(string): (string|null)} picture the picture of a piece in hand, by `@P`
 */
export function draw(drawing, arrows, board, flipped, picture = () => null) {
  const parts = [...arrows].reverse().flatMap(({ from, to, rank, threat, color }) => {
    const kind = `arrow rank${Math.min(rank, 3)}${threat ? " threat" : ""}${color ? ` ${color}` : ""}`;
    if (to === "edge") {
      const { x, y } = centre(from, board, flipped);
      return [svg("circle", { class: kind, cx: x, cy: y, r: 0.4 })];
    }
    const end = centre(to, board, flipped);
    if (from.startsWith("@")) {
      const href = picture(from);
      const ring = svg("circle", { class: kind, cx: end.x, cy: end.y, r: 0.44 });
      return href ? [svg("image", { class: kind, href, x: end.x - 0.35, y: end.y - 0.35, width: 0.7, height: 0.7 }), ring] : [ring];
    }
    const begin = centre(from, board, flipped);
    const length = Math.hypot(end.x - begin.x, end.y - begin.y) || 1;
    const [dx, dy] = [(end.x - begin.x) / length, (end.y - begin.y) / length];
    const neck = { x: end.x - dx * HEAD, y: end.y - dy * HEAD };
    const wing = HEAD * 0.6;
    const points = [
      [end.x, end.y],
      [neck.x - dy * wing, neck.y + dx * wing],
      [neck.x + dy * wing, neck.y - dx * wing],
    ];
    return [
      svg("line", { class: kind, x1: begin.x, y1: begin.y, x2: neck.x, y2: neck.y }),
      svg("polygon", { class: kind, points: points.map((point) => point.join(",")).join(" ") }),
    ];
  });
  drawing.replaceChildren(...parts);
}
