// State in the address, work with its progress, and what all tabs share.

"use strict";
const $ = id => document.getElementById(id);
const page = Array.from(crypto.getRandomValues(new Uint32Array(2)), n => n.toString(16)).join("");
const studio = { start: null, facts: null, state: null };

/// An element with attributes, listeners (on…) and children; texts are texts, never markup.
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ""));
  return node;
}

// MARK: The address

const tabs = ["ask", "assume", "compare", "watch", "race", "load", "logs"];

function readState() {
  const query = new URLSearchParams(location.search);
  return {
    tab: tabs.includes(query.get("tab")) ? query.get("tab") : "ask",
    scenario: query.get("scenario") || studio.start.first,
    question: query.get("q"), sets: query.getAll("set"),
    pins: query.getAll("pin").map(text => text.split("|").filter(Boolean)).filter(pin => pin.length),
    story: query.get("story"), generation: query.get("app") || "", policy: query.get("policy") || "portfolio",
    schedules: Number(query.get("n")) || 2000, searched: query.has("searched"), played: query.has("played"),
    person: query.has("person") ? Number(query.get("person")) - 1 : null, token: query.get("token"),
    loadScenario: query.get("load") || "", loadModel: query.get("model") || "rate",
    loadLevel: Number(query.get("level")) || 5, loadSeconds: Number(query.get("seconds")) || 30,
  };
}

function writeState(change, replace = false) {
  const state = studio.state = Object.assign({}, studio.state, change);
  const query = new URLSearchParams();
  query.set("tab", state.tab);
  if (state.scenario !== studio.start.first) query.set("scenario", state.scenario);
  if (state.question) query.set("q", state.question);
  for (const set of state.sets) query.append("set", set);
  for (const pin of state.pins) query.append("pin", pin.join("|"));
  if (state.story) query.set("story", state.story);
  if (state.generation) query.set("app", state.generation);
  if (state.policy !== "portfolio") query.set("policy", state.policy);
  if (state.schedules !== 2000) query.set("n", state.schedules);
  if (state.searched) query.set("searched", "");
  if (state.played) query.set("played", "");
  if (Number.isInteger(state.person)) query.set("person", state.person + 1);
  if (state.token) query.set("token", state.token);
  if (state.loadScenario) query.set("load", state.loadScenario);
  if (state.loadModel !== "rate") query.set("model", state.loadModel);
  if (state.loadLevel !== 5) query.set("level", state.loadLevel);
  if (state.loadSeconds !== 30) query.set("seconds", state.loadSeconds);
  const address = `${location.pathname}?${query}`;
  if (address === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
}

// MARK: Talking to the program

class Refused extends Error {}

async function call(path, body) {
  const response = await fetch(path, body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Refused(await refusal(response));
  return response;
}

async function refusal(response) {
  const text = await response.text();
  try {
    const told = JSON.parse(text);
    const places = (told.problems || []).map(problem => `${problem.path}: ${problem.message}`);
    return places.length ? places.join("\n") : told.message;
  } catch { return text || `status ${response.status}`; }
}

function showTrouble(error) {
  const text = error instanceof Refused ? error.message
    : "The program does not answer any more. Start gtsd-sim studio again, and open the address that it prints.";
  $("trouble").textContent = text;
  $("trouble").hidden = false;
}
function clearTrouble() { $("trouble").hidden = true; }

/// The work of this page by its place: a newer order for a place ends the older one, here and in the program.
const running = new Map();

/// Orders work; resolves to its outcome, or to null where a newer order or the stop button ended it.
async function work(slot, order, live) {
  running.get(slot)?.abort();
  const control = new AbortController();
  running.set(slot, control);
  clearTrouble();
  showWork("Waiting …", null);
  try {
    const response = await fetch("api/work", {
      method: "POST", headers: { "Content-Type": "application/json" }, signal: control.signal,
      body: JSON.stringify({ page, slot, ...order }) });
    if (!response.ok) throw new Refused(await refusal(response));
    return await follow(response, control, live);
  } catch (error) {
    if (control.signal.aborted) return null;
    showTrouble(error);
    return null;
  } finally {
    if (running.get(slot) === control) running.delete(slot);
    if (running.size === 0) hideWork();
  }
}

/// Reads lines until the one that ends it.
async function follow(response, control, live) {
  const reader = response.body.getReader(), decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const event = JSON.parse(line);
      if (control.signal.aborted) return null;
      if (event.state === "done") return event.outcome;
      if (event.state === "superseded") return null;
      if (event.state === "failed") throw new Refused(event.message);
      if (event.state === "queued" && event.before > 0) showWork(`Waiting for ${event.before} before it …`, null);
      if (event.state === "live") live?.(event.picture);
      if (event.state === "progress") showWork(event.text, event.share);
    }
  }
  throw new Refused("The work ended early.");
}

