// Searches, and a find to step through.

const storyName = path => path.split("/").pop().replace(/\.json$/, "");
/// The folder of the library; empty for scenarios of populations.
const folderOf = path => path.match(/(?:^|\/)(races|hard|tours|acceptance|load)\/[^/]+$/)?.[1] || "";

function drawRaceForm() {
  const { story, generation, policy, schedules } = studio.state;
  const groups = [["Races", "races"], ["Acceptance", "acceptance"], ["Tours", "tours"]];
  const select = $("story");
  select.replaceChildren(...groups.map(([name, folder]) => {
    const paths = studio.start.scenarios.filter(path => folderOf(path) === folder);
    return paths.length ? el("optgroup", { label: name },
      paths.map(path => el("option", { value: path }, storyName(path)))) : "";
  }));
  if (story?.startsWith("text:")) select.prepend(el("option", { value: story }, "the story below, edited"));
  if (studio.facts?.story && !studio.start.scenarios.includes(story)) {
    select.prepend(el("option", { value: studio.facts.id }, studio.facts.name));
  }
  select.value = story || studio.start.scenarios.find(path => storyName(path) === "stale-get-overwrites-ack")
    || select.options[0]?.value || "";
  $("generation").replaceChildren(el("option", { value: "" }, "as the story says"),
    ...studio.start.generations.map(name => el("option", { value: name }, name)));
  $("generation").value = generation;
  $("policy").replaceChildren(...studio.start.policies.map(name => el("option", { value: name }, name)));
  $("policy").value = policy;
  $("schedules").value = schedules;
}

function readRaceForm() {
  return { story: $("story").value, generation: $("generation").value, policy: $("policy").value,
    schedules: Number($("schedules").value) };
}

const raced = new Map();
async function race() {
  const { generation, policy, schedules, searched, played, token } = studio.state;
  const story = studio.state.story || $("story").value;
  if (token) { replay(); return; }
  if (played) { playOnce(story, generation); return; }
  if (!searched) {
    $("raced").replaceChildren(el("div", { class: "hint" }, el("p", {},
      "A story is a few taps. The search tries many orders of replies, timers and taps, shrinks an order that ",
      "breaks the app to a small story, and shows it step by step, beside the same schedule with the fix.")));
    return;
  }
  const key = JSON.stringify([story, generation, policy, schedules]);
  if (!raced.has(key)) {
    $("raced").replaceChildren(el("p", { class: "waiting" }, `Searching ${storyName(story)} …`));
    const outcome = await work("race", { kind: "race", scenario: story, schedules, policy,
      generation: generation || null });
    if (!outcome) {
      if (!running.has("race")) $("raced").replaceChildren();
      return;
    }
    raced.set(key, outcome);
  }
  const now = studio.state;
  if (key === JSON.stringify([now.story || $("story").value, now.generation, now.policy, now.schedules])) drawRace(raced.get(key));
}

/// The command that shows a find again, with the story's file where the library does not have it.
function replayLine(outcome, find) {
  const file = outcome.report.scenario.file, input = outcome.command.split(" < ")[1];
  return `gtsd-sim replay ${find.token}` + (file ? ` --scenario ${file === "-" && input ? input : file}` : "");
}

function drawRace(outcome) {
  const finds = outcome.report.exploration.finds;
  // That something was found is no demand missed.
  const nodes = [answerCard("The search", { ...outcome, verdict: "none" })];
  // A story that nothing breaks is shown all the same, as it goes by itself.
  const natural = el("div", {});
  if (finds.length === 0) nodes.push(natural);
  if (finds.length) {
    const place = el("div", {});
    const choose = index => {
      for (const [other, button] of buttons.entries()) button.setAttribute("aria-pressed", String(other === index));
      place.replaceChildren(scrubber({ ...finds[index], command: replayLine(outcome, finds[index]) }, index + 1));
    };
    const buttons = finds.map((find, index) => el("button", { type: "button", onclick: () => choose(index) },
      `${index + 1}. ${find.hazard || find.oracle}`));
    if (finds.length > 1) nodes.push(el("div", { class: "row tools", role: "group", "aria-label": "Finds" }, buttons));
    nodes.push(place);
    choose(0);
  }
  nodes.push(parts(outcome, 0));
  $("raced").replaceChildren(...nodes);
  if (finds.length === 0) playInto(natural, studio.state.story || $("story").value, studio.state.generation);
}

// MARK: A story in its natural order

const plays = new Map();

async function playOnce(story, generation) {
  const place = el("div", {});
  $("raced").replaceChildren(place);
  await playInto(place, story, generation);
}

