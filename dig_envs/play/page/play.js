"use strict";

const get = (id) => document.getElementById(id);
const base = location.pathname;
const LONGEST_QUEUE = 40; // moments that are shown one by one; of more only the newest

let about = null; // what does not change: names of the seats, which of them is this page's
let shown = null; // the moment on the page
let queue = []; // moments that are still to be shown
let timer = null;
let moving = false; // a request is on its way

function element(tag, words, className) {
  const made = document.createElement(tag);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

function nameOf(seat) {
  return seat === about.you ? "You" : about.seats[seat].name;
}

function said(line) {
  return (line.seat === null ? "" : nameOf(line.seat) + ": ") + line.words;
}

// --- what the server sends

function listen() {
  const source = new EventSource(base + "/events");
  source.addEventListener("about", (event) => meet(JSON.parse(event.data)));
  source.addEventListener("moment", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("trouble", (event) => notice(JSON.parse(event.data).words));
  source.onopen = () => notice("");
  source.onerror = () => {
    notice("The connection is lost. Trying again…");
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  };
}

function meet(message) {
  about = message;
  const role = about.you === null ? "looking on" : "you are " + about.seats[about.you].name;
  get("title").textContent = about.title + " · " + role;
  document.title = get("title").textContent;
  const chosen = get("adviser").value;
  get("adviser").replaceChildren(...about.advisers.map((name) => new Option(name, name, false, name === chosen)));
  get("undo").hidden = !about.undo;
}

function receive(moment) {
  const before = queue.at(-1) ?? shown;
  moment.anew = before === null || epoch(moment) !== epoch(before) || moment.number !== before.number + 1;
  queue.push(moment);
  if (moment.anew || document.hidden || queue.length > LONGEST_QUEUE || Number(get("speed").value) === 0) showAll();
  else if (!timer) showNext();
}

function epoch(moment) {
  return moment.id.split("-")[0];
}

function showAll() {
  clearTimeout(timer);
  timer = null;
  while (queue.length) show(queue.shift());
  get("skip").hidden = true;
}

function showNext() {
  show(queue.shift());
  get("skip").hidden = !queue.length;
  timer = setTimeout(() => { timer = null; if (queue.length) showNext(); }, Number(get("speed").value));
}

// --- a moment

function show(moment) {
  const focused = get("decision").contains(document.activeElement) || get("board").contains(document.activeElement);
  if (get("ask").open) get("ask").close();
  shown = moment;
  moving = false;
  drawBoard(moment);
  write(moment);
  get("text").textContent = moment.text;
  get("turn").textContent = moment.status;
  get("spinner").hidden = !moment.thinks;
  get("advice").textContent = "";
  showDecision(moment);
  if (focused && moment.yours) get("decision").focus({ preventScroll: true });
}

function showDecision(moment) {
  get("decision").classList.toggle("yours", moment.yours);
  get("help").hidden = about.you === null || (!moment.yours && !moment.over);
  get("hint").hidden = get("adviser").parentElement.hidden = !moment.yours;
  get("question").textContent = moment.question ?? (moment.over ? "The game is over" : waiting(moment));
  get("choices").replaceChildren(...moment.choices.map((choice) => listed(choice)));
  document.title = (moment.yours ? "● " : "") + get("title").textContent;
}

function waiting(moment) {
  return about.you === null ? "You are looking on" : "Waiting for the others";
}

function listed(choice, then = () => {}) {
  const item = document.createElement("li");
  const button = element("button", choice.label);
  button.type = "button";
  button.title = choice.name;
  button.dataset.action = choice.action;
  button.onclick = () => { then(); act(choice); };
  for (const [event, near] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]])
    button.addEventListener(event, () => choice.spots.forEach((spot) => spotted(spot).forEach((part) => part.classList.toggle("near", near))));
  item.append(button);
  return item;
}

function write(moment) {
  const log = get("log");
  while (log.children.length > moment.from) log.lastChild.remove();
  for (const line of moment.lines) {
    const item = element("li", said(line), line.seat === about.you ? "you" : "");
    log.append(item);
  }
  log.scrollTop = log.scrollHeight;
  const news = moment.anew ? [] : moment.lines.map(said);
  if (moment.over) news.push(moment.status);
  if (moment.yours) news.push(moment.question);
  get("news").textContent = news.join(". ");
}

