/** Send the viewer's action to the server. */

import { get, notice } from "./dom.js";
import { game } from "./game.js";
import { post } from "./requests.js";

/**
 * Carry out an action. The decision's buttons are disabled until the server has answered.
 * @param {import("./messages.js").Choice} choice
 */
export async function act(choice) {
  const moment = game.shown;
  if (game.acting || !moment?.yours) return;
  game.acting = true;
  const buttons = [...get("choices").querySelectorAll("button")];
  if (get("choices").contains(document.activeElement)) get("decision").focus({ preventScroll: true }); // disabled buttons lose it
  for (const each of buttons) each.disabled = true;
  notice("");
  try {
    await post("act", { moment: moment.id, action: choice.action });
    if (game.shown === moment) showWaiting(choice);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    if (game.shown === moment) for (const each of buttons) each.disabled = false;
  }
  game.acting = false;
}

/** @param {import("./messages.js").Choice} choice */
function showWaiting(choice) {
  get("decision").classList.remove("yours");
  get("question").textContent = "You: " + choice.label + ". Waiting for the other players";
  get("choices").replaceChildren();
  get("turn").textContent = "Waiting for the other players";
  get("hint").hidden = get("adviser").parentElement.hidden = true;
}
