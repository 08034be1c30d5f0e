/// A row of the hazard catalogue: a known way in which an app of this kind breaks an invariant.
package struct Hazard: Sendable {
  /// Whether a generation has the defect.
  package enum Presence: Sendable, Equatable {
    case yes, no
    /// The generation has no such part, so it cannot have the defect.
    case outside
    /// The generation has the defect under a condition, in the catalogue's words.
    case note(String)
  }

  /// The side with the defect.
  package enum Layer: String, Sendable {
    case client, server
    case both = "client+server"
  }

  package var id: HazardID
  /// The invariants that the hazard breaks; empty for a hazard with a predicate of its own.
  package var invariants: [Invariant]
  package var head: Presence
  package var seedCurrent: Presence
  package var seedFixed: Presence
  package var layer: Layer
  /// The section of the contract that describes the hazard.
  package var section: String
  /// The specifications that mention the hazard; empty if there are none.
  package var seeds: String
  /// The setting that a simulation varies to trigger the hazard.
  package var knob: String
  /// The condition that the hazard violates, as a short formula. Empty if the hazard breaks a numbered invariant.
  package var predicate: String

  init(
    _ id: HazardID, _ invariants: [Invariant], head: Presence, seedCurrent: Presence, seedFixed: Presence,
    layer: Layer, section: String, seeds: String, knob: String, predicate: String = ""
  ) {
    self.id = id
    self.invariants = invariants
    self.head = head
    self.seedCurrent = seedCurrent
    self.seedFixed = seedFixed
    self.layer = layer
    self.section = section
    self.seeds = seeds
    self.knob = knob
    self.predicate = predicate
  }

  /// The catalogue, in the order of contract 4.11.
  package static let all: [Hazard] = drift + failure + session

  /// The names of the presets that always have the hazard.
  package var generations: [String] {
    presences.filter { $0.presence == .yes }.map(\.preset)
  }

  /// The presets that have the hazard only under a condition, with that condition.
  package var conditions: [(preset: String, condition: String)] {
    presences.compactMap { entry in
      if case .note(let condition) = entry.presence { (entry.preset, condition) } else { nil }
    }
  }

  /// The source of the description: the section of the contract, and the specifications that mention the hazard.
  package var source: String {
    seeds.isEmpty ? "contract \(section)" : "contract \(section); \(seeds)"
  }

  private var presences: [(preset: String, presence: Presence)] {
    [("head", head), ("seed-current", seedCurrent), ("seed-fixed", seedFixed)]
  }
}
