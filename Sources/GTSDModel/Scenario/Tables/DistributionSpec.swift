import GTSDFields

/// One kind of distribution: a row of the table for reading, checking, schema and `list distributions`.
package struct DistributionKind: Sendable {
  /// A parameter by its name.
  package struct Parameter: Sendable {
    package var name: String
    /// Whether the parameter has the unit of the drawn value instead of being a plain number.
    package var hasUnit: Bool
    /// The smallest value allowed; excluded itself if `isAbove` is set.
    package var minimum: Double
    package var isAbove: Bool
  }

  /// The key in scenario files.
  package var name: String
  /// The meaning, in one sentence.
  package var doc: String
  package var parameters: [Parameter]
  /// The reason why parameters that are each allowed contradict each other; nil when they do not.
  var conflict: @Sendable ([Double]) -> String?
  var make: @Sendable ([Double]) -> Distribution

  private init(
    _ name: String, _ parameters: [Parameter], _ doc: String,
    conflict: @escaping @Sendable ([Double]) -> String? = { _ in nil },
    make: @escaping @Sendable ([Double]) -> Distribution
  ) {
    self.name = name
    self.parameters = parameters
    self.doc = doc
    self.conflict = conflict
    self.make = make
  }

  private static func amount(_ name: String, above: Bool = false) -> Parameter {
    Parameter(name: name, hasUnit: true, minimum: 0, isAbove: above)
  }

  private static func plain(_ name: String, above: Bool = false) -> Parameter {
    Parameter(name: name, hasUnit: false, minimum: 0, isAbove: above)
  }

  /// Every kind, in the order of `Distribution`.
  package static let all: [DistributionKind] = [
    DistributionKind("constant", [amount("value")], "Always the same value.") { .constant($0[0]) },
    DistributionKind(
      "uniform", [amount("low"), amount("high")], "Every value between two ends equally likely.",
      conflict: { $0[0] > $0[1] ? "low is above high" : nil }
    ) { .uniform(low: $0[0], high: $0[1]) },
    DistributionKind("exponential", [amount("mean", above: true)], "Times between independent events.") {
      .exponential(mean: $0[0])
    },
    DistributionKind(
      "lognormal", [amount("median", above: true), plain("sigma")],
      "Most human and network times: many short, few very long. Sigma is the standard deviation of the logarithm."
    ) { .lognormal(median: $0[0], sigma: $0[1]) },
    DistributionKind("normal", [amount("mean"), amount("deviation")], "The bell curve; draws below 0 count as 0.") {
      .normal(mean: $0[0], deviation: $0[1])
    },
    DistributionKind(
      "weibull", [amount("scale", above: true), plain("shape", above: true)],
      "Life times; shape below 1 for hazards that fall with age, above 1 for those that rise."
    ) { .weibull(scale: $0[0], shape: $0[1]) },
    DistributionKind(
      "triangular", [amount("low"), amount("mode"), amount("high")],
      "The smallest, the likeliest and the greatest value, as an expert estimates them.",
      conflict: { $0[0] > $0[1] ? "low is above mode" : $0[1] > $0[2] ? "mode is above high" : nil }
    ) { .triangular(low: $0[0], mode: $0[1], high: $0[2]) },
    DistributionKind(
      "pareto", [amount("minimum", above: true), plain("shape", above: true)],
      "Values above a minimum, with a heavy tail."
    ) { .pareto(minimum: $0[0], shape: $0[1]) },
  ]

  /// The kind and parameters of a distribution.
  static func parts(of distribution: Distribution) -> (name: String, values: [Double]) {
    switch distribution {
    case .constant(let value): ("constant", [value])
    case .uniform(let low, let high): ("uniform", [low, high])
    case .exponential(let mean): ("exponential", [mean])
    case .lognormal(let median, let sigma): ("lognormal", [median, sigma])
    case .normal(let mean, let deviation): ("normal", [mean, deviation])
    case .weibull(let scale, let shape): ("weibull", [scale, shape])
    case .triangular(let low, let mode, let high): ("triangular", [low, mode, high])
    case .pareto(let minimum, let shape): ("pareto", [minimum, shape])
    }
  }
}

extension ValueSpec where Value == Distribution {
  /// Lengths of time, stored in seconds. Parameters and bare constants are durations.
  static let timing = distribution(
    unit: "a duration, such as \"2.5s\", or a number of seconds", schemaName: "timing", maximum: 366 * 86_400
  ) { node in
    if let text = node.string { return try? DurationText.seconds(text) }
    return node.number
  } write: {
    .string(DurationText.text(seconds: $0))
  }

  /// The distribution of a number without a unit.
  static let amount = distribution(unit: "a number", schemaName: "amount", maximum: 1e12) {
    $0.number
  } write: {
    .number($0)
  }

