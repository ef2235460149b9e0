/** Remember small texts in this browser, if it allows that. */

/**
 * Return a text that `remember` stored; "" if there is none, or the browser blocks storage.
 * @param {string} name
 */
export function remembered(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * Store a text, unless the browser blocks storage.
 * @param {string} name
 * @param {string} text
 */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // the page works without it
  }
}
