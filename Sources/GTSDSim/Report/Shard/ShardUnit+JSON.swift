import GTSDModel

extension Report.Shard {
  var json: ReportJSON {
    .object([
      "index": .int(index), "of": .int(of), "overrides": .array(overrides.map(ReportJSON.string)),
      "units": .array(units.map(\.json)),
    ])
  }
}

extension ShardUnit: Decodable {
  private enum CodingKeys: String, CodingKey {
    case replication, cell, digest, state, checksum
  }

  /// All but the checksum.
  var members: [String: ReportJSON] {
    [
      "replication": .whole(Int64(replication)), "cell": .int(cell), "digest": .string(DigestText.make(digest)),
      "state": .compact(state.json),
    ]
  }

  var json: ReportJSON { .object(members.merging(["checksum": .string(checksum)]) { $1 }) }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    replication = try container.decode(UInt32.self, forKey: .replication)
    cell = try container.decode(Int.self, forKey: .cell)
    let text = try container.decode(String.self, forKey: .digest)
    guard let digest = DigestText.hash(of: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .digest, in: container, debugDescription: "\"\(text)\" is no digest of this program")
    }
    self.digest = digest
    state = try container.decode(State.self, forKey: .state)
    checksum = try container.decode(String.self, forKey: .checksum)
  }
}

extension ShardUnit.State: Decodable {
  var json: ReportJSON {
    var members: [String: ReportJSON] = [
      "arms": .array(
        kpis.arms.map { arm in
          .object(Dictionary(uniqueKeysWithValues: zip(ArmFold.fields.map(\.name), arm.map(\.json))))
        }),
      "funnel": .wholes(kpis.funnel.map { Int64($0) }),
      "requests": .object(
        Dictionary(uniqueKeysWithValues: zip(Endpoint.allCases.map(\.name), kpis.requests).filter { $1 != .init() })
          .mapValues(\.json)),
      "analytics": .object(
        Dictionary(uniqueKeysWithValues: zip(AnalyticsEvent.allNames, kpis.analytics).filter { $1 != 0 })
          .mapValues(ReportJSON.whole)),
      "queueWait": kpis.queueWait.json,
      "violations": .array(violations.entries.map(\.json)),
      "checks": .object(
        Dictionary(
          uniqueKeysWithValues: zip(Invariant.allCases.map(\.id), violations.checks.map(ReportJSON.wholes)))),
    ]
    if !kpis.triggers.isEmpty { members["triggers"] = .array(kpis.triggers.map { .wholes($0.map { Int64($0) }) }) }
    return .object(members)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StateKey.self)
    var arms: [[ArmFold.FieldState]] = []
    var list = try container.nestedUnkeyedContainer(forKey: "arms")
    while !list.isAtEnd {
      let arm = try list.nestedContainer(keyedBy: StateKey.self)
      arms.append(try ArmFold.fields.map { try ArmFold.FieldState(of: $0.field, in: arm, forKey: StateKey($0.name)) })
    }
    kpis = KPIFold.State(
      arms: arms, funnel: try container.decode([Int].self, forKey: "funnel"),
      requests: try container.decode(Endpoint.allCases.map(\.name), forKey: "requests", or: RequestFold.State()),
      analytics: try container.decode(AnalyticsEvent.allNames, forKey: "analytics", or: 0),
      queueWait: try container.decode(LogHistogram.State.self, forKey: "queueWait"),
      triggers: try container.decodeIfPresent([[Int]].self, forKey: "triggers") ?? [])
    violations = ViolationFold.State(
      entries: try container.decode([ViolationFold.State.Entry].self, forKey: "violations"),
      checks: try container.decode(Invariant.allCases.map(\.id), forKey: "checks", or: []))
  }
}

/// A key by its name.
struct StateKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringLiteral name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<StateKey> {
  /// The values of an object by name, in the order of `names`; `standard` for what the object leaves out.
  fileprivate func decode<Value: Decodable>(
    _ names: [String], forKey key: StateKey, or standard: Value
  ) throws -> [Value] {
    let nested = try nestedContainer(keyedBy: StateKey.self, forKey: key)
    for name in nested.allKeys where !names.contains(name.stringValue) {
      throw DecodingError.dataCorruptedError(
        forKey: name, in: nested, debugDescription: "\"\(name.stringValue)\" is unknown to this program")
    }
    return try names.map { try nested.decodeIfPresent(Value.self, forKey: StateKey($0)) ?? standard }
  }
}