  private static func distribution(
    unit: String, schemaName: String, maximum: Double, parse: @escaping @Sendable (JSONNode) -> Double?,
    write: @escaping @Sendable (Double) -> JSONNode
  ) -> ValueSpec {
    let expected = "a distribution such as {\"lognormal\": {…}}, or \(unit)"
    return ValueSpec(
      expected: expected, schema: .reference(schemaName),
      read: { node, path, value, reading in
        guard let members = node.members else {
          guard let constant = parse(node) else {
            let negative = node.string?.hasPrefix("-") == true
            return reading.report(
              path, node,
              negative ? "negative duration \(node.described)" : "expected \(expected); found \(node.described)")
          }
          guard (0...maximum).contains(constant) else {
            return reading.report(
              path, node, constant < 0 ? "\(node.described) is negative" : "\(node.described) is too large")
          }
          value = .constant(constant)
          return
        }
        guard let member = members.first, members.count == 1 else {
          return reading.report(
            path, node, "a distribution has exactly one key, its kind; found \(members.count)",
            remedy: "one of \(DistributionKind.all.map { "`\($0.name)`" }.joined(separator: ", "))")
        }
        let kindPath = JSONPath.appending(member.key, to: path)
        guard let kind = DistributionKind.all.first(where: { $0.name == member.key }) else {
          return reading.reportUnknown(
            "distribution", member.key, known: DistributionKind.all.map(\.name), path: kindPath, origin: member.origin)
        }
        let parameters = kind.read(member.node, kindPath, &reading) { parameter, node in
          guard let number = parameter.hasUnit ? parse(node) : node.number else { return nil }
          return number <= maximum ? number : nil
        }
        guard let parameters else { return }
        if let conflict = kind.conflict(parameters) {
          reading.report(kindPath, member.node, "impossible distribution: \(conflict)")
        } else {
          value = kind.make(parameters)
        }
      },
      write: { distribution in
        let (name, values) = DistributionKind.parts(of: distribution)
        if name == "constant" { return write(values[0]) }
        let kind = DistributionKind.all.first { $0.name == name }!
        return .object([
          name: .object(
            zip(kind.parameters, values).map { ($0.name, $0.hasUnit ? write($1) : .number($1)) })
        ])
      })
  }
}

extension DistributionKind {
  /// The parameters in order; nil if any is missing or wrong. All such parameters are reported.
  fileprivate func read(
    _ node: JSONNode, _ path: String, _ reading: inout ScenarioReading,
    parse: (Parameter, JSONNode) -> Double?
  ) -> [Double]? {
    guard let members = node.members else {
      reading.report(
        path, node,
        "expected an object with \(parameters.map { "`\($0.name)`" }.joined(separator: ", ")); "
          + "found \(node.described)")
      return nil
    }
    let known = parameters.map(\.name)
    for member in members where !known.contains(member.key) {
      reading.reportUnknown(
        "parameter", member.key, known: known, path: JSONPath.appending(member.key, to: path), origin: member.origin)
    }
    var result: [Double] = []
    for parameter in parameters {
      let parameterPath = JSONPath.appending(parameter.name, to: path)
      guard let member = node[parameter.name] else {
        reading.report(parameterPath, node, "is missing", remedy: "\(name) needs \(known.joined(separator: ", "))")
        continue
      }
      guard let value = parse(parameter, member), value >= 0, value > 0 || !parameter.isAbove else {
        let bound = parameter.isAbove ? "above 0" : "of 0 or more"
        let what = parameter.hasUnit ? "a time with its unit, such as \"40ms\"," : "a number"
        reading.report(
          parameterPath, member, "impossible distribution: expected \(what) \(bound); found \(member.described)")
        continue
      }
      result.append(value)
    }
    return result.count == parameters.count && members.count == parameters.count ? result : nil
  }

  /// The possible kinds of a probability's uncertainty: those with ends, and the normal distribution cut to 0...1.
  static let ofProbabilities = ["constant", "uniform", "normal", "triangular"]

  /// The definition of distributions over one unit in the schema.
  static func schema(bare: [JSONNode], unit: JSONNode, names: [String]? = nil) -> JSONNode {
    let kinds = all.filter { names?.contains($0.name) ?? true }.map { kind in
      let parameters = kind.parameters.map { parameter in
        let bound = JSONNode.object([
          "type": "number", parameter.isAbove ? "exclusiveMinimum" : "minimum": .number(parameter.minimum),
        ])
        return (parameter.name, parameter.hasUnit ? unit : bound)
      }
      return JSONNode.object([
        "type": "object", "description": .string(kind.doc),
        "properties": .object([
          kind.name: .object([
            "type": "object", "properties": .object(parameters), "additionalProperties": .bool(false),
            "required": .array(kind.parameters.map { .string($0.name) }),
          ])
        ]),
        "required": .array([.string(kind.name)]), "additionalProperties": .bool(false),
      ])
    }
    return .object(["oneOf": .array(bare + kinds)])
  }
}

