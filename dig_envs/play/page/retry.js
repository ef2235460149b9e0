/** Compare a decision that the viewer makes again with the first choice. */

import { get } from "./dom.js";
import { amount, inWords } from "./prospects.js";

/** @param {import("./messages.js").Retry} retry */
export function showRetry(retry) {
  get("retry").textContent = wordsOf(retry);
  get("retry").hidden = false;
}

/** @param {import("./messages.js").Retry} retry */
function wordsOf({ before, now, values, unit, equal }) {
  if (now === null) return `Here you chose: ${before}. Choose again: the cards and dice are the same.`;
  if (values === null) return `You chose the same again: ${now}.`;
  const verdict = equal ? "Both are about equal" : values[1] > values[0] ? "That is better" : "That is worse";
  return `${verdict}: ${inWords(values[1], unit)} with “${now}”, and ${amount(values[0], unit)} with “${before}”.`;
}