// MARK: Folds

extension ArmFold.FieldState {
  fileprivate var json: ReportJSON {
    switch self {
    case .count(let count): .int(count)
    case .rate(let rate): .wholes([rate.successes, rate.trials, rate.censored].map { Int64($0) })
    case .histogram(let state): state.json
    case .survival(let events, let censored): .object(["events": events.json, "censored": censored.json])
    }
  }

  fileprivate init(
    of field: ArmFold.Field, in container: KeyedDecodingContainer<StateKey>, forKey key: StateKey
  ) throws {
    switch field {
    case .count: self = .count(try container.decode(Int.self, forKey: key))
    case .rate:
      let parts = try container.decode([Int].self, forKey: key)
      guard parts.count == 3 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "a rate is three counts, not \(parts.count)")
      }
      self = .rate(RateFold(successes: parts[0], trials: parts[1], censored: parts[2]))
    case .histogram: self = .histogram(try container.decode(LogHistogram.State.self, forKey: key))
    case .survival:
      let nested = try container.nestedContainer(keyedBy: StateKey.self, forKey: key)
      self = .survival(
        events: try nested.decode(LogHistogram.State.self, forKey: "events"),
        censored: try nested.decode(LogHistogram.State.self, forKey: "censored"))
    }
  }
}

extension LogHistogram.State: Decodable {
  fileprivate var json: ReportJSON {
    if self == Self() { return .object([:]) }
    return .object([
      "buckets": .wholes(buckets), "sum": .string(String(sum)), "min": .whole(minimum), "max": .whole(maximum),
    ])
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StateKey.self)
    self.init()
    guard !container.allKeys.isEmpty else { return }
    buckets = try container.decode([Int64].self, forKey: "buckets")
    minimum = try container.decode(Int64.self, forKey: "min")
    maximum = try container.decode(Int64.self, forKey: "max")
    let text = try container.decode(String.self, forKey: "sum")
    guard let sum = Int128(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: "sum", in: container, debugDescription: "a sum is a whole number in a string, not \"\(text)\"")
    }
    self.sum = sum
  }
}

extension RequestFold.State: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StateKey.self)
    count = try container.decode(Int64.self, forKey: "count")
    outcomes = try container.decode([Int64].self, forKey: "outcomes")
    latency = try container.decode(LogHistogram.State.self, forKey: "latency")
  }

  fileprivate var json: ReportJSON {
    .object(["count": .whole(count), "outcomes": .wholes(outcomes), "latency": latency.json])
  }
}

extension ViolationFold.State.Entry: Decodable {
  private static let sites = Dictionary(uniqueKeysWithValues: Site.Kind.allCases.map { ("\($0)", $0) })

  fileprivate var json: ReportJSON {
    .object([
      "invariant": .string(key.invariant.id), "hazard": key.hazard.map { .string($0.rawValue) } ?? .null,
      "site": .string("\(key.site.kind)"), "detail": .wholes([Int64(key.site.detail), Int64(key.site.second)]),
      "episodes": .int(episodes), "users": .int(users), "examples": .wholes(examples),
    ])
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StateKey.self)
    func known<Value>(_ key: StateKey, _ find: (String) -> Value?) throws -> Value {
      let name = try container.decode(String.self, forKey: key)
      guard let value = find(name) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\"\(name)\" is unknown to this program")
      }
      return value
    }
    let kind = try known("site") { Self.sites[$0] }
    let detail = try container.decode([UInt8].self, forKey: "detail")
    guard detail.count == 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: "detail", in: container, debugDescription: "the details of a site are two, not \(detail.count)")
    }
    var site = Site(kind)
    (site.detail, site.second) = (detail[0], detail[1])
    let isClassified = try !container.decodeNil(forKey: "hazard")
    self.init(
      key: ViolationKey(
        invariant: try known("invariant") { Invariant(id: $0) },
        hazard: isClassified ? try known("hazard") { HazardID(rawValue: $0) } : nil, site: site),
      episodes: try container.decode(Int.self, forKey: "episodes"),
      users: try container.decode(Int.self, forKey: "users"),
      examples: try container.decode([Int64].self, forKey: "examples"))
  }
}
