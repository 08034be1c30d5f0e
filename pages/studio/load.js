// A server under load, as it stands.

// MARK: Load

function drawLoadForm() {
  const { target } = studio.start;
  $("load-form").hidden = !target;
  if (!target) {
    $("load-shown").replaceChildren(el("div", { class: "hint" },
      el("p", {}, "No server was named. Start the studio with one to put it under load from here:"),
      commandLine("gtsd-sim studio --target http://127.0.0.1:8080"),
      el("p", { class: "meta" }, "Load is sent to that server only. A server on another machine needs --allow-host, as it does "
        + "for gtsd-sim load. gtsd-sim serve starts one to try.")));
    return;
  }
  const select = $("load-scenario");
  const ofLoad = studio.start.scenarios.filter(path => folderOf(path) === "load");
  const own = studio.facts && !studio.facts.story ? [studio.facts.id] : [];
  select.replaceChildren(...[...new Set([...own, ...ofLoad])].map(path => el("option", { value: path }, storyName(path))));
  select.value = studio.state.loadScenario || ofLoad.find(path => storyName(path) === "smoke") || select.options[0]?.value;
  $("load-model").value = studio.state.loadModel;
  $("load-level").value = studio.state.loadLevel;
  $("load-seconds").value = studio.state.loadSeconds;
  drawLoadModel();
  if ($("load-shown").childElementCount === 0) prepareLoad();
}

function drawLoadModel() {
  const isOwn = $("load-model").value === "scenario";
  for (const id of ["load-level", "load-seconds"]) $(id).closest("div").hidden = isOwn;
  $("load-level-name").textContent = $("load-model").value === "users" ? "Users at once" : "Starts per second";
}

function loadOrder() {
  const model = $("load-model").value;
  writeState({ loadScenario: $("load-scenario").value, loadModel: model, loadLevel: Number($("load-level").value),
    loadSeconds: Number($("load-seconds").value) }, true);
  const { loadScenario, loadLevel, loadSeconds, scenario, sets } = studio.state;
  const order = { kind: "load", scenario: loadScenario, model, sets: loadScenario === scenario ? sets : [] };
  return model === "scenario" ? order : { ...order, level: loadLevel, seconds: loadSeconds };
}

/// Says what would be sent; nothing is, until the button below is pressed.
async function prepareLoad() {
  try {
    clearTrouble();
    const order = loadOrder();
    const plan = await (await call("api/load", { page, slot: "load", ...order })).json();
    $("load-shown").replaceChildren(el("div", { class: "answer-card" }, el("h3", {}, "What will be sent"),
      el("p", { class: "sentence small" }, plan.text.trim()), commandLine(plan.command),
      el("div", { class: "row" }, el("button", { type: "button", class: "primary", id: "load-send", onclick: () => sendLoad(order) },
        `Send it to ${studio.start.target}`))));
  } catch (error) { $("load-shown").replaceChildren(); showTrouble(error); }
}

async function sendLoad(order) {
  const place = $("load-shown");
  place.replaceChildren(el("p", { class: "waiting" }, "The first seconds are being measured …"));
  const outcome = await work("load", order, picture => drawLive(place, picture));
  if (!outcome) {
    place.querySelector(".live-state")?.replaceChildren("Stopped. The figures are those of an incomplete run.");
    if (!place.querySelector(".live-state")) place.replaceChildren();
    place.append(el("div", { class: "row" }, el("button", { type: "button", onclick: prepareLoad }, "Begin again")));
    return;
  }
  place.replaceChildren(answerCard(studio.start.target, outcome), parts(outcome, 3),
    el("div", { class: "row" }, el("button", { type: "button", onclick: prepareLoad }, "Once more")));
}

const perSecond = value => Number(value.toPrecision(3)).toLocaleString("en");
const latency = value => value === null ? "–" : value < 0.1 ? `${Number((value * 1000).toPrecision(2))} ms` : seconds(Number(value.toPrecision(3)));

function drawLive(place, { snapshot, parts: drawn }) {
  const figures = [
    [latency(snapshot.p95), "95th percentile", `p50 ${latency(snapshot.p50)}, p99 ${latency(snapshot.p99)}`],
    [perSecond(snapshot.answered), "replies per second", `${perSecond(snapshot.started)} of ${perSecond(snapshot.offered)} starts due`],
    [snapshot.errors.toLocaleString("en"), "requests failed", `of ${snapshot.requests.toLocaleString("en")}`],
    [snapshot.inFlight.toLocaleString("en"), "under way", `${snapshot.dropped.toLocaleString("en")} dropped`],
  ];
  const text = `${Math.floor(snapshot.elapsed)} of ${Math.ceil(snapshot.total)} s`;
  showWork(`Sending to ${studio.start.target}: ${text}`, Math.min(1, snapshot.elapsed / snapshot.total));
  const open = new Set(Array.from(place.querySelectorAll(".parts > details:not([open]) > summary"), each => each.textContent));
  const list = parts({ parts: drawn }, drawn.length);
  for (const summary of list.querySelectorAll(".parts > details > summary")) {
    if (open.has(summary.textContent)) summary.parentElement.open = false;
  }
  place.replaceChildren(el("div", { class: "answer-card" },
    el("h3", { class: "live-state" }, `Measured so far: ${text}`),
    el("dl", { class: "live-figures" }, figures.map(([value, name, beside]) => el("div", {},
      el("dt", {}, name), el("dd", {}, el("b", {}, value), " ", el("small", {}, beside)))))), list);
}
