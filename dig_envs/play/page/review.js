/** Show the review of the viewer's decisions: the course of the game, and the decisions that cost most. */

import { curveOf } from "./curve.js";
import { button, element, get } from "./dom.js";
import { amount, inWords, nameOfUnit } from "./prospects.js";
import { request } from "./requests.js";
import { replayPath } from "./shape.js";

/** @typedef {import("./messages.js").Findings} Findings */
/** @typedef {import("./messages.js").Mistake} Mistake */
/** @typedef {import("./messages.js").Unit} Unit */

/** Connect the button. */
export function connectReview() {
  get("find").onclick = () => request("review", {}, get("find"), () => {});
}

/**
 * Show the progress or the result of the review.
 * @param {import("./messages.js").Review} review
 */
export function showReview(review) {
  get("find").hidden = review.result !== null;
  get("find").disabled = !review.error;
  if (review.error) get("review").replaceChildren(element("p", review.error));
  else get("review").replaceChildren(...(review.result === null ? [progressOf(review)] : resultOf(review.result)));
}

/** @param {import("./messages.js").Review} review */
function progressOf(review) {
  const made = element("label", "Searching your decisions "), bar = document.createElement("progress");
  bar.max = review.total;
  bar.value = review.completed;
  made.append(bar);
  return made;
}

/** @param {Findings} findings */
function resultOf(findings) {
  const { curve, worst, unit } = findings, name = nameOfUnit(unit);
  const course = curve.length ? [element("h3", "Your " + name + " after each of your decisions"), curveOf(findings)] : [];
  if (!worst.length) return [...course, element("p", "The search found none of your decisions to be clearly worse than another.")];
  const list = document.createElement("ol");
  list.append(...worst.map((each) => itemOf(each, unit)));
  return [...course, element("h3", "Your costliest decisions"), list, element("p", EXPLANATION, "small")];
}

const EXPLANATION = "Estimated by search from what you knew. “At least” holds for all these decisions together.";

/**
 * Describe a mistake. The better action is hidden until the viewer asks for it.
 * @param {Mistake} mistake
 * @param {Unit} unit
 */
function itemOf({ frame, chosen, better, values, loss }, unit) {
  const item = element("li"), link = /** @type {HTMLAnchorElement} */ (element("a", "You chose: " + chosen));
  link.href = replayPath() + "#" + frame;
  link.target = "_blank";
  const cost = element("span", `It cost about ${amount(loss[0], unit)}, at least ${amount(loss[1], unit)}.`);
  const answer = document.createElement("details");
  answer.append(element("summary", "What was better?"));
  answer.append(element("p", `${better}: ${inWords(values[1], unit)} instead of ${amount(values[0], unit)}.`));
  const again = button("Try again here", () =>
    request("branch", { frame, agent: "" }, again, (branch) => location.assign(branch.path)));
  again.title = "The same cards and dice, from this decision on";
  item.append(link, cost, again, answer);
  return item;
}
