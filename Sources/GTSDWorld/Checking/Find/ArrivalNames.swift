import GTSDModel

/// Names the arrivals of a run in a person's terms: taps by the button, requests by the tap that caused them, timers by
/// their purpose. Names do not depend on the order.
///
/// A reply is named after its event. The path of its request is found by going backwards: each arrival records the
/// arrival during which its wait began.
struct ArrivalNames {
  private let draft: TimelineDraft
  /// The steps of a story that are not taps, by the path of their task.
  private let steps: [String: String]
  private var names: [String?]
  /// The names of a person's taps and other actions, by the index of their arrival, without the phone.
  private var deeds: [Int: String] = [:]
  private var requests: [String]
  private let hasPhones: Bool

  init(_ draft: TimelineDraft, steps: [String: String] = [:]) {
    self.draft = draft
    self.steps = steps
    names = draft.arrivals.map(\.label)
    requests = draft.requests.map(\.name)
    hasPhones = draft.events.contains { $0.event.device == 1 }
    nameDeeds()
    nameRequests()
    nameReplies()
    nameWays()
    for index in names.indices where names[index] == nil { names[index] = name(of: index) }
  }

  /// The names, with numbers where they would be equal.
  var unique: [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
      let name = name ?? "message"
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return count == 1 ? name : "\(name) (\(count))"
    }
  }

  /// The phone in words, if there are several; otherwise empty.
  private func place(_ device: UInt8) -> String { hasPhones ? " on \(StateWords.phone(device))" : "" }

  // MARK: Actions of people

  private mutating func nameDeeds() {
    var found: [(arrival: Int, name: String, device: UInt8, step: Int)] = []
    for arrival in names.indices where names[arrival] == nil {
      let task = draft.arrivals[arrival].task
      let step = task.flatMap { $0.split(separator: ".").last.flatMap { Int($0) } } ?? arrival
      if let (action, device) = action(in: arrival) {
        found.append((arrival, StateWords.deed(action), device, step))
      } else if draft.arrivals[arrival].kind == .timer, let task, let words = steps[task] {
        found.append((arrival, "the \(words) step", task.first == "2" ? 1 : 0, step))
      }
    }
    for deed in found {
      let same = found.filter { $0.name == deed.name && $0.device == deed.device }
      // In the story's order, not in the order in which they happened.
      let number = same.count { ($0.step, $0.arrival) < (deed.step, deed.arrival) }
      let name = same.count == 1 ? deed.name : Self.numbered(deed.name, number)
      deeds[deed.arrival] = name
      names[deed.arrival] = name + place(deed.device)
    }
  }

  /// The person's tap in an arrival: its first event, or the first after the start of a session.
  private func action(in arrival: Int) -> (PersonAction, device: UInt8)? {
    let events = firstEvents(of: arrival)
    // A launch restores the session before its action is reported.
    if case .sessionStarted = events.first?.event.kind {
      for (_, event) in events { if case .action(let action, _) = event.kind { return (action, event.device) } }
    }
    for (_, event) in events {
      switch event.kind {
      case .action(let action, _): return (action, event.device)
      case .sessionStarted, .sessionEnded, .background, .foreground, .published: continue
      default: return nil
      }
    }
    return nil
  }

  /// A name with a number, such as `the second acknowledge tap` from `the acknowledge tap`.
  private static func numbered(_ name: String, _ number: Int) -> String {
    let ordinals = ["first", "second", "third", "fourth", "fifth"]
    let ordinal = number < ordinals.count ? ordinals[number] : "\(number + 1)th"
    return name.hasPrefix("the ") ? "the \(ordinal) \(name.dropFirst(4))" : "\(ordinal) \(name)"
  }

  /// The tap that caused an arrival, directly or through other arrivals, in words; nil if there is none.
  private func deed(behind arrival: Int) -> String? {
    var next: Int? = arrival
    while let index = next {
      if let deed = deeds[index] { return deed }
      next = draft.arrivals[index].cause.flatMap { $0 < index ? $0 : nil }
    }
    return nil
  }

  /// The request that caused a message at the server.
  private func request(behind arrival: Int) -> Int? {
    var next = draft.arrivals[arrival].cause
    while let index = next {
      if let sent = draft.requests.lastIndex(where: { self.arrival(of: $0.sent) == index }) { return sent }
      next = draft.arrivals[index].cause.flatMap { $0 < index ? $0 : nil }
    }
    return nil
  }

  // MARK: Requests

  private mutating func nameRequests() {
    let behind = draft.requests.map { arrival(of: $0.sent).flatMap { deed(behind: $0) } }
    for (index, request) in draft.requests.enumerated() {
      let same = draft.requests.indices.filter {
        behind[$0] == behind[index] && draft.requests[$0].endpoint == request.endpoint
          && draft.requests[$0].device == request.device
      }
      let number = same.count { draft.requests[$0].number < request.number }
      let endpoint = StateWords.endpoint(request.endpoint)
      let name = same.count == 1 ? endpoint : Self.numbered(endpoint, number)
      requests[index] =
        behind[index].map { "\($0)'s \(name)\(place(request.device))" }
        ?? "\(name) on \(StateWords.phone(request.device))"
    }
  }

  private mutating func nameReplies() {
    for (index, request) in draft.requests.enumerated() {
      guard let received = request.received, let arrival = arrival(of: received), names[arrival] == nil,
        firstEvents(of: arrival).first?.place == received
      else { continue }
      switch request.outcome {
      case .timedOut: names[arrival] = "time-out of \(requests[index])"
      case .cancelled: names[arrival] = "cancellation of \(requests[index])"
      case .network: names[arrival] = "network error of \(requests[index])"
      case .status, .undecodable, .garbled, nil: names[arrival] = "reply to \(requests[index])"
      }
    }
  }

  private mutating func nameWays() {
    for (index, request) in draft.requests.enumerated() {
      guard let sent = arrival(of: request.sent) else { continue }
      var way = request.received.flatMap { arrival(of: $0) }.map { backwards(from: $0, to: sent) } ?? []
      // No task waits for the reply any more.
      if way.isEmpty { way = forwards(from: sent) }
      for (step, arrival) in way.enumerated() where names[arrival] == nil {
        switch step {
        case 0: names[arrival] = "\(requests[index]) reaches the server"
        case 1: names[arrival] = "\(requests[index]) is served"
        default: names[arrival] = "unawaited reply to \(requests[index])"
        }
      }
    }
  }

  /// The arrivals between a request and its reply, in order; empty unless they lead back to the request.
  private func backwards(from reply: Int, to sent: Int) -> [Int] {
    var way: [Int] = []
    var next = draft.arrivals[reply].cause
    while let arrival = next, arrival > sent {
      way.append(arrival)
      next = draft.arrivals[arrival].cause
    }
    return next == sent ? way.reversed() : []
  }

  /// The messages that follow from a request without a reply and belong to no other request.
  private func forwards(from sent: Int) -> [Int] {
    var way: [Int] = []
    var from = sent
    while way.count < 3,
      let next = draft.arrivals.indices.first(where: {
        draft.arrivals[$0].cause == from && draft.arrivals[$0].kind == .message && names[$0] == nil && $0 > from
      })
    {
      way.append(next)
      from = next
    }
    return way
  }

  // MARK: Other arrivals

  private func name(of arrival: Int) -> String {
    if let first = firstEvents(of: arrival).first, case .committed(let commit, _, _) = first.event.kind {
      if draft.arrivals[arrival].kind == .message, let request = request(behind: arrival) {
        return "a second delivery of \(requests[request]) is served"
      }
      return "the server's commit of \(StateWords.kind(commit))"
    }
    let what =
      switch draft.arrivals[arrival].kind {
      case .message: "message"
      case .timer: "timer"
      case .job: "job"
      }
    if draft.arrivals[arrival].kind == .timer, let purpose = purpose(of: arrival) { return purpose }
    guard let device = device(of: arrival) else { return what }
    return "\(what) on \(device == SimulationEvent.server ? "the server" : StateWords.phone(device))"
  }

  /// The request or change that a timer waits for, in words. If it is not known, the timer's duration and the event
  /// that set it.
  private func purpose(of arrival: Int) -> String? {
    for (_, event) in firstEvents(of: arrival) {
      switch event.kind {
      case .sent(_, let number, _, _):
        let request = draft.requests.firstIndex { $0.device == event.device && $0.number == number }
        return request.map { "the pause before \(requests[$0])" }
      case .published(let variable, _, _):
        let timer = deed(behind: arrival).map { "\($0)'s timer" } ?? "the timer"
        return "\(timer) of \(variable)\(place(event.device))"
      default: continue
      }
    }
    guard let cause = draft.arrivals[arrival].cause, cause < arrival, let setter = names[cause],
      let due = draft.arrivals[arrival].due
    else { return nil }
    let wait = due - draft.arrivals[cause].time
    if wait == StateVariable.frame { return "the frame after \(setter)" }
    let milliseconds = max(0, wait) / Nanoseconds.millisecond
    return "the end of \(milliseconds) ms after \(setter)"
  }

  /// The phone of an arrival: that of its first event, otherwise that of its cause.
  private func device(of arrival: Int) -> UInt8? {
    var next: Int? = arrival
    while let index = next {
      if let first = firstEvents(of: index).first { return first.event.device }
      next = draft.arrivals[index].cause.flatMap { $0 < index ? $0 : nil }
    }
    return nil
  }

  /// The arrival that caused an event; nil for one before the first.
  private func arrival(of place: Int) -> Int? { draft.arrivals.lastIndex { $0.place <= place } }

  private func firstEvents(of arrival: Int) -> [(place: Int, event: SimulationEvent)] {
    let end = arrival + 1 < draft.arrivals.count ? draft.arrivals[arrival + 1].place : draft.places
    let start = draft.arrivals[arrival].place
    return draft.events.filter { $0.place >= start && $0.place < end }
  }
}

extension StateWords {
  /// Names of actions other than taps on the app.
  private static let happenings: [PersonAction: String] = [
    .launch: "the launch", .terminate: "the end of the app", .background: "the change to the background",
    .foreground: "the return to the foreground", .airplaneModeOn: "airplane mode on",
    .airplaneModeOff: "airplane mode off", .setClock: "the change of the clock",
    .setTimeZone: "the change of the time zone",
  ]

  /// The name of a person's action, as a noun.
  static func deed(_ action: PersonAction) -> String {
    happenings[action] ?? "the \(words("\(action)")) tap"
  }
}
