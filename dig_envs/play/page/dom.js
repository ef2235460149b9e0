/** Find, make and change elements of the page. */

/**
 * Return the element with an id, which the page has.
 * @param {string} id
 * @returns {any}
 */
export function get(id) {
  return document.getElementById(id);
}

/**
 * Make an element that contains a text.
 * @param {string} tag
 * @param {string} words
 * @param {string} [className]
 * @returns {HTMLElement}
 */
export function element(tag, words = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

/**
 * Make a button.
 * @param {string} words
 * @param {() => void} onclick
 * @returns {HTMLButtonElement}
 */
export function button(words, onclick) {
  const made = /** @type {HTMLButtonElement} */ (element("button", words));
  made.type = "button";
  made.onclick = onclick;
  return made;
}

/**
 * Show an error at the top of the page; hide it if the text is empty.
 * @param {string} words
 */
export function notice(words) {
  get("notice").hidden = !words;
  get("notice").textContent = words;
}
