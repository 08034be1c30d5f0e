for (const kind of ["focusin", "pointerover"]) document.addEventListener(kind, event => {
  const mark = event.target.closest && event.target.closest(".chart .mark, .chart .step, .chart .bar");
  if (!mark) return;
  const detail = mark.closest(".chart").querySelector(".detail");
  detail.textContent = mark.querySelector("title").textContent;
  detail.classList.add("read");
});
