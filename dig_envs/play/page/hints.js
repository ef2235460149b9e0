/** Ask an agent what it would do in the viewer's place, and show its answer on the table and beside the actions. */

import { element, get } from "./dom.js";
import { game } from "./game.js";
import { markTargets } from "./marks.js";
import { request } from "./requests.js";

/** @typedef {import("./messages.js").Hint} Hint */

/**
 * List the agents that give hints. The chosen one stays chosen.
 * @param {string[]} advisers
 */
export function showAdvisers(advisers) {
  const chosen = get("adviser").value;
  get("adviser").replaceChildren(...advisers.map((name) => new Option(name, name, false, name === chosen)));
}

/** Ask the chosen agent for a hint, and show it. */
export async function askForHint() {
  const moment = game.shown, adviser = get("adviser").value;
  get("advice").textContent = adviser + " is thinking…";
  await request("hint", { adviser }, get("hint"), (answer) => { if (moment && game.shown === moment) showHint(moment, adviser, answer); });
  if (get("advice").textContent.endsWith("is thinking…")) get("advice").textContent = "";
}

/**
 * @param {import("./messages.js").Moment} moment
 * @param {string} adviser
 * @param {Hint} hint
 */
function showHint(moment, adviser, hint) {
  get("advice").textContent = adviser + " suggests: " + hint.words;
  for (const choice of moment.choices) markTargets(choice, choice.action === hint.action, "hinted");
  const buttons = new Map([...get("choices").querySelectorAll("button")].map((each) => [Number(each.dataset.action), each]));
  for (const [action, button] of buttons) {
    button.classList.toggle("hinted", action === hint.action);
    button.querySelector(".figure")?.remove();
  }
  for (const { action, share, value } of hint.considered) {
    if (share === null && value === null) continue;
    const words = [share === null ? "" : Math.round(100 * share) + " %", value === null ? "" : "value " + signed(value)];
    const figure = element("span", words.filter(Boolean).join(" · "), "figure");
    figure.style.setProperty("--length", 100 * (share ?? 0) + "%");
    buttons.get(action)?.append(figure);
  }
  get("scale").textContent = hint.considered.length ? SCALES[hint.by] : "";
  buttons.get(hint.action)?.scrollIntoView({ block: "nearest" });
}

const SCALES = {
  playouts: "Bars: share of the playouts that began with the action. Values: mean reward of these playouts; actions that look bad get few.",
  probability: "Bars: the probability with which the agent plays the action.",
};

/** @param {number} value */
function signed(value) {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
}
