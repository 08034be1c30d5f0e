import GTSDModel

/// Draws the timeline of one run from its events and from the arrivals of its schedule.
///
/// Put it before the checkers among a world's observers, so that what an event breaks comes right after the event.
package final class TimelineRecorder: WireObserver {
  /// What made the world go on.
  package enum ArrivalKind: Sendable {
    /// A message arrived, or a service ended.
    case message
    /// A pause, a period or a time-out was over.
    case timer
    /// A job ran that a policy picked.
    case job
  }

  /// Somebody who knows more of a world than its events.
  package struct Insight {
    /// The arrivals from a number on; nil where no policy makes any.
    var arrivals: ((_ from: Int) -> [Arrival])?
    /// Where the code stands that emitted the latest event.
    var source: () -> EventSource

    package init(arrivals: ((_ from: Int) -> [Arrival])?, source: @escaping () -> EventSource) {
      (self.arrivals, self.source) = (arrivals, source)
    }
  }

  /// What the schedule let come.
  package struct Arrival {
    var id: UInt64
    var time: Int64
    var kind: ArrivalKind
    /// The arrival, from 0, during which its wait began; nil for none.
    var cause: Int?
    /// The spawn path of the task that goes on.
    var task: String?

    package init(id: UInt64, time: Int64, kind: ArrivalKind, cause: Int?, task: String?) {
      (self.id, self.time, self.kind, self.cause, self.task) = (id, time, kind, cause, task)
    }
  }

  private let insight: Insight?
  /// Where each operation under way began: its requests are that code's.
  private var begun: [(device: UInt8, operation: Operation, source: String?)] = []
  /// Where the server decided on requests without a commit.
  private var decisions: [(device: UInt8, number: Int32, source: String?)] = []
  private var draft = TimelineDraft()
  private(set) var record = RunRecord()
  /// Whether every instant counts as an arrival, since nobody tells of arrivals.
  private var goesByTime = false

  /// A recorder that is told of arrivals by ``arrived(label:time:kind:cause:task:)``. If it is told of none before the
  /// first event, every instant at which something happens counts as one.
  package init() { insight = nil }

  /// A recorder of the events of a world that asks for what they do not tell.
  package init(_ insight: Insight) { self.insight = insight }

  /// Tells what a phone shows before the first event, so that the first change of a variable has a value before.
  package func begin(phone device: UInt8, showing values: (StateVariable) -> Int64) {
    for variable in StateVariable.allCases {
      draft.remember(variable, values(variable), on: device)
      record.shown.append((device, variable, values(variable)))
    }
  }

  /// The schedule let something come next; the events that follow, up to the next arrival, are its doing.
  ///
  /// - Parameters:
  ///   - label: names it; nil has it named after what follows from it.
  ///   - id: names it in every run that came so far alike; its time where nothing else does.
  ///   - cause: the arrival, from 0, during which its wait began; nil for none, or where it is not known.
  ///   - task: the spawn path of the task that goes on.
  package func arrived(
    label: String? = nil, time: Int64, kind: ArrivalKind = .message, id: UInt64? = nil, cause: Int? = nil,
    task: String? = nil
  ) {
    record.arrivals.append(
      RunRecord.Arrival(id: id ?? UInt64(bitPattern: time), cause: cause, task: task))
    draft.arrivals.append(
      ArrivalDraft(label: label, time: time, place: draft.places, kind: kind, cause: cause, task: task))
  }

  /// Takes over what the scheduler let come since the last time.
  private func catchUp() {
    for arrival in insight?.arrivals?(draft.arrivals.count) ?? [] {
      arrived(time: arrival.time, kind: arrival.kind, id: arrival.id, cause: arrival.cause, task: arrival.task)
    }
  }

  package func observe(_ event: SimulationEvent) {
    catchUp()
    if insight?.arrivals == nil, draft.arrivals.isEmpty || goesByTime, event.time != draft.arrivals.last?.time {
      goesByTime = true
      arrived(time: event.time)
    }
    draft.source = insight.flatMap { Self.text(of: $0.source()) }
    guard let place = draft.take(event) else { return }
    record.entries.append(
      RunRecord.Entry(
        event: event, place: place, step: record.arrivals.count - 1, source: cause(of: event),
        emitter: draft.source))
  }

  /// The code that is behind an event: not always the line that emits it.
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
      // Whoever cancelled it did something else in the same step.
      let step = record.arrivals.count - 1
      let other = record.entries.last { entry in
        guard entry.step == step, entry.event.device == event.device, entry.source != nil else { return false }
        if case .received = entry.event.kind { return false }
        return true
      }
      return other?.source ?? decision(event.device, number) ?? draft.source
    case .received(_, let number, _, _, _): return decision(event.device, number) ?? draft.source
    default: return draft.source
    }
  }

  private func decision(_ device: UInt8, _ number: Int32) -> String? {
    decisions.last { $0.device == device && $0.number == number }?.source
  }

  // MARK: The wire

  package func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    switch event {
    case .sent(let call):
      guard let index = record.entries.lastIndex(where: { $0.isSending(call.id, on: device) }) else { return }
      record.entries[index].detail = "\(call.body)"
    case .served(let call, _, _, _, let source?):
      decisions.append((device, call.id, Self.text(of: source)))
    case .served, .tapped, .drewSignIn, .received: break
    }
  }

  /// An oracle noticed something at the latest event.
  package func violated(_ finding: Finding) {
    record.notices.append(RunRecord.Notice(finding: finding, place: draft.places))
    violated("\(finding.oracle.id): \(finding.summary)", device: finding.device, view: finding.view)
  }

  /// Something broke at the latest event, or in the end.
  package func violated(_ text: String, device: UInt8? = nil, view: View? = nil) {
    catchUp()
    draft.violated(text, device: device, view: view)
  }

  /// Something to be said at the latest event, of a phone.
  package func noted(_ text: String, device: UInt8) {
    catchUp()
    draft.noted(text, device: device)
  }

  /// `Device+Metrics.swift:88`; the compiler's identifier of a file lacks the folder.
  private static func text(of source: EventSource) -> String? {
    guard source.line > 0 else { return nil }
    let file = "\(source.file)".split(separator: "/").last ?? ""
    return "\(file):\(source.line)"
  }

  /// The timeline so far; arrivals have names that are unique in it.
  package var timeline: Timeline {
    catchUp()
    return draft.timeline
  }
}

