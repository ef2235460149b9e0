/** Ask an agent what it would do in the viewer's place, and show its answer on the table and beside the actions. */

import { markTargets } from "./board.js";
import { element, get } from "./dom.js";
import { game } from "./game.js";
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
  const bars = barsOf(hint);
  for (const [action, { length, words }] of bars) {
    const figure = element("span", words, "figure");
    figure.style.setProperty("--length", 100 * length + "%");
    buttons.get(action)?.append(figure);
  }
  const suggested = buttons.get(hint.action);
  suggested?.scrollIntoView({ block: "nearest" });
}

/**
 * Return the length, from 0 to 1, and the words of the bar of each action: its probability, else its value between the lowest
 * and the highest value.
 * @param {Hint} hint
 * @returns {Map<number, {length: number, words: string}>}
 */
function barsOf(hint) {
  const values = hint.considered.flatMap((each) => (each.value === null ? [] : [each.value]));
  const low = Math.min(...values), range = Math.max(...values) - low || 1;
  return new Map(hint.considered.flatMap((each) => {
    if (each.value !== null) return [[each.action, { length: (each.value - low) / range, words: "value " + signed(each.value) }]];
    if (each.share !== null) return [[each.action, { length: each.share, words: Math.round(100 * each.share) + " %" }]];
    return [];
  }));
}

/** @param {number} value */
function signed(value) {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
}
