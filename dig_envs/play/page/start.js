/** Follow the start of a table in the lobby: how far its rules are compiled, and then the links of its seats. */

import { copyText } from "./copy.js";
import { button, element, get, notice } from "./dom.js";
import { base } from "./requests.js";

const LOCAL = ["127.0.0.1", "localhost", "[::1]"]; // names under which a machine finds only itself
const PAUSE = 400; // milliseconds between two looks at the server

/** Show that a table is being set up. */
export function prepare() {
  get("links").replaceChildren();
  get("progress").removeAttribute("value");
  get("progress").hidden = false;
  get("back").hidden = true;
  get("starting").textContent = "Setting up the table…";
  get("start").hidden = false;
  get("start").focus();
  asked = true;
}

let asked = false; // whether this page has asked for the table, and may leave for it

/** Look at the server until the table is ready. */
export async function follow() {
  try {
    showState(await (await fetch(base + "/state")).json());
  } catch {
    notice("Connection lost. Is the server still running?");
  }
}

/** @param {any} state */
function showState(state) {
  if (state.starting) {
    get("start").hidden = get("progress").hidden = false;
    get("progress").max = state.total;
    get("progress").value = state.completed;
    get("starting").textContent = state.completed < state.total ? "Compiling the rules. This takes some seconds, once." : "Setting up the table…";
    setTimeout(follow, PAUSE);
  } else if (state.error) {
    get("start").hidden = true;
    notice(state.error);
  } else if (state.links.length) showLinks(state.links);
}

/** @param {{name: string, path: string}[]} links - the person's own first, that of spectators last */
function showLinks(links) {
  if (asked && links.length === 2) return location.assign(links[0].path); // no friend waits for a link
  get("starting").textContent = asked ? "The table is ready: send each friend a link" : "The newest table";
  get("progress").hidden = true;
  get("links").replaceChildren(...links.map((link, place) => linkRow(link, place === 0)));
  get("local").hidden = links.length < 3 || !LOCAL.includes(location.hostname);
  get("back").hidden = false;
  get("start").hidden = false;
}

/**
 * @param {{name: string, path: string}} link
 * @param {boolean} own
 */
function linkRow(link, own) {
  const item = document.createElement("li"), address = location.origin + link.path;
  const open = /** @type {HTMLAnchorElement} */ (element("a", own ? "Go to your seat" : "Open", "button"));
  open.href = link.path;
  const copy = button("Copy link", async () => { copy.textContent = await copyText(address) ? "Copied" : address; });
  item.append(element("span", own ? link.name + " (you)" : link.name), open, ...(own ? [] : [copy, element("code", address)]));
  return item;
}
