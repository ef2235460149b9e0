/** Choose the shape of the pictures by the width of the page. */

const narrow = matchMedia("(max-width: 1000px)");

/** Return the shape that fits the page: "narrow" or "wide". */
export function shape() {
  return narrow.matches ? "narrow" : "wide";
}

/**
 * Call a function whenever the page needs another shape, as after a phone is turned.
 * @param {() => void} then
 */
export function onOtherShape(then) {
  narrow.addEventListener("change", then);
}
