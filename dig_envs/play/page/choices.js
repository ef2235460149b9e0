/** Show the viewer's decision: the question and a button for each legal action. */

import { act } from "./act.js";
import { markTargets } from "./board.js";
import { button, get } from "./dom.js";
import { game } from "./game.js";

/** @typedef {import("./messages.js").Choice} Choice */

/**
 * Show a moment's decision, or why the viewer has none.
 * @param {import("./messages.js").Moment} moment
 */
export function showDecision(moment) {
  const about = game.about;
  get("decision").classList.toggle("yours", moment.yours);
  get("help").hidden = about.you === null || (!moment.yours && !moment.over);
  get("hint").hidden = get("adviser").parentElement.hidden = !moment.yours;
  const idle = moment.over ? "The game is over" : about.you === null ? "You are watching" : "Waiting for the other players";
  get("question").textContent = moment.question ?? idle;
  get("choices").replaceChildren(...moment.choices.map((choice) => choiceItem(choice)));
  document.title = (moment.yours ? "● " : "") + get("title").textContent;
}

/**
 * Make the list item of an action.
 * @param {Choice} choice
 * @param {() => void} then - called at a click, before the action is sent
 * @returns {HTMLLIElement}
 */
export function choiceItem(choice, then = () => {}) {
  const item = document.createElement("li");
  const made = button(choice.label, () => { then(); act(choice); });
  made.title = choice.name;
  made.dataset.action = String(choice.action);
  for (const kind of ["mouseenter", "focus"]) made.addEventListener(kind, () => markTargets(choice, true));
  for (const kind of ["mouseleave", "blur"]) made.addEventListener(kind, () => markTargets(choice, false));
  item.append(made);
  return item;
}
