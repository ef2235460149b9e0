/** Show the picture of the table, and let parts of it be clicked. */

import { act } from "./act.js";
import { get } from "./dom.js";
import { listed } from "./choices.js";
import { partsOf } from "./marks.js";
import { moveFrom, placesIn, wantsMovement } from "./movement.js";

/** @typedef {import("./messages.js").Choice} Choice */

/**
 * Draw a moment's picture.
 * @param {import("./messages.js").Moment} moment
 * @param {number} time - milliseconds in which the parts move from their places in the picture before; 0 for no movement
 */
export function drawBoard(moment, time) {
  const old = get("board").firstElementChild, moves = time > 0 && old !== null && wantsMovement();
  const before = moves ? placesIn(old) : [];
  const drawn = new DOMParser().parseFromString(moment.svg, "image/svg+xml").documentElement;
  get("board").style.setProperty("--ratio", String(Number(drawn.getAttribute("width")) / Number(drawn.getAttribute("height"))));
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "Picture of the table; a text version follows below");
  get("board").replaceChildren(document.importNode(drawn, true));
  /** @type {Map<string, Choice[]>} */
  const byTarget = new Map();
  for (const choice of moment.choices)
    for (const target of choice.targets) byTarget.set(target, [...(byTarget.get(target) ?? []), choice]);
  for (const [target, choices] of byTarget) partsOf(target).forEach((part) => makeClickable(part, choices));
  for (const part of get("board").firstChild.children)
    if (!part.matches(".clickable") && !part.querySelector(".clickable")) part.setAttribute("aria-hidden", "true");
  get("board").firstChild.onclick = clickBelow;
  const first = get("board").querySelector(".clickable");
  if (first) first.setAttribute("tabindex", "0");
  const drawnNow = get("board").firstElementChild;
  if (moves && drawnNow.getAttribute("viewBox") === old.getAttribute("viewBox")) moveFrom(before, drawnNow, time);
}

/**
 * @param {any} part
 * @param {Choice[]} choices
 */
function makeClickable(part, choices) {
  part.classList.add("clickable");
  part.setAttribute("role", "button");
  part.setAttribute("tabindex", "-1");
  part.setAttribute("aria-label", nameOf(part, choices));
  const frame = part.lastElementChild;
  const under = frame.cloneNode();
  under.classList.add("under");
  frame.classList.add("frame");
  frame.before(under);
  part.onclick = () => choose(choices);
  part.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") choose(choices);
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") focusNext(part, 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") focusNext(part, -1);
    else return;
    event.preventDefault();
  };
}

/**
 * Return the name of a part: the words that it shows, for people who speak them to a computer, and its actions.
 * @param {Element} part
 * @param {Choice[]} choices
 */
function nameOf(part, choices) {
  const seen = [...part.querySelectorAll("text")].map((text) => text.textContent?.trim()).filter(Boolean).join(" ");
  const actions = choices.map((choice) => choice.label).join(", or ");
  return seen ? seen + ": " + actions : actions;
}

/**
 * Click the part below a part that cannot be clicked itself, such as the place below a dog.
 * @param {MouseEvent} event
 */
function clickBelow(event) {
  if (!(event.target instanceof Element) || event.target.closest(".clickable")) return;
  const below = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("#board .clickable"));
  /** @type {any} */ (below.find((each) => each !== null))?.onclick();
}

/**
 * @param {any} part
 * @param {number} by
 */
function focusNext(part, by) {
  const parts = [...get("board").querySelectorAll(".clickable")];
  const next = parts[(parts.indexOf(part) + by + parts.length) % parts.length];
  parts.forEach((other) => other.setAttribute("tabindex", other === next ? "0" : "-1"));
  next.focus();
}

/**
 * Carry out the only action of a part, or list its actions in a menu.
 * @param {Choice[]} choices
 */
function choose(choices) {
  if (choices.length === 1) return act(choices[0]);
  get("options").replaceChildren(...listed(choices, () => get("ask").close()));
  get("ask").showModal();
}
