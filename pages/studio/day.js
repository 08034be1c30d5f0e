// One person's day, visit by visit, and a violation to replay.

// MARK: A person's day

const days = new Map();

async function showDay(box, user) {
  const { scenario, sets } = studio.state;
  const key = JSON.stringify([scenario, sets, user]);
  if (!days.has(key)) {
    box.replaceChildren(el("p", { class: "waiting" }, `Person ${user + 1} is simulated again …`));
    const outcome = await work("day", { kind: "day", scenario, sets, user });
    if (!outcome) { if (!running.has("day")) box.replaceChildren(); return; }
    days.set(key, outcome);
  }
  if (studio.state.person !== user || key !== JSON.stringify([studio.state.scenario, studio.state.sets, user])) return;
  box.replaceChildren(drawDay(days.get(key).day));
}

/// Shows the names of screens, but none that would be cut. The title has every name.
const wholeNames = new ResizeObserver(entries => entries.forEach(({ target }) => {
  target.textContent = target.title;
  if (target.scrollWidth > target.clientWidth) target.textContent = "";
}));

function drawDay(day) {
  const arm = day.arm ? `, in arm ${day.arm}` : "";
  const breaks = day.breaks.length === 0 ? "Nothing breaks for this person."
    : `${day.breaks.length} ${day.breaks.length === 1 ? "thing breaks" : "things break"} for them.`;
  return el("section", { "aria-labelledby": "day-title" },
    el("h2", { id: "day-title" }, `Person ${day.user + 1}`),
    el("p", { class: "meta" }, `A ${day.persona}${arm}: ${day.visits.length} ${day.visits.length === 1 ? "visit" : "visits"}, `
      + `${day.requests.length} requests. ${breaks}`),
    drawBreaks(day.breaks),
    el("ol", { class: "visits" }, visitsOf(day).map((visit, index) => el("li", {}, drawVisit(visit, index)))),
    drawBetween(day));
}

/// The violations, a line for each kind, and a button for each time.
function drawBreaks(breaks) {
  const kinds = new Map();
  for (const broken of breaks) {
    const kind = `${broken.hazard || broken.invariant}: ${broken.summary}`;
    kinds.set(kind, [...(kinds.get(kind) || []), broken]);
  }
  const replayThis = (broken, text, look) => el("button", { type: "button", class: look, "data-token": broken.token,
    "aria-label": `Replay this: ${broken.summary}, ${clockTime(broken.at, true)}`,
    onclick: () => { writeState({ tab: "race", token: broken.token, searched: false, played: false }); show(); } }, text);
  return kinds.size === 0 ? null : el("ul", { class: "breaks" }, [...kinds.values()].map(([first, ...others]) => el("li", {},
    el("span", {}, el("strong", {}, first.hazard || first.invariant), ` ${capital(first.summary)}. `,
      el("span", { class: "dim" }, `${clockTime(first.at, true)}${others.length ? `, and ${others.length} more` : ""}`)),
    el("span", { class: "row" }, replayThis(first, "Replay this", "primary"),
      others.map(broken => replayThis(broken, clockTime(broken.at), ""))))));
}

/// The events of each visit. An event of the server belongs to the visit during which it happens.
function visitsOf(day) {
  return day.visits.map((visit, index) => {
    const to = visit.to ?? Math.max(visit.from + 1, ...day.screens.map(each => each.from),
      ...day.requests.map(each => each.to ?? each.from));
    const isIn = at => at >= visit.from && at <= to;
    const own = each => each.phone === visit.phone && isIn(each.from ?? each.at);
    const before = day.visits[index - 1];
    return { ...visit, to, gap: before ? visit.from - (before.to ?? visit.from) : 0,
      screens: day.screens.filter(own), requests: day.requests.filter(own),
      taps: day.moments.filter(each => each.kind === "tap" && own(each)),
      stored: day.moments.filter(each => each.kind === "server" && isIn(each.at)),
      breaks: day.breaks.filter(each => isIn(each.at)) };
  });
}

const passedText = value => value < 1 ? `${Math.round(value * 1000)} ms` : value < 90 ? `${value.toFixed(1)} s`
  : value < 5400 ? `${Math.round(value / 60)} min` : `${(value / 3600).toFixed(1)} h`;

