// People as dots on their way through the funnel, in accelerated time.

// MARK: Watching people

const ways = [["signed-up", "onboarded"], ["onboarded", "card-viewed"], ["onboarded", "reviewed-by-plans"],
  ["card-viewed", "reviewed-by-card"], ["card-viewed", "reviewed-by-plans"],
  ["reviewed-by-card", "acknowledged-by-card"], ["reviewed-by-plans", "acknowledged-by-plans"],
  ["acknowledged-by-card", "plan-shown"], ["acknowledged-by-plans", "plan-shown"]];
const stationNames = { "signed-up": "Signed up", "onboarded": "Onboarded", "card-viewed": "Saw the card",
  "reviewed-by-card": "Review, by the card", "reviewed-by-plans": "Review, by Plans",
  "acknowledged-by-card": "Acknowledged", "acknowledged-by-plans": "Acknowledged", "plan-shown": "Saw a plan" };

const filmed = new Map();
let theatre = null;

async function watch() {
  const { scenario, sets } = studio.state;
  const key = JSON.stringify([scenario, sets]);
  if (theatre?.key !== key) {
    theatre?.pause();
    theatre = null;
    if (!filmed.has(key)) {
      $("watched").replaceChildren(el("p", { class: "waiting" }, "Simulating 200 people …"));
      const outcome = await work("watch", { kind: "watch", scenario, sets });
      if (!outcome) {
        if (!running.has("watch")) $("watched").replaceChildren(el("div", { class: "row" },
          el("button", { type: "button", onclick: watch }, "Watch again")));
        return;
      }
      filmed.set(key, outcome);
    }
    if (key !== JSON.stringify([studio.state.scenario, studio.state.sets])) return;
    theatre = stage(filmed.get(key), key);
    $("watched").replaceChildren(theatre.node);
    theatre.begin();
  }
  theatre.choose(studio.state.person);
}

/// A virtual instant as people say it: the day of the run, and the time of day.
function clockTime(seconds, withSeconds = false) {
  const whole = Math.max(0, Math.floor(seconds)), two = number => String(number).padStart(2, "0");
  const day = Math.floor(whole / 86400) + 1, rest = whole % 86400;
  return `Day ${day}, ${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}`
    + (withSeconds ? `:${two(rest % 60)}` : "");
}

