const replay = JSON.parse(document.getElementById("data").textContent);
const get = (id) => document.getElementById(id);
const end = replay.frames.length - 1;
let now = 0, timer = null, naming = null;

function element(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function show(index) {
  now = Math.max(0, Math.min(end, index));
  const [lines, , , , figures] = replay.frames[now];
  get("table").innerHTML = lines.map((line) => replay.lines[line]).join("\n");
  get("slider").value = now;
  get("count").textContent = now + " / " + end;
  showStandings(figures, now === end && replay.result);
  const moves = get("moves"), chosen = moves.children[now];
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  chosen.setAttribute("aria-current", "true");
  moves.scrollTop = chosen.offsetTop - moves.offsetTop - moves.clientHeight / 2;
  showConsidered(replay.considered[now + 1]);
  if (now === end) stop();
  clearTimeout(naming);
  naming = setTimeout(nameFrame, 300); // browsers refuse very many changes of the address
}

// Writes the frame into the address, which is a link to it. A page inside another one has no address.
function nameFrame() {
  if (location.protocol !== "about:") history.replaceState(null, "", "#" + now);
}

// Shows the candidates of the next decision, which its agent makes in the position above.
function showConsidered(considered) {
  const box = get("considered");
  box.hidden = !considered;
  if (!considered) return;
  const { player, chosen, candidates, more } = considered;
  const title = element("h2", replay.names[player]);
  title.append(element("span", " is about to choose "), chosen);
  const columns = [["share", 1, percent], ["playouts", 2, String], ["value", 3, (value) => value.toFixed(3)]];
  const shown = columns.filter(([, column]) => candidates.some((row) => row[column] !== null));
  const head = document.createElement("tr");
  head.append(element("th", "action"), element("td", ""), ...shown.map(([name]) => element("th", name)), element("td", ""));
  const rows = candidates.map((candidate) => {
    const row = document.createElement("tr"), bar = element("td", "", "bar");
    if (candidate[1] !== null) {
      bar.append(element("i", ""));
      bar.firstChild.style.setProperty("--share", 100 * candidate[1] + "%");
    }
    const cells = shown.map(([, column, written]) => element("td", candidate[column] === null ? "" : written(candidate[column])));
    row.append(element("td", candidate[0]), bar, ...cells, element("td", candidate[4], "note"));
    if (candidate[0] === chosen) row.setAttribute("aria-current", "true");
    return row;
  });
  const table = document.createElement("table");
  table.append(head, ...rows);
  box.replaceChildren(title, table, element("p", more ? "and " + more + " more" : ""));
}

function percent(share) {
  return (100 * share).toFixed(share < 0.01 ? 1 : 0) + " %";
}

function showStandings(figures, final) {
  const head = document.createElement("tr");
  head.append(element("th", "player"), element("th", replay.measure), element(final ? "th" : "td", final ? "reward" : ""));
  const rows = replay.names.map((name, seat) => {
    const row = document.createElement("tr");
    row.append(element("td", name), element("td", figures[seat]), element("td", final ? replay.rewards[seat] : ""));
    return [replay.rewards[seat], row];
  });
  if (final) rows.sort((a, b) => b[0] - a[0]);
  get("standings").replaceChildren(head, ...rows.map((row) => row[1]));
  get("result").textContent = final || "";
}

function stop() {
  clearInterval(timer);
  timer = null;
  get("play").textContent = "Play";
}

function play() {
  if (timer) return stop();
  if (now === end) show(0);
  timer = setInterval(() => show(now + 1), Number(get("speed").value));
  get("play").textContent = "Pause";
}

replay.frames.forEach(([, player, action, turn], index) => {
  const item = document.createElement("li");
  item.append(element("span", turn, "turn"), element("span", player === null ? "" : replay.names[player], "who"), element("span", action ?? "the deal"));
  item.onclick = () => { stop(); show(index); };
  get("moves").append(item);
});
get("slider").max = end;
get("slider").oninput = (event) => { stop(); show(Number(event.target.value)); };
get("first").onclick = () => { stop(); show(0); };
get("back").onclick = () => { stop(); show(now - 1); };
get("next").onclick = () => { stop(); show(now + 1); };
get("last").onclick = () => { stop(); show(end); };
get("play").onclick = play;
get("speed").onchange = () => { if (timer) { stop(); play(); } };
document.addEventListener("keydown", (event) => {
  const button = { ArrowLeft: "back", ArrowRight: "next", " ": "play", Home: "first", End: "last" }[event.key];
  const own = { SELECT: true, BUTTON: event.key === " " }[event.target.tagName];
  if (!button || own) return;
  event.preventDefault();
  get(button).click();
});
const start = Number(location.hash.slice(1));
show(Number.isInteger(start) ? start : 0);
