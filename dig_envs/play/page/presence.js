/** Say which people are not connected. */

import { get } from "./dom.js";
import { game, nameOf } from "./game.js";

/** @param {import("./messages.js").Absent} absent */
export function showAbsent(absent) {
  const names = absent.seats.filter((seat) => seat !== game.about.you).map(nameOf);
  get("absent").textContent = names.join(", ") + (names.length === 1 ? " is" : " are") + " not connected";
  get("absent").hidden = !names.length;
}
