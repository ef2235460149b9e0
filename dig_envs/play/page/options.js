/** The controls of a game's options in the lobby. */

import { element } from "./dom.js";

/** @typedef {import("./messages.js").Option} GameOption */

/**
 * Make the control of an option: a switch, or a list of its values.
 * @param {GameOption} option
 * @param {() => void} changed
 */
export function optionControl(option, changed) {
  const switches = typeof option.default === "boolean";
  const label = element("label", "", switches ? "switch" : "row"), words = element("span");
  words.append(element("b", option.name.replaceAll("_", " ")), element("span", option.meaning, "small"));
  const control = switches ? document.createElement("input") : document.createElement("select");
  control.id = idOf(option);
  control.onchange = changed;
  if (control instanceof HTMLInputElement) Object.assign(control, { type: "checkbox", checked: option.default });
  else control.append(...option.values.map((value) => new Option(String(value), JSON.stringify(value), false, value === option.default)));
  label.append(...(switches ? [control, words] : [words, control]));
  return label;
}

/**
 * Return the values of the game's options by name.
 * @param {import("./messages.js").Game} game
 * @returns {Record<string, boolean | string | number>}
 */
export function optionsOf(game) {
  return Object.fromEntries(game.options.map((option) => [option.name, valueOf(option)]));
}

/** @param {GameOption} option */
function valueOf(option) {
  const control = document.getElementById(idOf(option));
  if (control instanceof HTMLInputElement) return control.checked;
  return control instanceof HTMLSelectElement ? JSON.parse(control.value) : option.default;
}

/** @param {GameOption} option */
function idOf(option) {
  return "option-" + option.name;
}
