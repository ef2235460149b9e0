/** Ask an agent what it would do in the viewer's place. */

import { get } from "./dom.js";
import { game } from "./game.js";
import { request } from "./requests.js";

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
  await request("hint", { adviser }, get("hint"), (answer) => {
    if (game.shown === moment) get("advice").textContent = adviser + " suggests: " + answer.words;
  });
  if (get("advice").textContent.endsWith("is thinking…")) get("advice").textContent = "";
}
