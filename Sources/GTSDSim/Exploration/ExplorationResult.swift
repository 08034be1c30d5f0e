import GTSDModel
import GTSDStudies
import GTSDWorld

/// What an `Exploration` found, and how far it got.
public struct ExplorationResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: ExplorationSection

  /// The typed figures of a report; nil where it is of another kind.
  public init?(_ report: Report) {
    guard let section = report.exploration else { return nil }
    self.report = report
    self.section = section
  }

  /// Schedules that ran.
  public var schedules: Int { section.schedules }
  /// Partial-order classes that were met.
  public var classes: Int { section.classes }
  /// Whether every order of the search's space has run.
  public var isExhausted: Bool { section.isExhausted }
  /// An upper end, at 95 %, of the chance that one more schedule is of a class not met so far.
  public var unseenMass: Double { section.unseenMassHigh }
  /// Defects, each shrunk to its smallest story.
  public var finds: [Find] { section.finds.map(Find.init) }

  /// One defect.
  public struct Find: Hashable, Sendable {
    private let find: GTSDWorld.Find

    fileprivate init(_ find: GTSDWorld.Find) { self.find = find }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// What names it from run to run.
    public var key: String { find.key }
    /// Id of the invariant that is broken.
    public var invariant: String { find.oracle }
    /// Id of the catalogued hazard that explains it; nil where none does.
    public var hazard: String? { find.hazard }
    /// What was seen, a sentence.
    public var summary: String { find.summary }
    /// The steps that are left, in words.
    public var steps: [String] { find.steps }
    /// The faults that are needed, in words.
    public var faults: [String] { find.faults }
    /// How many schedules of the search showed it.
    public var schedules: Int { find.schedules }
    /// What `gtsd-sim replay` takes.
    public var token: String { find.token }
  }
}

extension Exploration {
  /// Searches to the end, on threads of its own, and blocks until then.
  ///
  /// - Throws: why the search cannot begin.
  public func run() throws(ExplorationError) -> ExplorationResult {
    try checkScenario()
    return ExplorationResult(of: try run(progress: { _ in }, isCancelled: { false }).report)
  }

  /// Searches to the end without blocking. A cancelled task gets a result that is not complete.
  ///
  /// - Parameter progress: is called on some thread, now and then.
  /// - Throws: why the search cannot begin.
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
