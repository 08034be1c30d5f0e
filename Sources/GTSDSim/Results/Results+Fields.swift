package import Documents
import GTSDFields
package import GTSDModel
package import GTSDWorld
package import Statistics

/// The keys that several kinds of reports share.

extension Interval: JSONRecord {
  package static var definition: String? { "interval" }
  package static var blank: Self { Self(level: 0, low: 0, high: 0, method: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.number("level", &level)
    json.openEnd("low", &low, -.infinity)
    json.openEnd("high", &high, .infinity)
    json.text("method", &method)
  }
}

extension RecordCoder {
  /// Codes an end of an interval, which is null if it is infinite.
  fileprivate mutating func openEnd(_ name: String, _ end: inout Double, _ infinity: Double) {
    var finite: Double? = end
    number(name, &finite)
    end = finite ?? infinity
  }
}

extension KPITarget: JSONRecord {
  package static var blank: Self { Self(comparison: .atLeast, value: 0, source: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("level", &level)
    json.choice("comparison", &comparison)
    json.value(
      "value", &value, check: \.problem, json: \.json,
      schema: .keyed([
        "oneOf": .array([
          JSONSchema.type("number"),
          .keyed([
            "type": .string("array"), "items": JSONSchema.type("number"), "minItems": .int(2), "maxItems": .int(2),
          ]),
        ])
      ]))
    if json.isRounding { value = value.rounded }
    json.choice("versus", &versus)
    json.text("source", &source)
    switch (comparison, value) {
    case (.between, .range(let low, let high)): json.expect(low <= high, "value", "expected the lower bound first")
    case (.between, .number): json.expect(false, "value", "expected two numbers for `between`")
    case (_, .range): json.expect(false, "value", "expected one number but for `between`")
    case (_, .number): break
    }
  }
}

extension KPITarget.Value {
  fileprivate var json: JSONNode {
    switch self {
    case .number(let number): .measured(number)
    case .range(let low, let high): .numbers([low, high])
    }
  }

  fileprivate var rounded: Self {
    switch self {
    case .number(let number): .number(NineDigits.rounded(number))
    case .range(let low, let high): .range(NineDigits.rounded(low), NineDigits.rounded(high))
    }
  }

  fileprivate var problem: String? {
    switch self {
    case .number(let number): RecordCoder.problem(number)
    case .range(let low, let high): RecordCoder.problem(low) ?? RecordCoder.problem(high)
    }
  }
}

extension KPIResult.Target: JSONRecord {
  package static var definition: String? { "target" }
  package static var blank: Self { Self(.blank, verdict: .none) }

  package mutating func describe(_ json: inout RecordCoder) {
    demand.describe(&json)
    json.choice("verdict", &verdict)
  }
}

extension KPIResult: JSONRecord {
  package static var definition: String? { "kpi" }
  package static var blank: Self { Self(.acknowledgmentRate24h, .rate(successes: 0, trials: 0)) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id, KPI.allCases.map(\.id).joined(separator: ", "))
    json.text("title", &title)
    json.choice("unit", &unit, ["share", "s", "count"])
    json.number("value", &value)
    json.count("numerator", &numerator)
    json.count("denominator", &denominator)
    json.record("interval", &interval)
    json.count("censored", &censored)
    json.number("change", &change, omitted: true, "relative change against the control arm")
    json.record("changeInterval", &changeInterval, omitted: true)
    json.number("difference", &difference, omitted: true, "difference to the control arm if that has 0")
    json.record("differenceInterval", &differenceInterval, omitted: true)
    json.records("targets", &targets)
    json.choice("verdict", &verdict)
  }
}

extension DistributionSummary: JSONRecord {
  package static var definition: String? { "distribution" }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id)
    json.choice("unit", &unit, ["s", "count"])
    json.count("count", &count)
    json.number("mean", &mean)
    json.number("min", &min)
    json.number("p50", &p50)
    json.number("p90", &p90)
    json.number("p95", &p95)
    json.number("p99", &p99)
    json.number("p999", &p999)
    json.number("max", &max)
    json.rows("buckets", &buckets, columns: 3, "[from, to, count]; `to` is exclusive.")
    json.expect(
      buckets.allSatisfy { $0[0] <= $0[1] && $0[2] >= 0 }, "buckets", "expected ranges with counts of 0 or more")
  }
}

extension SurvivalCurve: JSONRecord {
  package static var blank: Self { Self(id: "", estimate: KaplanMeier([]), horizonSeconds: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id)
    json.choice("unit", &unit, ["s"])
    json.count("censored", &censored)
    json.count("count", &count)
    json.rows("points", &points, columns: 4, "[time, share without the event, low, high]")
    json.expect(times: points, "points")
  }
}

extension FunnelRow: JSONRecord {
  package static var blank: Self { Self(step: "", users: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("step", &step)
    json.count("users", &users)
  }
}

extension PhotoFailureRow: JSONRecord {
  package static var blank: Self { Self(reason: "", count: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("reason", &reason)
    json.count("count", &count)
  }
}

extension Violation: JSONRecord {
  package static var blank: Self { Self(invariant: "", hazard: nil, count: 0, users: 0, key: "", examples: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("invariant", &invariant)
    json.text("hazard", &hazard)
    json.count("count", &count, "The number of episodes.")
    json.count("users", &users)
    json.text("key", &key)
    json.records("examples", &examples)
  }
}

extension Violation.Example: JSONRecord {
  package static var blank: Self { Self(user: 0, atSeconds: 0, summary: "", replay: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("user", &user)
    json.number("atSeconds", &atSeconds)
    json.text("summary", &summary)
    json.text("replay", &replay)
  }
}

extension RequestRow: JSONRecord {
  package static var blank: Self { Self(endpoint: "", count: 0, errorsByStatus: [:], latency: .blank) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("endpoint", &endpoint)
    json.count("count", &count)
    json.counts("errorsByStatus", &errorsByStatus, "The number of failed requests by status or kind of failure.")
    json.record("latency", &latency)
  }
}

extension AnalyticsCounts: JSONRecord {
  package static var blank: Self { Self(total: 0, byName: [:]) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("total", &total)
    json.counts("byName", &byName, "The number of events by name.")
  }
}

extension InvariantCheck: JSONRecord {
  package static var blank: Self { Self(invariant: "", evaluated: 0, vacuous: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("invariant", &invariant)
    json.count("evaluated", &evaluated)
    json.count("vacuous", &vacuous)
  }
}

extension ArmResult: JSONRecord {
  package static var blank: Self { Self(name: "", control: false, users: 0, kpis: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.flag("control", &control)
    json.count("users", &users)
    json.records("kpis", &kpis)
  }
}
