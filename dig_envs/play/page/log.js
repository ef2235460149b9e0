/** Write the game log, and announce its news to screen readers. */

import { element, get } from "./dom.js";
import { game, nameOf } from "./game.js";

/** @param {import("./messages.js").Line} line */
function textOf(line) {
  return (line.seat === null ? "" : nameOf(line.seat) + ": ") + line.words;
}

/**
 * Make the item of a line: with the colour of its player, and a rule above it where a turn begins.
 * @param {import("./messages.js").Line} line
 * @param {HTMLElement | null} before - the item before it
 */
function itemOf(line, before) {
  const item = element("li", textOf(line), line.seat !== null && line.seat === game.about.you ? "you" : "");
  item.dataset.turn = String(line.turn);
  item.classList.toggle("turn", before !== null && before.dataset.turn !== item.dataset.turn);
  item.classList.toggle("player", line.seat !== null);
  if (line.seat !== null) item.style.setProperty("--seat", game.about.seats[line.seat].colour);
  return item;
}

/**
 * Add a moment's lines, in place of lines that an undo has removed.
 * @param {import("./messages.js").Moment} moment
 * @param {boolean} announce - whether to announce the lines
 */
export function writeLog(moment, announce) {
  const log = get("log");
  while (log.children.length > moment.from) log.lastChild.remove();
  for (const line of moment.lines) log.append(itemOf(line, log.lastElementChild));
  log.scrollTop = log.scrollHeight;
  const news = announce ? moment.lines.map(textOf) : [];
  if (moment.over) news.push(moment.status);
  if (moment.question !== null) news.push(moment.question);
  get("news").textContent = news.join(". ");
}
