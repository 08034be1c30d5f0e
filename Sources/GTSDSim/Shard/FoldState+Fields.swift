package import Documents
import GTSDFields
import GTSDModel
import GTSDStudies
package import GTSDWorld
package import Statistics

/// The keys of a checkpoint's unit. Its numbers have a checksum, and their ranges are checked when results are
/// restored.
extension KeptUnit: JSONRecord {
  package static var blank: Self { Self(replication: 0, cell: 0, digest: 0, state: .blank) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("replication", &replication, "The index of the replication, from 0.")
    json.count("cell", &cell, "The index of the cell, from 0.")
    json.digest("digest", &digest, "A hash of the ordered events.")
    json.record("state", &state, isCompact: true, FoldState.doc)
    json.text("checksum", &checksum, "A hash of the unit's other values.")
  }
}

/// The keys of a unit of a shard.
extension Report.Shard.Unit: JSONRecord {
  package static var blank: Self { Self(replication: 0, cell: 0, digest: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("replication", &replication, "The index of the replication, from 0.")
    json.count("cell", &cell, "The index of the cell, from 0.")
    json.digest("digest", &digest, "A hash of the ordered events.")
  }
}

extension FoldState: JSONRecord {
  static let doc = "The integers that a report is computed from. Only the version that wrote them can read them."

  package static var blank: Self {
    Self(
      kpis: .init(arms: [], funnel: [], requests: [], analytics: [], queueWait: .init(), triggers: []),
      violations: .init(entries: [], checks: []))
  }

  package mutating func describe(_ json: inout RecordCoder) {
    var arms = kpis.arms.map(Arm.init)
    json.records("arms", &arms)
    kpis.arms = arms.map(\.fields)
    json.integers("funnel", &kpis.funnel, "The number of users at each step.")
    var requests = kpis.requests.map { RecordReading($0) }
    json.named(
      "requests", &requests, Endpoint.allCases.map(\.name), absent: RecordReading(.blank), json: \.value.json,
      schema: JSONSchema.dictionary(of: RequestFold.State.schema))
    kpis.requests = requests.map(\.value)
    json.named(
      "analytics", &kpis.analytics, AnalyticsEvent.allNames, absent: 0, json: { .int($0) },
      schema: JSONSchema.counts("The number of events by name."))
    json.record("queueWait", &kpis.queueWait)
    json.records("violations", &violations.entries)
    json.named(
      "checks", &violations.checks, Invariant.allCases.map(\.id), absent: [], json: { .wholes($0) },
      schema: JSONSchema.dictionary(of: JSONSchema.wholes("evaluated, vacuous")))
    var triggers = kpis.triggers.isEmpty ? nil : kpis.triggers
    json.value(
      "triggers", &triggers, omitted: true, json: { .array($0.map { .wholes($0) }) },
      schema: JSONSchema.list(
        JSONSchema.wholes("sessions, crashes, requests, failures, complaints of each hour of an arm")))
    kpis.triggers = triggers ?? []
  }

  /// The sums of one arm, by the names of its fields.
  private struct Arm: JSONRecord {
    var fields: [ArmFold.FieldState]

    static var blank: Arm { Arm(fields: ArmFold.fields.map { .blank($0.field) }) }

    mutating func describe(_ json: inout RecordCoder) {
      for (index, field) in ArmFold.fields.enumerated() where index < fields.count {
        fields[index].describe(field.name, &json)
      }
    }
  }
}

extension ArmFold.FieldState {
  fileprivate static func blank(_ field: ArmFold.Field) -> Self {
    switch field {
    case .count: .count(0)
    case .rate: .rate(RateFold(successes: 0, trials: 0, censored: 0))
    case .histogram: .histogram(.init())
    case .survival: .survival(events: .init(), censored: .init())
    case .clusters: .clusters(ClusterFold())
    case .quantiles: .quantiles(QuantileFold())
    }
  }

  fileprivate mutating func describe(_ name: String, _ json: inout RecordCoder) {
    switch self {
    case .count(var count):
      json.value(name, &count, json: { .int($0) }, schema: JSONSchema.count())
      self = .count(count)
    case .rate(let rate):
      var parts = [rate.successes, rate.trials, rate.censored]
      json.integers(name, &parts, "successes, trials, censored")
      json.expect(parts.count == 3, name, "a rate is three counts, not \(parts.count)")
      if parts.count == 3 { self = .rate(RateFold(successes: parts[0], trials: parts[1], censored: parts[2])) }
    case .histogram(var state):
      json.record(name, &state)
      self = .histogram(state)
    case .survival(let events, let censored):
      var survival = Survival(events: events, censored: censored)
      json.record(name, &survival)
      self = .survival(events: survival.events, censored: survival.censored)
    case .clusters(let fold):
      var clusters = Clusters(people: fold.people, worlds: fold.worlds)
      json.record(name, &clusters)
      self = .clusters(ClusterFold(people: clusters.people, worlds: clusters.worlds))
    case .quantiles(let fold):
      var quantiles = Quantiles(people: fold.people, worlds: fold.worlds)
      json.record(name, &quantiles)
      self = .quantiles(QuantileFold(people: quantiles.people, worlds: quantiles.worlds))
    }
  }