function drawVisit(visit, index) {
  const length = Math.max(0.001, visit.to - visit.from);
  const at = time => Math.max(0, Math.min(100, 100 * (time - visit.from) / length));
  const place = (node, from, to) => {
    node.style.left = `${at(from).toFixed(2)}%`;
    if (to !== undefined) node.style.width = `${Math.max(0.4, at(to ?? visit.to) - at(from)).toFixed(2)}%`;
    return node;
  };
  // Screens of one name that follow each other are one bar; its parts are in the list.
  const bars = [];
  for (const screen of visit.screens) {
    const name = screen.words[0] || "", to = screen.to ?? visit.to;
    if (bars.at(-1)?.name === name) bars.at(-1).to = to;
    else bars.push({ name, from: screen.from, to });
  }
  // Requests that overlap stand below each other.
  const rows = [];
  for (const request of visit.requests) {
    const to = Math.max(request.to ?? visit.to, request.from + length * 0.012);
    let row = rows.findIndex(end => end <= request.from);
    if (row < 0) row = rows.length;
    rows[row] = to;
    request.row = row;
  }
  const lane = (name, height, children) => {
    const strip = el("div", { class: "lane-strip" }, children);
    strip.style.height = `${height}px`;
    return el("div", { class: "lane" }, el("span", { class: "lane-name" }, name), strip);
  };
  const requests = visit.requests.map(request => {
    const node = place(el("i", { class: `bar request${request.isFailure ? " failed" : ""}`,
      title: `${request.text}: ${request.outcome ?? "no end"}` }), request.from, request.to);
    node.style.top = `${request.row * 8}px`;
    return node;
  });
  const marks = (list, look, text) => list.map(each => place(el("i", { class: `tick ${look}`, title: text(each) }), each.at));
  const lanes = el("div", { class: "lanes", "aria-hidden": "true" },
    lane("Screen", 22, bars.map(bar => {
      const node = place(el("i", { class: `bar screen-bar of-${bar.name.toLowerCase().replaceAll(" ", "-")}`,
        title: bar.name }, bar.name), bar.from, bar.to);
      wholeNames.observe(node);
      return node;
    })),
    visit.taps.length ? lane("Taps", 14, marks(visit.taps, "tap", each => each.text)) : "",
    requests.length ? lane("Requests", Math.max(14, rows.length * 8 + 2), requests) : "",
    visit.stored.length ? lane("Server", 14, marks(visit.stored, "stored", each => each.text)) : "",
    visit.breaks.length ? lane("Broken", 18, visit.breaks.map(each =>
      place(el("i", { class: "tick broke", title: each.summary }, "!"), each.at))) : "");
  const gap = index > 0 && visit.gap > 0 ? el("p", { class: "gap" }, `${passedText(visit.gap)} later`) : "";
  return el("div", { class: "visit" }, gap,
    el("h3", {}, `${clockTime(visit.from, true)} `, el("small", {}, `${passedText(length)}, phone ${visit.phone}, `
      + (visit.isLaunch ? "the app starts" : "the app comes back"))),
    lanes, el("details", { class: "more" }, el("summary", {}, "What happened, in order"),
      momentTable(visit)));
}

function momentTable(visit) {
  const rows = [
    ...visit.screens.map(each => [each.from, "shows", each.words.join(", "), ""]),
    ...visit.taps.map(each => [each.at, "taps", each.text, ""]),
    ...visit.requests.map(each => [each.from, "sends", `${each.text}: ${each.outcome ?? "no end"}`
      + (each.to === null ? "" : ` after ${passedText(each.to - each.from)}`), each.isFailure ? "worse" : ""]),
    ...visit.stored.map(each => [each.at, "server", each.text, ""]),
    ...visit.breaks.map(each => [each.at, "broken", each.summary, "worse"]),
  ].sort((a, b) => a[0] - b[0]);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What happened during the visit" },
    el("table", {}, el("thead", {}, el("tr", {}, ["After", "Who", "What"].map((head, column) =>
      el("th", { scope: "col", class: column ? "" : "num" }, head)))),
    el("tbody", {}, rows.map(([at, who, what, look]) => el("tr", {}, el("td", { class: "num dim" }, passedText(at - visit.from)),
      el("td", {}, who), el("td", { class: look }, what))))));
}

/// The events while no app was in front.
function drawBetween(day) {
  const inVisits = at => day.visits.some(visit => at >= visit.from && at <= (visit.to ?? Infinity));
  const others = day.moments.filter(each => !inVisits(each.at));
  return others.length ? el("details", { class: "more" },
    el("summary", {}, `${others.length} more while the app was in the background`),
    el("ul", { class: "others" }, others.map(each => el("li", {}, el("i", { "aria-hidden": "true" }, "·"),
      el("span", {}, `${clockTime(each.at, true)}: ${each.kind === "server" ? "the server" : "taps"} ${each.text}`))))) : "";
}

// MARK: Replaying a violation

const replayed = new Map();

async function replay() {
  const { scenario, token } = studio.state;
  const key = JSON.stringify([scenario, token]);
  if (!replayed.has(key)) {
    $("raced").replaceChildren(el("p", { class: "waiting" }, "Simulating the violation again …"));
    const outcome = await work("race", { kind: "replay", scenario, token });
    if (!outcome) { if (!running.has("race")) $("raced").replaceChildren(); return; }
    replayed.set(key, outcome);
  }
  if (studio.state.token !== token || studio.state.tab !== "race") return;
  const outcome = replayed.get(key), find = outcome.find;
  const back = el("button", { type: "button", onclick: () => { writeState({ tab: "watch", token: null }); show(); } },
    "Back to the people");
  $("raced").replaceChildren(
    el("p", { class: "meta" }, outcome.isReproduced ? "One person's violation, repeated exactly." : "It did not happen again.",
      " Steps are the instants at which something happened to this person, from ten minutes before."),
    el("div", { class: "row tools" }, back),
    scrubber({ ...find, command: outcome.command }, 1));
}
