/** What the page knows of the game. */

/**
 * @type {{
 *   about: import("./messages.js").About,
 *   shown: import("./messages.js").Moment | null,
 *   acting: boolean,
 * }}
 * `about` stays the same during the game, `shown` is the moment that the page shows, and `acting` is true while an action is
 * sent and not answered yet.
 */
export const game = { about: { title: "dig-envs", you: null, seats: [], advisers: [], undo: false, host: false, rules: false, study: false }, shown: null, acting: false };

/**
 * Return a seat's name, or "You" for the viewer.
 * @param {number} seat
 */
export function nameOf(seat) {
  return seat === game.about.you ? "You" : game.about.seats[seat].name;
}