  private struct Clusters: JSONRecord {
    var people: ClusterSums
    var worlds: ClusterSums

    static var blank: Clusters { Clusters(people: .init(), worlds: .init()) }

    mutating func describe(_ json: inout RecordCoder) {
      json.sums("people", &people)
      json.sums("worlds", &worlds)
    }
  }

  private struct Quantiles: JSONRecord {
    var people: ClusterQuantiles
    var worlds: ClusterQuantiles

    static var blank: Quantiles { Quantiles(people: .init(), worlds: .init()) }

    mutating func describe(_ json: inout RecordCoder) {
      json.sums("people", &people)
      json.sums("worlds", &worlds)
    }
  }

  private struct Survival: JSONRecord {
    var events: LogHistogram.State
    var censored: LogHistogram.State

    static var blank: Survival { Survival(events: .init(), censored: .init()) }

    mutating func describe(_ json: inout RecordCoder) {
      json.record("events", &events)
      json.record("censored", &censored)
    }
  }
}

/// A mergeable histogram; without members while empty.
extension LogHistogram.State: JSONRecord {
  package static var definition: String? { "histogram" }
  package static var blank: Self { Self() }

  package mutating func describe(_ json: inout RecordCoder) {
    let isEmpty = self == Self()
    var (buckets, sum) = isEmpty ? (nil, nil) : (Optional(self.buckets), Optional(String(self.sum)))
    var (minimum, maximum) = isEmpty ? (nil, nil) : (Optional(self.minimum), Optional(self.maximum))
    json.value(
      "buckets", &buckets, omitted: true, json: { .wholes($0) },
      schema: JSONSchema.wholes(
        "runs of buckets: the number of the first, how many, their counts; buckets 0 to 255 hold these values, then "
          + "each power of two has 128"))
    json.text("sum", &sum, omitted: true, "The exact sum, as a decimal number.")
    json.expect(
      sum.map { Int128($0) != nil } ?? true, "sum", "a sum is a whole number in a string, not \"\(sum ?? "")\"")
    json.value("min", &minimum, omitted: true, json: { .int($0) }, schema: JSONSchema.count())
    json.value("max", &maximum, omitted: true, json: { .int($0) }, schema: JSONSchema.count())
    guard let buckets, let sum = sum.flatMap({ Int128($0) }), let minimum, let maximum else { return }
    self = Self(buckets: buckets, sum: sum, minimum: minimum, maximum: maximum)
  }
}

extension RequestFold.State: JSONRecord {
  package static var blank: Self { Self() }

  package mutating func describe(_ json: inout RecordCoder) {
    json.value("count", &count, json: { .int($0) }, schema: JSONSchema.count())
    json.integers("outcomes", &outcomes, "Alternating statuses and counts.")
    json.record("latency", &latency)
  }
}

extension ViolationFold.State.Entry: JSONRecord {
  private static let sites = Dictionary(uniqueKeysWithValues: Site.Kind.allCases.map { ("\($0)", $0) })

  package static var blank: Self {
    Self(
      key: ViolationKey(invariant: Invariant.allCases[0], hazard: nil, site: Site(Site.Kind.allCases[0])), episodes: 0,
      users: 0, examples: [])
  }

