// Logs, and the start of the page.

// MARK: Logs

/// The text of a file, which may be compressed.
async function textOfFile(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function fit(file) {
  if (!file) return;
  $("fitted").replaceChildren(el("p", { class: "waiting" }, `Reading ${file.name} …`));
  let events;
  try { events = await textOfFile(file); } catch {
    $("fitted").replaceChildren();
    showTrouble(new Refused(`${file.name} cannot be read.`));
    return;
  }
  if (events.trim() === "") {
    $("fitted").replaceChildren();
    showTrouble(new Refused(`${file.name} is empty.`));
    return;
  }
  const { scenario, sets } = studio.state;
  const outcome = await work("logs", { kind: "question", question: "logs", scenario, sets, events });
  if (!outcome) { if (!running.has("logs")) $("fitted").replaceChildren(); return; }
  const use = el("button", { type: "button", class: "primary", onclick: async () => {
    try {
      clearTrouble();
      const text = outcome.report.calibration.overlay;
      const { scenario } = await (await call("api/text", { text })).json();
      writeState({ tab: "ask", question: "target", scenario, sets: [] });
      show();
    } catch (error) { showTrouble(error); }
  } }, "Ask with the fitted values");
  const save = el("button", { type: "button", onclick: () =>
    download("overlay.json", outcome.report.calibration.overlay) }, "Save the fitted scenario");
  $("fitted").replaceChildren(answerCard(file.name, outcome, use, save), parts(outcome));
}

// MARK: All together

async function loadFacts() {
  const { scenario, sets } = studio.state;
  if (studio.facts?.id !== scenario || sets.length) {
    studio.facts = await (await call("api/scenario", { scenario, sets })).json();
  }
  const { facts } = studio;
  const kind = facts.story ? "a story, for Race" : `${facts.users.toLocaleString("en")} people`;
  $("about").replaceChildren(el("strong", {}, facts.name), ` · ${kind} · ${facts.app} (${facts.generation}) · seed ${facts.seed}. `,
    ...prose(facts.description));
  return facts;
}

function drawScenarios() {
  const folders = new Map();
  for (const path of studio.start.scenarios.filter(path => folderOf(path) === "")) {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    folders.set(folder, [...(folders.get(folder) || []), path]);
  }
  $("scenario").replaceChildren(...[...folders].map(([folder, paths]) =>
    el("optgroup", { label: folder || "built in" }, paths.map(path =>
      el("option", { value: path }, path === "defaults" ? "everything by default" : storyName(path))))));
  const { scenario } = studio.state;
  if (![...$("scenario").options].some(option => option.value === scenario)) {
    $("scenario").prepend(el("option", { value: scenario },
      scenario.startsWith("text:") ? "fitted to your logs" : storyName(scenario)));
  }
  $("scenario").value = scenario;
}

/// Shows what the address says.
async function show(thorough = false) {
  const { tab } = studio.state;
  for (const name of tabs) {
    $(name).hidden = name !== tab;
    $(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    $(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
  document.title = `${$(`tab-${tab}`).textContent} · gtsd-sim studio`;
  $("about").hidden = ["race", "load"].includes(tab);
  if (tab !== "watch") theatre?.pause();
  drawScenarios();
  try { await loadFacts(); } catch (error) { showTrouble(error); return; }
  if (studio.facts.story && ["assume", "compare", "watch"].includes(tab)) {
    showTrouble(new Refused("This scenario is a story without people. Choose one with people, or go to Race."));
    return;
  }
  if (tab === "ask") answer(thorough);
  if (tab === "assume") { drawLevers(); assume(); }
  if (tab === "compare") compare();
  if (tab === "watch") watch();
  if (tab === "race") { drawRaceForm(); race(); }
  if (tab === "load") drawLoadForm();
}

function listen() {
  const list = document.querySelector("[role=tablist]");
  list.addEventListener("click", event => {
    const name = event.target.closest("[role=tab]")?.dataset.tab;
    if (name && name !== studio.state.tab) { clearTrouble(); writeState({ tab: name }); show(); }
  });
  list.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(studio.state.tab) + step + tabs.length) % tabs.length];
    $(`tab-${next}`).focus();
    $(`tab-${next}`).click();
    event.preventDefault();
  });
  $("scenario").addEventListener("change", () => {
    stopAll();
    clearTrouble();
    writeState({ scenario: $("scenario").value, sets: [], pins: [], person: null, token: null });
    show();
  });
  $("stop").addEventListener("click", stopAll);
  $("more").addEventListener("input", drawMore);
  $("reset-all").addEventListener("click", () => { writeState({ sets: [] }); show(); });
  $("pin").addEventListener("click", pin);
  $("save-scenario").addEventListener("click", saveScenario);
  $("race-form").addEventListener("submit", event => {
    event.preventDefault();
    writeState({ ...readRaceForm(), searched: true, played: false, token: null });
    race();
  });
  $("play-once").addEventListener("click", () => {
    writeState({ ...readRaceForm(), searched: false, played: true, token: null });
    race();
  });
  $("editor").addEventListener("toggle", () => { if ($("editor").open && !$("story-text").value) loadStory(); });
  $("story").addEventListener("change", () => { if ($("editor").open) loadStory(); });
  $("story-text").addEventListener("input", suggest);
  $("story-text").addEventListener("click", suggest);
  $("story-search").addEventListener("click", searchText);
  $("story-reset").addEventListener("click", loadStory);
  $("load-form").addEventListener("submit", event => { event.preventDefault(); prepareLoad(); });
  $("load-model").addEventListener("change", drawLoadModel);
  const drop = $("drop");
  $("events").addEventListener("change", () => fit($("events").files[0]));
  for (const kind of ["dragenter", "dragover"]) drop.addEventListener(kind, event => {
    event.preventDefault();
    drop.classList.add("over");
  });
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, event => {
    event.preventDefault();
    drop.classList.remove("over");
  });
  drop.addEventListener("drop", event => fit(event.dataTransfer.files[0]));
  addEventListener("popstate", () => { stopAll(); clearTrouble(); studio.state = readState(); show(); });
}

(async () => {
  try {
    studio.start = await (await call("api/start")).json();
    studio.state = readState();
    listen();
    await show();
    document.body.dataset.ready = "";
  } catch (error) { showTrouble(error); }
})();
