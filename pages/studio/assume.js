// Sliders for assumptions, the difference that follows, and variants side by side.

// MARK: Values

const factorOf = path => {
  const set = studio.state.sets.find(each => each.startsWith(`${path}*=`));
  return set ? Number(set.slice(path.length + 2)) : 1;
};
const nameOf = path => (studio.facts?.values || []).find(value => value.path === path)?.name || path;
const factorText = factor => factor === 0.5 ? "halved" : factor === 2 ? "doubled" : `× ${Number(factor.toFixed(2))}`;

/// An assignment as people say it.
function plain(set) {
  const [path, factor] = set.split("*=");
  if (factor !== undefined) return `${nameOf(path)} ${factorText(Number(factor))}`;
  const equals = set.indexOf("=");
  return equals < 0 ? set : `${nameOf(set.slice(0, equals))} = ${set.slice(equals + 1)}`;
}

/// The changed value. Of a probability, the odds are multiplied, as --set PATH*=FACTOR does.
const moved = (value, base, factor) => value.kind === "probability"
  ? base * factor / (1 - base + base * factor) : base * factor;

function inWords(value, factor) {
  const numbers = value.base.map(base => moved(value, base, factor));
  const low = Math.min(...numbers), high = Math.max(...numbers);
  if (value.kind === "probability") {
    const digits = high < 0.02 ? 2 : 0;
    const ends = [low, high].map(end => (end * 100).toFixed(digits));
    return ends[0] === ends[1] ? `${ends[0]}%` : `${ends[0]}–${ends[1]}%`;
  }
  if (value.kind === "duration") {
    const ends = [low, high].map(seconds);
    return ends[0] === ends[1] ? ends[0] : `${ends[0]} – ${ends[1]}`;
  }
  return low === high ? String(Number(low.toPrecision(3)))
    : `${Number(low.toPrecision(3))}–${Number(high.toPrecision(3))}`;
}

function seconds(value) {
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 120) return `${Number(value.toPrecision(3))} s`;
  if (value < 7200) return `${Number((value / 60).toPrecision(3))} min`;
  if (value <= 172800) return `${Number((value / 3600).toPrecision(3))} h`;
  return `${Number((value / 86400).toPrecision(3))} days`;
}

// MARK: Sliders

function lever(value) {
  const id = `lever-${value.path.replaceAll(/[^A-Za-z]/g, "-")}`;
  const factor = factorOf(value.path);
  const shown = el("span", { class: "lever-value" });
  const slider = el("input", {
    type: "range", id, min: "-2", max: "2", step: "0.0625", value: String(Math.log2(factor)),
    "aria-describedby": `${id}-source`,
    oninput: () => { label(); later(() => move(value.path, 2 ** Number(slider.value))); },
    onchange: () => { label(); move(value.path, 2 ** Number(slider.value)); },
  });
  function label() {
    const now = 2 ** Number(slider.value);
    shown.replaceChildren(...(Math.abs(now - 1) < 1e-9 ? [inWords(value, 1)]
      : [`${inWords(value, 1)} → `, el("b", {}, inWords(value, now))]));
    slider.setAttribute("aria-valuetext", inWords(value, now));
  }
  const set = to => () => {
    const next = to === 1 ? 1 : Math.min(4, Math.max(0.25, 2 ** Number(slider.value) * to));
    slider.value = String(Math.log2(next));
    label();
    move(value.path, next);
  };
  label();
  const spread = value.spread ? `, ${value.spread}` : "";
  return el("li", { "data-path": value.path },
    el("div", { class: "lever-head" }, el("label", { for: id }, value.name), shown),
    el("div", { class: "lever-bar" }, slider, el("div", {},
      el("button", { type: "button", "aria-label": `Halve: ${value.name}`, onclick: set(0.5) }, "½"),
      el("button", { type: "button", "aria-label": `Double: ${value.name}`, onclick: set(2) }, "×2"),
      el("button", { type: "button", "aria-label": `Reset: ${value.name}`, onclick: set(1) }, "↺"))),
    el("p", { class: "lever-source", id: `${id}-source` },
      sourceText(value.source) + spread));
}

