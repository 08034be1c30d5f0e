// The questions as buttons, and an answer at a time.

const answers = new Map();

function drawQuestions() {
  $("questions").replaceChildren(...studio.start.questions.map(question => el("li", {},
    el("button", {
      type: "button", "data-question": question.id, title: question.method,
      "aria-pressed": String(studio.state.question === question.id), onclick: () => ask(question.id),
    }, textOf(question)))));
}

/// The question with the target of the scenario on the page.
function textOf(question) { return studio.facts?.questions?.[question.id] ?? question.text; }

function drawHint() {
  $("answer").replaceChildren(el("div", { class: "hint" },
    el("p", {}, "Choose a question. The answer is one sentence with its interval, then what it is based on, and the ",
      "command line that gives the same."),
    el("p", {}, studio.state.sets.length
      ? `Your values under Assume apply to every answer: ${studio.state.sets.map(plain).join(", ")}.`
      : "Under Assume you can move what people do and how fast things are.")));
}

function ask(id, thorough = false) {
  if (id === "logs") { writeState({ tab: "logs", question: "logs" }); show(); return; }
  writeState({ tab: "ask", question: id });
  show(thorough);
}

/// The question cannot be asked of this scenario: another is chosen by a click that says so, and by nothing else.
function drawLack(question) {
  const name = storyName(question.example);
  $("answer").replaceChildren(el("div", { class: "hint" },
    el("h3", {}, textOf(question)), el("p", {}, `${studio.facts.name} ${question.lack}.`),
    el("div", { class: "row" }, el("button", { type: "button", class: "primary", onclick: () => {
      stopAll();
      writeState({ scenario: question.example, sets: [], pins: [], person: null, token: null });
      show();
    } }, `Switch to ${name} and ask it there`))));
}

function drawAnswer(question, outcome, stage) {
  const { sets } = studio.state;
  const more = stage !== "usual" ? null
    : el("button", { type: "button", onclick: () => ask(question.id, true) }, "Ask more people (minutes)");
  const open = new Set(Array.from(
    $("answer").querySelectorAll(".parts > details[open] > summary"), each => each.textContent));
  const note = stage === "first"
    ? el("p", { class: "meta" }, "This is a first answer. A more precise one follows by itself.") : "";
  const assumed = sets.length ? el("p", { class: "meta" }, `Assumed: ${sets.map(plain).join(", ")}.`) : "";
  const shown = parts(outcome);
  for (const summary of shown.querySelectorAll("summary")) {
    if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
  $("answer").replaceChildren(answerCard(textOf(question), outcome, more), note, assumed, shown);
}

async function answer(thorough) {
  const { question: id, scenario, sets } = studio.state;
  const question = studio.start.questions.find(each => each.id === id);
  drawQuestions();
  if (!question || id === "logs") { drawHint(); return; }
  if (question.need && !studio.facts.needs.includes(question.need)) { drawLack(question); return; }
  const keyOf = stage => JSON.stringify([id, scenario, sets, stage]);
  const wanted = thorough ? ["thorough"] : answers.has(keyOf("usual")) ? ["usual"] : ["first", "usual"];
  let isShown = false;
  for (const stage of wanted) {
    if (!answers.has(keyOf(stage))) {
      if (!isShown) {
        $("answer").replaceChildren(el("div", { class: "answer-card" }, el("h3", {}, textOf(question)),
          el("p", { class: "waiting" }, question.method)));
      }
      const outcome = await work("ask", { kind: "question", question: id, scenario, sets, stage });
      if (!outcome) {
        if (!isShown && studio.state.question === id && !running.has("ask")) $("answer").replaceChildren(
          el("div", { class: "hint" }, el("p", {}, "Not answered."),
            el("div", { class: "row" }, el("button", { type: "button", onclick: () => ask(id, thorough) }, "Ask again"))));
        return;
      }
      answers.set(keyOf(stage), outcome);
    }
    const { question: now, scenario: there, sets: assumed, tab } = studio.state;
    if (tab !== "ask" || JSON.stringify([now, there, assumed]) !== JSON.stringify([id, scenario, sets])) return;
    drawAnswer(question, answers.get(keyOf(stage)), stage);
    if (!isShown && matchMedia("(max-width: 60rem)").matches) $("answer").scrollIntoView({ block: "start" });
    isShown = true;
  }
}
