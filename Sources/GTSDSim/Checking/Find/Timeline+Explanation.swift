extension Timeline {
  /// What a violation contradicts: who wrote late, and what it overwrote.
  package struct Explanation: Hashable, Sendable {
    /// In words, as in "Let R = …, and W = …: …"
    package var contradiction: String
    package var sites: [Find.Site]
  }

  /// The first violation that an oracle saw, or else the first of all.
  package func violation(of oracle: String? = nil) -> Mark? {
    let all = marks.filter { $0.kind == .violation }.sorted { $0.place < $1.place }
    return all.first { mark in oracle.map { mark.text.hasPrefix($0) } ?? false } ?? all.first
  }

  /// What led to a violation, as far as the timeline tells.
  package func explanation(of violation: Mark) -> Explanation? {
    guard let late = culprit(of: violation) else { return nil }
    let sites = { (other: Mark?, verb: String) in
      [self.site(late, "comes last: ")] + (other.map { [self.site($0, verb)] } ?? [])
    }
    let seen = "so that \(sentence(of: violation))"
    if let commit = missed(by: late) {
      let reply = "\(what(late)), read at revision \(late.revision ?? applied(with: late)?.revision ?? 0)"
      return Explanation(
        contradiction: "Let R = \(reply), and W = the commit of \(commit.text): R was read before W and is applied "
          + "to \(rows[late.row].label) after it (\(late.text)), \(seen).",
        sites: sites(commit, "is newer: "))
    }
    if late.kind == .commit {
      guard let first = earlier(than: late, where: { $0.kind == .commit && $0.variable == late.variable }) else {
        return Explanation(
          contradiction: "Let W = the commit of \(late.text), at \(what(late)): it comes \(seen).",
          sites: sites(nil, ""))
      }
      return Explanation(
        contradiction: "Let A = the commit of \(first.text), and B = the commit of \(late.text): B comes after A, "
          + "\(seen).", sites: sites(first, "came first: "))
    }
    if late.row != violation.row, violation.row < rows.count, rows[violation.row].kind == .view,
      let held = earlier(than: late, where: { $0.kind == .state && $0.row == violation.row })
    {
      return Explanation(
        contradiction: "Let W = \(what(late)), which \(does(late)), and H = \(what(held)), which "
          + "\(does(held)): nothing writes \(rows[held.row].label) after W, \(seen).",
        sites: sites(held, "is still held: "))
    }
    if let first = earlier(than: late, where: { $0.variable == late.variable && $0.row == late.row }) {
      return Explanation(
        contradiction: "Let E = \(what(first)), which \(does(first)), and L = \(what(late)), which \(does(late)): "
          + "L comes after E and \(first.text == late.text ? "does the same again" : "overwrites it"), \(seen).",
        sites: sites(first, first.text == late.text ? "came first: " : "is overwritten: "))
    }
    return Explanation(
      contradiction: "Let W = \(what(late)), which \(does(late)): it comes \(seen).", sites: sites(nil, ""))
  }

  // MARK: Parts

  /// The last write before a violation, in its step: best of the row at which it was seen.
  private func culprit(of violation: Mark) -> Mark? {
    let places = places(of: step(of: violation.place))
    let writes = marks.filter {
      places.contains($0.place) && $0.place < violation.place
        && ($0.kind == .state || $0.kind == .applied || $0.kind == .commit)
    }
    let here = writes.filter { $0.row == violation.row }
    return here.last { $0.kind == .applied } ?? here.last ?? writes.last
  }

  /// A commit that the reply behind a write had not seen, though it came before the write.
  private func missed(by late: Mark) -> Mark? {
    guard late.kind == .applied || late.kind == .state, let applied = applied(with: late),
      let revision = applied.revision
    else { return nil }
    return earlier(than: late) { commit in
      commit.kind == .commit && (commit.revision ?? 0) > revision
        && Self.depends(applied.variable ?? "", on: commit.variable ?? "")
    }
  }

  /// The application of a reply that a write belongs to: itself, or the latest of its step and phone.
  private func applied(with late: Mark) -> Mark? {
    if late.kind == .applied { return late }
    let places = places(of: step(of: late.place))
    let phone = rows[late.row].label.prefix { $0 != ":" }
    return marks.last {
      $0.kind == .applied && places.contains($0.place) && $0.place < late.place
        && rows[$0.row].label.prefix { $0 != ":" } == phone
    }
  }

  /// Whether a resource shows what a commit changes.
  private static func depends(_ resource: String, on commit: String) -> Bool {
    switch resource {
    case "metrics": commit == "acknowledgment" || commit == "metrics"
    case "plan": commit == "plan" || commit == "profile"
    case "summary": commit == "profile" || commit == "metrics"
    case "profile", "user": commit == "profile" || commit == "preferences"
    case "preferences": commit == "preferences"
    case "photos": commit.hasPrefix("photo")
    case "tasks", "streak": commit == "evidence"
    default: false
    }
  }

  private func earlier(than mark: Mark, where fits: (Mark) -> Bool) -> Mark? {
    marks.last { $0.place < mark.place && fits($0) }
  }

  /// What a mark does, as the rest of a sentence.
  private func does(_ mark: Mark) -> String { mark.kind == .applied ? mark.text : "writes \(mark.text)" }

  /// The arrival that a mark follows from.
  private func what(_ mark: Mark) -> String {
    let step = step(of: mark.place)
    return step < 0 ? "what came before" : "the \(arrivals[step].label)".replacing("the the ", with: "the ")
  }

  private func site(_ mark: Mark, _ verb: String) -> Find.Site {
    let step = step(of: mark.place)
    return Find.Site(
      text: "\(verb)\(rows[mark.row].label), \(mark.text)", source: mark.source,
      task: step < 0 ? nil : arrivals[step].task)
  }

  /// The violation without its oracle's name.
  private func sentence(of violation: Mark) -> String {
    violation.text.firstRange(of: ": ").map { String(violation.text[$0.upperBound...]) } ?? violation.text
  }
}

extension Find {
  /// Fills in the contradiction and its two places from the timeline.
  package mutating func explain() {
    guard let violation = timeline.violation(of: oracle), let found = timeline.explanation(of: violation) else {
      return
    }
    contradiction = found.contradiction
    sites = found.sites
  }
}