async function playInto(place, story, generation) {
  const key = JSON.stringify([story, generation]);
  if (!plays.has(key)) {
    place.replaceChildren(el("p", { class: "waiting" }, `Playing ${storyName(story)} …`));
    const outcome = await work("race", { kind: "play", scenario: story, generation: generation || null });
    if (!outcome) { if (!running.has("race")) place.replaceChildren(); return; }
    plays.set(key, outcome);
  }
  const { command, story: { play, timeline } } = plays.get(key);
  const expected = play.steps.filter(step => ["holds", "fails"].includes(step.outcome)).length;
  const verdict = play.passes
    ? `Passes: ${expected === 0 ? "nothing was expected" : `${expected} ${expected === 1 ? "expectation holds" : "expectations hold"}`}, nothing is broken.`
    : `Fails: ${play.violations.map(each => each.summary).join("; ")}.`;
  place.replaceChildren(
    scrubber({ summary: `${storyName(play.scenario)}, as it goes by itself`, statement: `${verdict} This is only one order: no event overtakes another, and there are no faults.`,
      constraints: [], twin: null, timeline, command, side: `The app, ${play.generation}`, start: 0 }, 0),
    el("details", { class: "moved" }, el("summary", {}, `${play.steps.length} steps of the story`), stepTable(play)));
}

function stepTable(play) {
  const said = { tookEffect: "took effect", ignored: "ignored", holds: "holds", fails: "does not hold", passed: "time passes" };
  const heads = ["Time", "Step", "Phone", "Action", "Effect", "On screen afterwards"];
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Steps of the story" },
    el("table", {}, el("thead", {}, el("tr", {}, heads.map((head, index) =>
      el("th", { scope: "col", class: [0, 2].includes(index) ? "num" : "" }, head)))),
    el("tbody", {}, play.steps.map(step => el("tr", {}, el("td", { class: "num dim" }, seconds(step.atSeconds)),
      el("th", { scope: "row" }, step.id), el("td", { class: "num" }, String(step.phone)), el("td", {}, step.action),
      el("td", { class: step.outcome === "fails" ? "worse" : "" }, [said[step.outcome], ...step.details].join("; ")),
      el("td", {}, step.screen.join(", ")))))));
}

// MARK: Stepping through a find

/// The step that a place belongs to, -1 for before the first.
function stepOf(timeline, at) {
  let step = -1;
  while (step + 1 < timeline.arrivals.length && timeline.arrivals[step + 1].place <= at) step += 1;
  return step;
}

function scrubber(find, number) {
  const twin = find.twin, timeline = find.timeline;
  const last = Math.max(timeline.arrivals.length, twin ? twin.timeline.arrivals.length : 0) - 1;
  const violations = new Set(timeline.marks.filter(mark => mark.kind === "violation")
    .map(mark => stepOf(timeline, mark.place)));
  const bound = new Map();
  for (const order of find.constraints) {
    if (Number.isInteger(order.beforeStep)) bound.set(order.beforeStep, `This must come before ${order.after}.`);
    if (Number.isInteger(order.afterStep)) bound.set(order.afterStep, `After ${order.before}.`);
  }
  const slider = el("input", { type: "range", min: "-1", max: String(last), step: "1", value: "-1",
    "aria-label": "Step of the schedule", oninput: () => go(Number(slider.value)) });
  const previous = el("button", { type: "button", "aria-label": "Step back", onclick: () => go(step - 1) }, "‹");
  const next = el("button", { type: "button", "aria-label": "Step forward", onclick: () => go(step + 1) }, "›");
  const ruler = el("div", { class: "ruler", "aria-hidden": "true" });
  for (let index = 0; index <= last; index += 1) {
    const tick = violations.has(index) ? el("i", { class: "broken" }, "!")
      : el("i", { class: bound.has(index) ? "bound" : "" });
    tick.style.left = `${100 * (index + 1) / (last + 1)}%`;
    ruler.append(tick);
  }
  const arrives = el("p", { class: "arrives", "aria-live": "polite" }), note = el("p", { class: "order-note" });
  const sides = el("div", { class: "sides" });
  const frames = [framesOf(timeline, last), twin ? framesOf(twin.timeline, last) : null];
  let step = -1;
  function go(to) {
    step = Math.max(-1, Math.min(last, to));
    slider.value = String(step);
    const arrival = timeline.arrivals[step] || twin?.timeline.arrivals[step];
    const text = step < 0 ? "Before the first event" : `${step + 1}. ${arrival.label}`;
    const time = step < 0 ? "" : ` · ${seconds(arrival.nanoseconds / 1e9)}`;
    arrives.replaceChildren(bound.has(step) ? el("b", {}, text) : text, el("span", { class: "dim" }, time));
    slider.setAttribute("aria-valuetext", text);
    const differs = twin && twin.firstDivergence === step ? " Here the fixed app does otherwise for the first time." : "";
    note.textContent = (bound.has(step) ? `An order that is enough to break it: ${bound.get(step)}` : "") + differs;
    const nodes = [side(find.side || "The app as it is", frames[0][step + 1], violations.has(step) ? "bad" : "")];
    if (twin) nodes.push(side(`The same schedule with ${twin.strategy}`, frames[1][step + 1], "twin"));
    sides.replaceChildren(...nodes);
    previous.disabled = step === -1;
    next.disabled = step === last;
    markStep(number, step);
  }
  const box = el("div", { class: "scrub", onkeydown: event => {
    if (event.target === slider) return;
    if (event.key === "ArrowRight") { go(step + 1); event.preventDefault(); }
    if (event.key === "ArrowLeft") { go(step - 1); event.preventDefault(); }
  } },
    el("h3", {}, prose(capital(find.summary))),
    el("p", { class: "meta" }, prose(find.contradiction || find.statement)),
    el("div", { class: "scrub-bar" }, previous, slider, next), ruler, arrives, note, sides, causes(find),
    commandLine(find.command || `gtsd-sim replay ${find.token}`));
  const latest = [...bound.keys()].sort((a, b) => a - b).pop();
  go(find.start ?? latest ?? Math.min(...violations, last));
  return box;
}

