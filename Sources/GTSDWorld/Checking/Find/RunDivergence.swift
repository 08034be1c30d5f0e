import GTSDModel

/// The first relevant difference between a run and the same schedule under a correct strategy: the read or write that
/// the strategy decides.
struct RunDivergence: Sendable {
  /// The run in which an event occurs that the other run lacks.
  enum Side: Sendable { case run, twin }

  var entry: RunRecord.Entry
  var side: Side
  /// The step of the run in which the difference appears, -1 before the first.
  var step: Int

  /// The first difference up to a place of the run.
  ///
  /// Steps are aligned by the identity of their arrivals, or else by their names, so that additional steps of one run
  /// do not shift the others.
  ///
  /// - Parameter counts: whether an event can have contributed to the violation; differences in other events are
  ///   ignored.
  static func first(
    of run: RunRecord, against twin: RunRecord, before place: Int, where counts: (RunRecord.Entry) -> Bool
  ) -> RunDivergence? {
    let (steps, others) = (run.steps, twin.steps)
    var (places, names): ([UInt64: Int], [String: Int]) = ([:], [:])
    for (index, arrival) in twin.arrivals.enumerated() where places[arrival.id] == nil {
      places[arrival.id] = index + 1
      names[arrival.name] = index + 1
    }
    for (index, entries) in steps.enumerated() {
      if let first = entries.first, first.place >= place { return nil }
      let arrival = index == 0 ? nil : run.arrivals[index - 1]
      let other = arrival.map { places[$0.id] ?? names[$0.name] } ?? 0
      // A write at the place is the effect itself; whatever the twin does instead of it is no cause.
      let isEffect = entries.first { $0.place >= place }?.isWrite ?? false
      let here = entries.filter { $0.place < place && counts($0) }
      let there = other.map { others[$0].filter { counts($0) } } ?? []
      let found = difference(here, there, step: index - 1)
      if let found, !isEffect || found.side == .run { return found }
    }
    return nil
  }

  /// The first event that only one of the two runs has; if both have one after equally many common events, the run's.
  private static func difference(
    _ here: [RunRecord.Entry], _ there: [RunRecord.Entry], step: Int
  ) -> RunDivergence? {
    let (mine, theirs) = (firstAlone(in: here, beside: there), firstAlone(in: there, beside: here))
    if var missing = theirs, missing.common <= mine?.common ?? .max, let sender = missing.entry.event.sender,
      !here.contains(where: { $0.event.sender == sender })
    {
      // The operation is the same, but only one run needs a request for its data. The difference is therefore in the
      // code that sends the request.
      missing.entry.source = missing.entry.emitter
      return RunDivergence(entry: missing.entry, side: .twin, step: step)
    }
    if let mine, mine.common <= theirs?.common ?? .max {
      return RunDivergence(entry: mine.entry, side: .run, step: step)
    }
    return theirs.map { RunDivergence(entry: $0.entry, side: .twin, step: step) }
  }

  private static func firstAlone(
    in entries: [RunRecord.Entry], beside others: [RunRecord.Entry]
  ) -> (entry: RunRecord.Entry, common: Int)? {
    var rest = others.map(\.essence)
    for (common, entry) in entries.enumerated() {
      guard let index = rest.firstIndex(of: entry.essence) else { return (entry, common) }
      rest.remove(at: index)
    }
    return nil
  }
}

extension SimulationEvent {
  /// The operation that sends the request.
  fileprivate var sender: Operation? {
    if case .sent(_, _, let operation, _) = kind { operation } else { nil }
  }
}

extension RunRecord.Entry {
  /// An event without its numbers, so that events of two runs are equal if the same happened.
  struct Essence: Equatable {
    var device: UInt8
    var account: UInt8
    var words: String
  }

  /// Whether the app takes data of a reply, or shows a value.
  fileprivate var isWrite: Bool {
    switch event.kind {
    case .applied, .published: true
    default: false
    }
  }

  /// The server's source line behind the event.
  private var sourceAtServer: String? { source.flatMap { $0.hasPrefix("Backend") ? $0 : nil } }

  var essence: Essence {
    let words =
      switch event.kind {
      case .sent(let endpoint, _, let operation, _): "sent \(endpoint) \(operation) \(detail)"
      // A decision of the server without a commit is named by its source line.
      case .received(let endpoint, _, let outcome, _, _):
        "received \(endpoint) \(outcome) \(sourceAtServer ?? "")"
      case .committed(let commit, _, _): "committed \(commit)"
      case .applied(let resource, let view, _, let origin): "applied \(resource) \(view) \(origin)"
      case .published(let variable, let value, _): "published \(variable) \(value)"
      default: "\(event.kind)"
      }
    return Essence(device: event.device, account: event.account, words: words)
  }
}
