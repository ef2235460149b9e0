/** Ask whether the finished game may be kept as data on the machine of the server. */

import { get, notice } from "./dom.js";
import { game } from "./game.js";
import { post } from "./requests.js";

/** Connect the checkbox. */
export function connectConsent() {
  get("keep").onchange = async () => {
    try {
      await post("consent", { keep: get("keep").checked });
    } catch (error) {
      get("keep").checked = !get("keep").checked;
      notice(/** @type {Error} */ (error).message);
    }
  };
}

/** Ask the people at a table whose server keeps games. */
export function offerConsent() {
  get("consent").hidden = game.about.you === null || !game.about.study;
}

/**
 * Show what the viewer and the others have answered.
 * @param {import("./messages.js").Consent} consent
 */
export function showConsent(consent) {
  get("keep").checked = consent.keep;
  get("waiting").hidden = !consent.keep || consent.everybody;
}
