/** Let the pieces of the picture move from their places in the picture before. */

import { piecesOf } from "./pieces.js";

/**
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {import("./pieces.js").Shape} Shape
 */

const NEAR = 1; // user units that count as the same place
const ALIKE = 0.5; // share of shapes that look the same in two pictures of one piece

/** Whether the viewer wants to see movement. */
export function wantsMovement() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Return the pieces of the old picture, before the new one takes its place.
 * @param {SVGSVGElement} svg
 */
export function placesIn(svg) {
  for (const animation of svg.getAnimations({ subtree: true })) animation.finish();
  return piecesOf(svg);
}

/**
 * Move the pieces of the new picture from their old places. Pieces that the old picture lacks appear.
 * @param {Piece[]} before - the pieces of the old picture
 * @param {SVGSVGElement} svg - the new picture, which is shown
 * @param {number} time - milliseconds
 */
export function moveFrom(before, svg, time) {
  const after = piecesOf(svg), gone = without(before, after);
  for (const piece of without(after, before)) {
    const old = takeMatch(gone, piece);
    if (old) slide(svg, old, piece, time);
    else if (!gone.some((other) => isNear(other[0], piece[0]))) appear(piece, time);
  }
}

/**
 * Return the pieces that another picture does not have at the same place with the same look.
 * @param {Piece[]} pieces
 * @param {Piece[]} others
 */
function without(pieces, others) {
  const key = (/** @type {Piece} */ piece) => piece.map((each) => [each.look, Math.round(each.x), Math.round(each.y)]).join("\n");
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const other of others) counts.set(key(other), (counts.get(key(other)) ?? 0) + 1);
  return pieces.filter((piece) => {
    const left = counts.get(key(piece)) ?? 0;
    counts.set(key(piece), left - 1);
    return left <= 0;
  });
}

/**
 * Remove the old piece that is most like a new one, and of several the nearest, and return it. Text alone does not move.
 * @param {Piece[]} gone
 * @param {Piece} piece
 * @returns {Piece | undefined}
 */
function takeMatch(gone, piece) {
  if (piece.every((shape) => shape.element.tagName === "text")) return undefined;
  let best, most = 0, nearest = 0;
  for (const old of gone) {
    const alike = likeness(old, piece), distance = Math.hypot(old[0].x - piece[0].x, old[0].y - piece[0].y);
    if (alike >= ALIKE && (alike > most || (alike === most && distance < nearest))) [best, most, nearest] = [old, alike, distance];
  }
  if (best) gone.splice(gone.indexOf(best), 1);
  return best;
}

/**
 * Return the share of shapes that two pieces have in common, from 0 to 1.
 * @param {Piece} one
 * @param {Piece} other
 */
function likeness(one, other) {
  const left = one.map((shape) => shape.look);
  let common = 0;
  for (const shape of other) {
    const place = left.indexOf(shape.look);
    if (place >= 0) common += left.splice(place, 1).length;
  }
  return common / Math.max(one.length, other.length);
}

/**
 * @param {Shape} one
 * @param {Shape} other
 */
function isNear(one, other) {
  return one.element.tagName === other.element.tagName && Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
}

/**
 * @param {Piece} piece
 * @param {number} time
 */
function appear(piece, time) {
  for (const { element } of piece) element.animate([{ opacity: 0, offset: 0 }], { duration: time, easing: "ease-in" });
}

/**
 * Slide a piece from the place and size of an old one to its own.
 * @param {SVGSVGElement} svg
 * @param {Piece} old
 * @param {Piece} piece
 * @param {number} time
 */
function slide(svg, old, piece, time) {
  const anchor = piece.find((shape) => old.some((other) => other.look === shape.look)) ?? piece[0];
  const start = old.find((other) => other.look === anchor.look) ?? old[0];
  const scale = anchor.width > 0 ? start.width / anchor.width : 1;
  if (Math.hypot(start.x - anchor.x, start.y - anchor.y) < NEAR && Math.abs(scale - 1) < 0.02) return;
  for (const shape of piece) {
    const x = start.x + scale * (shape.x - anchor.x), y = start.y + scale * (shape.y - anchor.y);
    slideShape(svg, shape, x, y, scale, time);
  }
}

/**
 * Slide a shape to its place. It gets a group of its own, because an animation replaces the attribute `transform`.
 * @param {SVGSVGElement} svg
 * @param {Shape} shape
 * @param {number} x - the middle from which it comes, in user units of the picture
 * @param {number} y
 * @param {number} scale - its size at first
 * @param {number} time
 */
function slideShape(svg, shape, x, y, scale, time) {
  const parent = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (shape.element.parentNode));
  const whole = svg.getScreenCTM(), part = parent.getScreenCTM();
  if (!whole || !part) return;
  const inside = part.inverse().multiply(whole); // from user units of the picture to those of the parent
  const from = new DOMPoint(x, y).matrixTransform(inside), to = new DOMPoint(shape.x, shape.y).matrixTransform(inside);
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.classList.add("moving");
  shape.element.replaceWith(group);
  group.append(shape.element);
  const first = `translate(${from.x}px, ${from.y}px) scale(${scale}) translate(${-to.x}px, ${-to.y}px)`;
  const last = `translate(${to.x}px, ${to.y}px) scale(1) translate(${-to.x}px, ${-to.y}px)`;
  group.animate([{ transform: first }, { transform: last }], { duration: time, easing: "ease-out" });
}
