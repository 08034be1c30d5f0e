extension HTMLStyle {
  /// The style sheet of charts: the colours of up to six series, each with a contrast of at least 4.5 to 1 on a card,
  /// and of the steps of a heat map. Dashes and markers carry the same information as colours.
  package static let charts = """
    :root { --s0: var(--accent); --s1: #b3402b; --s2: #2b5fb3; --s3: #7d3f98; --s4: #7c5c00; --s5: #5b616b; }
    @media (prefers-color-scheme: dark) {
      :root { --s1: #f2917d; --s2: #8fb6f5; --s3: #d0a2ef; --s4: #d9b45c; --s5: #a8adb6; }
    }
    .plot { margin: 0; container-type: inline-size; }
    .plot svg text { paint-order: stroke; stroke: var(--card); stroke-width: 3px; stroke-linejoin: round; }
    .at-wide { max-width: 62rem; }
    .at-narrow { display: none; max-width: 27rem; }
    @container (max-width: 39rem) { .at-wide { display: none; } .at-narrow { display: block; } }
    .plot .legend { margin: .9rem 0 0; }
    .plot .legend li { display: flex; gap: .45rem; align-items: center; color: var(--muted); font-size: .84rem; }
    .plot .more { margin-top: .4rem; }
    .plot .data { width: auto; margin-top: .6rem; font-size: .86rem; }
    .plot .data td, .plot .data tbody th { padding: .3rem 1.4rem .3rem 0; font-size: .86rem; white-space: nowrap; }
    .axis { stroke: var(--muted); stroke-width: 1; }
    .lead { stroke: var(--muted); stroke-width: 1; opacity: .6; }
    svg .name { fill: var(--ink); }
    .edge { fill: none; stroke: var(--ink); stroke-width: 2.2; stroke-linecap: square; }
    .s0 { --c: var(--s0); } .s1 { --c: var(--s1); } .s2 { --c: var(--s2); }
    .s3 { --c: var(--s3); } .s4 { --c: var(--s4); } .s5 { --c: var(--s5); }
    .band[class*=" s"], .bar[class*=" s"] { fill: var(--c); }
    .band[class*=" s"] { opacity: .17; }
    .line[class*=" s"] { stroke: var(--c); }
    .mk { fill: var(--c); stroke: var(--card); stroke-width: 1; }
    .mk.open { fill: var(--card); stroke: var(--c); stroke-width: 2; }
    .range { stroke: var(--c); stroke-width: 2; fill: none; stroke-linecap: round; }
    .bar.hollow { fill: var(--card); stroke: var(--c); stroke-width: 1.5; }
    .line.s1 { stroke-dasharray: 7 3; } .line.s2 { stroke-dasharray: 2 3; } .line.s3 { stroke-dasharray: 9 3 2 3; }
    .line.s4 { stroke-dasharray: 4 4; } .line.s5 { stroke-dasharray: 12 4; }
    .heat { fill: var(--accent); } .heat.none { fill: var(--track); opacity: 1; }
    .h0 { opacity: .04; } .h1 { opacity: .12; } .h2 { opacity: .2; } .h3 { opacity: .29; } .h4 { opacity: .37; }
    .h5 { opacity: .46; }
    .whisk { stroke: var(--ink); stroke-width: 1.3; fill: none; }
    .plot svg .on { stroke: none; fill: var(--ink); }
    """
}
