/**
 * The engine's opinion as a bar beside the board and as a graph over the turns. Always from White's side.
 */
import { svg } from "./dom.js";

/** Shows a score in the bar; hides the bar for `null`. */
export function showBar(score, flipped) {
  const bar = document.getElementById("bar");
  bar.hidden = score === null;
  if (score === null) return;
  bar.classList.toggle("flipped", flipped);
  bar.classList.toggle("black", score.share < 0.5);
  bar.querySelector(".bar-white").style.setProperty("--share", score.share);
  // There is room for five characters.
  const { text } = score;
  bar.querySelector(".bar-text").textContent = text.length > 5 && !score.mate ? text.slice(0, text.indexOf(".") + 2) : text;
  bar.setAttribute("aria-valuenow", String(Math.round(score.share * 100)));
  bar.setAttribute("aria-valuetext", `${score.text} from White's side`);
}

const WIDTH = 300;
const HEIGHT = 60;

/**
 * The graph of a line of nodes.
 * @param {Object[]} nodes from the beginning to the end
 * @param {function(Object): void} go called with the node that is clicked
 */
export function graph(nodes, at, go) {
  const step = WIDTH / Math.max(1, nodes.length - 1);
  const y = (node) => HEIGHT * (1 - node.score.share);
  const known = nodes.map((node, index) => ({ node, x: index * step })).filter(({ node }) => node.score);
  const points = known.map(({ node, x }) => `${x.toFixed(1)},${y(node).toFixed(1)}`);
  const drawing = svg("svg", {
    class: "graph",
    viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`,
    role: "img",
    "aria-label": `Evaluation by turns: ${known.map(({ node }) => node.score.text).join(", ") || "none yet"}`,
    preserveAspectRatio: "none",
  });
  drawing.append(svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }));
  drawing.append(svg("line", { class: "level", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }));
  if (known.length > 1) {
    const [first, last] = [known[0].x, known.at(-1).x];
    drawing.append(svg("polygon", { class: "area", points: `${first},${HEIGHT} ${points.join(" ")} ${last},${HEIGHT}` }));
    drawing.append(svg("polyline", { class: "curve", points: points.join(" ") }));
  }
  for (const { node, x } of known.filter(({ node }) => node.judged)) {
    drawing.append(svg("line", { class: "mark", x1: x, x2: x, y1: y(node) - 3, y2: y(node) + 3 }));
  }
  const here = nodes.indexOf(at);
  if (here >= 0) drawing.append(svg("line", { class: "here", x1: here * step, y1: -4, x2: here * step, y2: HEIGHT + 4 }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    if (nodes[index]) go(nodes[index]);
  });
  return drawing;
}
