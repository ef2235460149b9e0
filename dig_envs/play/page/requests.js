/** Send requests of this page to the server. */

import { notice } from "./dom.js";

export const base = location.pathname.replace(/\/replay$/, ""); // the path of the table

/**
 * Send a request and return the answer.
 * @param {string} name - the last part of the path, such as "act"
 * @param {object} body
 * @param {AbortSignal} [signal] - ends the wait for the answer
 * @returns {Promise<any>}
 */
export async function post(name, body, signal) {
  const response = await fetch(base + "/" + name, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  }).catch(() => { throw new Error("The server did not answer. Please try again."); });
  const answer = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Error(answer.error ?? "The server rejected the request.");
  return answer;
}

/**
 * Send a request of a button, which is disabled until the answer has come.
 * @param {string} name
 * @param {object} body
 * @param {HTMLButtonElement} button
 * @param {(answer: any) => void} then
 */
export async function request(name, body, button, then) {
  button.disabled = true;
  notice("");
  try {
    then(await post(name, body));
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
  button.disabled = false;
}
