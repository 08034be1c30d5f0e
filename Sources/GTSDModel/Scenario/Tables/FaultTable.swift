import GTSDFields

/// A fault in the flat form of files, with the fields of every kind.
struct FaultDraft: Sendable {
  /// The kind of fault.
  enum Kind: String, CaseIterable, Sendable {
    case latency, error, timeout, replyLost = "reply-lost", garbled, duplicate, reorder, outage, brownOut = "brown-out"
    case rateLimitStorm = "rate-limit-storm", restart, clockSkew = "clock-skew"

    /// The field that contains the fault's amount; nil for kinds that have no amount.
    var field: String? {
      switch self {
      case .latency: "added"
      case .error: "status"
      case .reorder: "delay"
      case .brownOut: "capacity"
      case .clockSkew: "by"
      case .timeout, .replyLost, .garbled, .duplicate, .outage, .rateLimitStorm, .restart: nil
      }
    }

    /// Whether the fault is decided separately for each request.
    var touchesRequests: Bool {
      switch self {
      case .latency, .error, .timeout, .replyLost, .garbled, .duplicate, .reorder, .outage, .rateLimitStorm: true
      case .brownOut, .restart, .clockSkew: false
      }
    }
  }

  var kind = Kind.outage
  var name: String?
  var endpoints: [Endpoint] = []
  var from = TimeSpan.zero
  var until: TimeSpan?
  var probability: Probability = 1
  var times: Int?
  var added: Distribution?
  var status: Int?
  var delay: Distribution?
  var capacity: Double?
  var skew: TimeSpan?
}

/// The table of faults.
enum FaultTable {
  private static let longest = TimeSpan.days(366)

  static let draft = ObjectSpec<FaultDraft>(
    what: "fault", template: FaultDraft(),
    fields: [
      Field("kind", \.kind, .choice(), "The kind of the fault.", required: true),
      Field(
        "name", \.name, .name, none: "what the fault is", from: "fault",
        "The name of the fault's random draws. With a name, they stay the same when other values of the fault change."),
      Field(
        "endpoints", \.endpoints, .list(of: .endpoint, template: .health, what: "endpoints", count: 0...100),
        "The affected endpoints; an empty list for all."),
      Field("from", \.from, .span(.zero...longest), "Start of the window."),
      Field(
        "until", \.until, .span(.zero...longest), none: "the end of the run", from: .zero,
        "End of the window, exclusive."),
      Field("probability", \.probability, .probability, "Probability that a request in the window is affected."),
      Field(
        "times", \.times, .int(1...1000, "requests"), none: "no limit", from: 1,
        "The greatest number of affected requests in one run; for kinds that affect single requests."),
      Field(
        "added", \.added, .timing, none: "other kinds", from: .constant(0),
        "For latency: the time added to the service time."),
      Field(
        "status", \.status, .int(400...599), none: "other kinds", from: 500,
        "For error: the status sent instead of service."),
      Field(
        "delay", \.delay, .timing, none: "other kinds", from: .constant(0),
        "For reorder: how long the reply is held back."),
      Field(
        "capacity", \.capacity, .number(0...1), none: "other kinds", from: 1,
        "For brown-out: the share of capacity that is left."),
      Field(
        "by", \.skew, .span(.zero...longest), none: "other kinds", from: .zero,
        "For clock-skew: how far the server's clock is ahead."),
    ])
}

extension FaultDraft {
  init(_ fault: Fault) {
    name = fault.name
    endpoints = fault.endpoints
    from = fault.from
    until = fault.until
    probability = fault.probability
    times = fault.times
    switch fault.kind {
    case .latency(let added): (kind, self.added) = (.latency, added)
    case .error(let status): (kind, self.status) = (.error, status)
    case .timeout: kind = .timeout
    case .replyLost: kind = .replyLost
    case .garbled: kind = .garbled
    case .duplicate: kind = .duplicate
    case .reorder(let delay): (kind, self.delay) = (.reorder, delay)
    case .outage: kind = .outage
    case .brownOut(let capacity): (kind, self.capacity) = (.brownOut, capacity)
    case .rateLimitStorm: kind = .rateLimitStorm
    case .restart: kind = .restart
    case .clockSkew(let skew): (kind, self.skew) = (.clockSkew, skew)
    }
  }

  /// The fault; nil if the field that its kind needs is missing.
  var fault: Fault? {
    let what: Fault.Kind? =
      switch kind {
      case .latency: added.map { .latency($0) }
      case .error: status.map { .error(status: $0) }
      case .timeout: .timeout
      case .replyLost: .replyLost
      case .garbled: .garbled
      case .duplicate: .duplicate
      case .reorder: delay.map { .reorder($0) }
      case .outage: .outage
      case .brownOut: capacity.map { .brownOut(capacity: $0) }
      case .rateLimitStorm: .rateLimitStorm
      case .restart: .restart
      case .clockSkew: skew.map { .clockSkew($0) }
      }
    return what.map {
      var fault = Fault(
        kind: $0, endpoints: endpoints, from: from, until: until, probability: probability, times: times)
      fault.name = name
      return fault
    }
  }
}

extension Fault {
  /// A text that identifies this fault: its name, or otherwise all of its values.
  package var identity: String { name ?? ValueSpec.fault.write(self).text }
}

extension ValueSpec where Value == Fault {
  /// A fault, with its kind and its parameters in one object.
  static let fault: ValueSpec = {
    let draft = FaultTable.draft.value
    return ValueSpec(
      expected: draft.expected, schema: draft.schema,
      read: { node, path, fault, reading in
        let problems = reading.problems.count
        var value = FaultDraft()
        draft.read(node, path, &value, &reading)
        guard node["kind"]?.string.flatMap(FaultDraft.Kind.init) != nil else { return }
        let needed = value.kind.field
        for kind in FaultDraft.Kind.allCases {
          guard let field = kind.field, field != needed, let given = node[field], given.value != .null else { continue }
          reading.report(
            JSONPath.appending(field, to: path), given, "has no meaning for the kind `\(value.kind.rawValue)`")
        }
        if let needed, node[needed].map({ $0.value == .null }) ?? true {
          reading.report(
            JSONPath.appending(needed, to: path), node, "is missing",
            remedy: "the kind `\(value.kind.rawValue)` needs it")
        }
        if let times = node["times"], times.value != .null, !value.kind.touchesRequests {
          reading.report(
            JSONPath.appending("times", to: path), times, "has no meaning for the kind `\(value.kind.rawValue)`")
        }
        if let until = value.until, until <= value.from {
          reading.report(
            JSONPath.appending("until", to: path), node["until"] ?? node,
            "the window ends at \(DurationText.text(until)), not after its start at \(DurationText.text(value.from))")
        }
        if reading.problems.count == problems, let complete = value.fault { fault = complete }
      },
      write: { fault in
        let members = draft.write(FaultDraft(fault)).members ?? []
        let written = members.filter { $0.node.value != .null || $0.key == "until" }
        return .object(written.map { ($0.key, $0.node) })
      },
      fields: draft.fields)
  }()
}
