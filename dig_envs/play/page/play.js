/** The page of a table: receive the server's messages, and connect the page's controls. */

import { watchBar } from "./bar.js";
import { connectConsent, offerConsent, showConsent } from "./consent.js";
import { get, notice } from "./dom.js";
import { connectEnding, showEnding, showNext, showReview } from "./ending.js";
import { connectExplanations } from "./explain.js";
import { game } from "./game.js";
import { askForHint, showAdvisers } from "./hints.js";
import { listenToKeys } from "./keys.js";
import { afterQueue, delay, receiveMoment, showAll } from "./moments.js";
import { base, request } from "./requests.js";
import { connectRules, offerRules } from "./rules.js";
import { onOtherShape, shape } from "./shape.js";

/** @type {EventSource | null} */
let source = null;

function listen() {
  source?.close();
  const opened = source = new EventSource(base + "/events?shape=" + shape());
  opened.addEventListener("about", (event) => receiveAbout(JSON.parse(event.data)));
  opened.addEventListener("moment", (event) => receiveMoment(JSON.parse(event.data)));
  opened.addEventListener("trouble", (event) => notice(JSON.parse(event.data).words));
  opened.addEventListener("ending", (event) => afterQueue(() => showEnding(JSON.parse(event.data))));
  opened.addEventListener("review", (event) => afterQueue(() => showReview(JSON.parse(event.data))));
  opened.addEventListener("next", (event) => afterQueue(() => showNext(JSON.parse(event.data))));
  opened.addEventListener("consent", (event) => showConsent(JSON.parse(event.data)));
  opened.onopen = () => notice("");
  opened.onerror = () => {
    notice("Connection lost. Reconnecting…");
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => { if (source === opened) listen(); }, 2000);
  };
}

/** @param {import("./messages.js").About} about */
function receiveAbout(about) {
  game.about = about;
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
connectRules();
connectExplanations();
connectConsent();
onOtherShape(listen);
watchBar();
listenToKeys();
listen();