  package mutating func describe(_ json: inout RecordCoder) {
    var (invariant, hazard, site) = (key.invariant.id, key.hazard?.rawValue, "\(key.site.kind)")
    var detail = [key.site.detail, key.site.second].map(Int64.init)
    json.text("invariant", &invariant)
    json.text("hazard", &hazard)
    json.text("site", &site)
    json.integers("detail", &detail, "The two numbers that identify the site.")
    json.value("episodes", &episodes, json: { .int($0) }, schema: JSONSchema.count())
    json.value("users", &users, json: { .int($0) }, schema: JSONSchema.count())
    json.integers("examples", &examples, "Replication, cell, user, time, device and session of each example.")
    let names = (Invariant(id: invariant), hazard.map { HazardID(rawValue: $0) }, Self.sites[site])
    json.expect(names.0 != nil, "invariant", "\"\(invariant)\" is unknown to this program")
    json.expect(names.1 != .some(nil), "hazard", "\"\(hazard ?? "")\" is unknown to this program")
    json.expect(names.2 != nil, "site", "\"\(site)\" is unknown to this program")
    json.expect(
      detail.count == 2 && detail.allSatisfy { UInt8(exactly: $0) != nil }, "detail",
      "the details of a site are two, from 0 to 255")
    guard let invariant = names.0, let kind = names.2, detail.count == 2 else { return }
    var whole = Site(kind)
    (whole.detail, whole.second) = (UInt8(clamping: detail[0]), UInt8(clamping: detail[1]))
    key = ViolationKey(invariant: invariant, hazard: names.1 ?? nil, site: whole)
  }
}

extension RecordCoder {
  /// Codes a digest as a text.
  fileprivate mutating func digest(_ name: String, _ value: inout UInt64, _ doc: String) {
    var text = DigestText.make(value)
    self.text(name, &text, doc)
    expect(DigestText.hash(of: text) != nil, name, "\"\(text)\" is no digest of this program")
    value = DigestText.hash(of: text) ?? 0
  }

  /// Codes whole numbers of any size on one line.
  fileprivate mutating func integers<Value: FixedWidthInteger & Decodable>(
    _ name: String, _ value: inout [Value], _ doc: String
  ) {
    self.value(name, &value, json: { .wholes($0) }, schema: JSONSchema.wholes(doc))
  }

  /// Codes sums over clusters as texts, since they can exceed the range of JSON numbers. The list is empty without
  /// clusters.
  fileprivate mutating func sums(_ name: String, _ sums: inout ClusterSums) {
    var texts = sums.count == 0 ? [] : [String(sums.count)] + sums.sums.map { String($0) }
    value(
      name, &texts, json: { .array($0.map(JSONNode.string)) },
      schema: JSONSchema.list(
        JSONSchema.text(),
        "how many clusters, then the sums of n, y, n², ny, y², n³, n²y, ny², y³ over their trials n and counts y"))
    let numbers = texts.compactMap { Int128($0) }
    let read =
      texts.isEmpty
      ? ClusterSums()
      : numbers.count == texts.count
        ? Int64(exactly: numbers[0]).flatMap { ClusterSums(count: $0, sums: Array(numbers.dropFirst())) } : nil
    expect(read != nil, name, "no clusters have these sums")
    sums = read ?? ClusterSums()
  }

  /// Codes the sums by bound. A sum that equals that of the previous bound is written as an empty text.
  fileprivate mutating func sums(_ name: String, _ sums: inout ClusterQuantiles) {
    let own = sums
    var texts = own.count == 0 ? [] : [Int128(own.count), own.values, own.squares].map { String($0) }
    if own.count > 0 {
      texts += own.sums.indices.map { $0 >= 3 && own.sums[$0] == own.sums[$0 - 3] ? "" : String(own.sums[$0]) }
    }
    value(
      name, &texts, json: { .array($0.map(JSONNode.string)) },
      schema: JSONSchema.list(
        JSONSchema.text(),
        "how many clusters, their values n and n², then by bound the sums of c, cn and c² over their values c up to it; "
          + "empty where it is that of the bound before"))
    var numbers: [Int128] = []
    for (index, text) in texts.enumerated() {
      guard let number = text.isEmpty && index >= 6 ? numbers[index - 3] : Int128(text) else { break }
      numbers.append(number)
    }
    let isWhole = numbers.count == texts.count && numbers.count > 3
    let read =
      texts.isEmpty
      ? ClusterQuantiles()
      : isWhole
        ? Int64(exactly: numbers[0]).flatMap {
          ClusterQuantiles(count: $0, values: numbers[1], squares: numbers[2], sums: Array(numbers.dropFirst(3)))
        } : nil
    expect(read != nil, name, "no clusters have these sums")
    sums = read ?? ClusterQuantiles()
  }

  /// Values by the names in `names`. Values that are `absent` are left out.
  fileprivate mutating func named<Value: Decodable>(
    _ name: String, _ values: inout [Value], _ names: [String], absent: Value, json: (Value) -> JSONNode,
    schema: @autoclosure () -> JSONNode
  ) {
    let none = json(absent)
    var byName = Dictionary(uniqueKeysWithValues: zip(names, values))
    value(
      name, &byName, json: { .keyed($0.mapValues(json).filter { $0.value != none }) }, schema: schema())
    if let other = byName.keys.filter({ !names.contains($0) }).min() {
      expect(false, name, "\"\(other)\" is unknown to this program")
    }
    values = names.map { byName[$0] ?? absent }
  }
}