extension ValueSpec where Value == Probability {
  /// A number from 0 to 1, or a distribution of its uncertainty.
  static let probability = ValueSpec(
    expected: "a probability from 0 to 1", schema: .reference("probability"),
    read: { node, path, value, reading in
      if let members = node.members {
        readUncertain(node, members, path, &value, &reading)
      } else if let number = node.number ?? node.percentage {
        if (0...1).contains(number) {
          value = Probability(number)
        } else {
          reading.report(path, node, "\(node.described) is no probability", remedy: "a number from 0 to 1")
        }
      } else {
        reading.report(path, node, "expected a probability from 0 to 1; found \(node.described)")
      }
    },
    write: { probability in
      if let spread = probability.spread {
        return .object(["value": .number(probability.value), "spread": .number(spread)])
      }
      guard let uncertainty = probability.uncertainty else { return .number(probability.value) }
      return .object([
        "value": .number(probability.value), "uncertainty": ValueSpec<Distribution>.amount.write(uncertainty),
      ])
    })

  private static func readUncertain(
    _ node: JSONNode, _ members: [JSONNode.Member], _ path: String, _ value: inout Probability,
    _ reading: inout ScenarioReading
  ) {
    if let spread = node["spread"] { return readSpread(node, spread, members, path, &value, &reading) }
    let isObject = members.contains { $0.key == "value" || $0.key == "uncertainty" }
    let problems = reading.problems.count
    let uncertainNode = isObject ? node["uncertainty"] ?? .number(-1) : node
    let uncertainPath = isObject ? JSONPath.appending("uncertainty", to: path) : path
    if isObject {
      for key in ["value", "uncertainty"] where node[key] == nil {
        reading.report(JSONPath.appending(key, to: path), node, "is missing")
      }
      for member in members where !["value", "uncertainty"].contains(member.key) {
        reading.reportUnknown(
          "key", member.key, known: ["value", "uncertainty"], path: JSONPath.appending(member.key, to: path),
          origin: member.origin)
      }
    }
    var uncertainty = Distribution.constant(0)
    if !isObject || node["uncertainty"] != nil {
      ValueSpec<Distribution>.amount.read(uncertainNode, uncertainPath, &uncertainty, &reading)
    }
    var centre = Probability(0)
    if let stated = isObject ? node["value"] : nil {
      probability.read(stated, JSONPath.appending("value", to: path), &centre, &reading)
    }
    guard reading.problems.count == problems else { return }
    guard let believed = uncertainty.probabilityCentre else {
      return reading.report(
        uncertainPath, uncertainNode, "cannot be the distribution of a probability",
        remedy: "constant, uniform, triangular or normal, its values from 0 to 1")
    }
    value = Probability(isObject ? centre.value : believed, uncertainty: uncertainty)
  }
}

extension ValueSpec where Value == Probability {
  /// Reads a probability of the form `{"value": 0.3, "spread": 2}`.
  private static func readSpread(
    _ node: JSONNode, _ spread: JSONNode, _ members: [JSONNode.Member], _ path: String, _ value: inout Probability,
    _ reading: inout ScenarioReading
  ) {
    let problems = reading.problems.count
    var centre = Probability(0)
    if let stated = node["value"] {
      probability.read(stated, JSONPath.appending("value", to: path), &centre, &reading)
    } else {
      reading.report(JSONPath.appending("value", to: path), node, "is missing")
    }
    for member in members where !["value", "spread"].contains(member.key) {
      reading.report(
        JSONPath.appending(member.key, to: path), member.origin, "does not go with `spread`",
        remedy: "a value with either `spread` or `uncertainty`")
    }
    guard let factor = spread.number, (1...1_000).contains(factor) else {
      return reading.report(
        JSONPath.appending("spread", to: path), spread, "expected a factor from 1 to 1000; found \(spread.described)")
    }
    if reading.problems.count == problems { value = Probability(centre.value, spread: factor) }
  }
}

extension Distribution {
  /// The mean, for distributions that a probability can have; nil for others.
  fileprivate var probabilityCentre: Double? {
    switch self {
    case .constant(let value) where value <= 1: value
    case .uniform(let low, let high) where high <= 1: (low + high) / 2
    case .triangular(let low, let mode, let high) where high <= 1: (low + mode + high) / 3
    case .normal(let mean, _) where mean <= 1: mean
    case .constant, .uniform, .triangular, .normal, .exponential, .lognormal, .weibull, .pareto: nil
    }
  }
}
