/**
 * The engine's opinion as a bar beside the board and as a graph over the turns. Always from White's side.
 */
import { svg } from "./dom.js";
import { t } from "./words.js";

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
  bar.setAttribute("aria-valuetext", t("{0} from White's side", score.text));
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
    "aria-label": t("Evaluation by turns: {0}", known.map(({ node }) => node.score.text).join(", ") || "–"),
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
  return withPlace(drawing, nodes, at, go);
}

/** Marks the node that is shown, and makes a click go to another one. */
function withPlace(drawing, nodes, at, go) {
  const step = WIDTH / Math.max(1, nodes.length - 1);
  const here = nodes.indexOf(at);
  if (here >= 0) drawing.append(svg("line", { class: "here", x1: here * step, y1: -4, x2: here * step, y2: HEIGHT + 4 }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    if (nodes[index]) go(nodes[index]);
  });
  return drawing;
}

/** The seconds of a command of a node (`clk`, `emt`), `null` without it. */
function secondsOf(node, command) {
  const text = node.commands.find(([name]) => name === command)?.[1];
  return text && /^[\d:.]+$/.test(text) ? text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) : null;
}

/** The seconds that the turn of each node took, where the clocks in the comments say so; else `null`. */
export function timesOf(nodes, tags) {
  const [base, increment = 0] = (tags.find(([tag]) => tag === "TimeControl")?.[1] ?? "").split("+").map(Number);
  const left = { white: base || null, black: base || null };
  return nodes.map((node) => {
    if (!node.turn) return null;
    const { color } = node.turn;
    const [clock, spent] = [secondsOf(node, "clk"), secondsOf(node, "emt")];
    const known = clock !== null && left[color] !== null;
    const used = spent ?? (known ? Math.max(0, left[color] - clock + (increment || 0)) : null);
    if (clock !== null) left[color] = clock;
    return used;
  });
}

/** The time that each turn took: White's bars go up, Black's down. `null` where no time is known. */
export function timeGraph(nodes, tags, at, go) {
  const times = timesOf(nodes, tags);
  const most = Math.max(...times);
  if (!most) return null;
  const step = WIDTH / Math.max(1, nodes.length - 1);
  const said = nodes.map(({ turn }, index) => times[index] !== null && `${turn.san} ${times[index]} s`).filter(Boolean);
  const drawing = svg("svg", { class: "graph times", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("Time used: {0}", said.join(", ")), preserveAspectRatio: "none" });
  times.forEach((time, index) => {
    if (!time) return;
    // Short times can still be seen beside long ones.
    const height = (HEIGHT / 2) * Math.sqrt(time / most);
    const white = nodes[index].turn.color === "white";
    drawing.append(svg("rect", { class: white ? "time white" : "time black", x: index * step - step * 0.4, y: white ? HEIGHT / 2 - height : HEIGHT / 2, width: step * 0.8, height }));
  });
  drawing.append(svg("line", { class: "level", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }));
  return withPlace(drawing, nodes, at, go);
}
