/** Show the rules of a game in a drawer, at a table with the explanations of everything on it. */

import { element, get, notice } from "./dom.js";
import { game } from "./game.js";
import { base } from "./requests.js";

let shown = ""; // the path of the rules that the drawer contains

/**
 * Connect the drawer and its button.
 * @param {() => string} path - returns the path of the rules below that of the page
 */
export function connectRules(path = () => "/rules") {
  get("rules").onclick = () => openRules(path());
  get("drawer").onclick = (/** @type {MouseEvent} */ event) => { if (event.target === get("drawer")) get("drawer").close(); };
  get("shut").onclick = () => get("drawer").close();
}

/** Show the button if the game has rules for players. */
export function offerRules() {
  get("rules").hidden = !game.about.rules;
}

/** @param {string} path */
async function openRules(path) {
  const sentences = [...new Set(Object.values(game.shown?.parts ?? {}))].sort((one, other) => one.localeCompare(other));
  get("parts").replaceChildren(...sentences.map((words) => element("li", words)));
  get("on-table").hidden = !sentences.length;
  get("drawer").showModal();
  if (shown === path) return;
  try {
    const response = await fetch(base + path);
    if (!response.ok) throw new Error("The server does not send the rules.");
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    get("text-of-rules").replaceChildren(...page.body.children);
    get("drawer").scrollTop = 0;
    shown = path;
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
