import Documents

extension HTMLStyle {
  /// The style sheet of search pages.
  static let exploration = """
    .big.alert { color: var(--alert); }
    .tabs > input { position: absolute; opacity: 0; pointer-events: none; }
    .tabs { display: flex; flex-wrap: wrap; gap: .4rem; }
    .tabs > label { border: 1px solid var(--line); border-radius: 9px; padding: .4rem .8rem; cursor: pointer;
      font-size: .9rem; line-height: 1.3; }
    .tabs > label small { display: block; color: var(--muted); font-size: .78rem; }
    .tabs > label:hover { border-color: var(--accent); }
    .tabs > input:checked + label { border-color: var(--alert); background: var(--alert-soft); font-weight: 600; }
    .tabs > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
    .panels { flex: 1 0 100%; min-width: 0; padding-top: 1.4rem; }
    .find { min-width: 0; }
    .find > header { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline; padding: 0; margin: 0; }
    .find > header span { margin-left: auto; color: var(--muted); font-size: .9rem; }
    .find h3 { color: var(--alert); }
    .find h4 { font-size: .95rem; font-weight: 600; margin: 2rem 0 .5rem; }
    .observed { font-size: 1.15rem; line-height: 1.45; margin: .5rem 0 1.4rem; }
    .facts { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: .5rem 1.2rem; margin: 0 0 1.2rem;
      font-size: .93rem; line-height: 1.5; }
    .facts dt { color: var(--muted); }
    .facts dd { margin: 0; overflow-wrap: anywhere; }
    .facts dd p { margin: 0 0 .2rem; max-width: 46rem; }
    .code { margin: 0 0 1.2rem; font-size: .84rem; }
    .code figcaption { color: var(--muted); margin-bottom: .3rem; }
    .code pre { margin: 0; padding: .6rem .8rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 9px; }
    .code mark { background: var(--alert-soft); color: inherit; }
    .legend { margin: 0 0 1rem; color: var(--muted); font-size: .84rem; }
    .legend li { display: flex; gap: .4rem; align-items: center; }
    .timeline { margin: 0; width: max-content; padding: 2px; }
    .pair { display: flex; flex-wrap: wrap; gap: 1.6rem 2.4rem; align-items: end; }
    .timeline figcaption { position: sticky; left: 0; width: fit-content; max-width: 80vw; font-size: .86rem;
      font-weight: 600; padding-bottom: .2rem; }
    .timeline .row { fill: var(--ink); }
    .grid.dash { stroke-dasharray: 2 4; }
    .bar rect { fill: var(--track); stroke: var(--line); }
    .bar text { font-size: 10.5px; }
    .bar.open rect { stroke-dasharray: 3 3; stroke: var(--muted); }
    .step circle { fill: var(--card); stroke: var(--muted); }
    .step text { font-size: 10.5px; fill: var(--ink); }
    .step.bound circle { fill: var(--alert); stroke: var(--alert); }
    .step.bound text { fill: var(--card); font-weight: 700; }
    .order path { fill: none; stroke: var(--alert); stroke-width: 2; }
    .order .tip { fill: var(--alert); stroke: none; }
    .mark.state > * { fill: var(--card); stroke: var(--accent); stroke-width: 2; }
    .mark.applied > * { fill: var(--accent); }
    .mark.commit > * { fill: var(--ink); }
    .mark.tap > * { fill: var(--muted); }
    .mark.note > * { fill: var(--muted); }
    .mark.violation path { fill: var(--alert); stroke: var(--card); stroke-width: 1.5; }
    svg .mark.violation text { fill: var(--card); font-size: 13px; font-weight: 800; }
    .mark, .step { cursor: help; }
    .mark:hover > *, .step:hover > circle { stroke: var(--ink); stroke-width: 2.5; }
    .mark:focus-visible, .step:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .timeline line.wrong { stroke: var(--alert); stroke-width: 1.2; opacity: .7; }
    .detail { min-height: 3.2em; margin: .8rem 0 0; padding: .6rem .9rem; background: var(--page); border-radius: 9px;
      font-size: .88rem; line-height: 1.5; color: var(--muted); white-space: pre-line; }
    .detail.read { color: var(--ink); }
    .steps { min-width: 44rem; margin-top: .6rem; }
    .steps td, .steps tbody th { vertical-align: top; font-size: .86rem; line-height: 1.45; }
    .steps strong { color: var(--alert); }
    .steps small { color: var(--accent); display: block; }
    .figures { max-width: 34rem; }
    @media (max-width: 52rem) {
      .facts { grid-template-columns: 1fr; gap: .1rem; }
      .facts dd { margin-bottom: .6rem; }
      .find > header span { margin-left: 0; width: 100%; }
    }
    @media print { .detail, .copy button { display: none; } .timeline svg { max-width: 100%; height: auto; }
      .timeline { width: auto; } }
    """

  /// A script that shows the text of a mark in the line below its timeline: the same text as in its title.
  static let explorationScript = """
    for (const kind of ["focusin", "pointerover"]) document.addEventListener(kind, event => {
      const mark = event.target.closest && event.target.closest(".chart .mark, .chart .step, .chart .bar");
      if (!mark) return;
      const detail = mark.closest(".chart").querySelector(".detail");
      detail.textContent = mark.querySelector("title").textContent;
      detail.classList.add("read");
    });
    """
}
