/** On a page of one column, offer a way to the viewer's decision while it is out of view. */

import { get } from "./dom.js";

/** Watch whether the decision is in view. */
export function watchDecision() {
  new IntersectionObserver(([entry]) => get("jump").classList.toggle("needed", !entry.isIntersecting)).observe(get("decision"));
  get("jump").onclick = () => get("decision").scrollIntoView({ block: "start" });
}

/**
 * Offer the way if the viewer must decide.
 * @param {boolean} yours
 */
export function offerJump(yours) {
  get("jump").hidden = !yours;
}
