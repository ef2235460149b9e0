/** Show how the game ended, and what can follow: a rematch, another game, the replay, a review. */

import { element, get } from "./dom.js";
import { game, nameOf } from "./game.js";
import { request } from "./requests.js";
import { replayPath, shape } from "./shape.js";

/**
 * Show the ranking and the facts of a game that has ended.
 * @param {import("./messages.js").Ending} ending
 */
export function showEnding(ending) {
  get("ranking").replaceChildren(...ending.ranking.map((row) => rankingRow(row, ending.measure)));
  get("facts").replaceChildren(...ending.facts.map((fact) => element("li", fact)));
  const seated = game.about.you !== null;
  for (const id of ["rematch", "swap"]) get(id).hidden = !seated;
  get("swap").hidden ||= game.about.seats.length < 2;
  get("lobby").hidden = !game.about.host;
  get("find").hidden = !seated;
  get("replay").href = replayPath();
  get("review").replaceChildren();
  get("next").hidden = true;
  const appears = get("end").hidden;
  get("end").hidden = false;
  if (appears && shape() === "narrow") get("end").scrollIntoView({ block: "nearest" });
}

/** Hide the end of the game, as after an undo. */
export function hideEnding() {
  get("end").hidden = true;
}

/**
 * @param {{seat: number, place: number, figure: string}} row
 * @param {string} measure
 */
function rankingRow(row, measure) {
  const made = document.createElement("tr");
  if (row.seat === game.about.you) made.className = "you";
  const unit = /^-?[\d.]+$/.test(row.figure) ? row.figure + " " + measure : row.figure;
  made.append(element("td", row.place + "."), element("td", nameOf(row.seat)), element("td", unit));
  return made;
}

/**
 * Offer a further game that somebody has started.
 * @param {import("./messages.js").Next} next
 */
export function showNext(next) {
  const link = /** @type {HTMLAnchorElement} */ (element("a", next.by + " has started " + next.words + ": go to the table"));
  link.href = next.path;
  get("next").replaceChildren(link);
  get("next").hidden = false;
}

/** Connect the buttons. */
export function connectEnding() {
  get("rematch").onclick = () => go("rematch", { swap: false }, get("rematch"));
  get("swap").onclick = () => go("rematch", { swap: true }, get("swap"));
  get("lobby").onclick = () => go("lobby", {}, get("lobby"));
}

/**
 * Ask the server for a path, and open it.
 * @param {string} name
 * @param {object} body
 * @param {HTMLButtonElement} asked
 */
function go(name, body, asked) {
  return request(name, body, asked, (answer) => location.assign(answer.path));
}
