/** On the page of a replay: play on from the frame that is shown. */

import { get } from "./dom.js";
import { request } from "./requests.js";

get("branch").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  const body = { frame: Number(get("slider").value), agent: get("agent").value };
  return request("branch", body, get("branch").querySelector("button"), (answer) => location.assign(answer.path));
};
