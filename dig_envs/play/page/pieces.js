/**
 * Find the pieces of a picture: cards, pawns, dice. Pictures do not name them, so a piece is a shape with the smaller shapes on it
 * that follow in the picture.
 *
 * @typedef {{element: SVGGraphicsElement, look: string, x: number, y: number, width: number, height: number}} Shape - a shape, with
 *   its look apart from place and size, and its middle and size in user units
 * @typedef {Shape[]} Piece - the shapes of a piece, the lowest first
 */

const SHAPES = "rect, circle, ellipse, path, polygon, polyline, line, text, use";
const PLACES = ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "d", "points", "transform"]; // attributes of a shape's place
const SIZES = ["width", "height", "r", "rx", "ry", "font-size", "stroke-width"];
const LARGEST = 0.06; // of the picture's area; larger shapes are ground, not pieces
const SMALLER = 0.7; // of the area of a piece's lowest shape; larger shapes are pieces of their own

/**
 * Return the pieces of a picture that is shown.
 * @param {SVGSVGElement} svg
 * @returns {Piece[]}
 */
export function piecesOf(svg) {
  const area = svg.viewBox.baseVal.width * svg.viewBox.baseVal.height;
  /** @type {Piece[]} */
  const pieces = [];
  for (const shape of shapesOf(svg)) {
    const lowest = pieces.at(-1)?.[0];
    if (lowest && areaOf(lowest) < LARGEST * area && liesOn(shape, lowest)) pieces[pieces.length - 1].push(shape);
    else pieces.push([shape]);
  }
  return pieces.filter((piece) => areaOf(piece[0]) < LARGEST * area);
}

/**
 * @param {SVGSVGElement} svg
 * @returns {Shape[]}
 */
function shapesOf(svg) {
  const screen = svg.getScreenCTM();
  if (!screen) return [];
  const shapes = [];
  for (const element of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(SHAPES))) {
    if (element.closest("defs, .frame, .under") || isFrame(element)) continue;
    const box = element.getBoundingClientRect(), width = box.width / screen.a, height = box.height / screen.d;
    const x = (box.x - screen.e) / screen.a + width / 2, y = (box.y - screen.f) / screen.d + height / 2;
    shapes.push({ element, look: lookOf(element), x, y, width, height });
  }
  return shapes;
}

/** @param {Element} element */
function isFrame(element) {
  return element.getAttribute("fill") === "none" && !element.hasAttribute("stroke");
}

/** @param {Element} element */
function lookOf(element) {
  const kept = [...element.attributes].filter((each) => !PLACES.includes(each.name) && !SIZES.includes(each.name));
  const path = (element.getAttribute("d") ?? "").replace(/[-\d.,\s]+/g, "");
  return [element.tagName, element.textContent, path, ...kept.map((each) => each.name + "=" + each.value)].join("|");
}

/** @param {Shape} shape */
function areaOf(shape) {
  return shape.width * shape.height;
}

/**
 * @param {Shape} shape
 * @param {Shape} ground
 */
function liesOn(shape, ground) {
  const inside = Math.abs(shape.x - ground.x) < ground.width / 2 && Math.abs(shape.y - ground.y) < ground.height / 2;
  return inside && (shape.element.tagName === "text" || areaOf(shape) < SMALLER * areaOf(ground) || ground.element.tagName === "circle");
}
