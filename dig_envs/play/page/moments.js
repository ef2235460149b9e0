/** Show the moments that the server sends, one after the other, at the speed that the viewer has set. */

import { drawBoard } from "./board.js";
import { showDecision } from "./choices.js";
import { get } from "./dom.js";
import { hideEnding } from "./ending.js";
import { playForced } from "./forced.js";
import { game } from "./game.js";
import { writeLog } from "./log.js";

/** @typedef {import("./messages.js").Moment} Moment */

const MAX_QUEUE = 40; // a longer queue is skipped to its newest moment
const MOVEMENT = 280; // milliseconds in which the parts of the picture move

/** @type {{moment: Moment, follows: boolean}[]} - moments to show; `follows`: the moment comes right after the one before */
const queue = [];
/** @type {(() => void)[]} - functions to call when the queue is empty */
const waiting = [];
let timer = 0;

/**
 * Receive a moment from the server.
 * @param {Moment} moment
 */
export function receiveMoment(moment) {
  const before = queue.at(-1)?.moment ?? game.shown;
  const follows = before !== null && epoch(moment) === epoch(before) && moment.number === before.number + 1;
  queue.push({ moment, follows });
  if (!follows || document.hidden || queue.length > MAX_QUEUE || delay() === 0) showAll();
  else if (!timer) showNext();
}

/** Show all waiting moments at once. */
export function showAll() {
  clearTimeout(timer);
  timer = 0;
  for (let next = queue.shift(); next; next = queue.shift()) show(next.moment, next.follows);
  get("skip").hidden = true;
  for (const then of waiting.splice(0)) then();
}

/**
 * Call a function once all moments that the server has sent are shown.
 * @param {() => void} then
 */
export function afterQueue(then) {
  if (queue.length) waiting.push(then);
  else then();
}

/** Return the time between two moments, in milliseconds. */
export function delay() {
  return Number(get("speed").value);
}

/** @param {Moment} moment */
function epoch(moment) {
  return moment.id.split("-")[0];
}

function showNext() {
  const next = queue.shift();
  if (!next) return;
  show(next.moment, next.follows);
  get("skip").hidden = !queue.length;
  if (!queue.length) for (const then of waiting.splice(0)) then();
  timer = setTimeout(() => { timer = 0; showNext(); }, delay());
}

/**
 * @param {Moment} moment
 * @param {boolean} follows
 */
function show(moment, follows) {
  const focused = get("decision").contains(document.activeElement) || get("board").contains(document.activeElement);
  if (get("ask").open) get("ask").close();
  game.shown = moment;
  game.acting = false;
  drawBoard(moment, follows && !document.hidden ? Math.min(MOVEMENT, 0.8 * delay()) : 0);
  writeLog(moment, follows);
  get("text").textContent = moment.text;
  get("turn").textContent = moment.status;
  get("progress").textContent = moment.progress;
  get("spinner").hidden = !moment.thinking;
  get("advice").textContent = get("scale").textContent = "";
  showDecision(moment);
  if (!moment.over) hideEnding();
  Object.assign(document.body.dataset, { moment: moment.id, over: String(moment.over) });
  if (focused) get("decision").focus({ preventScroll: true });
  if (follows) playForced(); // not after an undo, which would be in vain
}