/// An arrival before it has a name.
struct ArrivalDraft {
  var label: String?
  var time: Int64
  var place: Int
  var kind: TimelineRecorder.ArrivalKind
  var cause: Int?
  var task: String?
}

/// A timeline in the making: rows are known by what they are of until the end, when they get their order.
struct TimelineDraft {
  /// What a row is of, in the order in which rows stand below each other.
  struct RowKey: Equatable {
    /// 0 the person; then per phone its views and its requests; last the server.
    var order: Int

    static let person = RowKey(order: 0)
    static let server = RowKey(order: 1_000)
    static func view(_ view: View, on device: UInt8) -> RowKey {
      // The app as a whole stands above its views.
      RowKey(order: 1 + Int(device) * 100 + (view == .root ? 0 : 1 + Int(view.rawValue)))
    }
    static func requests(of device: UInt8) -> RowKey { RowKey(order: 1 + Int(device) * 100 + 90) }

    var row: Timeline.Row {
      if self == .person { return Timeline.Row(kind: .user, label: "person") }
      if self == .server { return Timeline.Row(kind: .backend, label: "server") }
      let phone = StateWords.phone(UInt8((order - 1) / 100))
      let part = (order - 1) % 100
      if part == 90 { return Timeline.Row(kind: .device, label: "\(phone): requests") }
      let view = part == 0 ? View.root : View(rawValue: UInt8(part - 1)) ?? .root
      return Timeline.Row(kind: .view, label: "\(phone): \(StateWords.view(view))")
    }
  }

  /// One request from its sending on.
  struct RequestNote {
    var device: UInt8
    var number: Int32
    var endpoint: Endpoint
    /// Places of its beginning and end.
    var sent: Int
    var received: Int?
    var outcome: SimulationEvent.Outcome?
    var bar: Int

    var name: String { "\(StateWords.endpoint(endpoint)) #\(number)" }
  }

