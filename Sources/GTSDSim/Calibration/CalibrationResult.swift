import GTSDLogs
public import GTSDModel
import GTSDStudies
public import Statistics

/// The result of a ``Calibration`` on an event log.
public struct CalibrationResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: CalibrationSection

  /// Takes the typed figures from a report; nil for a report of another kind.
  public init?(_ report: Report) {
    guard let section = report.calibration else { return nil }
    self.report = report
    self.section = section
  }

  /// The number of events that were read.
  public var events: Int { section.events }
  /// The number of people in the log.
  public var users: Int { section.users }
  /// The number of rejected lines.
  public var rejected: Int { section.rejected }
  /// The estimates of the scenario's values.
  public var parameters: [Parameter] { section.parameters.map(Parameter.init) }
  /// Whether all figures together reproduce the log, so that forecasts can rely on the fit. Nil if the run was
  /// interrupted before the fit was judged.
  public var fit: Fit? { section.joint.map { Fit($0.verdict) } }
  /// The experiments in the log.
  public var experiments: [Experiment] { (section.experiments ?? []).map(Experiment.init) }
  /// The fitted scenario as the text of a file, with comments.
  public var overlay: String { section.overlay }

  /// The fitted scenario, to run or to forecast.
  ///
  /// - Throws: ``ScenarioError`` if the text was written by another version of the program.
  public func fittedScenario() throws(ScenarioError) -> Scenario { try Scenario.parse(section.overlay) }

  /// The estimate of a value below a persona, by its path such as `decisions.followCard`; nil if there is none.
  public subscript(path: String) -> Parameter? { parameters.first { $0.path == path } }

  /// The estimate of one scenario value from the events.
  public struct Parameter: Hashable, Sendable {
    private let parameter: CalibratedParameter

    fileprivate init(_ parameter: CalibratedParameter) { self.parameter = parameter }

    /// The path below a persona.
    public var path: String { parameter.path }
    /// The estimate; nil if the events do not identify it.
    public var estimate: Double? { parameter.estimate }
    /// The interval of the estimate.
    public var interval: Interval? { parameter.interval }
    /// The source of the estimate, or the reason why there is none.
    public var note: String { parameter.note }

    /// Hashes the path, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// Whether simulated logs of the fit resemble the log.
  public enum Fit: Hashable, Sendable {
    case fits
    case doesNotFit
    /// Too few people or simulated populations to decide.
    case cannotTell

    fileprivate init(_ verdict: JointCheck.Verdict) {
      switch verdict {
      case .fits: self = .fits
      case .doesNotFit: self = .doesNotFit
      case .undecided: self = .cannotTell
      }
    }
  }

  /// An experiment in a log.
  public struct Experiment: Hashable, Sendable {
    private let experiment: LoggedExperiment

    fileprivate init(_ experiment: LoggedExperiment) { self.experiment = experiment }

    /// The name in the log.
    public var name: String { experiment.name }
    /// The arms, the control first.
    public var arms: [String] { experiment.arms.map(\.name) }
    /// The effect, or the reason why none can be reported: a sentence for each arm.
    public var sentences: [String] { experiment.sentences.map(\.sentence) }
    /// The effects on each indicator; empty if none can be reported, as when the arms' sizes do not match the
    /// plan.
    public var effects: [Effect] {
      guard experiment.effect == .stated else { return [] }
      return experiment.rows.flatMap { row in row.arms.dropFirst().map { Effect(indicator: row.id, outcome: $0) } }
    }

    /// Hashes the name, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The effect of an experiment's arm.
  public struct Effect: Hashable, Sendable {
    /// The id of the indicator, as in `acknowledgment-rate-24h`.
    public let indicator: String
    fileprivate let outcome: LoggedExperiment.Outcome

    fileprivate init(indicator: String, outcome: LoggedExperiment.Outcome) {
      (self.indicator, self.outcome) = (indicator, outcome)
    }

    /// The arm that is compared with control.
    public var arm: String { outcome.arm }
    /// The arm's share minus control's, from −1 to 1; nil for too few people.
    public var difference: Double? { outcome.difference }
    /// The interval of the difference. It remains valid however often the log is analysed.
    public var interval: Interval? { outcome.alwaysValid }
    /// The probability that no other arm has a better share; nil for an indicator for which neither direction is
    /// better.
    public var probabilityOfBest: Double? { outcome.best }

    /// Hashes indicator and arm, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine([indicator, arm]) }
  }
}

extension Calibration {
  /// Fits the events in the bytes of a file on several threads. Blocks until the fit ends.
  ///
  /// - Parameter maxBad: the number of lines that may be rejected; nil for 100 or half of all lines, whichever is more.
  public func run(onEvents bytes: some Sequence<UInt8>, maxBad: Int? = nil) throws(Failure) -> CalibrationResult {
    var reader = EventReader()
    reader.read(bytes)
    let input = reader.finish()
    let most = maxBad ?? input.summary.mostBad
    return CalibrationResult(of: try run(on: input, maxBad: most, source: "events").report)
  }

  /// Fits the events in the bytes of a file without blocking. If the task is cancelled, the result is incomplete.
  ///
  /// - Parameters:
  ///   - maxBad: the number of lines that may be rejected; nil for 100 or half of all lines, whichever is more.
  ///   - progress: called from time to time on an unspecified thread.
  public func run(
    onEvents bytes: some Sequence<UInt8> & Sendable, maxBad: Int? = nil,
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) async throws(Failure) -> CalibrationResult {
    let reported = try await BackgroundThread.run { isCancelled throws(Failure) in
      var reader = EventReader()
      reader.read(bytes)
      let input = reader.finish()
      return try run(
        on: input, maxBad: maxBad ?? input.summary.mostBad, source: "events",
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
