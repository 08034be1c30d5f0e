import GTSDModel

/// Names the arrivals of a run after what followed from them.
///
/// A reply is known by its event. The way that its request took is known backwards from there: each arrival knows during
/// which arrival its wait began. What is left is named after its first event, or after what it came from.
struct ArrivalNames {
  private let draft: TimelineDraft
  private var names: [String?]

  init(_ draft: TimelineDraft) {
    self.draft = draft
    names = draft.arrivals.map(\.label)
    nameReplies()
    nameWays()
    for index in names.indices where names[index] == nil { names[index] = name(of: index) }
  }

  /// The names, told apart by a number where they would be equal.
  var unique: [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
      let name = name ?? "message"
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return count == 1 ? name : "\(name) (\(count))"
    }
  }

  // MARK: Requests

  private mutating func nameReplies() {
    for request in draft.requests {
      guard let received = request.received, let arrival = arrival(of: received), names[arrival] == nil,
        firstEvents(of: arrival).first?.place == received
      else { continue }
      let on = "\(request.name) on \(StateWords.phone(request.device))"
      switch request.outcome {
      case .timedOut: names[arrival] = "time-out of \(on)"
      case .cancelled: names[arrival] = "cancellation of \(on)"
      case .network: names[arrival] = "network error of \(on)"
      case .status, .undecodable, nil: names[arrival] = "reply to \(on)"
      }
    }
  }

  private mutating func nameWays() {
    for request in draft.requests {
      guard let sent = arrival(of: request.sent) else { continue }
      let way =
        request.received.flatMap { arrival(of: $0) }.map { backwards(from: $0, to: sent) } ?? forwards(from: sent)
      for (step, arrival) in way.enumerated() where names[arrival] == nil {
        let on = "\(request.name) of \(StateWords.phone(request.device))"
        names[arrival] = step == 0 ? "\(on) reaches the server" : "\(on) is served"
      }
    }
  }

  /// The arrivals between the sending and the reply, first to last; empty unless they lead back to the sending.
  private func backwards(from reply: Int, to sent: Int) -> [Int] {
    var way: [Int] = []
    var next = draft.arrivals[reply].cause
    while let arrival = next, arrival > sent {
      way.append(arrival)
      next = draft.arrivals[arrival].cause
    }
    return next == sent ? way.reversed() : []
  }

  /// What came of a request without a reply: the messages that follow from its sending and belong to nobody else.
  private func forwards(from sent: Int) -> [Int] {
    var way: [Int] = []
    var from = sent
    while way.count < 2,
      let next = draft.arrivals.indices.first(where: {
        draft.arrivals[$0].cause == from && draft.arrivals[$0].kind == .message && names[$0] == nil && $0 > from
      })
    {
      way.append(next)
      from = next
    }
    return way
  }

  // MARK: The rest

  private func name(of arrival: Int) -> String {
    let events = firstEvents(of: arrival)
    if let tap = events.first(where: { if case .action = $0.event.kind { true } else { false } }),
      tap.place == events.first?.place, case .action(let action, _) = tap.event.kind
    {
      return "tap \(StateWords.words("\(action)")) on \(StateWords.phone(tap.event.device))"
    }
    if let first = events.first, case .committed(let commit, let revision, _) = first.event.kind {
      return "the server commits revision \(revision): \(StateWords.commit(commit))"
    }
    let what =
      switch draft.arrivals[arrival].kind {
      case .message: "message"
      case .timer: "timer"
      case .job: "job"
      }
    guard let device = device(of: arrival) else { return what }
    let place = "\(what) on \(device == SimulationEvent.server ? "the server" : StateWords.phone(device))"
    // Many timers tell nothing themselves: who set it tells more.
    guard draft.arrivals[arrival].kind == .timer, let cause = draft.arrivals[arrival].cause, cause < arrival,
      let setter = names[cause], setter.hasPrefix("tap ") || setter.hasPrefix("reply ")
    else { return place }
    return "\(place), set at \(setter)"
  }

  /// Where an arrival belongs: where its first event is, or else where that of its cause is.
  private func device(of arrival: Int) -> UInt8? {
    var next: Int? = arrival
    while let index = next {
      if let first = firstEvents(of: index).first { return first.event.device }
      next = draft.arrivals[index].cause.flatMap { $0 < index ? $0 : nil }
    }
    return nil
  }

  /// The arrival that an event follows from, nil for one before the first.
  private func arrival(of place: Int) -> Int? { draft.arrivals.lastIndex { $0.place <= place } }

  private func firstEvents(of arrival: Int) -> [(place: Int, event: SimulationEvent)] {
    let end = arrival + 1 < draft.arrivals.count ? draft.arrivals[arrival + 1].place : draft.places
    let start = draft.arrivals[arrival].place
    return draft.events.filter { $0.place >= start && $0.place < end }
  }
}
