// The questions as buttons, and an answer at a time.

const answers = new Map();

function drawQuestions() {
  $("questions").replaceChildren(...studio.start.questions.map(question => el("li", {},
    el("button", {
      type: "button", "data-question": question.id, title: question.method,
      "aria-pressed": String(studio.state.question === question.id), onclick: () => ask(question.id),
    }, question.text))));
}

function drawHint() {
  $("answer").replaceChildren(el("div", { class: "hint" },
    el("p", {}, "Choose a question. The answer is one sentence with its interval, then what it rests on, and the ",
      "command line that gives the same."),
    el("p", {}, studio.state.sets.length
      ? `What you assumed holds for every answer: ${studio.state.sets.map(plain).join(", ")}.`
      : "Under Assume you can move what people do and how fast things are.")));
}

function ask(id, thorough = false) {
  if (id === "logs") { writeState({ tab: "logs", question: "logs" }); show(); return; }
  writeState({ tab: "ask", question: id });
  show(thorough);
}

async function answer(thorough) {
  const { question: id, scenario, sets } = studio.state;
  const question = studio.start.questions.find(each => each.id === id);
  drawQuestions();
  if (!question || id === "logs") { drawHint(); return; }
  const key = JSON.stringify([id, scenario, sets, thorough]);
  if (!answers.has(key)) {
    $("answer").replaceChildren(el("div", { class: "answer-card" }, el("h3", {}, question.text),
      el("p", { class: "waiting" }, question.method)));
    const outcome = await work("ask", { kind: "question", question: id, scenario, sets, thorough });
    if (!outcome) {
      if (studio.state.question === id && !running.has("ask")) $("answer").replaceChildren(
        el("div", { class: "hint" }, el("p", {}, "Not answered."),
          el("div", { class: "row" }, el("button", { type: "button", onclick: () => ask(id, thorough) }, "Ask again"))));
      return;
    }
    answers.set(key, outcome);
  }
  const outcome = answers.get(key);
  const more = thorough ? null
    : el("button", { type: "button", onclick: () => ask(id, true) }, "Ask more people (minutes)");
  const note = sets.length ? el("p", { class: "meta" }, `Assumed: ${sets.map(plain).join(", ")}.`) : null;
  $("answer").replaceChildren(answerCard(question.text, outcome, more), note || "", parts(outcome));
  if (matchMedia("(max-width: 60rem)").matches) $("answer").scrollIntoView({ block: "start" });
}
