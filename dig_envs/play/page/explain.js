/** Explain parts of the picture and actions in a small box: at the pointer, at the focus, and after a long press. */

import { get } from "./dom.js";
import { game } from "./game.js";

const HOVER = 350, PRESS = 500; // milliseconds until the box appears
const MOVED = 10; // pixels; a finger that moves further does not press
const GAP = 8; // pixels between an element and its box

let timer = 0;
/** @type {Element | null} - the element that the box explains */
let explained = null;
let pressed = { x: 0, y: 0 };
let swallow = false; // whether the click after a long press is still to come

/** Connect the box. */
export function connectExplanations() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") explainSoon(explainable(event.target), HOVER);
  });
  document.addEventListener("pointerdown", (event) => {
    hide();
    swallow = false;
    pressed = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") explainSoon(explainable(event.target), PRESS, true);
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > MOVED) hide();
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(timer));
  document.addEventListener("focusin", (event) => {
    const element = explainable(event.target);
    if (element && event.target instanceof Element && event.target.matches(":focus-visible")) show(element);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("contextmenu", (event) => { if (explained) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}

/** Hide the box. */
export function hide() {
  clearTimeout(timer);
  explained = null;
  get("tip").hidden = true;
}

/**
 * Return the explanation of an element; "" for none.
 * @param {Element} element
 */
function wordsOf(element) {
  const words = element instanceof HTMLElement ? element.dataset.explain : game.shown?.parts[element.getAttribute("data-spot") ?? ""];
  return words ?? "";
}

/**
 * @param {EventTarget | null} target
 * @returns {Element | null}
 */
function explainable(target) {
  return target instanceof Element ? target.closest("#board [data-spot], [data-explain]") : null;
}

/**
 * @param {Element | null} element
 * @param {number} delay
 * @param {boolean} press - whether a click follows that must do nothing
 */
function explainSoon(element, delay, press = false) {
  if (element === explained && !press) return;
  hide();
  if (element) timer = setTimeout(() => { swallow = press; show(element); }, delay);
}

/** @param {Element} element */
function show(element) {
  const words = wordsOf(element), tip = get("tip");
  if (!words || !element.isConnected) return;
  hide();
  explained = element;
  tip.textContent = words;
  tip.hidden = false;
  (element.closest("dialog[open]") ?? document.body).append(tip); // a dialog covers everything outside of it
  const around = element.getBoundingClientRect(), room = document.documentElement;
  const left = around.left + around.width / 2 - tip.offsetWidth / 2;
  const above = around.top - tip.offsetHeight - GAP, below = around.bottom + GAP;
  const top = above >= GAP ? above : below + tip.offsetHeight <= room.clientHeight ? below : GAP;
  tip.style.left = Math.max(GAP, Math.min(left, room.clientWidth - tip.offsetWidth - GAP)) + "px";
  tip.style.top = top + "px";
}
