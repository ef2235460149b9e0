/** Show the rules of the game in a drawer, with the explanations of everything on the table. */

import { element, get, notice } from "./dom.js";
import { game } from "./game.js";
import { base } from "./requests.js";

/** Connect the drawer. */
export function connectRules() {
  get("rules").onclick = openRules;
  get("drawer").onclick = (/** @type {MouseEvent} */ event) => { if (event.target === get("drawer")) get("drawer").close(); };
  get("shut").onclick = () => get("drawer").close();
}

/** Show the button if the game has rules for players. */
export function offerRules() {
  get("rules").hidden = !game.about.rules;
}

async function openRules() {
  const sentences = [...new Set(Object.values(game.shown?.parts ?? {}))].sort((one, other) => one.localeCompare(other));
  get("parts").replaceChildren(...sentences.map((words) => element("li", words)));
  get("drawer").showModal();
  if (get("text-of-rules").childElementCount) return;
  try {
    const response = await fetch(base + "/rules");
    if (!response.ok) throw new Error("The server does not send the rules.");
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    get("text-of-rules").replaceChildren(...page.body.children);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
