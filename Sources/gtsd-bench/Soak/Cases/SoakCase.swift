package import GTSDModel

/// A scenario made of parts that can be left out one by one, so that a failing case can be shrunk.
package struct SoakCase: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A population of 60 under harsh conditions, run to its horizon.
    case population
    /// Steps of one person or two on one or two phones, searched.
    case story
  }

  package var kind: Kind
  /// The seed of the case's draws and of its scenario.
  package var seed: UInt64
  /// The settings, as `PATH=VALUE`, that differ from the defaults.
  package var settings: [String] = []
  /// The faults, as JSON objects.
  package var faults: [String] = []
  /// Steps before the search, as JSON. Stories only.
  package var given: [String] = []
  /// Steps of the search, as JSON. Stories only.
  package var steps: [String] = []
  package var devices = 1
  /// The number of people. With two, the second phone belongs to the second person.
  package var people = 1
  package var users = 60

  /// The text of a scenario file with this case.
  package func text(generation: String = "correct") -> String {
    var lines = ["  \"name\": \"soak-\(kind.rawValue)-\(seed)\"", "  \"generation\": \"\(generation)\""]
    if !faults.isEmpty { lines.append("  \"faults\": [\(faults.joined(separator: ", "))]") }
    switch kind {
    case .population:
      lines.append("  \"population\": {\"size\": \(users), \"personas\": [{\"name\": \"anybody\"}]}")
    case .story:
      lines.append(
        "  \"story\": {\"devices\": \(devices), \"people\": \(people), \"given\": [\(given.joined(separator: ", "))], \"when\": ["
          + "\(steps.joined(separator: ", "))]}")
    }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  /// The scenario of this case with a generation and further strategies, `path=value`.
  package func scenario(generation: String = "correct", strategies: [String] = []) throws(ScenarioError) -> Scenario {
    try Scenario.parse(
      text(generation: generation),
      overrides: ScenarioOverrides(seed: seed, sets: settings + strategies.map { "generation.\($0)" }))
  }

  /// The smallest case that still fails, by leaving out one part after another.
  ///
  /// - Parameters:
  ///   - tries: the largest number of smaller cases to run.
  ///   - fails: whether a case fails in the same way as this one.
  package func smallest(tries: Int, _ fails: (SoakCase) -> Bool) -> SoakCase {
    var smallest = self
    var left = tries
    search: while left > 0 {
      for candidate in smallest.smaller where left > 0 {
        left -= 1
        guard fails(candidate) else { continue }
        smallest = candidate
        continue search
      }
      break
    }
    return smallest
  }

  /// The cases without one part or several neighbouring ones, the smallest first.
  var smaller: [SoakCase] {
    var result: [SoakCase] = []
    func drop(_ part: WritableKeyPath<SoakCase, [String]>, atLeast kept: Int = 0) {
      let count = self[keyPath: part].count
      var length = count
      while length > 0 {
        for start in stride(from: 0, to: count, by: length) {
          var less = self
          less[keyPath: part].removeSubrange(start..<min(count, start + length))
          if less[keyPath: part].count >= kept { result.append(less) }
        }
        length /= 2
      }
    }
    // People are reduced first, since runs with fewer people take a fraction of the time.
    if kind == .population, users > 1 {
      for count in [users / 8, users / 2, users - 1] where count > 0 {
        var less = self
        less.users = count
        result.append(less)
      }
    }
    drop(\.settings)
    drop(\.faults)
    drop(\.steps, atLeast: 1)
    drop(\.given)
    if people > 1 {
      var less = self
      less.people = 1
      result.append(less)
    }
    return result
  }
}
