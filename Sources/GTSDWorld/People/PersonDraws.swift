import Randomness

/// All draws of one person, keyed by their purpose.
///
/// A draw depends only on (seed, person, purpose, session, occasion within the session, replication). An additional
/// decision, a changed probability or a variant of the app therefore changes no draw for any other purpose. If two arms
/// diverge in one session, they have the same draws again in the next (common random numbers).
package struct PersonDraws: Sendable {
  private let draws: Draws
  private let user: UInt32
  private let replication: UInt32
  /// The person's session, from 1; 0 before the first.
  package private(set) var session: UInt32 = 0
  /// The number of draws in this session, by the raw value of their purpose.
  private var occasions: [UInt16]

  /// Creates the draws of one person.
  ///
  /// - Parameters:
  ///   - seed: the scenario's seed.
  ///   - user: the person's global index.
  ///   - replication: the number of the repetition, from 0.
  package init(seed: UInt64, user: UInt32, replication: UInt32) {
    draws = Draws(seed: seed)
    self.user = user
    self.replication = replication
    occasions = [UInt16](repeating: 0, count: Int(PersonTrait.allCases.last!.rawValue) + 1)
  }

  /// Starts the next session, in which draws are counted from the beginning.
  package mutating func beginSession() {
    session += 1
    for index in occasions.indices { occasions[index] = 0 }
  }

  /// Takes the next draw in (0, 1) for a decision.
  package mutating func uniform(_ decision: PersonDecision) -> Double { next(decision.rawValue) }

  /// Takes the next draw in (0, 1) for a pause.
  package mutating func uniform(_ pause: PersonPause) -> Double { next(pause.rawValue) }

  /// Takes the next draw in (0, 1) for a trait that is drawn repeatedly.
  package mutating func uniform(_ trait: PersonTrait) -> Double { next(trait.rawValue) }

  /// The only draw in (0, 1) for a trait at a step that the caller names. A trait is drawn either by step or by
  /// occasion.
  package func uniform(_ trait: PersonTrait, step: UInt32) -> Double {
    draws.uniform(user: user, purpose: trait.rawValue, step: step, replication: replication)
  }

  /// The only draw in (0, 1) for a decision at a step that the caller names. A decision is drawn either by step or by
  /// occasion.
  package func uniform(_ decision: PersonDecision, step: UInt32) -> Double {
    draws.uniform(user: user, purpose: decision.rawValue, step: step, replication: replication)
  }

  /// Counts the next draw for a decision as made, without drawing, since its value does not matter.
  ///
  /// - Returns: the outcome.
  mutating func pass(_ decision: PersonDecision, as outcome: Bool) -> Bool {
    occasions[Int(decision.rawValue)] &+= 1
    return outcome
  }

  private mutating func next(_ purpose: UInt32) -> Double {
    let occasion = occasions[Int(purpose)]
    occasions[Int(purpose)] = occasion &+ 1
    let step = session &<< 16 | UInt32(occasion)
    return draws.uniform(user: user, purpose: purpose, step: step, replication: replication)
  }
}
