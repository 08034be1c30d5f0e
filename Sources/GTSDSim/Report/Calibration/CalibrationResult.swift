public import GTSDModel

/// What a ``Calibration`` made of a file of events.
public struct CalibrationResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: CalibrationSection

  /// The typed figures of a report; nil where it is of another kind.
  public init?(_ report: Report) {
    guard let section = report.calibration else { return nil }
    self.report = report
    self.section = section
  }

  /// Events that were read.
  public var events: Int { section.events }
  /// People who sent them.
  public var users: Int { section.users }
  /// Lines that were rejected.
  public var rejected: Int { section.rejected }
  /// What the events say of each value.
  public var parameters: [Parameter] { section.parameters.map(Parameter.init) }
  /// The fitted scenario as the text of a file, with comments.
  public var overlay: String { section.overlay }

  /// The fitted scenario, to run or to forecast.
  ///
  /// - Throws: ``ScenarioError`` where the text is of another version of the program.
  public func fittedScenario() throws(ScenarioError) -> Scenario { try Scenario.parse(section.overlay) }

  /// One value below a persona, by its path such as `decisions.followCard`; nil where there is none.
  public subscript(path: String) -> Parameter? { parameters.first { $0.path == path } }

  /// What the events say about one value of the scenario.
  public struct Parameter: Hashable, Sendable {
    private let parameter: CalibratedParameter

    fileprivate init(_ parameter: CalibratedParameter) { self.parameter = parameter }

    /// Its path below a persona.
    public var path: String { parameter.path }
    /// The estimate; nil where the events do not identify it.
    public var estimate: Double? { parameter.estimate }
    /// The interval of the estimate.
    public var interval: Interval? { parameter.interval }
    /// Where the estimate comes from, or why there is none.
    public var note: String { parameter.note }
  }
}

extension Calibration {
  /// Fits the events of a file's bytes, on threads of its own, and blocks until then.
  ///
  /// - Parameter maxBad: how many lines may be rejected.
  public func run(onEvents bytes: some Sequence<UInt8>, maxBad: Int = 100) throws(Failure) -> CalibrationResult {
    var reader = EventReader()
    reader.read(bytes)
    return CalibrationResult(of: try run(on: reader.finish(), maxBad: maxBad, source: "events").report)
  }

  /// Fits the events of a file's bytes without blocking. A cancelled task gets a result that is not complete.
  ///
  /// - Parameters:
  ///   - maxBad: how many lines may be rejected.
  ///   - progress: is called on some thread, now and then.
  public func run(
    onEvents bytes: some Sequence<UInt8> & Sendable, maxBad: Int = 100,
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) async throws(Failure) -> CalibrationResult {
    let reported = try await BackgroundThread.run { isCancelled throws(Failure) in
      var reader = EventReader()
      reader.read(bytes)
      return try run(
        on: reader.finish(), maxBad: maxBad, source: "events",
        progress: { progress(StudyProgress(phase: "populations", done: $0.populationsDone, total: $0.populations)) },
        isCancelled: isCancelled)
    }
    return CalibrationResult(of: reported.report)
  }
}

extension CalibrationResult {
  fileprivate init(of report: Report) {
    guard let result = CalibrationResult(report) else { preconditionFailure("a calibration reports its calibration") }
    self = result
  }
}
