/** Let the number keys play the listed actions: 1 to 9 the first nine, 0 the tenth. */

import { get } from "./dom.js";

export const KEYS = "1234567890";

/** Listen to the number keys. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const place = event.key.length === 1 ? KEYS.indexOf(event.key) : -1;
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (place < 0 || typing || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const list = get("ask").open ? get("options") : document.querySelector("dialog[open]") ? null : get("choices");
    list?.querySelectorAll("button")[place]?.click();
  });
}
