/** Ask an agent what it would do in the viewer's place, and show its answer on the table and beside the actions. */

import { element, get } from "./dom.js";
import { game } from "./game.js";
import { markTargets } from "./marks.js";
import { inWords } from "./prospects.js";
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
  const line = [...get("advice").children].find((each) => each.dataset.adviser === adviser) ?? element("span");
  line.dataset.adviser = adviser;
  line.textContent = adviser + " is thinking…";
  get("advice").append(line); // other agents' hints for this decision stay beside it
  await request("hint", { adviser }, get("hint"), (answer) => { if (moment && game.shown === moment) showHint(moment, line, answer); });
  if (line.textContent.endsWith("is thinking…")) line.remove();
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
