/** Play decisions with one legal action for the viewer, if the switch is on. */

import { act } from "./act.js";
import { get } from "./dom.js";
import { game } from "./game.js";
import { remember, remembered } from "./memory.js";

const PAUSE = 600; // milliseconds in which the viewer sees the decision

/** Connect the switch, which this browser remembers. */
export function connectForced() {
  get("forced").checked = remembered("forced") === "on";
  get("forced").onchange = () => { remember("forced", get("forced").checked ? "on" : ""); playForced(); };
}

/** Play the only action of the decision that is shown. */
export function playForced() {
  const moment = game.shown;
  if (moment?.forced && get("forced").checked) setTimeout(() => { if (game.shown === moment) act(moment.choices[0]); }, PAUSE);
}