/// Why, with the lines of the sources.
function causes(find) {
  const links = (find.cause?.chain || []).map(link => el("li", {},
    el("i", { "aria-hidden": "true" }, "→"), el("span", {}, prose(capital(link.text)), link.source
      ? el("small", { class: "dim" }, ` (${link.source})`) : "")));
  return links.length ? el("details", { class: "more", open: true }, el("summary", {}, "Why"),
    el("ul", { class: "others" }, links)) : "";
}

/// The state of every row after each step and before the first: its values, the changed ones, the events.
function framesOf(timeline, last) {
  const values = timeline.rows.map(() => new Map());
  for (const mark of timeline.marks) {
    if (mark.variable && !values[mark.row].has(mark.variable) && mark.before !== undefined && mark.before !== null) {
      values[mark.row].set(mark.variable, mark.before);
    }
  }
  const frames = [], stored = timeline.rows.map(() => []);
  for (let step = -1; step <= last; step += 1) {
    const marks = timeline.marks.filter(mark => stepOf(timeline, mark.place) === step);
    frames.push(timeline.rows.map((row, index) => {
      const own = marks.filter(mark => mark.row === index);
      const before = new Map(values[index]);
      for (const mark of own) if (mark.variable && mark.after !== undefined) values[index].set(mark.variable, mark.after);
      const earlier = stored[index].slice(-3);
      stored[index].push(...own.filter(mark => mark.kind === "commit").map(mark => mark.text));
      return { row, values: new Map(values[index]), before, happened: own, earlier,
        waiting: timeline.bars.filter(bar => bar.row === index && stepOf(timeline, bar.from) <= step
          && (bar.to === undefined || bar.to === null || stepOf(timeline, bar.to) > step)) };
    }));
  }
  return frames;
}

function side(title, frame, look) {
  return el("div", { class: `side ${look}` }, el("h4", {}, title),
    el("div", { class: "screens" }, frame.filter(each => each.row.kind !== "user" || each.happened.length).map(screen)));
}

function screen({ row, values, before, happened, earlier, waiting }) {
  const broken = happened.filter(mark => mark.kind === "violation");
  const changed = happened.some(mark => mark.variable || mark.kind === "commit" || mark.kind === "applied");
  const list = [...values].flatMap(([name, value]) => {
    const old = before.get(name);
    return [el("dt", {}, name), el("dd", { class: old !== value ? "new" : "" },
      old !== undefined && old !== value ? [el("s", {}, old), " → "] : "", String(value))];
  });
  const lines = happened.filter(mark => !mark.variable).map(mark =>
    el("p", { class: mark.kind === "violation" ? "bad" : "", title: mark.source || null }, mark.text));
  const past = earlier.map(text => el("p", { class: "none" }, text));
  const open = waiting.map(bar => el("p", { class: "none" }, `… ${bar.label}`));
  return el("div", { class: `screen ${row.kind}${broken.length ? " broken" : changed ? " changed" : ""}` },
    el("h5", {}, row.label), list.length ? el("dl", {}, list) : "", past, lines, open,
    list.length + past.length + lines.length + open.length === 0 ? el("p", { class: "none" }, "nothing yet") : "");
}

/// Marks the step in the picture of the whole schedule.
function markStep(number, step) {
  for (const picture of document.querySelectorAll(`#raced .find-${number} .timeline svg`)) {
    picture.querySelectorAll(".step").forEach((node, index) => node.classList.toggle("current", index === step));
  }
}

// MARK: Editing a story

async function loadStory() {
  const name = $("story").value;
  if (!name) return;
  try {
    $("story-text").value = (await (await call("api/scenario/text", { scenario: name })).json()).text;
  } catch (error) { showTrouble(error); }
}

async function searchText() {
  try {
    clearTrouble();
    const { scenario } = await (await call("api/text", { text: $("story-text").value })).json();
    writeState({ ...readRaceForm(), story: scenario, searched: true, played: false, token: null });
    drawRaceForm();
    race();
  } catch (error) { showTrouble(error); }
}

/// Actions whose names begin with the word at the cursor.
function suggest() {
  const area = $("story-text"), before = area.value.slice(0, area.selectionStart);
  const word = before.match(/"([A-Za-z]*)$/)?.[1];
  const fitting = word === undefined ? [] : studio.start.actions.filter(name =>
    name.toLowerCase().startsWith(word.toLowerCase()) && name !== word).slice(0, 10);
  $("suggestions").replaceChildren(...fitting.map(name => el("button", { type: "button", onclick: () => {
    area.setRangeText(name, area.selectionStart - word.length, area.selectionStart, "end");
    area.focus();
    suggest();
  } }, name)));
}
