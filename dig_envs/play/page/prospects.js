/** Write expected results in words: a chance to win in percent, or points. */

/** @typedef {import("./messages.js").Unit} Unit */

/** @type {Record<Unit, string>} */
const NAMES = { chance: "chance to win", points: "points", reward: "reward" };

/**
 * Return what the numbers of a unit are.
 * @param {Unit} unit
 */
export function nameOfUnit(unit) {
  return NAMES[unit];
}

/**
 * Write an expected result, such as "chance to win 48 %".
 * @param {number} value
 * @param {Unit} unit
 */
export function inWords(value, unit) {
  return unit === "points" ? amount(value, unit) : NAMES[unit] + " " + amount(value, unit);
}

/**
 * Write a number of a unit without the name of a chance or a reward.
 * @param {number} value
 * @param {Unit} unit
 */
export function amount(value, unit) {
  const written = unit === "chance" ? Math.round(100 * value) + " %" : unit === "points" ? value.toFixed(1) + " points" : value.toFixed(2);
  return written.replace("-", "\u2212");
}