  var arrivals: [ArrivalDraft] = []
  var source: String?
  private(set) var places = 0
  private(set) var events: [(place: Int, event: SimulationEvent)] = []
  private(set) var requests: [RequestNote] = []
  private var keys: [RowKey] = []
  private var bars: [Timeline.Bar] = []
  private var marks: [Timeline.Mark] = []
  private var running: [(device: UInt8, operation: Operation, bar: Int)] = []
  private var values: [(device: UInt8, variable: StateVariable, value: Int64)] = []
  private var photos: [(device: UInt8, item: PhotoItemID, state: PhotoItemState)] = []
  private var accounts: [UInt8?] = [nil, nil]
  private var latestRow = 0

  // MARK: Taking events

  /// Draws one event.
  ///
  /// - Returns: its place; nil for one that has none in a picture.
  @discardableResult
  mutating func take(_ event: SimulationEvent) -> Int? {
    let place = places
    draw(event)
    return places > place ? place : nil
  }

  private mutating func draw(_ event: SimulationEvent) {
    let device = event.device
    switch event.kind {
    case .sessionStarted(let cold):
      note("app launched\(cold ? "" : " warm")", .view(.root, on: device), event)
    case .sessionEnded:
      for entry in running where entry.device == device { bars[entry.bar].to = places }
      running.removeAll { $0.device == device }
      values.removeAll { $0.device == device }
      note("app ended", .view(.root, on: device), event)
    case .background: note("in the background", .view(.root, on: device), event)
    case .foreground: note("in the foreground", .view(.root, on: device), event)
    case .action(let action, _):
      mark(.tap, .person, "tap \(StateWords.words("\(action)")) on \(StateWords.phone(device))", event)
    case .authenticated(let account):
      let before = accounts[Int(device)]
      accounts[Int(device)] = account
      state(
        "account", Self.account(before), Self.account(account), "account", .view(.root, on: device), event)
    case .sent(let endpoint, let request, let operation, _):
      let name = "\(StateWords.endpoint(endpoint)) #\(request)"
      let bar = open(.requests(of: device), "\(name) for \(StateWords.words("\(operation)"))", event)
      requests.append(RequestNote(device: device, number: request, endpoint: endpoint, sent: places - 1, bar: bar))
    case .received(_, let request, let outcome, let revision, _):
      guard let index = requests.lastIndex(where: { $0.device == device && $0.number == request }) else { break }
      requests[index].received = places
      requests[index].outcome = outcome
      close(requests[index].bar, StateWords.outcome(outcome, revision: revision), event)
    case .began(let operation):
      let bar = open(.view(operation.view, on: device), StateWords.words("\(operation)"), event)
      running.append((device, operation, bar))
    case .ended(let operation):
      guard let index = running.firstIndex(where: { $0.device == device && $0.operation == operation }) else { break }
      close(running.remove(at: index).bar, "ended", event)
    case .published(let variable, let value, let cause): publish(variable, value, cause, event)
    case .applied(let resource, let view, let revision, let origin):
      let foreign = accounts[Int(device)].map { $0 != origin } ?? false ? " of account \(origin + 1)" : ""
      mark(
        .applied, .view(view, on: device), "applies \(resource)\(foreign) read at revision \(revision)", event,
        variable: "\(resource)", revision: Int(revision))
    case .cleared(let resource, let view): note("drops \(resource)", .view(view, on: device), event)
    case .photoItem(let item, let state): photo(item, state, event)
    case .photoProgress(let item, let percent):
      let words = percent.map { "is shown at \($0) %" } ?? "shows no progress any more"
      note("photo \(item.rawValue + 1) \(words)", .view(.photos, on: device), event)
    case .trap(let operation):
      note("would crash here (\(StateWords.words("\(operation)")))", .view(operation.view, on: device), event)
    case .analytics: break
    case .committed(let commit, let revision, _):
      mark(
        .commit, .server, "revision \(revision): \(StateWords.commit(commit))", event,
        variable: StateWords.subject(commit), revision: Int(revision))
    case .planRequested(let open):
      note(open ? "plan request" : "plan request before the acknowledgment", .server, event)
    }
  }

  mutating func remember(_ variable: StateVariable, _ value: Int64, on device: UInt8) {
    if let index = values.firstIndex(where: { $0.device == device && $0.variable == variable }) {
      values[index].value = value
    } else {
      values.append((device, variable, value))
    }
  }

