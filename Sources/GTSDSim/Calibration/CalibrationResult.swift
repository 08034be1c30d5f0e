import GTSDLogs
public import GTSDModel
import GTSDStudies
public import Statistics

/// What a `Calibration` made of a file of events.
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
  /// Whether a forecast may lean on the fit: whether all figures together reproduce the log. Nil where a run was
  /// interrupted before it was known.
  public var fit: Fit? { section.joint.map { Fit($0.verdict) } }
  /// What the log says of experiments that were made with its people.
  public var experiments: [Experiment] { (section.experiments ?? []).map(Experiment.init) }
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

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// Whether simulated logs of the fit are like the log.
  public enum Fit: Hashable, Sendable {
    case fits
    case doesNotFit
    /// Too few people or populations to say.
    case cannotTell

    fileprivate init(_ verdict: JointCheck.Verdict) {
      switch verdict {
      case .fits: self = .fits
      case .doesNotFit: self = .doesNotFit
      case .cannotTell: self = .cannotTell
      }
    }
  }

  /// An experiment in a log.
  public struct Experiment: Hashable, Sendable {
    private let experiment: LoggedExperiment

    fileprivate init(_ experiment: LoggedExperiment) { self.experiment = experiment }

    /// As the log names it.
    public var name: String { experiment.name }
    /// Its arms, the control first.
    public var arms: [String] { experiment.arms.map(\.name) }
    /// What it shows, or why it shows nothing: a sentence an arm.
    public var sentences: [String] { experiment.sentences.map(\.finding) }
    /// The effects on each indicator; empty where none is stated, as under a mismatch of the sample's ratio.
    public var effects: [Effect] {
      guard experiment.effect == .stated else { return [] }
      return experiment.rows.flatMap { row in row.arms.dropFirst().map { Effect(indicator: row.id, outcome: $0) } }
    }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// What an arm of an experiment changes.
  public struct Effect: Hashable, Sendable {
    /// The id of the indicator, as in `acknowledgment-rate-24h`.
    public let indicator: String
    fileprivate let outcome: LoggedExperiment.Outcome

    fileprivate init(indicator: String, outcome: LoggedExperiment.Outcome) {
      (self.indicator, self.outcome) = (indicator, outcome)
    }

    /// The arm that is compared with control.
    public var arm: String { outcome.arm }
    /// The arm's share less control's, from −1 to 1; nil where there are too few people.
    public var difference: Double? { outcome.difference }
    /// The interval of the difference, which holds however often the log was looked at.
    public var interval: Interval? { outcome.alwaysValid }
    /// The probability that no other arm's share is better; nil where no way is better.
    public var probabilityOfBest: Double? { outcome.best }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine([indicator, arm]) }
  }
}

extension Calibration {
  /// Fits the events of a file's bytes, on threads of its own, and blocks until then.
  ///
  /// - Parameter maxBad: how many lines may be rejected; nil for a hundred, or half of them where that is more.
  public func run(onEvents bytes: some Sequence<UInt8>, maxBad: Int? = nil) throws(Failure) -> CalibrationResult {
    var reader = EventReader()
    reader.read(bytes)
    let input = reader.finish()
    let most = maxBad ?? input.summary.mostBad
    return CalibrationResult(of: try run(on: input, maxBad: most, source: "events").report)
  }

  /// Fits the events of a file's bytes without blocking. A cancelled task gets a result that is not complete.
  ///
  /// - Parameters:
  ///   - maxBad: how many lines may be rejected; nil for a hundred, or half of them where that is more.
  ///   - progress: is called on some thread, now and then.
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
