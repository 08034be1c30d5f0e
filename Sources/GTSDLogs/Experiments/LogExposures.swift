import GTSDModel
package import Randomness

/// The users who were assigned to an arm of an experiment in a log, and since when.
package struct LogExposures: Codable, Sendable, Equatable {
  /// The first time at which the log names an arm for a person.
  package struct Sighting: Codable, Sendable, Equatable {
    package var arm: Int
    package var first: Int64
  }

  /// The people of one experiment, by arm.
  package struct Experiment: Codable, Sendable, Equatable {
    package var name: String
    package var arms: [String]
    /// The people who were assigned to a single arm, by number.
    package var people: [Int32: Sighting] = [:]
    /// People who were named in several arms.
    package var mixed: Set<Int32> = []
    /// The number of people of each arm without any event of the definitions.
    package var idle: [Int] = []
    /// Whether a property that looks like an arm has more values than an experiment can have arms.
    package var isCrowded = false
  }

  /// The plan of an experiment, from the event map.
  package struct Plan: Codable, Sendable, Equatable {
    package var control: String?
    /// The planned shares of the arms, with any sum; empty for equal ones.
    package var shares: [String: Double] = [:]
  }

  /// The experiments in the order of their names.
  package private(set) var experiments: [Experiment] = []
  /// The number of experiments beyond the limit.
  package private(set) var dropped = 0
  package var plans: [String: Plan] = [:]

  /// The greatest number of arms that an experiment may have.
  package static let maxArms = 20
  private static let maxExperiments = 50

  private var places: [String: Int] = [:]
  private var refused: Set<String> = []

  package init() {}

  package var isEmpty: Bool { experiments.isEmpty }

  package mutating func note(_ named: NamedArm, user: Int32, at time: Int64) {
    guard let place = place(named.experiment) else { return }
    guard let arm = arm(named.arm, at: place) else { return }
    guard !experiments[place].mixed.contains(user) else { return }
    guard let known = experiments[place].people[user] else {
      experiments[place].people[user] = Sighting(arm: arm, first: time)
      return
    }
    if known.arm != arm {
      experiments[place].people[user] = nil
      experiments[place].mixed.insert(user)
    } else if time < known.first {
      experiments[place].people[user] = Sighting(arm: arm, first: time)
    }
  }

  private mutating func place(_ name: String) -> Int? {
    if let place = places[name] { return experiments[place].isCrowded ? nil : place }
    guard experiments.count < Self.maxExperiments else {
      if refused.count < 1_000, refused.insert(name).inserted { dropped += 1 }
      return nil
    }
    places[name] = experiments.count
    experiments.append(Experiment(name: name, arms: []))
    return experiments.count - 1
  }

  private mutating func arm(_ name: String, at place: Int) -> Int? {
    if let arm = experiments[place].arms.firstIndex(of: name) { return arm }
    guard experiments[place].arms.count < Self.maxArms else {
      experiments[place].isCrowded = true
      experiments[place].people = [:]
      experiments[place].mixed = []
      return nil
    }
    experiments[place].arms.append(name)
    return experiments[place].arms.count - 1
  }

  /// These exposures with people by their numbers in the log, and with sorted names instead of the file's order.
  ///
  /// - Parameter ranks: the number of each person in the log, -1 for those who have no event in it.
  package func numbered(_ ranks: [Int32]) -> LogExposures {
    var result = LogExposures()
    result.plans = plans
    result.dropped = dropped
    result.experiments = experiments.ordered { $0.name < $1.name }.map { experiment in
      var own = Experiment(name: experiment.name, arms: experiment.arms.sorted())
      own.isCrowded = experiment.isCrowded
      own.idle = Array(repeating: 0, count: own.arms.count)
      let order = experiment.arms.map { own.arms.firstIndex(of: $0) ?? 0 }
      for (arm, count) in zip(order, experiment.idle) { own.idle[arm] += count }
      for (user, sighting) in experiment.people {
        let (arm, rank) = (order[sighting.arm], ranks[Int(user)])
        guard rank >= 0 else {
          own.idle[arm] += 1
          continue
        }
        guard !own.mixed.contains(rank) else { continue }
        // Several ids of one person may have been assigned, to one arm or to several.
        if let known = own.people[rank], known.arm != arm {
          own.people[rank] = nil
          own.mixed.insert(rank)
        } else {
          own.people[rank] = Sighting(arm: arm, first: min(sighting.first, own.people[rank]?.first ?? .max))
        }
      }
      // Some of these people have no event. Only their number matters, so they get negative numbers, which no other
      // person has.
      for user in experiment.mixed {
        guard user >= 0 else {
          own.mixed.insert(user)
          continue
        }
        own.mixed.insert(ranks[Int(user)] >= 0 ? ranks[Int(user)] : -1 - user)
        own.people[ranks[Int(user)]] = nil
      }
      return own
    }
    return result
  }

  /// Feeds all content to a hash in a fixed order.
  package func combine(into hash: inout XXH64) {
    for experiment in experiments {
      hash.combine(XXH64.digest(of: ([experiment.name] + experiment.arms).joined(separator: "\u{0}")))
      for (user, sighting) in experiment.people.sorted(by: { $0.key < $1.key }) {
        hash.combine(UInt64(UInt32(bitPattern: user)) << 32 | UInt64(sighting.arm))
        hash.combine(UInt64(bitPattern: sighting.first))
      }
      hash.combine(UInt64(experiment.mixed.count))
      for count in experiment.idle { hash.combine(UInt64(count)) }
    }
  }
}
