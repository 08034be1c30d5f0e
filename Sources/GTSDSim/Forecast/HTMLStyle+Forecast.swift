import Documents

extension HTMLStyle {
  /// The style sheet of forecast pages.
  static let forecast = """
    .likely { white-space: nowrap; line-height: 1.35; }
    .texts { margin-top: 1.4rem; max-width: 46rem; }
    .texts p:last-child { margin: 0; }
    .part { margin-top: 2.8rem; }
    .part:first-child { margin-top: 0; }
    .part h3 { margin-bottom: .2rem; }
    .part > p { color: var(--muted); font-size: .9rem; max-width: 46rem; margin-bottom: 1.1rem; }
    .answer { font-size: 1.1rem; line-height: 1.45; max-width: 46rem; margin-bottom: 1.4rem; overflow-wrap: anywhere; }
    """
}
