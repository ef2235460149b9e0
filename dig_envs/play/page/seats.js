/** The seats of a table in the lobby: the person, friends by link, and agents with their measured strength. */

import { element, get } from "./dom.js";

/** @typedef {import("./messages.js").Agent} Agent */

export const ME = "me";
const FRIEND = "friend";

/** @type {Agent[]} */
let agents = [];

/** Return the choice of each seat. */
export function seatsOf() {
  return selects().map((select) => select.value);
}

/** @returns {HTMLSelectElement[]} */
function selects() {
  return [...get("seats").querySelectorAll("select")];
}

/**
 * Make the row of a seat.
 * @param {number} seat
 * @returns {HTMLLIElement}
 */
export function seatRow(seat) {
  const item = document.createElement("li"), row = element("div", "", "row"), select = document.createElement("select");
  const label = element("label", "Seat " + (seat + 1));
  select.id = "seat-" + seat;
  label.setAttribute("for", select.id);
  fill(select, seat === 0 ? ME : "");
  select.dataset.before = select.value;
  select.onchange = () => { keepOneMe(select); showStrengths(); };
  row.append(label, select);
  item.append(row, element("p", "", "small"));
  return item;
}

/**
 * List the agents in all rows. A seat whose agent cannot play gets the reference agent.
 * @param {Agent[]} offered - the strongest first
 */
export function showAgents(offered) {
  agents = offered;
  for (const select of selects()) fill(select, select.value);
  const size = offered.find((agent) => agent.measured_at)?.measured_at;
  get("scale").hidden = size === undefined;
  get("scale").textContent = `Ratings on Elo's scale, measured at tables of ${size} players: 400 points are odds of 10 to 1.`;
  showStrengths();
}

/**
 * @param {HTMLSelectElement} select
 * @param {string} value
 */
function fill(select, value) {
  const people = [new Option("you", ME), new Option("a friend, by link", FRIEND)];
  const named = agents.map((agent) => new Option([agent.name, difficultyOf(agent)].filter(Boolean).join(" · "), agent.name));
  const group = document.createElement("optgroup");
  group.label = "computer players";
  group.append(...named);
  select.replaceChildren(...people, ...(named.length ? [group] : []));
  const known = [ME, FRIEND, ...agents.map((agent) => agent.name)];
  select.value = known.includes(value) ? value : (agents.find((agent) => agent.against)?.against ?? agents[0]?.name ?? "");
  select.dataset.before = select.value;
}

/**
 * Give the seat that was the person's the choice that the changed seat had before, so that the person has one seat.
 * @param {HTMLSelectElement} changed
 */
function keepOneMe(changed) {
  const before = changed.dataset.before ?? "";
  const others = selects().filter((select) => select !== changed);
  if (changed.value === ME) for (const other of others) if (other.value === ME) other.value = before;
  if (before === ME && changed.value !== ME) (others[0] ?? changed).value = ME;
  for (const select of selects()) select.dataset.before = select.value;
}

function showStrengths() {
  for (const item of get("seats").children) {
    const agent = agents.find((each) => each.name === item.querySelector("select").value);
    item.querySelector("p").textContent = agent?.about ? agent.about + strengthOf(agent) : "";
  }
}

const DIFFICULTIES = ["for a first game", "easy", "medium", "hard", "very hard"];

/**
 * Return how hard an agent is to beat, by its rating between those of the weakest and the strongest agent; "" without a rating.
 * @param {Agent} agent
 */
function difficultyOf(agent) {
  const ratings = agents.flatMap((each) => each.rating ?? []), least = Math.min(...ratings);
  if (agent.rating === undefined) return "";
  const place = (agent.rating - least) / (Math.max(...ratings) - least || 1);
  return DIFFICULTIES[Math.round(place * (DIFFICULTIES.length - 1))];
}

/** @param {Agent} agent */
function strengthOf(agent) {
  const percent = (/** @type {number | null | undefined} */ share) => Math.round(100 * (share ?? 0));
  const rating = ` Rating ${agent.rating?.toFixed(0)} (${agent.low?.toFixed(0)} to ${agent.high?.toFixed(0)})`;
  if (typeof agent.share !== "number") return rating + ".";
  return `${rating}; wins ${percent(agent.share)} % (${percent(agent.share_low)} to ${percent(agent.share_high)}) against ${agent.against}.`;
}