// --- the board

function spotted(spot) {
  return [...get("board").querySelectorAll('[data-spot="' + CSS.escape(spot) + '"]')];
}

function drawBoard(moment) {
  const drawn = new DOMParser().parseFromString(moment.svg, "image/svg+xml").documentElement;
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "The table, drawn; it stands in words further below");
  get("board").replaceChildren(document.importNode(drawn, true));
  const bySpot = new Map();
  for (const choice of moment.choices)
    for (const spot of choice.spots) bySpot.set(spot, [...(bySpot.get(spot) ?? []), choice]);
  for (const [spot, choices] of bySpot) spotted(spot).forEach((part) => makeClickable(part, choices));
  for (const part of get("board").firstChild.children)
    if (!part.matches(".can") && !part.querySelector(".can")) part.setAttribute("aria-hidden", "true");
  const first = get("board").querySelector(".can");
  if (first) first.setAttribute("tabindex", "0");
}

function makeClickable(part, choices) {
  part.classList.add("can");
  part.setAttribute("role", "button");
  part.setAttribute("tabindex", "-1");
  part.setAttribute("aria-label", choices.map((choice) => choice.label).join(", or "));
  const frame = part.lastElementChild;
  const under = frame.cloneNode();
  under.classList.add("under");
  frame.classList.add("frame");
  frame.before(under);
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = choices.map((choice) => choice.label).join("\n");
  part.prepend(title);
  part.onclick = () => choose(choices);
  part.onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") choose(choices);
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") step(part, 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") step(part, -1);
    else return;
    event.preventDefault();
  };
}

function step(part, by) {
  const parts = [...get("board").querySelectorAll(".can")];
  const next = parts[(parts.indexOf(part) + by + parts.length) % parts.length];
  parts.forEach((one) => one.setAttribute("tabindex", one === next ? "0" : "-1"));
  next.focus();
}

function choose(choices) {
  if (choices.length === 1) return act(choices[0]);
  get("options").replaceChildren(...choices.map((choice) => listed(choice, () => get("ask").close())));
  get("ask").showModal();
}

// --- what this page asks for

async function post(what, body) {
  const response = await fetch(base + "/" + what, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const answer = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Error(answer.error ?? "The server refused that.");
  return answer;
}

async function act(choice) {
  if (moving || !shown.yours) return;
  moving = true;
  for (const button of get("choices").querySelectorAll("button")) button.disabled = true;
  notice("");
  const moment = shown;
  try {
    await post("act", { moment: moment.id, action: choice.action });
    if (shown === moment) {
      get("decision").classList.remove("yours");
      get("question").textContent = "You: " + choice.label + ". Waiting for the others";
      get("choices").replaceChildren();
      get("turn").textContent = "Waiting for the others";
      get("hint").hidden = get("adviser").parentElement.hidden = true;
    }
  } catch (error) {
    notice(error.message);
    if (shown === moment) for (const button of get("choices").querySelectorAll("button")) button.disabled = false;
  }
  moving = false;
}

async function ask(what, body, button, then) {
  button.disabled = true;
  notice("");
  try {
    then(await post(what, body));
  } catch (error) {
    notice(error.message);
  }
  button.disabled = false;
}

function notice(words) {
  get("notice").hidden = !words;
  get("notice").textContent = words;
}

get("hint").onclick = () => {
  const moment = shown, adviser = get("adviser").value;
  get("advice").textContent = adviser + " thinks…";
  ask("hint", { adviser }, get("hint"), (answer) => { if (shown === moment) get("advice").textContent = adviser + " would: " + answer.words; })
    .then(() => { if (get("advice").textContent.endsWith("thinks…")) get("advice").textContent = ""; });
};
get("undo").onclick = () => ask("undo", {}, get("undo"), () => {});
get("zoom").onclick = () => {
  const large = get("board").classList.toggle("large");
  get("zoom").setAttribute("aria-pressed", String(large));
  if (large) get("board").querySelector(".can")?.scrollIntoView({ block: "nearest", inline: "center" });
};
get("skip").onclick = showAll;
get("speed").onchange = () => { if (Number(get("speed").value) === 0) showAll(); };
get("cancel").onclick = () => get("ask").close();
document.addEventListener("visibilitychange", () => { if (document.hidden) showAll(); });
listen();
