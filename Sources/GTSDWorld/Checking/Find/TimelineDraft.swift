import GTSDModel

/// An arrival without a name.
struct ArrivalDraft {
  var label: String?
  var time: Int64
  var place: Int
  var kind: TimelineRecorder.ArrivalKind
  var cause: Int?
  var task: String?
  /// The time at which a wait was due; nil if unknown.
  var due: Int64?
}

/// An unfinished timeline. Rows are identified by their subject until the end, when they are sorted.
struct TimelineDraft {
  /// The subject of a row. The order of keys is the order of rows.
  struct RowKey: Equatable {
    /// The order of the row: 0 for the person; then, per phone, its views and its requests; last the server.
    var order: Int

    static let person = RowKey(order: 0)
    static let server = RowKey(order: 1_000)
    static func view(_ view: View, on device: UInt8) -> RowKey {
      // The row of the whole app is above the rows of its views.
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

  /// A request from the time it was sent.
  struct RequestNote {
    var device: UInt8
    var number: Int32
    var endpoint: Endpoint
    /// The place at which it begins, and the place at which it ends.
    var sent: Int
    var received: Int?
    var outcome: SimulationEvent.Outcome?
    var bar: Int

    var name: String { "\(StateWords.endpoint(endpoint)) #\(number)" }
  }

  var arrivals: [ArrivalDraft] = []
  /// The steps of a story that are not taps, by the path of their task.
  var steps: [String: String] = [:]
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

  // MARK: Events

  /// Adds an event.
  ///
  /// - Returns: its place; nil for an event that is not drawn.
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
    // A new process starts with empty state. This is one event, not one for each variable.
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

  // MARK: Result

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
    let names = ArrivalNames(self, steps: steps).unique
    result.arrivals = zip(arrivals, names).map { arrival, name in
      Timeline.Arrival(label: name, time: arrival.time, place: arrival.place, task: arrival.task)
    }
    result.places = self.places
    return result
  }
}
