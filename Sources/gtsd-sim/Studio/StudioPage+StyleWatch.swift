extension StudioPage {
  /// The style sheet of people, their days and their visits.
  static let styleWatch = #"""
    .panel > h2:first-child { margin-top: 1.6rem; } .about:not([hidden]) ~ .panel > h2:first-child { margin-top: 0; }
    .scrub > .copy { margin-top: 1.2rem; }
    .reel { align-items: center; margin: 1.2rem 0 .9rem; }
    .reel .grow { flex: 1 1 14rem; } .reel .grow input { width: 100%; padding: 0; border: 0; background: none;
      accent-color: var(--accent); display: block; }
    .reel button { min-width: 6.4rem; } .clock { color: var(--ink); font-variant-numeric: tabular-nums; }
    .floor { position: relative; display: grid; gap: 1.1rem 2.4rem;
      grid-template-columns: repeat(6, minmax(0, 1fr)); grid-template-rows: auto auto;
      grid-template-areas: "a b c d f h" "a b c e g h"; }
    .st-0 { grid-area: a; } .st-1 { grid-area: b; } .st-2 { grid-area: c; } .st-3 { grid-area: d; }
    .st-4 { grid-area: e; } .st-5 { grid-area: f; } .st-6 { grid-area: g; } .st-7 { grid-area: h; }
    .station { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .6rem .7rem .7rem;
      min-width: 0; min-height: 11rem; display: flex; flex-direction: column; z-index: 1; align-self: stretch; }
    .station h3 { margin: 0 0 .4rem; font-size: .82rem; line-height: 1.3; font-weight: 600; overflow-wrap: anywhere; }
    .station h3 b { color: var(--accent); font-variant-numeric: tabular-nums; }
    .station .room { flex: 1; }
    .ways { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
    .ways path { fill: none; stroke: var(--line); stroke-width: 2; }
    .dots { position: absolute; inset: 0; z-index: 2; pointer-events: none; overflow: clip; overflow-clip-margin: 6px; }
    .dots .dot { position: absolute; left: 0; top: 0; width: var(--dot, 10px); height: var(--dot, 10px); padding: 0;
      border: 0; border-radius: 50%; pointer-events: auto; cursor: pointer; transition: transform .45s ease-out; }
    .dot { background: var(--muted); opacity: .55; } .dot.in { background: var(--accent); opacity: 1; }
    .dot.hurt { box-shadow: 0 0 0 1.5px var(--alert); opacity: 1; }
    .dots .dot.chosen { outline: 2px solid var(--ink); outline-offset: 2px; }
    .dots .dot:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; z-index: 3; }
    .legend-line { margin: .8rem 0; display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: center; }
    .legend-line .dot { width: 10px; height: 10px; border-radius: 50%; display: inline-block; margin-left: .7rem; }
    .legend-line .dot:first-child { margin-left: 0; }
    .day { margin-top: 1.6rem; } .day:focus { outline: 0; }
    .breaks { margin: .6rem 0 1rem !important; display: grid; gap: .5rem; }
    .breaks li { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; justify-content: space-between;
      background: var(--alert-soft); border-left: 3px solid var(--alert); border-radius: 8px; padding: .55rem .9rem;
      font-size: .9rem; overflow-wrap: anywhere; }
    .breaks li > span:first-child { flex: 1 1 16rem; min-width: 0; }
    .visit { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .8rem 1.1rem;
      margin-bottom: .6rem; position: relative; }
    .visit h3 { font-size: .93rem; margin: 0 0 .5rem; } .visit h3 small { color: var(--muted); font-weight: 450; }
    .visit table { font-size: .86rem; margin-top: .6rem; }
    .visit td { overflow-wrap: anywhere; }
    .gap { margin: 0 0 .3rem; font-size: .78rem; color: var(--muted); }
    .lane { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); gap: .6rem; align-items: center;
      margin-bottom: .25rem; }
    .lane-name { font-size: .75rem; color: var(--muted); }
    .lane-strip { position: relative; background: var(--track); border-radius: 5px; overflow: hidden; }
    .lane-strip i { position: absolute; font-style: normal; }
    .screen-bar { inset: 0 auto 0 auto; height: 100%; font-size: .72rem; line-height: 22px; padding: 0 .3rem;
      overflow: hidden; white-space: nowrap; background: var(--soft); color: var(--ink);
      border-left: 1px solid var(--card); }
    .screen-bar.of-plans { background: var(--accent); color: var(--card); }
    .lane-strip .request { height: 6px; border-radius: 3px; background: var(--accent); opacity: .75; margin-top: 1px; }
    .lane-strip .request.failed { background: var(--alert); opacity: 1; }
    .lane-strip .tick { width: 2px; top: 1px; bottom: 1px; background: var(--ink); }
    .lane-strip .tick.stored { background: var(--muted); width: 3px; }
    .lane-strip .tick.broke { width: auto; background: none; color: var(--alert); font-weight: 800; font-size: .9rem;
      line-height: 16px; transform: translateX(-50%); }
    .sentence.small { font-size: 1.05rem; white-space: pre-wrap; }
    .live-figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem 1.6rem;
      margin: 0; max-width: none; }
    .live-figures dt { color: var(--muted); font-size: .82rem; } .live-figures dd { margin: 0; }
    .live-figures b { font-size: 1.7rem; letter-spacing: -.02em; font-weight: 650; display: block; line-height: 1.25;
      font-variant-numeric: tabular-nums; }
    .live-figures small { color: var(--muted); }
    @media (prefers-reduced-motion: reduce) { .dots .dot { transition: none; } }
    @media (max-width: 60rem) {
      .floor { grid-template-columns: repeat(2, minmax(0, 1fr)); grid-template-rows: none;
        grid-template-areas: "a a" "b b" "c c" "d e" "f g" "h h"; gap: 1.4rem .8rem; }
      .station { min-height: 7.4rem; } .st-3, .st-4, .st-5, .st-6 { min-height: 9rem; }
    }
    """#
}
