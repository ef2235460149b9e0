/** On narrow pages the decision stays in view: as a bar at the lower edge of a phone, else beside the table. */

import { get } from "./dom.js";
import { game } from "./game.js";
import { partsOf } from "./marks.js";
import { isNarrow } from "./shape.js";

/** Keep the decision and its part of the picture in view, whatever the size of the page and of the bar. */
export function watchBar() {
  new ResizeObserver(measure).observe(get("decision"));
  addEventListener("resize", () => showConcerned(game.shown?.choices ?? []));
}

/** Leave room for the bar below the page. */
function measure() {
  document.documentElement.style.setProperty("--below", get("decision").offsetHeight + "px");
}

/**
 * Scroll to the part of the picture that the first of the actions concerns, if it is out of view.
 * @param {import("./messages.js").Choice[]} choices
 */
export function showConcerned(choices) {
  measure();
  if (isNarrow()) choices.flatMap((choice) => choice.targets).flatMap(partsOf)[0]?.scrollIntoView({ block: "nearest" });
}
