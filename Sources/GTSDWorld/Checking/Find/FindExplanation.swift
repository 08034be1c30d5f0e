import GTSDModel

/// A correct strategy, for a switch at which the scenario has another one.
package struct SoundStrategy: Equatable, Sendable {
  /// The strategy, as `path=value`.
  package var text: String
  /// The scenario's value of the switch.
  package var here: String
  /// The switch's effect, in a sentence.
  package var doc: String

  package init(
    text: String, here: String, doc: String
  ) {
    self.text = text
    self.here = here
    self.doc = doc
  }

  /// A comparison in words, as in "`metrics.ownership` is `perView`, not `user` (who holds metrics state: …)".
  var inWords: String {
    let parts = text.split(separator: "=", maxSplits: 1)
    let (path, sound) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    let what = doc.hasSuffix(".") ? doc.dropLast() : doc[...]
    return "`\(path)` is `\(here)`, not `\(sound)` (\(what.prefix(1).lowercased() + what.dropFirst()))"
  }
}

/// Explains a violation by one run that shows it: the first wrong event, and the chain of causes from it to the wrong
/// value.
///
/// If a twin was run (the same schedule under a correct strategy), the first wrong event is the first difference that
/// can have led to the violated variable. Without a twin, it is the last write to that variable, with its causes.
package struct FindExplanation {
  /// A run with its timeline.
  package struct Run {
    var record: RunRecord
    package var timeline: Timeline
    /// The steps that ran before the search began; nil if there were none.
    package var given: Part?

    package struct Part {
      var record: RunRecord
      var timeline: Timeline

      package init(_ recorder: TimelineRecorder) {
        timeline = recorder.timeline
        record = recorder.record
        record.name(from: timeline)
      }
    }

    package init(_ recorder: TimelineRecorder, given: Part? = nil) {
      timeline = recorder.timeline
      record = recorder.record
      record.name(from: timeline)
      self.given = given
    }
  }

  /// The same schedule with some strategies replaced by correct ones.
  package struct Twin {
    package var run: Run
    package var strategies: [SoundStrategy]

    package init(
      run: Run, strategies: [SoundStrategy]
    ) {
      self.run = run
      self.strategies = strategies
    }
  }

  /// A difference between the run and its twin, and whether it existed before the search began.
  private struct Difference {
    var divergence: RunDivergence
    var isGiven: Bool
  }

  let run: Run
  let finding: Finding
  /// The index of the finding's event. Later events are not considered.
  private let place: Int

  package init(of finding: Finding, in run: Run) {
    self.run = run
    self.finding = finding
    place = run.record.place(of: finding)
  }

  /// The violated variable with the last write to it; nil if this run did not write it.
  package var violated: (variable: FindVariable, write: RunRecord.Entry?)? {
    let variables = finding.variables
    let written = variables.lazy.compactMap { variable in
      lastWrite(to: variable, in: run.record, before: place).map { (variable, $0) }
    }
    if let first = written.first { return (first.0, first.1) }
    let given = variables.first { variable in
      run.given.flatMap { lastWrite(to: variable, in: $0.record, before: .max) } != nil
    }
    if let first = given ?? variables.first { return (first, nil) }
    // If a site names no variable, the last write of any variable is used.
    let last = run.record.entries.last { entry in
      entry.place < place && isNear(entry.event)
        && FindVariable(writtenBy: entry.event).map { !$0.topic.subtracting(.loading).isEmpty } ?? false
    }
    return last.flatMap { entry in FindVariable(writtenBy: entry.event).map { ($0, entry) } }
  }

  /// Whether an event belongs to the phone with the violation, or to the server.
  private func isNear(_ event: SimulationEvent) -> Bool {
    event.device == SimulationEvent.server || finding.device == SimulationEvent.server
      || event.device == finding.device
  }

  private func lastWrite(
    to variable: FindVariable, in record: RunRecord, before place: Int
  ) -> RunRecord.Entry? {
    record.entries.last { entry in
      entry.place < place && FindVariable(writtenBy: entry.event) == variable && isNear(entry.event)
    }
  }

  /// The cause, in words.
  package func cause(twin: Twin? = nil) -> Find.Explanation? {
    guard let (variable, write) = violated else { return nil }
    let difference = twin.flatMap { self.difference(of: variable, write, $0.run) }
    var links: [Find.Explanation.Link] = []
    var start = -1
    if let twin, let difference {
      if let kept = kept(variable, write, difference) {
        links.append(link(kept: kept, twin.strategies))
        start = .max
      } else {
        links.append(link(difference, twin))
        let isHere = !difference.isGiven && difference.divergence.side == .run
        start = isHere ? difference.divergence.entry.place : difference.isGiven ? -1 : .max
      }
    }
    if let write, start < write.place { links += behind(write, after: start) }
    if write == nil || write?.place != start, links.first?.text.contains(Self.keeps) != true {
      links.append(end(variable, write, difference))
    }
    if difference == nil, let answer = answer() {
      links.append(
        Find.Explanation.Link(
          text: "the server answers \(StateWords.endpoint(answer.endpoint)) at \(arrival(answer.step))",
          step: answer.step < 0 ? nil : answer.step, source: answer.source))
    }
    links.append(Find.Explanation.Link(text: finding.summary, step: step(at: place), source: nil))
    links = Self.short(links)
    // Without a twin, only the last write can be named as the cause, with the events that led to it.
    let first = difference == nil ? links[max(0, links.count - 2)] : links[0]
    let task = first.step.flatMap { $0 < run.record.arrivals.count ? run.record.arrivals[$0].task : nil }
    return Find.Explanation(
      variable: variable.name, text: first.text, source: first.source, task: task,
      strategies: difference == nil ? [] : twin?.strategies.map(\.text) ?? [], oracles: [finding.oracle.id],
      chain: links)
  }

  /// The contradiction in a sentence: between a reply and a commit that the reply did not include, or between the cause
  /// and its consequence.
  package func contradiction(_ cause: Find.Explanation) -> String {
    if let write = violated?.write, let reply = reply(behind: write),
      case .received(_, _, _, let revision, _) = reply.event.kind, let missed = missed(by: reply, before: write),
      case .committed(let commit, let newer, _) = missed.event.kind
    {
      return "Let R = \(arrival(reply.step)), read at revision \(revision), and W = the commit of revision \(newer): "
        + "\(StateWords.commit(commit)): R was read before W and is applied after W "
        + "(\(words(write))), so that \(finding.summary)."
    }
    let between = cause.chain.dropFirst().dropLast().map(\.text)
    return "Let C = \(cause.text). From C follows: \((between + [finding.summary]).joined(separator: "; "))."
  }

  /// The server's answer that a finding about the server is about; nil for a finding about a phone.
  private func answer() -> RunRecord.ServerAnswer? {
    guard let endpoint = finding.answeredEndpoint else { return nil }
    return run.record.answers.last { $0.endpoint == endpoint && $0.place <= place }
  }

  // MARK: Difference to the twin

  private func difference(
    of variable: FindVariable, _ write: RunRecord.Entry?, _ twin: Run
  ) -> Difference? {
    func counts(_ entry: RunRecord.Entry) -> Bool {
      guard isNear(entry.event), variable.canFollow(from: entry.event) else { return false }
      // The content of a reply follows from the server. Only reading it, or giving it up, is an action of the app.
      if case .received(_, _, let outcome, _, _) = entry.event.kind {
        return outcome == .undecodable || outcome == .cancelled || entry.source != entry.emitter
      }
      return true
    }
    func given() -> Difference? {
      guard let mine = run.given, let theirs = twin.given else { return nil }
      return RunDivergence.first(of: mine.record, against: theirs.record, before: .max, where: counts)
        .map { Difference(divergence: $0, isGiven: true) }
    }
    func searched(_ counts: (RunRecord.Entry) -> Bool) -> Difference? {
      RunDivergence.first(of: run.record, against: twin.record, before: place, where: counts)
        .map { Difference(divergence: $0, isGiven: false) }
    }
    // A variable that the search never wrote may have been wrong from the beginning.
    let mine = run.given.flatMap { lastWrite(to: variable, in: $0.record, before: .max)?.essence }
    let theirs = twin.given.flatMap { lastWrite(to: variable, in: $0.record, before: .max)?.essence }
    let wasWrong = write == nil && mine != theirs
    return (wasWrong ? given() : nil) ?? searched(counts) ?? given()
      ?? searched { entry in
        guard let written = FindVariable(writtenBy: entry.event), isNear(entry.event) else { return false }
        switch written {
        case .shown(let variable): return !variable.isFlag && !variable.isDerived
        case .report: return false
        default: return true
        }
      }
  }

  /// A write that a person's tap made and that the twin, but not the run, overwrites later. If the twin only writes the
  /// violated variable again, the tap's value is the wrong one.
  private func kept(
    _ variable: FindVariable, _ write: RunRecord.Entry?, _ difference: Difference
  ) -> RunRecord.Entry? {
    guard difference.divergence.side == .twin, !difference.isGiven, let write,
      write.place < run.timeline.places(of: difference.divergence.step).upperBound,
      FindVariable(writtenBy: difference.divergence.entry.event) == variable,
      case .published(_, _, let cause) = write.event.kind, cause == .dismissal || cause == .person
    else { return nil }
    return write
  }

  // MARK: Chain of causes

  /// Two to five links: the first, the last two, and the nearest before those.
  private static func short(_ links: [Find.Explanation.Link]) -> [Find.Explanation.Link] {
    var result: [Find.Explanation.Link] = []
    for link in links where result.last != link { result.append(link) }
    guard result.count > 5 else { return result }
    return [result[0]] + result.suffix(4)
  }

  private static let stays = "stays"
  private static let keeps = "keeps this value"
  private static let unseen = "which the next reply to be applied had not seen"

  private func link(_ difference: Difference, _ twin: Twin) -> Find.Explanation.Link {
    let sound = twin.strategies.map(\.inWords).joined(separator: " and ")
    let entry = difference.divergence.entry
    let (mine, theirs) =
      difference.isGiven
      ? (run.given?.timeline ?? run.timeline, twin.run.given?.timeline ?? twin.run.timeline)
      : (run.timeline, twin.run.timeline)
    let step = difference.divergence.step
    let at = difference.isGiven ? "before the search" : "at \(arrival(step))"
    let text =
      switch difference.divergence.side {
      case .run: "\(at), \(mine.words(at: entry.place)), which the correct app does not do: \(sound)"
      case .twin: "\(at), the correct app does this and the app does not: \(theirs.words(at: entry.place)); \(sound)"
      }
    return Find.Explanation.Link(text: text, step: difference.isGiven || step < 0 ? nil : step, source: entry.source)
  }

  private func link(kept write: RunRecord.Entry, _ strategies: [SoundStrategy]) -> Find.Explanation.Link {
    let sound = strategies.map(\.inWords).joined(separator: " and ")
    return Find.Explanation.Link(
      text: "at \(arrival(write.step)), \(words(write)), and \(Self.keeps); the correct app changes it: \(sound)",
      step: write.step < 0 ? nil : write.step, source: write.source)
  }

  /// The causes of a write: the tap that began the work, the reply that carried the value, and a commit that this reply
  /// did not include.
  private func behind(_ write: RunRecord.Entry, after start: Int) -> [Find.Explanation.Link] {
    var links: [Find.Explanation.Link] = []
    func add(_ entry: RunRecord.Entry, _ text: String) {
      guard entry.place > start, entry.place != write.place else { return }
      links.append(Find.Explanation.Link(text: text, step: entry.step < 0 ? nil : entry.step, source: entry.source))
    }
    if let tap = tap(behind: write) { add(tap, words(tap)) }
    if let reply = reply(behind: write), case .received(_, _, _, let revision, _) = reply.event.kind {
      if let missed = missed(by: reply, before: write) {
        add(missed, "\(words(missed)), \(Self.unseen)")
      }
      let read = revision >= 0 ? ", read at revision \(revision)" : ""
      add(reply, "\(arrival(reply.step)) comes\(read)")
    }
    if let earlier = earlier(than: write), !links.contains(where: { $0.text.contains(Self.unseen) }) {
      add(earlier, "first, \(words(earlier))")
    }
    return links.ordered { ($0.step ?? -1) < ($1.step ?? -1) }
  }

  /// The last link of the chain: the wrong value.
  private func end(
    _ variable: FindVariable, _ write: RunRecord.Entry?, _ difference: Difference?
  ) -> Find.Explanation.Link {
    if let write {
      let isOld = difference.map { difference in
        !difference.isGiven && (difference.divergence.side == .twin || write.step < difference.divergence.step)
          && write.step <= difference.divergence.step
      }
      let verb = isOld == true ? "\(Self.stays) as it was last written," : variable.verb
      return Find.Explanation.Link(
        text: "\(variable.name) \(verb) at \(arrival(write.step)): \(words(write))",
        step: write.step < 0 ? nil : write.step, source: write.source)
    }
    let before = run.given.flatMap { given in
      lastWrite(to: variable, in: given.record, before: .max).map { (given.timeline.words(at: $0.place), $0.source) }
    }
    let was = before.map { " it was before the search (\($0.0))" } ?? " it was"
    return Find.Explanation.Link(
      text: "\(variable.name) \(Self.stays) as\(was): nothing reads or writes it anew", step: nil, source: before?.1)
  }

  // MARK: Dependencies

  /// The latest tap among the arrivals that led to an entry.
  private func tap(behind entry: RunRecord.Entry) -> RunRecord.Entry? {
    var step: Int? = entry.step
    while let here = step, here >= 0 {
      if let tap = run.record.entries.last(where: { other in
        guard other.step == here, other.place < entry.place, case .action = other.event.kind else { return false }
        return true
      }) {
        return tap
      }
      step = run.record.arrivals[here].cause.flatMap { $0 < here ? $0 : nil }
    }
    return nil
  }

  /// The reply in whose step a phone made a write.
  private func reply(behind write: RunRecord.Entry) -> RunRecord.Entry? {
    run.record.entries.last { entry in
      guard entry.step == write.step, entry.place < write.place, entry.event.device == write.event.device,
        case .received = entry.event.kind
      else { return false }
      return true
    }
  }

  /// A commit on the same topic that came after the data of the write's reply were read and before the write.
  private func missed(by reply: RunRecord.Entry, before write: RunRecord.Entry) -> RunRecord.Entry? {
    guard case .received(_, _, _, let seen, _) = reply.event.kind, seen >= 0 else { return nil }
    return run.record.entries.last { entry in
      guard entry.place < write.place, case .committed(_, let revision, _) = entry.event.kind else { return false }
      return revision > seen && !entry.event.topic.isDisjoint(with: write.event.topic)
    }
  }

  /// An earlier write of the same variable in this run.
  private func earlier(than write: RunRecord.Entry) -> RunRecord.Entry? {
    let variable = FindVariable(writtenBy: write.event)
    return run.record.entries.last { entry in
      entry.place < write.place && entry.event.device == write.event.device
        && FindVariable(writtenBy: entry.event) == variable
    }
  }

  // MARK: Texts

  private func step(at place: Int) -> Int? {
    let step = place == .max ? run.record.arrivals.count - 1 : run.timeline.step(of: place)
    return step < 0 ? nil : step
  }

  private func arrival(_ step: Int) -> String {
    step < 0 || step >= run.timeline.arrivals.count
      ? "the beginning" : "the \(run.timeline.arrivals[step].label)".replacing("the the ", with: "the ")
  }

  private func words(_ entry: RunRecord.Entry) -> String {
    if case .analytics(let report) = entry.event.kind {
      return "\(StateWords.phone(entry.event.device)) reports \(AnalyticsEvent.allNames[report.nameIndex])"
    }
    return run.timeline.words(at: entry.place)
  }
}

extension Timeline {
  /// A sentence on the event at a place of the timeline, with the name of its row.
  func words(at place: Int) -> String {
    if let mark = marks.first(where: { $0.place == place }) {
      let row = rows[mark.row].label
      switch mark.kind {
      case .state: return "\(row) writes \(mark.text)"
      case .commit: return "the server stores \(mark.text)"
      case .tap, .violation: return "\(mark.text)"
      case .note: return "\(row) \(mark.text)"
      case .applied: return "\(row) \(mark.text)"
      }
    }
    for bar in bars {
      let row = rows[bar.row].label
      if bar.from == place {
        return rows[bar.row].kind == .device
          ? "\(row.prefix { $0 != ":" }) sends \(bar.label)" : "\(row) begins \(bar.label)"
      }
      if bar.to == place { return "\(bar.label) ends: \(bar.outcome)" }
    }
    return "nothing"
  }
}