function showWork(text, share) {
  $("work").hidden = false;
  $("work-text").textContent = text;
  $("work-share").style.width = share === null ? "0" : `${Math.round(share * 100)}%`;
}
function hideWork() { $("work").hidden = true; }
function stopAll() {
  for (const control of running.values()) control.abort();
  running.clear();
  hideWork();
}

// MARK: What outcomes look like

const glyphs = { met: "✓", missed: "✗", undecided: "~", none: "–" };
const words = { met: "met", missed: "missed", undecided: "undecided" };

function chip(verdict, word = words[verdict]) {
  if (!words[verdict]) return null;
  return el("span", { class: `verdict ${verdict}` },
    el("i", { "aria-hidden": "true" }, glyphs[verdict]), word);
}

function commandLine(text) {
  // A line that ended within the dashes of an option would read as another option.
  const words = text.split(" ").flatMap((word, index) => [index ? " " : "",
    word.startsWith("-") ? el("span", {}, word) : word]);
  return el("div", { class: "copy" }, el("code", {}, words),
    el("button", { type: "button", "data-copy": text, "aria-label": "Copy the command" }, "Copy"));
}

/// Sections of a report, drawn by the program; the first so many open.
function parts(outcome, open = 1) {
  const list = el("div", { class: "parts" });
  outcome.parts.forEach((part, index) => {
    const details = el("details", { open: index < open }, el("summary", {}, part.title));
    const body = document.createElement("div");
    body.innerHTML = part.html;
    details.append(body);
    list.append(details);
  });
  return list;
}

function section(part, name) {
  const body = el("div", { class: name });
  body.innerHTML = part.html;
  return body;
}

function saveLinks(outcome) {
  return [
    el("a", { href: `api/report/${outcome.id}.html`, download: "", class: "button" }, "Save the report"),
    el("a", { href: `api/report/${outcome.id}.json`, download: "", class: "button" }, "… as JSON"),
  ];
}

function answerCard(title, outcome, ...tools) {
  const others = outcome.sentences.filter(sentence => sentence.text !== outcome.answer).slice(0, 6);
  return el("div", { class: "answer-card" },
    el("h3", {}, title),
    el("p", { class: "sentence" }, prose(outcome.answer), " ", chip(outcome.verdict, outcome.verdictWord ?? undefined)),
    others.length ? el("ul", { class: "others" }, others.map(sentence => el("li", { class: sentence.verdict },
      el("i", { "aria-hidden": "true" }, glyphs[sentence.verdict] || "–"), el("span", {}, prose(sentence.text))))) : null,
    el("p", { class: "meta" }, prose(`${outcome.subtitle}. ${outcome.qualification.replace(/:$/, ".")}`)),
    el("div", { class: "row" }, ...saveLinks(outcome), ...tools),
    commandLine(outcome.command));
}

function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
/// Formats the text between backticks as code.
const prose = text => text.split("`").map((part, index) => index % 2 ? el("code", {}, part) : part);
