/** The lobby: choose a game, who plays and the options, and start a table. */

import { element, get, notice } from "./dom.js";
import { remember, remembered } from "./memory.js";
import { optionControl, optionsOf } from "./options.js";
import { base, post } from "./requests.js";
import { connectRules } from "./rules.js";
import { ME, seatRow, seatsOf, showAgents } from "./seats.js";
import { follow, prepare } from "./start.js";

/** @typedef {import("./messages.js").Game} Game */

/** @type {Game | undefined} */
let chosen;

async function open() {
  const { games, max_name: longest } = await (await fetch(base + "/games")).json();
  get("games").append(...games.map(gameCard));
  get("games").querySelector("input").checked = true;
  choose(games[0]);
  get("name").maxLength = longest;
  get("name").value = remembered("name");
  await follow();
}

/**
 * @param {Game} game
 * @returns {HTMLElement}
 */
function gameCard(game) {
  const card = element("label", "", "game card"), radio = document.createElement("input"), image = document.createElement("img");
  Object.assign(radio, { type: "radio", name: "game", value: game.id, onchange: () => { choose(game); showSetup(); } });
  Object.assign(image, { src: base + "/cover/" + game.id, alt: "", loading: "lazy" });
  card.append(radio, image, element("strong", game.title), element("span", game.sentence), element("span", sizeOf(game), "size"));
  return card;
}

/** @param {Game} game */
function sizeOf(game) {
  const players = `${game.min_players} to ${game.max_players} players`;
  return game.minutes === null ? players : `${players} · about ${game.minutes} minutes`;
}

/** @param {Game} game */
function choose(game) {
  chosen = game;
  notice("");
  get("chosen").textContent = game.title;
  const counts = Array.from({ length: game.max_players - game.min_players + 1 }, (_, more) => String(game.min_players + more));
  get("count").replaceChildren(...counts.map((count) => new Option(count, count, false, count === String(Math.max(2, game.min_players)))));
  get("switches").replaceChildren(...game.options.map((option) => optionControl(option, showSeats)));
  get("seats").replaceChildren();
  get("learn").hidden = !game.lessons;
  get("setup").hidden = false;
  showSeats();
}

/** Scroll to the seats where they stand below the games. */
function showSetup() {
  if (matchMedia("(max-width: 900px)").matches) get("setup").scrollIntoView({ block: "start" });
}

/** Show a row for each seat, and the agents that can play with these options. */
async function showSeats() {
  const game = chosen, count = Number(get("count").value);
  if (!game) return;
  const rows = get("seats");
  while (rows.children.length > count) rows.lastChild.remove();
  while (rows.children.length < count) rows.append(seatRow(rows.children.length));
  if (!seatsOf().includes(ME)) rows.querySelector("select").value = ME;
  try {
    const agents = await post("agents", { game: game.id, options: { ...optionsOf(game), num_players: count } });
    if (chosen === game) showAgents(agents);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

/** @param {Event} event */
function start(event) {
  event.preventDefault();
  if (!chosen) return;
  remember("name", get("name").value);
  begin("start", { game: chosen.id, options: optionsOf(chosen), seats: seatsOf(), name: get("name").value });
}

/**
 * Ask for a table, and follow its start.
 * @param {string} name
 * @param {object} body
 */
async function begin(name, body) {
  notice("");
  get("go").disabled = get("learn").disabled = true;
  try {
    prepare();
    await post(name, body);
    follow();
  } catch (error) {
    get("start").hidden = true;
    notice(/** @type {Error} */ (error).message);
  }
  get("go").disabled = get("learn").disabled = false;
}

connectRules(() => "/rules/" + chosen?.id);
get("count").onchange = showSeats;
get("setup").onsubmit = start;
get("learn").onclick = () => begin("learn", { game: chosen?.id });
get("back").onclick = () => { get("start").hidden = true; get("setup").hidden = !chosen; };
open().catch(() => notice("Connection lost. Is the server still running?"));
