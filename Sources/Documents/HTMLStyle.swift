/// The page's style sheet and its one script: inline, so that the file can be mailed and opened anywhere.
package enum HTMLStyle {
  package static let css = """
    :root {
      color-scheme: light dark;
      --page: #faf9f6; --card: #ffffff; --ink: #1e2127; --muted: #676c75; --line: #e7e4dd; --track: #efede7;
      --shade: #1e212726; --accent: #0f766e; --soft: #0f766e1c; --band: #0f766e2b; --alert: #b3402b; --alert-soft: #b3402b14;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14161a; --card: #1b1e23; --ink: #e9e7e2; --muted: #a0a5ae; --line: #2c3037; --track: #262a31;
        --shade: #00000066; --accent: #5cc9bc; --soft: #5cc9bc1f; --band: #5cc9bc33; --alert: #f2917d; --alert-soft: #f2917d1a;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    body {
      margin: 0; background: var(--page); color: var(--ink);
      font: 16px/1.6 ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Helvetica Neue",
        Arial, sans-serif;
      font-variant-numeric: tabular-nums; font-feature-settings: "tnum"; text-rendering: optimizeLegibility;
    }
    main, header, footer, nav ul { max-width: 70rem; margin: 0 auto; padding: 0 2rem; }
    header { padding-top: 3rem; }
    h1 { font-size: 2.6rem; line-height: 1.1; letter-spacing: -0.025em; font-weight: 650; margin: 0 0 .75rem; }
    h2 { font-size: 1.3rem; letter-spacing: -0.012em; font-weight: 620; margin: 0 0 .35rem; }
    h3 { font-size: 1rem; font-weight: 600; margin: 0; }
    h2 + .card { margin-top: 1.1rem; }
    p { margin: 0 0 .6rem; }
    a { color: inherit; text-decoration-color: var(--muted); text-underline-offset: .2em; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
    .skip { position: absolute; left: -999px; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
    .eyebrow { color: var(--accent); font-size: .84rem; font-weight: 600; letter-spacing: .02em; margin: 0 0 .6rem; }
    .lede { font-size: 1.15rem; line-height: 1.5; max-width: 44rem; }
    .meta, .note { color: var(--muted); font-size: .9rem; }
    .note { max-width: 46rem; margin-bottom: 1.4rem; }
    nav { position: sticky; top: 0; z-index: 1; margin-top: 1.4rem; background: var(--page); }
    nav::after { content: ""; display: block; border-bottom: 1px solid var(--line); }
    nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.6rem; padding-top: .8rem; padding-bottom: .8rem;
      font-size: .88rem; white-space: nowrap; }
    nav a { color: var(--muted); text-decoration: none; padding: .15rem 0; }
    nav a:hover { color: var(--ink); }
    section { margin: 3.6rem 0 0; scroll-margin-top: 4rem; }
    .fold > summary { list-style: none; display: flex; gap: .7rem; align-items: baseline; padding: .45rem 0; }
    .fold > summary::-webkit-details-marker { display: none; }
    .fold > summary::before { content: "▸"; color: var(--muted); width: .8rem; }
    .fold[open] > summary::before { content: "▾"; }
    .fold > summary:hover h2 { color: var(--accent); }
    .fold > summary h2 { margin: 0; font-size: 1.12rem; }
    .fold > .note { margin: .3rem 0 1rem; max-width: 58rem; }
    section:has(> .fold) { margin-top: .2rem; border-top: 1px solid var(--line); padding-top: .2rem; }
    section:has(> .fold[open]) { padding-bottom: 1.4rem; }
    .card + section:has(> .fold) { margin-top: 1.4rem; }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.6rem 1.8rem; }
    .hero { display: grid; grid-template-columns: minmax(17rem, 5fr) 7fr; gap: 3.5rem; margin-top: 1.8rem; padding: 2rem 2.4rem;
      align-items: center; row-gap: 1.6rem; }
    .hero .note { grid-column: 1 / -1; margin: 0; }
    .big { font-size: 4.4rem; line-height: 1; letter-spacing: -0.045em; font-weight: 620; margin: 0 0 .7rem;
      overflow-wrap: anywhere; }
    .big + p { font-size: 1.06rem; line-height: 1.4; margin-bottom: 1.2rem; }
    .findings { list-style: none; margin: 0; padding: 0; }
    .findings li { padding: .85rem 0; border-bottom: 1px solid var(--line); display: grid;
      grid-template-columns: 1fr auto; gap: .2rem 1.5rem; align-items: baseline; line-height: 1.45; }
    .findings li:first-child { padding-top: 0; }
    .findings li:last-child { border: 0; padding-bottom: 0; }
    .verdict { font-size: .84rem; font-weight: 600; white-space: nowrap; color: var(--muted); }
    .verdict.met { color: var(--accent); }
    .verdict.missed { color: var(--alert); }
    .verdict i { font-style: normal; display: inline-block; width: 1.1em; margin-right: .15em; text-align: center; }
    .scroll { overflow-x: auto; background: linear-gradient(to right, var(--card) 30%, transparent) 0 0 / 2.5rem 100%,
      linear-gradient(to left, var(--card) 30%, transparent) 100% 0 / 2.5rem 100%,
      linear-gradient(to right, var(--shade), transparent) 0 0 / .7rem 100%,
      linear-gradient(to left, var(--shade), transparent) 100% 0 / .7rem 100%;
      background-attachment: local, local, scroll, scroll; background-repeat: no-repeat; }
    .plot + .plot, .plot + .scroll, .plot + p, .scroll + .plot, .scroll + .scroll { margin-top: 2rem; }
    table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    th { text-align: left; font-weight: 500; color: var(--muted); font-size: .82rem; padding: 0 .9rem .6rem 0;
      vertical-align: bottom; white-space: nowrap; }
    td, tbody th { padding: .58rem .9rem .58rem 0; border-top: 1px solid var(--line); vertical-align: middle; }
    tbody th { font-weight: 450; color: var(--ink); font-size: .92rem; white-space: normal; }
    tbody tr.group th { color: var(--muted); font-size: .82rem; padding-top: 1.7rem; border-top: 0; }
    tr > :last-child { padding-right: 0; }
    .num { text-align: right; white-space: nowrap; }
    td.value { font-weight: 600; }
    .dim { color: var(--muted); }
    td small { color: var(--muted); font-size: .84rem; white-space: nowrap; }
    .targets { font-size: .87rem; line-height: 1.45; white-space: nowrap; }
    summary { cursor: pointer; }
    .def summary { list-style: none; width: fit-content; }
    .def summary::-webkit-details-marker { display: none; }
    .def summary:hover { text-decoration: underline dotted var(--muted); text-underline-offset: .25em; }
    .def p { color: var(--muted); font-size: .86rem; line-height: 1.45; max-width: 24rem; margin: .3rem 0 .2rem; }
    .def p span { word-break: break-all; }
    svg { display: block; overflow: visible; }
    svg text { font: 12px ui-sans-serif, -apple-system, "Segoe UI", Inter, Roboto, Arial, sans-serif;
      font-variant-numeric: tabular-nums; fill: var(--muted); }
    svg .strong { fill: var(--ink); font-weight: 600; }
    .grid { stroke: var(--line); stroke-width: 1; }
    .track { fill: var(--track); }
    .zone { fill: var(--soft); }
    .span { fill: var(--accent); opacity: .42; }
    .dot { fill: var(--accent); }
    .missed .span, .missed .dot { fill: var(--alert); }
    .tick { stroke: var(--ink); stroke-width: 1.5; }
    .whisker { stroke: var(--muted); stroke-width: 1; opacity: .65; }
    .band { fill: var(--band); }
    .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
    .goal { stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 2 5; stroke-linecap: round; }
    .hit { fill: transparent; }
    .hit:hover { fill: var(--soft); }
    .wide { min-width: 44rem; }
    .funnel .dot { opacity: .86; }
    .funnel td { border: 0; padding-top: .3rem; padding-bottom: .3rem; }
    .funnel tbody th { border: 0; padding: .3rem 1.4rem .3rem 0; width: 1%; white-space: nowrap; }
    .funnel td.bar { width: 62%; padding-right: 1.4rem; }
    .violation { padding: 1.5rem 0; border-top: 1px solid var(--line); }
    .violation:first-of-type { border-top: 0; padding-top: 0; }
    .violation:last-child { padding-bottom: 0; }
    .rest { border-top: 1px solid var(--line); padding-top: 1.2rem; }
    .rest[open] summary { margin-bottom: 1.5rem; }
    .violation header { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline; padding: 0; margin: 0; }
    .violation header span { margin-left: auto; color: var(--muted); font-size: .9rem; }
    .violation h3 { color: var(--alert); }
    .violation p { margin: .3rem 0 .2rem; max-width: 46rem; }
    code { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    th code { white-space: nowrap; }
    th small code { white-space: normal; }
    td code { overflow-wrap: break-word; }
    tbody th.id, .scroll td.short { white-space: nowrap; }
    .wide td:last-child { white-space: nowrap; }
    td small.free { display: inline-block; min-width: 8rem; white-space: normal; }
    th small.free { display: inline-block; min-width: min(16rem, 30vw); }
    .examples { list-style: none; padding: 0; margin: .9rem 0 0; }
    .examples li { padding: .7rem .9rem; background: var(--page); border-radius: 9px; margin-top: .45rem;
      font-size: .9rem; line-height: 1.5; }
    .more summary { color: var(--muted); font-size: .86rem; margin-top: .6rem; width: fit-content; }
    .examples div { display: flex; gap: .8rem; align-items: baseline; justify-content: space-between; }
    .copy { display: flex; gap: .8rem; align-items: baseline; justify-content: space-between; background: var(--page);
      border-radius: 9px; padding: .6rem .9rem; }
    .copy span { white-space: nowrap; }
    @media (scripting: none) { button { display: none; } }
    button { font: inherit; font-size: .8rem; color: var(--accent); background: none; border: 1px solid var(--line);
      border-radius: 7px; padding: .1rem .6rem; cursor: pointer; white-space: nowrap; }
    button:hover { border-color: var(--accent); }
    .chips { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; padding: 0; margin: 0; list-style: none;
      font-size: .9rem; }
    footer { color: var(--muted); font-size: .85rem; padding-top: 2.4rem; padding-bottom: 2.4rem; }
    footer code { word-break: break-all; }
    @media (max-width: 52rem) {
      main, header, footer, nav ul { padding-left: 1.1rem; padding-right: 1.1rem; }
      header { padding-top: 2.4rem; }
      nav ul { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none;
        mask-image: linear-gradient(to left, transparent, #000 3rem); }
      nav ul::-webkit-scrollbar { display: none; }
      nav li:last-child { padding-right: 3rem; }
      h1 { font-size: 2rem; }
      .big { font-size: 3.4rem; }
      .hero { grid-template-columns: minmax(0, 1fr); gap: 2rem; padding: 1.5rem; }
      .hero svg { max-width: 100%; height: auto; }
      .findings li { grid-template-columns: 1fr; }
      .card { padding: 1.2rem; border-radius: 12px; }
      .violation header span { margin-left: 0; width: 100%; }
      .kpis { min-width: 36rem; }
      .kpis .chart { display: none; }
      /* Verdicts stay in view while what they are of moves below them. */
      td:last-child:has(> .verdict:only-child) { position: sticky; right: 0; background: var(--card); padding-left: .6rem;
        box-shadow: -.5rem 0 .5rem -.5rem var(--shade), inset 0 1px var(--line); }
      .wide tbody th[scope="row"] { width: 9rem; }
      .kpis thead th:first-child, .kpis tbody th[scope="row"] { position: sticky; left: 0; background: var(--card); }
      /* A border that belongs to two cells stays where the table is when one of them sticks. */
      .kpis tbody th[scope="row"] { box-shadow: inset 0 1px var(--line); }
      .text { min-width: 13rem; }
      .stacks, .stacks tbody { display: block; }
      .stacks thead { display: none; }
      .stacks tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .2rem 1rem;
        border-top: 1px solid var(--line); padding: .7rem 0; }
      .stacks th, .stacks td { border: 0; padding: 0; text-align: left; }
      .stacks th[scope="row"] { grid-column: 1 / -1; }
      .stacks td::before { content: attr(data-head); display: block; color: var(--muted); font-size: .8rem; }
    }
    /* On a phone a column that sticks would cover its neighbours: indicators stack, and each figure names its column. */
    @media (max-width: 30rem) {
      .kpis { min-width: 0; }
      .kpis, .kpis tbody { display: block; }
      .kpis thead { display: none; }
      .kpis tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .2rem 1rem;
        border-top: 1px solid var(--line); padding: .7rem 0; }
      .kpis tbody th[scope="row"], .kpis td, .kpis td:last-child:has(> .verdict:only-child) { position: static; border: 0;
        padding: 0; text-align: left; box-shadow: none; width: auto; }
      .kpis th { grid-column: 1 / -1; }
      .kpis td:empty { display: none; }
      .kpis td[data-head]::before { content: attr(data-head); display: block; color: var(--muted); font-size: .8rem; }
    }
    @media print {
      html { font-size: 12px; }
      nav, button, .skip { display: none; }
      .fold::details-content, .aside::details-content { content-visibility: visible; display: block; }
      .fold > summary::before { content: none; }
      body { background: none; font-size: 12px; }
      header { padding-top: 0; }
      section { margin-top: 2.4rem; }
      .scroll { overflow: visible; background: none; }
      .wide { min-width: 0; }
      .targets, td small { white-space: normal; }
      h2, h3, .note, .meta, .part > p { break-after: avoid; }
      figure, svg, tr, .findings li, .hero, .examples li { break-inside: avoid; }
    }
    """

  package static let script = """
    document.addEventListener("click", event => {
      const button = event.target.closest("button[data-copy]");
      if (!button) return;
      const done = () => { button.textContent = "Copied"; setTimeout(() => button.textContent = "Copy", 1500); };
      if (navigator.clipboard) { navigator.clipboard.writeText(button.dataset.copy).then(done); return; }
      getSelection().selectAllChildren(button.previousElementSibling);
    });
    // What a link leads to is unfolded, and on paper every section is; tables of charts stay where they are.
    const unfoldTo = hash => {
      const place = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
      if (!place) return;
      const fold = place.querySelector(":scope > details.fold");
      if (fold) fold.open = true;
      for (let outer = place.closest("details"); outer; outer = outer.parentElement.closest("details")) outer.open = true;
      return place;
    };
    addEventListener("hashchange", () => unfoldTo(location.hash)?.scrollIntoView());
    addEventListener("click", event => {
      const link = event.target.closest("a[href^='#']");
      if (link) unfoldTo(link.hash);
    });
    unfoldTo(location.hash)?.scrollIntoView();
    const folded = [];
    addEventListener("beforeprint", () => {
      folded.push(...document.querySelectorAll(".fold:not([open]), .aside:not([open])"));
      for (const details of folded) details.open = true;
    });
    addEventListener("afterprint", () => { for (const details of folded.splice(0)) details.open = false; });
    """
}