function sourceText(source) {
  if (source === "assumption, no source") return "No source: an assumption";
  return source.endsWith(", no source") ? `No source: it ${source.replace(", no source", "")}` : `Source: ${source}`;
}

function drawLevers() {
  const values = studio.facts.values;
  const isMoved = value => factorOf(value.path) !== 1;
  $("levers").replaceChildren(...values.filter(value => value.isMain || isMoved(value)).map(lever));
  drawMore();
}

function drawMore() {
  const text = $("more").value.trim().toLowerCase();
  const found = text === "" ? [] : studio.facts.values.filter(value =>
    !value.isMain && factorOf(value.path) === 1 && `${value.name} ${value.path}`.toLowerCase().includes(text));
  $("levers-more").replaceChildren(...found.slice(0, 12).map(lever));
  if (text !== "" && found.length === 0) $("levers-more").append(el("li", { class: "meta" }, "Nothing of that name."));
}

let timer = 0;
function later(body) { clearTimeout(timer); timer = setTimeout(body, 140); }

function move(path, factor) {
  clearTimeout(timer);
  const rounded = Math.abs(factor - 1) < 1e-6 ? 1 : Number(factor.toFixed(4));
  const sets = studio.state.sets.filter(set => !set.startsWith(`${path}*=`));
  if (rounded !== 1) sets.push(`${path}*=${rounded}`);
  if (JSON.stringify(sets) === JSON.stringify(studio.state.sets)) return;
  writeState({ sets });
  assume();
}

// MARK: What follows

const stages = [["first", "200 pairs"], ["more", "1,000 pairs"], ["forecast", "forecast"]];
const assumed = new Map();

async function assume() {
  const { scenario, sets } = studio.state;
  const wanted = sets.length ? stages : stages.slice(2);
  const shown = {};
  for (const [stage] of wanted) {
    const key = JSON.stringify([stage, scenario, sets]);
    drawOutcome(shown, stage);
    if (!assumed.has(key)) {
      const outcome = await work("assume", { kind: "assume", stage, scenario, sets });
      if (!outcome) {
        if (!running.has("assume")) drawOutcome(shown, null);
        return;
      }
      assumed.set(key, outcome);
    }
    if (JSON.stringify([scenario, sets]) !== JSON.stringify([studio.state.scenario, studio.state.sets])) return;
    shown[stage] = assumed.get(key);
  }
  drawOutcome(shown, null);
}

