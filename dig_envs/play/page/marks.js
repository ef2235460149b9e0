/** Find and mark the parts of the picture that actions concern. */

import { get } from "./dom.js";

/**
 * Return the parts of the picture with a name.
 * @param {string} target
 * @returns {Element[]}
 */
export function partsOf(target) {
  return [...get("board").querySelectorAll('[data-spot="' + CSS.escape(target) + '"]')];
}

/**
 * Mark the parts of the picture that an action concerns, or remove the mark.
 * @param {import("./messages.js").Choice} choice
 * @param {boolean} marked
 * @param {string} mark - a class of the style sheet
 */
export function markTargets(choice, marked, mark = "marked") {
  for (const target of choice.targets) for (const part of partsOf(target)) part.classList.toggle(mark, marked);
}
