import GTSDModel
import GTSDStudies
import GTSDWorld

/// The result of an `Exploration`, and its coverage.
public struct ExplorationResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: ExplorationSection

  /// Takes the typed figures from a report; nil for a report of another kind.
  public init?(_ report: Report) {
    guard let section = report.exploration else { return nil }
    self.report = report
    self.section = section
  }

  /// The number of schedules that ran.
  public var schedules: Int { section.schedules }
  /// The number of classes that were seen. A class contains the orders in which every actor received the same messages
  /// in the same order.
  public var classes: Int { section.classes }
  /// Whether every order within the search's limits has run.
  public var isExhausted: Bool { section.isExhausted }
  /// The upper end of the 95 % interval of the probability that the next schedule belongs to a new class.
  public var unseenMass: Double { section.unseenMassHigh }
  /// The defects, each shrunk to its smallest story.
  public var finds: [Find] { section.finds.map(Find.init) }

  /// A defect.
  public struct Find: Hashable, Sendable {
    private let find: GTSDWorld.Find

    fileprivate init(_ find: GTSDWorld.Find) { self.find = find }

    /// Hashes the key, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// The key that names the find in every run.
    public var key: String { find.key }
    /// The id of the broken invariant.
    public var invariant: String { find.oracle }
    /// The id of the catalogued hazard that explains the defect; nil if none does.
    public var hazard: String? { find.hazard }
    /// The observed failure, in a sentence.
    public var summary: String { find.summary }
    /// The remaining steps of the shrunk story, in words.
    public var steps: [String] { find.steps }
    /// The faults that the defect needs, in words.
    public var faults: [String] { find.faults }
    /// The number of schedules that showed the defect.
    public var schedules: Int { find.schedules }
    /// The token for `gtsd-sim replay`.
    public var token: String { find.token }
  }
}

extension Exploration {
  /// Runs the search on several threads and blocks until it has ended.
  ///
  /// - Throws: the reason why the search cannot begin.
  public func run() throws(ExplorationError) -> ExplorationResult {
    try checkScenario()
    return ExplorationResult(of: try run(progress: { _ in }, isCancelled: { false }).report)
  }

  /// Searches to the end without blocking. If the task is cancelled, the result is incomplete.
  ///
  /// - Parameter progress: called from time to time on an unspecified thread.
  ///
  /// - Throws: the reason why the search cannot begin.
  public func run(progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }) async throws(ExplorationError)
    -> ExplorationResult
  {
    try checkScenario()
    let reported = try await BackgroundThread.run { isCancelled throws(ExplorationError) in
      try run(
        progress: { progress(StudyProgress(phase: "schedules", done: $0.schedules, total: schedules)) },
        isCancelled: isCancelled)
    }
    return ExplorationResult(of: reported.report)
  }

  private func checkScenario() throws(ExplorationError) {
    do {
      try scenario.validate()
    } catch {
      throw .invalid(error)
    }
  }
}

extension ExplorationResult {
  fileprivate init(of report: Report) {
    guard let result = ExplorationResult(report) else { preconditionFailure("a search reports its search") }
    self = result
  }
}