function drawOutcome(shown, now) {
  const { sets } = studio.state;
  const pairs = shown.more || shown.first, forecast = shown.forecast;
  const box = $("outcome");
  box.classList.toggle("stale", !pairs && !forecast);
  if (!pairs && !forecast) {
    if (box.childElementCount === 0) box.append(el("p", { class: "waiting" }, "Simulating …"));
    return;
  }
  const list = el("ol", { class: "stages", "aria-label": "Steps to a more precise answer" },
    (sets.length ? stages : stages.slice(2)).map(([id, text]) => el("li", {
      class: shown[id] ? "over" : id === now ? "now" : "", "aria-current": id === now ? "step" : null }, text)));
  const nodes = [];
  if (pairs) nodes.push(difference(pairs, shown.more ? "1,000" : "200"));
  if (forecast) {
    nodes.push(el("p", { class: pairs ? "" : "sentence" }, `${pairs ? "Forecast with these values: " : ""}`,
      forecast.answer, " ", chip(forecast.verdict)));
  }
  const latest = forecast || pairs;
  nodes.push(list, commandLine(latest.command), el("div", { class: "row" }, ...saveLinks(latest)));
  const card = el("div", { class: "answer-card" }, nodes);
  const curve = pairs?.parts.find(part => part.id === "curves") || forecast?.parts.find(part => part.id === "fan");
  const below = el("div", {});
  if (curve) below.append(section(curve, "sheet"));
  if (pairs) below.append(movedTable(pairs));
  const rest = forecast ? forecast.parts.filter(part => ["funnel", "indicators"].includes(part.id)) : [];
  if (rest.length) below.append(parts({ parts: rest }, 0));
  const open = new Set(Array.from(box.querySelectorAll(".parts > details[open] > summary"), each => each.textContent));
  for (const summary of below.querySelectorAll(".parts > details > summary")) {
    if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
  box.replaceChildren(card, below);
}

/// The rows of a contrast with what the report says of them: numbers in `row`, words in `words`.
const rowsOf = (outcome, index) => outcome.report.comparison.contrasts[index].rows.map((row, at) =>
  ({ row, words: outcome.contrasts[index][at] }));

/// The difference in large type, and its interval on a scale that holds it.
function difference(outcome, people) {
  const { row, words } = rowsOf(outcome, 0).find(({ row }) => row.id === outcome.report.comparison.kpi);
  if (row.difference === undefined || row.difference === null) {
    return el("p", { class: "sentence" }, `Too few of ${people} people got far enough to say anything.`);
  }
  const [low, high] = row.interval ? [row.interval.low, row.interval.high] : [row.difference, row.difference];
  const most = [0.05, 0.1, 0.2, 0.5, 1].find(edge => Math.max(Math.abs(low), Math.abs(high)) <= edge) || 1;
  const at = value => `${(50 + 50 * value / most).toFixed(2)}%`;
  const interval = words.interval ? `${words.interval} points` : "no interval";
  const scale = el("div", { class: "strip", role: "img",
    "aria-label": `95% interval of the difference: ${interval}` });
  const zero = el("i", { class: "zero" }), span = el("i", { class: "span" }), dot = el("i", { class: "at" });
  zero.style.left = at(0); span.style.left = at(low); dot.style.left = at(row.difference);
  span.style.width = `${(50 * (high - low) / most).toFixed(2)}%`;
  const end = (value, name) => {
    const text = `${value > 0 ? "+" : "−"}${Math.round(Math.abs(value) * 100)}`;
    const node = el("span", { class: `end ${name}` }, value === 0 ? "as it was" : text);
    node.style.left = at(value);
    return node;
  };
  scale.append(span, zero, dot, end(-most, "first"), end(0, ""), end(most, "last"));
  const [more, fewer] = ["an increase is shown", "a decrease is shown"];
  const verdict = { better: more, worse: fewer, higher: more, lower: fewer };
  const [number, ...unit] = words.difference.split(" ");
  return el("div", {},
    el("h3", {}, words.indicator),
    el("div", { class: "delta" }, el("p", { class: "big" }, number, " ", el("small", {}, unit.join(" "))),
      el("p", { class: "meta" }, `${interval} (95%), ${people} people in pairs`)),
    scale,
    el("p", { class: "sentence" }, `${words.value} instead of ${words.baseline}: `,
      verdict[row.verdict] || "no difference is shown", "."));
}

/// Whether a difference is more than chance explains.
const isShown = ({ row }) => !["noDifference", "notMeasured"].includes(row.verdict);
/// The style of a verdict that is good or bad.
const lookOf = ({ row }) => row.verdict === "better" || row.verdict === "worse" ? row.verdict : "";

/// The other indicators, those whose difference is shown first. Indicators without any difference are left out.
function movedTable(outcome) {
  const { kpi } = outcome.report.comparison;
  const rows = rowsOf(outcome, 0).filter(({ row }) =>
    row.id !== kpi && Math.abs(row.difference ?? 0) > 1e-9 * Math.abs(row.baseline ?? 0));
  rows.sort((a, b) => isShown(b) - isShown(a));
  const cells = rows.map(each => el("tr", {},
    el("th", { scope: "row" }, each.words.indicator),
    el("td", { class: "num", "data-head": "Before" }, each.words.baseline),
    el("td", { class: "num", "data-head": "After" }, each.words.value),
    el("td", { class: "num", "data-head": "Difference" }, each.words.difference),
    el("td", { class: "num dim", "data-head": "Adjusted interval" }, each.words.interval),
    el("td", { class: lookOf(each) }, each.words.verdict)));
  const heads = ["Indicator", "Before", "After", "Difference", "Adjusted interval", ""];
  return el("details", { class: "moved", open: rows.some(isShown) },
    el("summary", {}, `${rows.length} other indicators differ, ${rows.filter(isShown).length} of them by more than chance explains`),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Other indicators" },
      el("table", { class: "rows" }, el("thead", {}, el("tr", {}, heads.map((head, index) =>
        el("th", { scope: "col", class: index > 0 && index < 5 ? "num" : "" }, head)))), el("tbody", {}, cells))));
}

