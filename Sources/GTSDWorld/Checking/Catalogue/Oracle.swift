/// A rule that finds violations in a history: an invariant, or another checker.
package enum Oracle: Hashable, Sendable {
  /// A numbered invariant.
  case invariant(Invariant)
  case linearizability
  case readYourWrites
  case monotonicReads
  case monotonicWrites
  case writesFollowReads
  case lostUpdate
  case gSingle
  case phantomSuccess
  case resurrection
  case spinner
  case crash
  case stuck
  case recovery
  /// An expectation of a story.
  case expectation

  /// The oracles other than invariants, in the order of reports.
  package static let checkers: [Oracle] = [
    .linearizability, .readYourWrites, .monotonicReads, .monotonicWrites, .writesFollowReads, .lostUpdate, .gSingle,
    .phantomSuccess, .resurrection, .spinner, .crash, .stuck, .recovery, .expectation,
  ]

  /// The oracles, invariants first.
  package static let all: [Oracle] = Invariant.allCases.map { .invariant($0) } + checkers

  /// Whether this is a numbered invariant.
  var isInvariant: Bool {
    if case .invariant = self { true } else { false }
  }

  /// Whether the oracle reports findings immediately. The others judge the history at the end.
  package var isNoticedAtOnce: Bool { isInvariant || self == .expectation }

  /// The id in keys and reports, such as `I-VIEWS` or `monotonic-reads`.
  package var id: String {
    switch self {
    case .invariant(let invariant): invariant.id
    case .linearizability: "linearizability"
    case .readYourWrites: "read-your-writes"
    case .monotonicReads: "monotonic-reads"
    case .monotonicWrites: "monotonic-writes"
    case .writesFollowReads: "writes-follow-reads"
    case .lostUpdate: "lost-update"
    case .gSingle: "g-single"
    case .phantomSuccess: "phantom-success"
    case .resurrection: "resurrection"
    case .spinner: "spinner"
    case .crash: "crash"
    case .stuck: "stuck"
    case .recovery: "recovery"
    case .expectation: "expectation"
    }
  }

  /// The condition, in a sentence.
  package var statement: String {
    switch self {
    case .invariant(let invariant): invariant.statement
    case .linearizability:
      "Replies and screens are explained by operations that took effect one after the other, in the order of real time "
        + "(linearizability)."
    case .readYourWrites: "What a phone reads after its own write is as new as that write."
    case .monotonicReads: "What a phone reads is never older than what it has read before."
    case .monotonicWrites: "The writes of one phone take effect in the order in which it made them."
    case .writesFollowReads: "A write takes effect after every write that its phone had read."
    case .lostUpdate: "At most one of two changes made to the same version of a value is stored."
    case .gSingle: "No cycle of dependencies between saves and reads has exactly one anti-dependency."
    case .phantomSuccess: "A success that the app reports has had its effect on the server."
    case .resurrection: "What was deleted, removed or logged out does not come back by itself."
    case .spinner: "A screen at rest shows no spinner."
    case .crash: "Client code does not trap."
    case .stuck: "Every operation and every request ends."
    case .recovery: "Once faults have ended, a retry succeeds, and its error disappears."
    case .expectation: "The state that a step of the story expects is on screen and stored at the stated time."
    }
  }

  /// Finds the oracle of this id, nil when there is none.
  package init?(id: String) {
    guard let match = Self.all.first(where: { $0.id == id }) else { return nil }
    self = match
  }
}
