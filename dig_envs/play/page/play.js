/** The page of a table: receive the server's messages, and connect the page's controls. */

import { watchBar } from "./bar.js";
import { connect } from "./connection.js";
import { connectConsent, offerConsent, showConsent } from "./consent.js";
import { get, notice } from "./dom.js";
import { connectEnding, showEnding, showNext } from "./ending.js";
import { connectExplanations } from "./explain.js";
import { connectForced } from "./forced.js";
import { game } from "./game.js";
import { askForHint, showAdvisers } from "./hints.js";
import { listenToKeys } from "./keys.js";
import { afterQueue, delay, receiveMoment, showAll } from "./moments.js";
import { request } from "./requests.js";
import { showAbsent } from "./presence.js";
import { connectReview, showReview } from "./review.js";
import { showRetry } from "./retry.js";
import { showLesson } from "./lesson.js";
import { connectRules, offerRules } from "./rules.js";

/** @param {import("./messages.js").About} about */
function receiveAbout(about) {
  game.about = about;
  notice(""); // the stream has begun: what it does not report again is over
  const role = about.you === null ? "watching" : "playing as " + about.seats[about.you].name;
  get("title").textContent = about.title + " · " + role;
  document.title = get("title").textContent;
  showAdvisers(about.advisers);
  get("undo").hidden = !about.undo;
  offerRules();
  offerConsent();
}

get("hint").onclick = askForHint;
get("undo").onclick = () => request("undo", {}, get("undo"), () => {});
get("zoom").onclick = () => {
  const large = get("board").classList.toggle("large");
  get("zoom").setAttribute("aria-pressed", String(large));
  if (large) get("board").querySelector(".clickable")?.scrollIntoView({ block: "nearest", inline: "center" });
};
get("skip").onclick = showAll;
get("speed").onchange = () => { if (delay() === 0) showAll(); };
get("cancel").onclick = () => get("ask").close();
document.addEventListener("visibilitychange", () => { if (document.hidden) showAll(); });
connectEnding();
connectReview();
connectRules();
connectExplanations();
connectConsent();
connectForced();
watchBar();
listenToKeys();
connect({
  about: receiveAbout,
  moment: receiveMoment,
  failure: (failure) => notice(failure.words),
  ending: (ending) => afterQueue(() => showEnding(ending)),
  review: (review) => afterQueue(() => showReview(review)),
  next: (next) => afterQueue(() => showNext(next)),
  consent: showConsent,
  retry: (retry) => afterQueue(() => showRetry(retry)),
  lesson: (lesson) => afterQueue(() => showLesson(lesson)),
  absent: showAbsent,
  heartbeat: () => {},
});