function stage(outcome, key) {
  const { stations, moves, breaks } = outcome.film, count = outcome.report.scenario.users;
  const end = Math.max(1000, Math.ceil((moves.at(-1)?.[0] ?? 0) / 3600000) * 3600000);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const broken = new Set(breaks.map(each => each[1]));
  let now = 0, next = 0, nextBreak = 0, isPlaying = false, last = 0, chosen = null, pace = 3600;

  // Every person: where they stand (-1 before sign-up), their slot there, whether the app is in front.
  const people = Array.from({ length: count }, () => ({ at: -1, slot: -1, isInFront: false, isHurt: false }));
  let slots = stations.map(() => []);

  const boxes = stations.map((station, index) => {
    const number = el("b", {}, "0");
    return { number, node: el("div", { class: `station st-${index}`, "data-station": station.id },
      el("h3", {}, stationNames[station.id], " ", number), el("div", { class: "room" })) };
  });
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.setAttribute("class", "ways");
  lines.setAttribute("aria-hidden", "true");
  const dots = people.map((_, user) => el("button", { type: "button", class: "dot", tabindex: "-1",
    "data-person": String(user), hidden: true }));
  const layer = el("div", { class: "dots", role: "group", "aria-label":
    "People; arrow keys go from one to the next, Enter shows a day" }, dots);
  const floor = el("div", { class: "floor" }, lines, boxes.map(box => box.node), layer);

  const time = el("output", { class: "clock", for: "watch-time" });
  const slider = el("input", { type: "range", id: "watch-time", min: "0", max: String(end), step: "60000", value: "0",
    "aria-label": "Virtual time", oninput: () => { pause(); seek(Number(slider.value)); } });
  const play = el("button", { type: "button", class: "primary", onclick: () => isPlaying ? pause() : begin(true) });
  const speed = el("select", { id: "watch-speed", onchange: () => { pace = Number(speed.value); } },
    [[600, "10 minutes a second"], [3600, "an hour a second"], [14400, "four hours a second"],
      [86400, "a day a second"]].map(([value, text]) => el("option", { value, selected: value === pace }, text)));
  const pick = el("select", { id: "watch-person", onchange: () => {
    writeState({ person: pick.value === "" ? null : Number(pick.value) });
    choose(studio.state.person);
  } });
  const counts = el("tbody");
  const table = el("details", { class: "moved" }, el("summary", {}, "The same as a table"),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "People by step" },
      el("table", {}, el("thead", {}, el("tr", {}, ["Step", "People now", "People in the end"].map((head, index) =>
        el("th", { scope: "col", class: index ? "num" : "" }, head)))), counts)));
  table.addEventListener("toggle", () => told());
  const day = el("div", { class: "day", id: "day", "aria-live": "polite", tabindex: "-1" });
  const legend = el("p", { class: "meta legend-line" },
    [["in", "the app is in front"], ["", "in the background"], ["hurt", "something broke for them"]].map(([kind, text]) =>
      el("span", { class: "key" }, el("i", { class: `dot ${kind}` }), ` ${text}`)));

  // The last place of everybody, for the table.
  const final = new Map(moves.map(move => [move[1], move[2]]));
  const inTheEnd = stations.map((_, index) => [...final.values()].filter(place => place === index).length);

  function put(user, place, touched) {
    const person = people[user];
    if (person.at === place) return;
    if (person.at >= 0) {
      // Whoever stands behind closes up.
      const room = slots[person.at];
      room.splice(person.slot, 1);
      for (let slot = person.slot; slot < room.length; slot += 1) {
        people[room[slot]].slot = slot;
        touched.add(room[slot]);
      }
    }
    [person.at, person.slot] = [place, slots[place].length];
    slots[place].push(user);
  }

  let rects = [], size = 12;
  function measure() {
    const origin = floor.getBoundingClientRect();
    rects = boxes.map(box => {
      const rect = box.node.querySelector(".room").getBoundingClientRect();
      return { x: rect.left - origin.left, y: rect.top - origin.top, w: rect.width, h: rect.height };
    });
    if (!rects.length || rects[0].w === 0) return;
    // As large as the fullest step allows.
    const most = Math.max(40, ...inTheEnd), room = rects.at(-1);
    size = Math.max(7, Math.min(13, Math.floor(Math.sqrt(room.w * room.h / most))));
    floor.style.setProperty("--dot", `${size - 2}px`);
    lines.setAttribute("viewBox", `0 0 ${origin.width} ${origin.height}`);
    const cards = boxes.map(box => {
      const rect = box.node.getBoundingClientRect();
      return { l: rect.left - origin.left, r: rect.right - origin.left, t: rect.top - origin.top, b: rect.bottom - origin.top };
    });
    const place = id => stations.findIndex(station => station.id === id);
    lines.replaceChildren(...ways.map(([from, to]) => {
      const a = cards[place(from)], b = cards[place(to)];
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      const isAcross = b.l >= a.r;
      const [x1, y1, x2, y2] = isAcross ? [a.r, (a.t + a.b) / 2, b.l, (b.t + b.b) / 2]
        : [(a.l + a.r) / 2, a.b, (b.l + b.r) / 2, b.t];
      path.setAttribute("d", isAcross
        ? `M${x1} ${y1} C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`
        : `M${x1} ${y1} C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`);
      return path;
    }));
  }

  function paint(user) {
    const person = people[user], dot = dots[user];
    dot.hidden = person.at < 0;
    if (person.at < 0) return;
    const rect = rects[person.at];
    if (!rect) return;
    const columns = Math.max(1, Math.floor(rect.w / size));
    const x = rect.x + (person.slot % columns) * size, y = rect.y + Math.floor(person.slot / columns) * size;
    dot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    dot.classList.toggle("in", person.isInFront);
    dot.classList.toggle("hurt", person.isHurt);
  }

  function label(user) {
    const person = people[user];
    const where = person.at < 0 ? "has not signed up yet" : stationNames[stations[person.at].id].toLowerCase();
    return `Person ${user + 1}: ${where}${person.isHurt ? ", something broke" : ""}`;
  }

  function step(to) {
    const touched = new Set();
    while (next < moves.length && moves[next][0] <= to) {
      const [, user, place, isInFront] = moves[next];
      put(user, place, touched);
      people[user].isInFront = isInFront === 1;
      touched.add(user);
      next += 1;
    }
    while (nextBreak < breaks.length && breaks[nextBreak][0] <= to) {
      people[breaks[nextBreak][1]].isHurt = true;
      touched.add(breaks[nextBreak][1]);
      nextBreak += 1;
    }
    now = to;
    for (const user of touched) paint(user);
    told();
  }

  function seek(to) {
    for (const person of people) Object.assign(person, { at: -1, slot: -1, isInFront: false, isHurt: false });
    slots = stations.map(() => []);
    [next, nextBreak] = [0, 0];
    step(to);
    people.forEach((_, user) => paint(user));
  }

  function told() {
    const standing = stations.map(() => 0);
    for (const person of people) if (person.at >= 0) standing[person.at] += 1;
    boxes.forEach((box, index) => { box.number.textContent = String(standing[index]); });
    slider.value = String(now);
    const text = clockTime(now / 1000);
    time.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    if (table.open) counts.replaceChildren(...stations.map((station, index) => el("tr", {},
      el("th", { scope: "row" }, station.title), el("td", { class: "num" }, String(standing[index])),
      el("td", { class: "num" }, String(inTheEnd[index])))));
  }

  function frame(instant) {
    if (!isPlaying) return;
    // A page that nobody looks at does nothing.
    if ($("watch").hidden || !floor.isConnected) { pause(); return; }
    const passed = Math.min(100, instant - last);
    last = instant;
    step(Math.min(end, now + passed * pace));
    if (now >= end) pause(); else requestAnimationFrame(frame);
  }

  function pause() {
    isPlaying = false;
    play.textContent = now >= end ? "Play again" : "Play";
  }

  function begin(isAsked = false) {
    measure();
    // Who asked for less motion begins with the end, and moves time by hand.
    if (still && !isAsked) { seek(end); pause(); return; }
    if (now >= end) seek(0);
    isPlaying = true;
    play.textContent = "Pause";
    last = performance.now();
    requestAnimationFrame(frame);
  }

  function focus(user) {
    for (const dot of dots) dot.tabIndex = -1;
    dots[user].tabIndex = 0;
    dots[user].focus();
  }
  layer.addEventListener("click", event => {
    const user = event.target.closest("[data-person]")?.dataset.person;
    if (user === undefined) return;
    writeState({ person: Number(user) });
    choose(Number(user));
  });
  layer.addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const user = Number(event.target.dataset.person);
    for (let step = 1; step <= count; step += 1) {
      const other = (user + by * step + count * step) % count;
      if (people[other].at >= 0) { focus(other); return; }
    }
  });
  layer.addEventListener("focusin", event => {
    const user = event.target.dataset.person;
    if (user !== undefined) event.target.setAttribute("aria-label", label(Number(user)));
  });
  dots[0].tabIndex = 0;
  dots.forEach((dot, user) => { dot.title = `Person ${user + 1}`; dot.setAttribute("aria-label", `Person ${user + 1}`); });
  pick.replaceChildren(el("option", { value: "" }, "nobody"), ...people.map((_, user) => el("option", { value: user },
    `Person ${user + 1}${broken.has(user) ? ", something broke" : ""}`)));

  new ResizeObserver(() => { measure(); people.forEach((_, user) => paint(user)); }).observe(floor);

  async function choose(user) {
    const isOne = Number.isInteger(user) && user >= 0 && user < count;
    if (chosen !== null) dots[chosen].classList.remove("chosen");
    chosen = isOne ? user : null;
    pick.value = isOne ? String(user) : "";
    if (!isOne) { day.replaceChildren(el("p", { class: "hint" }, "Click a person to see their day.")); return; }
    dots[user].classList.add("chosen");
    await showDay(day, user);
  }

  const node = el("div", { class: "theatre" },
    el("div", { class: "answer-card" },
      el("p", { class: "sentence" }, watchSentence(outcome, inTheEnd, stations)),
      el("p", { class: "meta" }, prose(`${outcome.subtitle}. Digest `), el("code", { id: "watch-digest" }, outcome.report.digest), "."),
      el("div", { class: "row" }, saveLinks(outcome)), commandLine(outcome.command)),
    el("div", { class: "controls reel" }, play,
      el("div", { class: "grow" }, el("label", { for: "watch-time" }, "Virtual time: ", time), slider),
      el("div", {}, el("label", { for: "watch-speed" }, "Speed"), speed),
      el("div", {}, el("label", { for: "watch-person" }, "Whose day"), pick)),
    floor, legend, table, day);
  told();
  return { key, node, pause, begin, choose };
}

function watchSentence(outcome, inTheEnd, stations) {
  const rate = outcome.report.kpis.find(kpi => kpi.id === "acknowledgment-rate-24h");
  const users = outcome.report.scenario.users;
  const percent = value => `${(value * 100).toFixed(1)}%`;
  const told = rate && rate.value !== null
    ? `${percent(rate.value)} of those onboarded acknowledge within 24 hours`
      + (rate.interval ? ` (${percent(rate.interval.low)} to ${percent(rate.interval.high)})` : "")
    : "Nobody was observed for 24 hours after onboarding";
  const hurt = new Set(outcome.film.breaks.map(each => each[1])).size;
  return `${users} people: ${told}. For ${hurt} of them something breaks.`;
}
