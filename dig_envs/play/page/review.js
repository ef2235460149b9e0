/** Show the review of the viewer's decisions: which of them cost most. */

import { element, get } from "./dom.js";
import { amount, inWords } from "./prospects.js";
import { base, request } from "./requests.js";

/** @typedef {import("./messages.js").Findings} Findings */

/** Connect the button. */
export function connectReview() {
  get("find").onclick = () => request("review", {}, get("find"), () => {});
}

/**
 * Show the progress or the result of the review.
 * @param {import("./messages.js").Review} review
 */
export function showReview(review) {
  get("find").hidden = review.found !== null;
  get("find").disabled = !review.error;
  if (review.error) get("review").replaceChildren(element("p", review.error));
  else if (review.found === null) get("review").replaceChildren(progressOf(review));
  else if (!review.found.worst.length)
    get("review").replaceChildren(element("p", "The search found none of your decisions to be clearly worse than another."));
  else get("review").replaceChildren(element("h3", "Your costliest decisions"), listOf(review.found), element("p", EXPLANATION, "small"));
}

const EXPLANATION = "Estimated by search from what you knew. “At least” holds for all these decisions together.";

/** @param {import("./messages.js").Review} review */
function progressOf(review) {
  const made = element("label", "Searching your decisions "), bar = document.createElement("progress");
  bar.max = review.total;
  bar.value = review.completed;
  made.append(bar);
  return made;
}

/** @param {Findings} findings */
function listOf({ worst, unit }) {
  const list = document.createElement("ol");
  for (const each of worst) {
    const item = element("li"), link = /** @type {HTMLAnchorElement} */ (element("a", "You chose: " + each.chosen));
    const [loss, low] = each.loss.map((number) => amount(number, unit)), [chosen, best] = each.values;
    link.href = base + "/replay#" + each.frame;
    link.target = "_blank";
    item.append(link, element("span", `Better: ${each.better}; ${inWords(best, unit)} instead of ${amount(chosen, unit)}. It cost about ${loss}, at least ${low}.`));
    list.append(item);
  }
  return list;
}