async function saveScenario() {
  try {
    clearTrouble();
    const { scenario, sets } = studio.state;
    const response = await call("api/scenario/file", { scenario, sets });
    download(`${studio.facts.name}-assumed.json`, await response.text());
  } catch (error) { showTrouble(error); }
}

// MARK: Variants

function pin() {
  const { pins, sets } = studio.state;
  if (sets.length === 0) { showTrouble(new Refused("Move a value first. A variant has at least one changed value.")); return; }
  const kept = pins.filter(each => each.join("|") !== sets.join("|")).slice(-3);
  writeState({ tab: "compare", pins: [...kept, sets], sets: [] });
  show();
}

function drawPins() {
  const { pins } = studio.state;
  $("pins").replaceChildren(...pins.map((pin, index) => el("li", {},
    el("span", {}, el("strong", {}, "BCDE"[index]), ` · ${pin.map(plain).join(", ")}`),
    el("span", { class: "row" },
      el("button", { type: "button", onclick: () => { writeState({ tab: "assume", sets: pin }); show(); } }, "Continue with it"),
      el("button", { type: "button", "aria-label": `Remove variant ${"BCDE"[index]}`, onclick: () => {
        writeState({ pins: pins.filter((_, other) => other !== index) }); show(); } }, "Remove")))));
}

const compared = new Map();
async function compare() {
  const { scenario, pins } = studio.state;
  drawPins();
  if (pins.length === 0) {
    $("compared").replaceChildren(el("div", { class: "hint" },
      el("p", {}, "There is no variant yet. Move a value under Assume, then pin it."), el("div", { class: "row" },
        el("button", { type: "button", onclick: () => { writeState({ tab: "assume" }); show(); } }, "Back to Assume"))));
    return;
  }
  const key = JSON.stringify([scenario, pins]);
  if (!compared.has(key)) {
    $("compared").replaceChildren(el("p", { class: "waiting" }, "Simulating every variant with the same people …"));
    const outcome = await work("compare", { kind: "compare", scenario, variants: pins });
    if (!outcome) {
      if (!running.has("compare")) $("compared").replaceChildren(el("div", { class: "row" },
        el("button", { type: "button", onclick: compare }, "Compare again")));
      return;
    }
    compared.set(key, outcome);
  }
  if (key !== JSON.stringify([studio.state.scenario, studio.state.pins])) return;
  const outcome = compared.get(key);
  $("compared").replaceChildren(sideBySide(outcome), parts(outcome));
}

function sideBySide(outcome) {
  const { contrasts, kpi, sides } = outcome.report.comparison;
  const people = (sides[0].users * sides[0].replications).toLocaleString("en");
  const columns = contrasts.map((_, index) => new Map(rowsOf(outcome, index).map(each => [each.row.id, each])));
  const ids = [...columns[0].keys()].filter(id => id !== kpi && columns.some(column => isShown(column.get(id))));
  const body = [kpi, ...ids].map(id => el("tr", {},
    el("th", { scope: "row" }, columns[0].get(id).words.indicator),
    el("td", { class: "num", "data-head": "As it is" }, columns[0].get(id).words.baseline),
    columns.map((column, index) => {
      const each = column.get(id);
      return el("td", { class: "num", "data-head": "BCDE"[index] },
        el("span", { class: lookOf(each) }, each.words.difference), el("br"),
        el("small", {}, each.words.interval), el("br"), el("small", {}, each.words.verdict));
    })));
  const heads = ["Indicator", "As it is", ...contrasts.map((_, index) => "BCDE"[index])];
  return el("div", { class: "answer-card cmp" }, el("h3", {}, `Compared with the unchanged scenario, the same ${people} people`),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences by variant" },
      el("table", { class: "rows" }, el("thead", {}, el("tr", {}, heads.map((head, index) =>
        el("th", { scope: "col", class: index ? "num" : "" }, head)))), el("tbody", {}, body))),
    el("p", { class: "meta" }, "The first indicator answers the question; the intervals of the others are wider, since there are many. ",
      "Indicators are listed if any variant differs."),
    el("div", { class: "row" }, ...saveLinks(outcome)), commandLine(outcome.command));
}
