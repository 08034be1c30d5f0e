extension StudioPage {
  /// The studio's additions to the style sheet of reports.
  static let style = #"""
    [hidden] { display: none !important; }
    .studio { padding-bottom: 5rem; }
    .studio main, .studio .top, .studio [role="tablist"] { max-width: 84rem; }
    .studio .top { display: flex; flex-wrap: wrap; gap: .8rem 2rem; align-items: center; justify-content: space-between;
      padding-top: 1.4rem; padding-bottom: .9rem; }
    .brand { display: flex; gap: .7rem; align-items: center; }
    .brand h1 { font-size: 1.25rem; margin: 0; letter-spacing: -.015em; }
    .brand h1 span { color: var(--muted); font-weight: 450; }
    .pick { display: flex; gap: .6rem; align-items: center; min-width: 0; font-size: .88rem; color: var(--muted); }
    .pick select { max-width: min(28rem, 68vw); }
    select, input, textarea { font: inherit; font-size: .92rem; color: var(--ink); background: var(--card);
      border: 1px solid var(--line); border-radius: 8px; padding: .35rem .6rem; }
    select:hover, input:hover, textarea:hover { border-color: var(--muted); }
    .tabbar { position: sticky; top: 0; z-index: 3; background: var(--page); border-bottom: 1px solid var(--line); }
    [role="tablist"] { margin: 0 auto; padding: 0 2rem; display: flex; gap: .2rem; overflow-x: auto;
      scrollbar-width: none; }
    [role="tab"] { border: 0; border-radius: 0; font-size: .95rem; color: var(--muted); padding: .7rem .9rem;
      border-bottom: 2px solid transparent; }
    [role="tab"]:hover { color: var(--ink); }
    [role="tab"][aria-selected="true"] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
    [role="tab"]:focus-visible { outline-offset: -3px; }
    .studio main:focus { outline: 0; }
    .about { color: var(--muted); font-size: .9rem; margin: 1.3rem 0 1.6rem; max-width: 60rem; }
    .about strong { color: var(--ink); font-weight: 600; }
    .trouble { background: var(--alert-soft); border-left: 3px solid var(--alert); border-radius: 8px;
      padding: .7rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .92rem; }
    .split { display: grid; grid-template-columns: minmax(15rem, 19rem) minmax(0, 1fr); gap: 1.2rem 2.6rem;
      align-items: start; }
    .split.assume { grid-template-columns: minmax(19rem, 25rem) minmax(0, 1fr); }
    .studio h2 { margin-bottom: .7rem; }
    .studio ul, .studio ol { list-style: none; margin: 0; padding: 0; }
    #questions button { display: block; width: 100%; text-align: left; white-space: normal; font-size: .95rem;
      color: var(--ink); background: var(--card); border-radius: 10px; padding: .7rem .95rem; margin-bottom: .45rem;
      line-height: 1.35; }
    #questions button:hover { border-color: var(--accent); }
    #questions button[aria-pressed="true"] { border-color: var(--accent); background: var(--soft); font-weight: 600; }
    .answers:focus, .outcome:focus { outline: 0; }
    .answer-card { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
      padding: 1.7rem 1.9rem; }
    .answer-card h3 { color: var(--accent); font-size: .86rem; letter-spacing: .02em; margin-bottom: .6rem; }
    .sentence { font-size: 1.38rem; line-height: 1.4; letter-spacing: -.012em; max-width: 48rem; margin-bottom: .8rem;
      overflow-wrap: anywhere; }
    .answer-card .meta { margin-bottom: .9rem; max-width: 48rem; }
    .row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
    .answer-card .copy { margin: 1rem 0; }
    .button, .studio .row button, .studio .row a, button.primary { display: inline-block; font-size: .86rem;
      border: 1px solid var(--line); border-radius: 8px; padding: .32rem .8rem; color: var(--accent); cursor: pointer;
      text-decoration: none; background: var(--card); }
    .button:hover, .studio .row button:hover, .studio .row a:hover { border-color: var(--accent); }
    .studio button.primary, .studio .row button.primary { background: var(--accent); color: var(--card);
      border-color: var(--accent); font-weight: 600; }
    .studio button:disabled { color: var(--muted); cursor: default; border-color: var(--line); }
    .others { margin: 1rem 0 0; font-size: .95rem; line-height: 1.5; }
    .others li { display: grid; grid-template-columns: 1.4rem minmax(0, 1fr); padding: .3rem 0; overflow-wrap: anywhere; }
    .others i { font-style: normal; color: var(--muted); }
    .others .met i { color: var(--accent); } .others .missed i { color: var(--alert); }
    .parts { margin-top: 1.1rem; }
    .parts > details { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      margin-bottom: .6rem; }
    .parts > details > summary { padding: .75rem 1.2rem; font-weight: 600; font-size: .95rem;
      overflow-wrap: anywhere; }
    .studio .chips li, .studio h2, .pins li { min-width: 0; overflow-wrap: anywhere; }
    .parts section { margin: 0; padding: 0 1.2rem 1.2rem; }
    .parts section > h2 { display: none; }
    .parts section > .card { border: 0; padding: 0; background: none; }
    .parts section > h2 + .card { margin-top: 0; }
    .waiting { color: var(--muted); padding: 1.4rem 0; }
    .hint { color: var(--muted); border: 1px dashed var(--line); border-radius: 14px; padding: 2.2rem 1.9rem; }
    .hint p { max-width: 40rem; }
    .tools { margin: .3rem 0 1.1rem; }
    #levers li, #levers-more li { padding: .8rem 0 .7rem; border-top: 1px solid var(--line); }
    .lever-head { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; }
    .lever-head label { font-size: .95rem; font-weight: 550; }
    .lever-value { font-size: .88rem; color: var(--muted); }
    .lever-value b { color: var(--accent); font-weight: 650; }
    .lever-bar { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .7rem; align-items: center; }
    .lever-bar input { width: 100%; padding: 0; accent-color: var(--accent); border: 0; background: none; }
    .lever-bar div { display: flex; gap: .25rem; }
    .lever-bar button { font-size: .78rem; padding: .1rem .5rem; min-width: 2.1rem; }
    .lever-source { font-size: .78rem; color: var(--muted); margin: 0; line-height: 1.35; overflow-wrap: anywhere; }
    .find-more { display: block; margin: 1.6rem 0 .4rem; font-weight: 600; }
    #more { width: 100%; margin-bottom: .5rem; }
    .outcome { position: sticky; top: 4.2rem; }
    .delta { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; align-items: baseline; margin-bottom: .3rem; }
    .delta .big { font-size: 3.4rem; margin: 0; }
    .delta .big small { font-size: 1.1rem; letter-spacing: 0; font-weight: 500; color: var(--muted); }
    .strip { position: relative; height: 2.9rem; margin: 1rem 0 .4rem; max-width: 44rem; }
    .strip::before { content: ""; position: absolute; inset: .45rem 0 auto; height: .9rem; border-radius: 5px;
      background: var(--track); }
    .strip .zero { position: absolute; top: 0; height: 1.8rem; border-left: 2px solid var(--ink); }
    .strip .span { position: absolute; top: .45rem; height: .9rem; background: var(--accent); opacity: .42;
      border-radius: 4px; transition: left .35s, width .35s; }
    .strip .at { position: absolute; top: .35rem; width: 1.1rem; height: 1.1rem; margin-left: -.55rem;
      border-radius: 50%; background: var(--accent); border: 2px solid var(--card); transition: left .35s; }
    .strip .end { position: absolute; top: 1.75rem; font-size: .76rem; color: var(--muted); transform: translateX(-50%);
      white-space: nowrap; }
    .strip .end.first { transform: none; } .strip .end.last { transform: translateX(-100%); }
    @media (prefers-reduced-motion: reduce) { .strip .span, .strip .at { transition: none; } }
    .stages { display: flex; flex-wrap: wrap; gap: .35rem 1.3rem; font-size: .84rem; color: var(--muted);
      margin: .6rem 0 0 !important; }
    .stages .now { color: var(--ink); font-weight: 600; } .stages .over::before { content: "✓ "; color: var(--accent); }
    .ghosted .plot .s0 { --c: var(--muted); } .ghosted .plot .s1 { --c: var(--accent); }
    .ghosted .plot .line.s0 { opacity: .75; stroke-dasharray: 4 4; } .ghosted .plot .line.s1 { stroke-dasharray: none; }
    .ghosted .band.s0 { opacity: .1; }
    .ghosted section, .sheet section { margin: 1.4rem 0 0; }
    .ghosted section > h2, .sheet section > h2 { font-size: 1.02rem; }
    .stale { opacity: .55; transition: opacity .2s; }
    .moved { margin-top: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      padding: .75rem 1.2rem; }
    .moved > summary { font-weight: 600; font-size: .95rem; } .moved > .scroll { margin-top: .9rem; }
    .moved table, .cmp table { font-size: .9rem; }
    .better { color: var(--accent); font-weight: 600; } .worse { color: var(--alert); font-weight: 600; }
    .pins { display: grid; gap: .5rem; margin-bottom: 1.4rem !important; }
    .pins li { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; justify-content: space-between;
      background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem 1rem; }
    .pins code { color: var(--muted); }
    .controls { display: flex; flex-wrap: wrap; gap: .8rem 1rem; align-items: end; margin-bottom: 1rem; }
    .controls > div { min-width: 0; } .controls label, .editor label { display: block; font-size: .8rem;
      color: var(--muted); margin-bottom: .15rem; }
    .controls select, .controls input { height: 2.3rem; } .controls select { max-width: min(24rem, 82vw); } .controls input { width: 8rem; }
    .studio .controls button.primary { padding: .42rem 1.3rem; font-size: .95rem; }
    .editor { margin-bottom: 1.2rem; } .editor summary { color: var(--muted); font-size: .9rem; }
    .editor textarea { display: block; width: 100%; font: .84rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas,
      monospace; margin-bottom: .5rem; white-space: pre; overflow: auto; }
    .scrub { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.3rem 1.5rem;
      margin: 1.2rem 0; }
    .scrub-bar { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .8rem; align-items: center; }
    .scrub-bar input { width: 100%; padding: 0; border: 0; accent-color: var(--alert); }
    .scrub-bar button { font-size: 1rem; padding: .1rem .7rem; }
    .ruler { position: relative; height: .8rem; margin: 0 3.4rem; }
    .ruler i { position: absolute; width: 2px; height: .6rem; background: var(--line); }
    .ruler i.bound { background: var(--alert); width: 3px; height: .8rem; }
    .ruler i.broken { background: none; width: auto; height: auto; font-style: normal; color: var(--alert);
      font-size: .8rem; line-height: 1; font-weight: 700; transform: translateX(-50%); }
    .arrives { font-size: 1.12rem; line-height: 1.4; margin: .8rem 0 .2rem; min-height: 1.6em; overflow-wrap: anywhere; }
    .arrives b { color: var(--alert); }
    .order-note { min-height: 1.5em; font-size: .9rem; color: var(--muted); margin: 0 0 .8rem; }
    .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 1.2rem 2rem; }
    .side > h4 { margin: 0 0 .6rem; font-size: .93rem; }
    .side.twin > h4 { color: var(--accent); } .side.bad > h4 { color: var(--alert); }
    .screens { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: .7rem; }
    .screen { border: 1px solid var(--line); border-radius: 12px; padding: .65rem .8rem; background: var(--page);
      font-size: .84rem; min-width: 0; }
    .screen.view { border-radius: 16px; border-width: 2px; }
    .screen.changed { border-color: var(--accent); }
    .screen.broken { border-color: var(--alert); background: var(--alert-soft); }
    .screen h5 { margin: 0 0 .35rem; font-size: .78rem; color: var(--muted); font-weight: 600; }
    .screen dl { margin: 0; display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); gap: .1rem .7rem;
      line-height: 1.4; }
    .screen dt { color: var(--muted); overflow-wrap: anywhere; } .screen dd { margin: 0; overflow-wrap: anywhere; }
    .screen dd.new { font-weight: 650; } .screen dd.new s { color: var(--muted); font-weight: 400; }
    .screen p { margin: .25rem 0 0; line-height: 1.35; overflow-wrap: anywhere; } .screen p.bad { color: var(--alert);
      font-weight: 600; }
    .screen .none { color: var(--muted); }
    .timeline .step.current circle { stroke: var(--ink); stroke-width: 3; }
    .drop { border: 2px dashed var(--line); border-radius: 14px; padding: 2.4rem 1.6rem; text-align: center;
      margin: 1.2rem 0 1.6rem; }
    .drop.over { border-color: var(--accent); background: var(--soft); }
    .drop input { position: absolute; opacity: 0; width: 1px; height: 1px; }
    .drop:focus-within { outline: 2px solid var(--accent); outline-offset: 3px; }
    .work { position: fixed; left: 50%; bottom: 1rem; transform: translateX(-50%); z-index: 5; width: min(46rem, 94vw);
      background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 6px 24px var(--shade);
      padding: .7rem 1rem; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .45rem 1rem;
      align-items: center; }
    .work p { margin: 0; font-size: .85rem; color: var(--muted); overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; }
    .work-bar { grid-column: 1 / -1; height: 4px; border-radius: 2px; background: var(--track); overflow: hidden; }
    .work-bar div { height: 100%; width: 0; background: var(--accent); border-radius: 2px; }
    @media (max-width: 60rem) {
      .split, .split.assume { grid-template-columns: minmax(0, 1fr); }
      .outcome { position: static; order: -1; }
      .split.assume .outcome { order: -1; }
    }
    @media (max-width: 52rem) {
      .studio main, .studio .top, [role="tablist"] { padding-left: 1.1rem; padding-right: 1.1rem; }
      .answer-card { padding: 1.2rem; } .sentence { font-size: 1.15rem; } .scrub { padding: 1rem; }
      .delta .big { font-size: 2.5rem; } .parts section { padding: 0 .9rem 1rem; } .ruler { margin: 0 3.1rem; }
      .answer-card .copy { flex-wrap: wrap; }
      [role="tablist"] { gap: 0; } [role="tab"] { padding: .7rem .5rem; }
      .pick { width: 100%; } .pick select { flex: 1; max-width: none; min-width: 0; }
    }
    """#
}
