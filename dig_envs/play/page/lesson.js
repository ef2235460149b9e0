/** Teach a lesson: its text, what the viewer's choice did, and the way to the next lesson. */

import { get } from "./dom.js";
import { request } from "./requests.js";

/** @param {import("./messages.js").Lesson} lesson */
export function showLesson({ number, total, title, text, answer, right }) {
  const last = number + 1 === total;
  document.body.classList.add("lesson");
  document.body.classList.toggle("answered", answer !== null);
  get("lesson").hidden = false;
  get("place").textContent = `Lesson ${number + 1} of ${total}`;
  get("taught").textContent = title;
  get("teaching").textContent = text;
  get("answer").textContent = answer ?? "";
  get("onward").hidden = answer === null;
  get("again").hidden = right;
  get("further").textContent = last ? "Play a game" : "Next lesson";
  get("again").onclick = () => request("undo", {}, get("again"), () => {});
  get("further").onclick = () => last ? go("lobby", {}) : go("learn", { lesson: number + 1 });
  if (answer !== null) get("decision").scrollTop = 0;
}

/**
 * Ask the server for a path, and open it.
 * @param {string} name
 * @param {object} body
 */
function go(name, body) {
  return request(name, body, get("further"), (answer) => location.assign(answer.path));
}
