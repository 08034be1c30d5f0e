import GTSDModel

/// Records the timeline of one run from its events and from the arrivals of its schedule.
///
/// It must come before the checkers among a world's observers, so that a violation comes right after the event that
/// caused it.
package final class TimelineRecorder: WireObserver {
  /// The kind of event that continued the world.
  package enum ArrivalKind: Sendable {
    /// A message arrived, or a service ended.
    case message
    /// A pause, a period or a time-out was over.
    case timer
    /// A policy picked a job, which ran.
    case job
  }

  /// Functions that provide information about a world which its events do not contain.
  package struct Insight {
    /// The arrivals from a number on; nil if no policy picks them.
    var arrivals: ((_ from: Int) -> [Arrival])?
    /// The source line that emitted the latest event.
    var source: () -> EventSource

    package init(arrivals: ((_ from: Int) -> [Arrival])?, source: @escaping () -> EventSource) {
      (self.arrivals, self.source) = (arrivals, source)
    }
  }

  /// An event that the schedule picked.
  package struct Arrival {
    var id: UInt64
    var time: Int64
    var kind: ArrivalKind
    /// The number of the arrival, from 0, during which the wait for this arrival began; nil if there is none.
    var cause: Int?
    /// The spawn path of the resumed task.
    var task: String?
    /// The time at which the arrival was due.
    var due: Int64

    package init(id: UInt64, time: Int64, kind: ArrivalKind, cause: Int?, task: String?, due: Int64) {
      (self.id, self.time, self.kind, self.cause, self.task, self.due) = (id, time, kind, cause, task, due)
    }
  }

  private let insight: Insight?
  /// The source lines at which running operations began. They also count as the source of the operations' requests.
  private var begun: [(device: UInt8, operation: Operation, source: String?)] = []
  /// The source lines at which the server decided on requests without a commit.
  private var decisions: [(device: UInt8, number: Int32, source: String?)] = []
  private var draft = TimelineDraft()
  private(set) var record = RunRecord()
  /// Whether every instant counts as an arrival, because arrivals are unknown.
  private var usesTimes = false

  /// Creates a recorder whose caller reports arrivals by ``arrived(label:time:kind:cause:task:)``. Without a report
  /// before the first event, every instant with an event counts as an arrival.
  package init() { insight = nil }

  /// Creates a recorder.
  ///
  /// - Parameter insight: provides the information that a world's events do not contain.
  package init(_ insight: Insight) { self.insight = insight }

  /// Sets the values on a phone before the first event, so that the first change of a variable has a value before it.
  package func begin(phone device: UInt8, showing values: (StateVariable) -> Int64) {
    for variable in StateVariable.allCases {
      draft.remember(variable, values(variable), on: device)
      record.shown.append((device, variable, values(variable)))
    }
  }

  /// Records that the schedule picked an arrival. The events up to the next arrival follow from it.
  ///
  /// - Parameters:
  ///   - label: its name; with nil it is named after its consequences.
  ///   - id: its identity in every run that was equal so far; its time if there is no identity.
  ///   - cause: the arrival, from 0, during which its wait began; nil for none or unknown.
  ///   - task: the spawn path of the task that continues.
  ///   - due: the time at which it was due, nil if unknown.
  package func arrived(
    label: String? = nil, time: Int64, kind: ArrivalKind = .message, id: UInt64? = nil, cause: Int? = nil,
    task: String? = nil, due: Int64? = nil
  ) {
    record.arrivals.append(
      RunRecord.Arrival(id: id ?? UInt64(bitPattern: time), cause: cause, task: task))
    draft.arrivals.append(
      ArrivalDraft(label: label, time: time, place: draft.places, kind: kind, cause: cause, task: task, due: due))
  }

  /// Sets the names of a story's steps that are not taps, by the path of their task.
  package func name(steps: [String: String]) { draft.steps = steps }

  /// Adds the scheduler's arrivals since the last call.
  private func catchUp() {
    for arrival in insight?.arrivals?(draft.arrivals.count) ?? [] {
      arrived(
        time: arrival.time, kind: arrival.kind, id: arrival.id, cause: arrival.cause, task: arrival.task,
        due: arrival.due)
    }
  }

  package func observe(_ event: SimulationEvent) {
    catchUp()
    if insight?.arrivals == nil, draft.arrivals.isEmpty || usesTimes, event.time != draft.arrivals.last?.time {
      usesTimes = true
      arrived(time: event.time)
    }
    draft.source = insight.flatMap { Self.text(of: $0.source()) }
    var place = draft.take(event)
    // Reports are not drawn. They have the place of what was drawn last.
    if case .analytics = event.kind { place = max(0, draft.places - 1) }
    guard let place else { return }
    record.entries.append(
      RunRecord.Entry(
        event: event, place: place, step: record.arrivals.count - 1, source: cause(of: event),
        emitter: draft.source))
  }

  /// The source line behind an event, which need not be the line that emits it.
  private func cause(of event: SimulationEvent) -> String? {
    switch event.kind {
    case .action: return nil
    case .began(let operation):
      begun.removeAll { $0.device == event.device && $0.operation == operation }
      begun.append((event.device, operation, draft.source))
      return draft.source
    case .sent(_, _, let operation, _):
      return begun.last { $0.device == event.device && $0.operation == operation }?.source ?? draft.source
    case .received(_, let number, .cancelled, _, _):
      // The code that cancelled the request did something else in the same step.
      let step = record.arrivals.count - 1
      let other = record.entries.last { entry in
        guard entry.step == step, entry.event.device == event.device, entry.source != nil else { return false }
        switch entry.event.kind {
        case .received, .analytics: return false
        default: return true
        }
      }
      return other?.source ?? decision(event.device, number) ?? draft.source
    // A reply that cannot be decoded fails at the decoder's line. All other replies pass one common line, so the line
    // that asked is named.
    case .received(_, _, .undecodable, _, _): return draft.source
    case .received(_, let number, _, _, _):
      let sent = record.entries.last { $0.isSending(number, on: event.device) }
      return decision(event.device, number) ?? sent?.source ?? draft.source
    default: return draft.source
    }
  }

  private func decision(_ device: UInt8, _ number: Int32) -> String? {
    decisions.last { $0.device == device && $0.number == number }?.source
  }

  // MARK: Wire events

  package func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    switch event {
    case .sent(let call):
      guard let index = record.entries.lastIndex(where: { $0.isSending(call.id, on: device) }) else { return }
      record.entries[index].detail = "\(call.body)"
    case .served(let call, _, _, _, _, let source?):
      if source.isDecisive { decisions.append((device, call.id, Self.text(of: source))) }
      catchUp()
      record.answers.append(
        RunRecord.ServerAnswer(
          endpoint: call.body.endpoint, place: draft.places, step: record.arrivals.count - 1,
          source: Self.text(of: source)))
    case .served, .tapped, .ignored, .ignoredSave, .refused, .drewSignIn, .drewMetrics, .drewSummary,
      .drewForm, .drewOnboarding, .drewButtons, .showed, .lost, .received:
      break
    }
  }

  /// Records an oracle's finding at the latest event.
  package func violated(_ finding: Finding) {
    // Some findings are reported at the next quiet instant only. What came between does not belong to them.
    let seen = record.entries.last { $0.event.time <= finding.time }.map { $0.place + 1 }
    record.notices.append(RunRecord.Notice(finding: finding, place: min(draft.places, seen ?? draft.places)))
    violated("\(finding.oracle.id): \(finding.summary)", device: finding.device, view: finding.view)
  }

  /// Records a failure at the latest event, or at the end.
  package func violated(_ text: String, device: UInt8? = nil, view: View? = nil) {
    catchUp()
    draft.violated(text, device: device, view: view)
  }

  /// Records a remark about a phone at the latest event.
  package func noted(_ text: String, device: UInt8) {
    catchUp()
    draft.noted(text, device: device)
  }

  /// The text of a source line, such as `Device+Metrics.swift:88`. The compiler's identifier of a file lacks the
  /// folder.
  private static func text(of source: EventSource) -> String? {
    guard source.line > 0 else { return nil }
    let file = "\(source.file)".split(separator: "/").last ?? ""
    return "\(file):\(source.line)"
  }

  /// The timeline so far, with unique names of arrivals.
  package var timeline: Timeline {
    catchUp()
    return draft.timeline
  }
}
