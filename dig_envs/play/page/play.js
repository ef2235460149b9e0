"use strict";

const get = (id) => document.getElementById(id);
const base = location.pathname;
const MAX_QUEUE = 40; // a longer queue is skipped to its newest moment

let about = null; // participants and the viewer's rights, which stay the same during the game
let shown = null; // the moment that the page shows
let queue = []; // moments that follow
let timer = null;
let acting = false; // whether an action was sent and not answered yet

function element(tag, words, className) {
  const made = document.createElement(tag);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

function nameOf(seat) {
  return seat === about.you ? "You" : about.seats[seat].name;
}

function lineText(line) {
  return (line.seat === null ? "" : nameOf(line.seat) + ": ") + line.words;
}

// --- messages from the server

function listen() {
  const source = new EventSource(base + "/events");
  source.addEventListener("about", (event) => receiveAbout(JSON.parse(event.data)));
  source.addEventListener("moment", (event) => receiveMoment(JSON.parse(event.data)));
  source.addEventListener("trouble", (event) => notice(JSON.parse(event.data).words));
  source.onopen = () => notice("");
  source.onerror = () => {
    notice("Connection lost. Reconnecting…");
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  };
}

function receiveAbout(message) {
  about = message;
  const role = about.you === null ? "watching" : "playing as " + about.seats[about.you].name;
  get("title").textContent = about.title + " · " + role;
  document.title = get("title").textContent;
  const chosen = get("adviser").value;
  get("adviser").replaceChildren(...about.advisers.map((name) => new Option(name, name, false, name === chosen)));
  get("undo").hidden = !about.undo;
}

function receiveMoment(moment) {
  const before = queue.at(-1) ?? shown;
  moment.unconnected = before === null || epoch(moment) !== epoch(before) || moment.number !== before.number + 1;
  queue.push(moment);
  if (moment.unconnected || document.hidden || queue.length > MAX_QUEUE || Number(get("speed").value) === 0) showAll();
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

// --- showing a moment

function show(moment) {
  const focused = get("decision").contains(document.activeElement) || get("board").contains(document.activeElement);
  if (get("ask").open) get("ask").close();
  shown = moment;
  acting = false;
  drawBoard(moment);
  writeLog(moment);
  get("text").textContent = moment.text;
  get("turn").textContent = moment.status;
  get("spinner").hidden = !moment.thinking;
  get("advice").textContent = "";
  showDecision(moment);
  if (focused && moment.yours) get("decision").focus({ preventScroll: true });
}

function showDecision(moment) {
  get("decision").classList.toggle("yours", moment.yours);
  get("help").hidden = about.you === null || (!moment.yours && !moment.over);
  get("hint").hidden = get("adviser").parentElement.hidden = !moment.yours;
  const idle = moment.over ? "The game is over" : about.you === null ? "You are watching" : "Waiting for the other players";
  get("question").textContent = moment.question ?? idle;
  get("choices").replaceChildren(...moment.choices.map((choice) => choiceItem(choice)));
  document.title = (moment.yours ? "● " : "") + get("title").textContent;
}

function choiceItem(choice, then = () => {}) {
  const item = document.createElement("li");
  const button = element("button", choice.label);
  button.type = "button";
  button.title = choice.name;
  button.dataset.action = choice.action;
  button.onclick = () => { then(); act(choice); };
  for (const [event, marked] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]])
    button.addEventListener(event, () => choice.targets.forEach((target) => partsOf(target).forEach((part) => part.classList.toggle("marked", marked))));
  item.append(button);
  return item;
}

function writeLog(moment) {
  const log = get("log");
  while (log.children.length > moment.from) log.lastChild.remove();
  for (const line of moment.lines) {
    const item = element("li", lineText(line), line.seat !== null && line.seat === about.you ? "you" : "");
    log.append(item);
  }
  log.scrollTop = log.scrollHeight;
  const news = moment.unconnected ? [] : moment.lines.map(lineText);
  if (moment.over) news.push(moment.status);
  if (moment.yours) news.push(moment.question);
  get("news").textContent = news.join(". ");
}

// --- the picture

function partsOf(target) {
  return [...get("board").querySelectorAll('[data-spot="' + CSS.escape(target) + '"]')];
}

function drawBoard(moment) {
  const drawn = new DOMParser().parseFromString(moment.svg, "image/svg+xml").documentElement;
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "Picture of the table; a text version follows below");
  get("board").replaceChildren(document.importNode(drawn, true));
  const byTarget = new Map();
  for (const choice of moment.choices)
    for (const target of choice.targets) byTarget.set(target, [...(byTarget.get(target) ?? []), choice]);
  for (const [target, choices] of byTarget) partsOf(target).forEach((part) => makeClickable(part, choices));
  for (const part of get("board").firstChild.children)
    if (!part.matches(".clickable") && !part.querySelector(".clickable")) part.setAttribute("aria-hidden", "true");
  const first = get("board").querySelector(".clickable");
  if (first) first.setAttribute("tabindex", "0");
}

function makeClickable(part, choices) {
  part.classList.add("clickable");
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
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") focusNext(part, 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") focusNext(part, -1);
    else return;
    event.preventDefault();
  };
}

function focusNext(part, by) {
  const parts = [...get("board").querySelectorAll(".clickable")];
  const next = parts[(parts.indexOf(part) + by + parts.length) % parts.length];
  parts.forEach((other) => other.setAttribute("tabindex", other === next ? "0" : "-1"));
  next.focus();
}

function choose(choices) {
  if (choices.length === 1) return act(choices[0]);
  get("options").replaceChildren(...choices.map((choice) => choiceItem(choice, () => get("ask").close())));
  get("ask").showModal();
}

// --- requests to the server

async function post(name, body) {
  const response = await fetch(base + "/" + name, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const answer = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Error(answer.error ?? "The server rejected the request.");
  return answer;
}

async function act(choice) {
  if (acting || !shown.yours) return;
  acting = true;
  for (const button of get("choices").querySelectorAll("button")) button.disabled = true;
  notice("");
  const moment = shown;
  try {
    await post("act", { moment: moment.id, action: choice.action });
    if (shown === moment) {
      get("decision").classList.remove("yours");
      get("question").textContent = "You: " + choice.label + ". Waiting for the other players";
      get("choices").replaceChildren();
      get("turn").textContent = "Waiting for the other players";
      get("hint").hidden = get("adviser").parentElement.hidden = true;
    }
  } catch (error) {
    notice(error.message);
    if (shown === moment) for (const button of get("choices").querySelectorAll("button")) button.disabled = false;
  }
  acting = false;
}

async function request(name, body, button, then) {
  button.disabled = true;
  notice("");
  try {
    then(await post(name, body));
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
  get("advice").textContent = adviser + " is thinking…";
  request("hint", { adviser }, get("hint"), (answer) => { if (shown === moment) get("advice").textContent = adviser + " suggests: " + answer.words; })
    .then(() => { if (get("advice").textContent.endsWith("is thinking…")) get("advice").textContent = ""; });
};
get("undo").onclick = () => request("undo", {}, get("undo"), () => {});
get("zoom").onclick = () => {
  const large = get("board").classList.toggle("large");
  get("zoom").setAttribute("aria-pressed", String(large));
  if (large) get("board").querySelector(".clickable")?.scrollIntoView({ block: "nearest", inline: "center" });
};
get("skip").onclick = showAll;
get("speed").onchange = () => { if (Number(get("speed").value) === 0) showAll(); };
get("cancel").onclick = () => get("ask").close();
document.addEventListener("visibilitychange", () => { if (document.hidden) showAll(); });
listen();
