/** Draw the expected result over the viewer's decisions, with the mistakes as numbered dots. */

import { amount, nameOfUnit } from "./prospects.js";

const WIDTH = 320, HEIGHT = 130, LEFT = 44, MARGIN = 12; // user units; the scale is written left of the curve
const RADIUS = 9;

/**
 * Draw the curve of a review.
 * @param {import("./messages.js").Findings} findings
 * @returns {SVGElement}
 */
export function curveOf({ curve, worst, unit }) {
  const values = curve.map(([, value]) => value);
  const [low, high] = unit === "chance" ? [0, 1] : [Math.min(0, ...values), Math.max(0, ...values)];
  const last = curve.at(-1)?.[0] || 1;
  const x = (/** @type {number} */ frame) => LEFT + ((WIDTH - LEFT - MARGIN) * frame) / last;
  const y = (/** @type {number} */ value) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (value - low)) / (high - low || 1);
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  drawn.setAttribute("aria-label", sentenceOf(values, unit));
  for (const value of [low, (low + high) / 2, high]) drawn.append(...levelOf(value, y(value), unit));
  drawn.append(svg("polyline", { points: curve.map(([frame, value]) => x(frame) + "," + y(value)).join(" ") }));
  worst.forEach(({ frame }, place) => {
    const value = curve.find(([number]) => number === frame)?.[1] ?? low;
    drawn.append(svg("circle", { cx: x(frame), cy: y(value), r: RADIUS }), textAt(x(frame), y(value), String(place + 1), "dot"));
  });
  return drawn;
}

/**
 * @param {number[]} values
 * @param {import("./messages.js").Unit} unit
 */
function sentenceOf(values, unit) {
  const [first, last] = [values[0], values[values.length - 1]].map((value) => amount(value, unit));
  return `Your ${nameOfUnit(unit)} after each of your decisions: ${first} after the first, ${last} after the last.`;
}

/**
 * @param {number} value
 * @param {number} y
 * @param {import("./messages.js").Unit} unit
 */
function levelOf(value, y, unit) {
  return [svg("line", { x1: LEFT, x2: WIDTH - MARGIN, y1: y, y2: y }), textAt(LEFT - 6, y, amount(value, unit).replace(" points", ""), "level")];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} kind
 */
function textAt(x, y, words, kind) {
  const made = svg("text", { x, y: y + 4, class: kind });
  made.textContent = words;
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function svg(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return /** @type {SVGElement} */ (made);
}
