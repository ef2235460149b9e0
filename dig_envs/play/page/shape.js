/** Choose the shape of the pictures by the size of the page: the narrow one for phones and tablets, on which the words of the wide one would be too small. */

import { base } from "./requests.js";

const narrow = matchMedia("(max-width: 1000px)");

/** Return whether the page shows the narrow picture. */
export function isNarrow() {
  return narrow.matches;
}

/** Return the shape that fits the page: "narrow" or "wide". */
export function shape() {
  return isNarrow() ? "narrow" : "wide";
}

/**
 * Call a function whenever the page needs another shape, as after a phone is turned.
 * @param {() => void} then
 */
export function onOtherShape(then) {
  narrow.addEventListener("change", then);
}

/** Return the address of the replay, with pictures of the shape that fits the page. */
export function replayPath() {
  return base + "/replay" + (isNarrow() ? "?shape=narrow" : "");
}
