/**
 * Let the parts of the picture move from their places in the picture before.
 *
 * Pictures have no names for cards, pawns or dice. A shape of the new picture is matched with a shape of the old one that looks
 * the same; shapes of one card follow each other in a picture, so they are matched with the same displacement.
 *
 * @typedef {{element: SVGGraphicsElement, look: string, x: number, y: number}} Piece - a shape, and its middle in user units
 */

const SHAPES = "rect, circle, ellipse, path, polygon, polyline, line, text, use";
const PLACES = ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "d", "points", "transform"]; // attributes that say where a shape is
const NEAR = 0.6; // user units that count as the same place
const MOST = 400; // moving shapes; more than that is a new picture
const WRAPPER = "moving";

/** Whether the viewer wants to see movement. */
export function wantsMovement() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Return the shapes of a picture that is shown.
 * @param {SVGSVGElement} svg
 * @returns {Piece[]}
 */
export function piecesOf(svg) {
  for (const animation of svg.getAnimations({ subtree: true })) animation.finish();
  const screen = svg.getScreenCTM();
  if (!screen) return [];
  const pieces = [];
  for (const element of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(SHAPES))) {
    if (element.closest("defs, .frame, .under") || isFrame(element)) continue;
    const box = element.getBoundingClientRect();
    const x = (box.x + box.width / 2 - screen.e) / screen.a, y = (box.y + box.height / 2 - screen.f) / screen.d;
    pieces.push({ element, look: lookOf(element, box.width / screen.a, box.height / screen.d), x, y });
  }
  return pieces;
}

/** @param {Element} element */
function isFrame(element) {
  return element.getAttribute("fill") === "none" && !element.hasAttribute("stroke");
}

/**
 * Describe how a shape looks, without its place.
 * @param {Element} element
 * @param {number} width
 * @param {number} height
 */
function lookOf(element, width, height) {
  const kept = [...element.attributes].filter((each) => !PLACES.includes(each.name)).map((each) => each.name + "=" + each.value);
  const size = element.tagName === "text" ? element.textContent : Math.round(width) + "x" + Math.round(height);
  const path = (element.getAttribute("d") ?? "").replace(/[-\d.,\s]+/g, "");
  return [element.tagName, size, path, ...kept].join("|");
}

/**
 * Move the shapes of the new picture from their old places; shapes that are new appear.
 * @param {Piece[]} before - the shapes of the old picture
 * @param {SVGSVGElement} svg - the new picture, which is shown
 * @param {number} time - milliseconds
 */
export function moveFrom(before, svg, time) {
  const after = piecesOf(svg);
  const { gone, fresh } = differences(before, after);
  if (fresh.length > MOST) return;
  const moves = matches(gone, fresh);
  for (const { piece, dx, dy } of moves) slide(svg, piece, dx, dy, time);
  const moved = new Set(moves.map((move) => move.piece));
  for (const piece of fresh)
    if (!moved.has(piece) && !gone.some((old) => old.element.tagName === piece.element.tagName && isNear(old, piece)))
      piece.element.animate([{ opacity: 0, offset: 0 }], { duration: time, easing: "ease-in" });
}

/**
 * @param {Piece} one
 * @param {Piece} other
 */
function isNear(one, other) {
  return Math.abs(one.x - other.x) < NEAR && Math.abs(one.y - other.y) < NEAR;
}

/**
 * Return the shapes that only one of the pictures has, by look and place.
 * @param {Piece[]} before
 * @param {Piece[]} after
 */
function differences(before, after) {
  const spot = (/** @type {Piece} */ piece) => piece.look + "@" + Math.round(piece.x) + "," + Math.round(piece.y);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const piece of before) counts.set(spot(piece), (counts.get(spot(piece)) ?? 0) + 1);
  const fresh = after.filter((piece) => !take(counts, spot(piece)));
  counts.clear();
  for (const piece of after) counts.set(spot(piece), (counts.get(spot(piece)) ?? 0) + 1);
  return { gone: before.filter((piece) => !take(counts, spot(piece))), fresh };
}

/**
 * @param {Map<string, number>} counts
 * @param {string} key
 */
function take(counts, key) {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
}

/**
 * Match new shapes with old shapes of the same look: at the displacement of the shape before, else the nearest.
 * @param {Piece[]} gone
 * @param {Piece[]} fresh
 */
function matches(gone, fresh) {
  /** @type {Map<string, Piece[]>} */
  const byLook = new Map();
  for (const piece of gone) byLook.set(piece.look, [...(byLook.get(piece.look) ?? []), piece]);
  const found = [];
  let dx = 0, dy = 0;
  for (const piece of fresh) {
    const olds = byLook.get(piece.look);
    if (!olds?.length) continue;
    const cost = (/** @type {Piece} */ old) => {
      const x = old.x - piece.x, y = old.y - piece.y;
      return Math.hypot(x - dx, y - dy) < 2 * NEAR ? -1 : Math.hypot(x, y);
    };
    const old = olds.reduce((best, other) => (cost(other) < cost(best) ? other : best));
    olds.splice(olds.indexOf(old), 1);
    dx = old.x - piece.x;
    dy = old.y - piece.y;
    found.push({ piece, dx, dy });
  }
  return found;
}

/**
 * Slide a shape to its place. It gets a group of its own, because an animation replaces the attribute `transform`.
 * @param {SVGSVGElement} svg
 * @param {Piece} piece
 * @param {number} dx
 * @param {number} dy
 * @param {number} time
 */
function slide(svg, piece, dx, dy, time) {
  const parent = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (piece.element.parentNode));
  const whole = svg.getScreenCTM(), part = parent.getScreenCTM();
  if (!whole || !part) return;
  const inside = whole.inverse().multiply(part).inverse(); // from user units of the picture to those of the parent
  const x = inside.a * dx + inside.c * dy, y = inside.b * dx + inside.d * dy;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.classList.add(WRAPPER);
  piece.element.replaceWith(group);
  group.append(piece.element);
  group.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0px, 0px)" }], { duration: time, easing: "ease-out" });
}
