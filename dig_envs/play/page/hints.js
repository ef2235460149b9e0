/** Ask an agent what it would do in the viewer's place, and show its answer on the table and beside the actions. */

import { element, get, notice } from "./dom.js";
import { game } from "./game.js";
import { markTargets } from "./marks.js";
import { inWords } from "./prospects.js";
import { post } from "./requests.js";

/** @typedef {import("./messages.js").Hint} Hint */

/**
 * List the agents that give hints. The chosen one stays chosen.
 * @param {string[]} advisers
 */
export function showAdvisers(advisers) {
  const chosen = get("adviser").value;
  get("adviser").replaceChildren(...advisers.map((name) => new Option(name, name, false, name === chosen)));
}

/** @type {AbortController | null} */
let asked = null; // of the hint that is being computed

/** Ask the chosen agent for a hint, and show it. While a hint is being computed, cancel it instead. */
export async function askForHint() {
  if (asked) return asked.abort();
  const moment = game.shown, adviser = get("adviser").value, hint = asked = new AbortController();
  const line = [...get("advice").children].find((each) => each.dataset.adviser === adviser) ?? element("span");
  line.dataset.adviser = adviser;
  const seconds = element("b"), began = performance.now();
  seconds.ariaHidden = "true"; // a screen reader would read each second
  line.replaceChildren(adviser + " is thinking… ", seconds);
  get("advice").append(line); // other agents' hints for this decision stay beside it
  get("hint").textContent = "Cancel hint";
  notice("");
  const clock = setInterval(() => {
    if (game.shown !== moment) hint.abort();
    seconds.textContent = Math.round((performance.now() - began) / 1000) + " s";
  }, 1000);
  try {
    const answer = await post("hint", { adviser }, hint.signal);
    if (moment && game.shown === moment) showHint(moment, line, answer);
    else line.remove();
  } catch (error) {
    line.remove();
    if (!hint.signal.aborted) notice(/** @type {Error} */ (error).message);
  }
  clearInterval(clock);
  asked = null;
  get("hint").textContent = "Hint";
}

/**
 * @param {import("./messages.js").Moment} moment
 * @param {HTMLElement} line - the line of the adviser
 * @param {Hint} hint
 */
function showHint(moment, line, hint) {
  line.textContent = line.dataset.adviser + " suggests: " + hint.words;
  for (const choice of moment.choices) markTargets(choice, choice.action === hint.action, "hinted");
  const buttons = new Map([...get("choices").querySelectorAll("button")].map((each) => [Number(each.dataset.action), each]));
  for (const [action, button] of buttons) {
    button.classList.toggle("hinted", action === hint.action);
    button.querySelector(".figure")?.remove();
  }
  for (const { action, share, value } of hint.considered) {
    if (share === null && value === null) continue;
    const words = [share === null ? "" : Math.round(100 * share) + " %", value === null ? "" : inWords(value, hint.unit)];
    const figure = element("span", words.filter(Boolean).join(" · "), "figure");
    figure.style.setProperty("--length", 100 * (share ?? 0) + "%");
    buttons.get(action)?.append(figure);
  }
  get("scale").textContent = hint.considered.length ? SCALES[hint.by] : "";
  buttons.get(hint.action)?.scrollIntoView({ block: "nearest" });
}

const SCALES = {
  playouts: "Bars: share of the playouts that began with the action. Expected results are means of these playouts; actions that look bad get few.",
  probability: "Bars: the probability with which the agent plays the action.",
};
