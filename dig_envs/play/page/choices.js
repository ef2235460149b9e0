/** Show the viewer's decision: the question and a button for each legal action. */

import { act } from "./act.js";
import { showConcerned } from "./bar.js";
import { button, element, get } from "./dom.js";
import { game } from "./game.js";
import { KEYS } from "./keys.js";
import { markTargets } from "./marks.js";

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
  get("choices").replaceChildren(...listed(moment.choices));
  get("impossible").textContent = moment.impossible.join(" ");
  if (moment.yours) showConcerned(moment.choices);
  document.title = (moment.yours ? "● " : "") + get("title").textContent;
}

/**
 * Make the list items of actions. The first ten show the key that plays them.
 * @param {Choice[]} choices
 * @param {() => void} then - called at a click, before the action is sent
 * @returns {HTMLLIElement[]}
 */
export function listed(choices, then = () => {}) {
  return choices.map((choice, place) => choiceItem(choice, KEYS[place] ?? "", then));
}

/**
 * @param {Choice} choice
 * @param {string} key
 * @param {() => void} then
 */
function choiceItem(choice, key, then) {
  const item = document.createElement("li");
  const made = button("", () => { then(); act(choice); });
  const shownKey = element("kbd", key);
  shownKey.setAttribute("aria-hidden", "true");
  made.append(shownKey, element("span", choice.label, "label"));
  if (key) made.setAttribute("aria-keyshortcuts", key);
  made.dataset.explain = choice.help;
  made.setAttribute("aria-description", choice.help);
  made.dataset.action = String(choice.action);
  for (const kind of ["mouseenter", "focus"]) made.addEventListener(kind, () => markTargets(choice, true));
  for (const kind of ["mouseleave", "blur"]) made.addEventListener(kind, () => markTargets(choice, false));
  item.append(made);
  return item;
}
