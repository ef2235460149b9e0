/** Keep the stream of the server's messages open: open it again when it is silent, and after a sleep of the page. */

import { get } from "./dom.js";
import { base } from "./requests.js";
import { onOtherShape, shape } from "./shape.js";

const SILENCE = 40000; // milliseconds without a message; the server sends a heartbeat after 15 seconds without news
const SLEPT = 20000; // milliseconds without a message after which a page that becomes visible opens the stream anew
const PAUSE = 2000; // milliseconds until a refused stream is opened again

/** @typedef {Record<string, (message: any) => void>} Receivers - functions that receive the messages, by their kind */

/** @type {EventSource | null} */
let source = null;
let latest = ""; // the id of the newest moment
let timer = 0;
let heard = 0; // the time of the newest message

/**
 * Open the stream, and open it again whenever that is necessary.
 * @param {Receivers} receivers
 */
export function connect(receivers) {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - heard > SLEPT) open(receivers);
  });
  onOtherShape(() => { latest = ""; open(receivers); }); // the newest moment again, in the other shape
  open(receivers);
}

/** @param {Receivers} receivers */
function open(receivers) {
  source?.close();
  const opened = source = new EventSource(`${base}/events?shape=${shape()}&after=${latest}`);
  const reopen = () => { if (source === opened) open(receivers); };
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { showLost(true); reopen(); }, SILENCE);
    heard = performance.now();
  };
  for (const [kind, receive] of Object.entries(receivers))
    opened.addEventListener(kind, (event) => {
      listen();
      if (event.lastEventId) latest = event.lastEventId;
      receive(JSON.parse(event.data));
    });
  opened.onopen = () => { listen(); showLost(false); };
  opened.onerror = () => {
    showLost(true);
    if (opened.readyState === EventSource.CLOSED) setTimeout(reopen, PAUSE);
  };
  listen();
}

/** @param {boolean} lost */
function showLost(lost) {
  get("lost").hidden = !lost;
}