  private mutating func publish(
    _ variable: StateVariable, _ value: Int64, _ cause: Cause, _ event: SimulationEvent
  ) {
    let before = values.first { $0.device == event.device && $0.variable == variable }?.value
    remember(variable, value, on: event.device)
    // A new process starts from nothing; that is one event, not one of each variable.
    guard cause != .launch else { return }
    state(
      "\(variable)", before.map { StateWords.value(variable, $0) }, StateWords.value(variable, value), "\(cause)",
      .view(variable.view, on: event.device), event)
  }

  private mutating func photo(_ item: PhotoItemID, _ state: PhotoItemState, _ event: SimulationEvent) {
    let index = photos.firstIndex { $0.device == event.device && $0.item == item }
    let before = index.map { "\(photos[$0].state)" }
    if let index { photos[index].state = state } else { photos.append((event.device, item, state)) }
    self.state(
      "photo \(item.rawValue + 1)", before, "\(state)", nil, .view(.photos, on: event.device), event)
  }

  mutating func violated(_ text: String, device: UInt8?, view: View?) {
    var row = latestRow
    if let device, device != SimulationEvent.server, let view { row = self.row(.view(view, on: device)) }
    if keys.isEmpty { row = self.row(.person) }
    marks.append(Timeline.Mark(kind: .violation, row: row, place: places, text: text))
    places += 1
  }

  mutating func noted(_ text: String, device: UInt8) {
    marks.append(Timeline.Mark(kind: .note, row: row(.view(.root, on: device)), place: places, text: text))
    places += 1
  }

  // MARK: Parts

  private static func account(_ account: UInt8?) -> String { account.map { "account \($0 + 1)" } ?? "signed out" }

  private mutating func row(_ key: RowKey) -> Int {
    if let index = keys.firstIndex(of: key) { return index }
    keys.append(key)
    return keys.count - 1
  }

  private mutating func nextPlace(_ event: SimulationEvent) -> Int {
    events.append((places, event))
    places += 1
    return places - 1
  }

  private mutating func note(_ text: String, _ key: RowKey, _ event: SimulationEvent) {
    mark(.note, key, text, event)
  }

  private mutating func state(
    _ variable: String, _ before: String?, _ after: String, _ cause: String?, _ key: RowKey, _ event: SimulationEvent
  ) {
    let change = "\(variable): \(before.map { "\($0) → " } ?? "")\(after)"
    mark(
      .state, key, change + (cause.map { $0 == variable ? "" : " (\(StateWords.words($0)))" } ?? ""), event,
      variable: variable, before: before, after: after)
  }

  private mutating func mark(
    _ kind: Timeline.Mark.Kind, _ key: RowKey, _ text: String, _ event: SimulationEvent, variable: String? = nil,
    before: String? = nil, after: String? = nil, revision: Int? = nil
  ) {
    latestRow = row(key)
    marks.append(
      Timeline.Mark(
        kind: kind, row: latestRow, place: nextPlace(event), text: text, variable: variable, before: before,
        after: after, revision: revision, source: source))
  }

  private mutating func open(_ key: RowKey, _ label: String, _ event: SimulationEvent) -> Int {
    latestRow = row(key)
    bars.append(Timeline.Bar(row: latestRow, from: nextPlace(event), to: nil, label: label, outcome: ""))
    return bars.count - 1
  }

  private mutating func close(_ bar: Int, _ outcome: String, _ event: SimulationEvent) {
    latestRow = bars[bar].row
    bars[bar].to = nextPlace(event)
    bars[bar].outcome = outcome
  }

  // MARK: The whole

  var timeline: Timeline {
    let order = keys.indices.ordered { keys[$0].order < keys[$1].order }
    var places = [Int](repeating: 0, count: keys.count)
    for (place, row) in order.enumerated() { places[row] = place }
    var result = Timeline()
    result.rows = order.map { keys[$0].row }
    result.bars = bars.map { bar in
      var bar = bar
      bar.row = places[bar.row]
      return bar
    }
    result.marks = marks.map { mark in
      var mark = mark
      mark.row = places[mark.row]
      return mark
    }
    let names = ArrivalNames(self).unique
    result.arrivals = zip(arrivals, names).map { arrival, name in
      Timeline.Arrival(label: name, time: arrival.time, place: arrival.place, task: arrival.task)
    }
    result.places = self.places
    return result
  }
}
