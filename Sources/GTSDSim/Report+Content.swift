package import GTSDLoad
package import GTSDStudies

extension Report {
  /// The part of a report that depends on its kind, in addition to what all reports have.
  package indirect enum Content: Equatable, Sendable {
    /// The report of one run. It has no content of its own: every report has indicators and violations.
    case simulation
    case exploration(ExplorationSection)
    case forecast(ForecastSection)
    case comparison(ComparisonSection)
    case calibration(CalibrationSection)
    /// The measurements of a server under load in wall-clock time.
    case load(LoadSection)
  }

  /// The kind of run.
  public var kind: Kind {
    switch content {
    case .simulation: .simulation
    case .exploration: .exploration
    case .forecast: .forecast
    case .comparison: .comparison
    case .calibration: .calibration
    case .load: .load
    }
  }

  /// The result of a search; nil for every other kind of run.
  package var exploration: ExplorationSection? { if case .exploration(let section) = content { section } else { nil } }
  /// The result of a forecast; nil for every other kind of run.
  package var forecast: ForecastSection? { if case .forecast(let section) = content { section } else { nil } }
  /// The result of a comparison; nil for every other kind of run.
  package var comparison: ComparisonSection? { if case .comparison(let section) = content { section } else { nil } }
  /// The result of a calibration; nil for every other kind of run.
  package var calibration: CalibrationSection? { if case .calibration(let section) = content { section } else { nil } }
  /// The measurements of a server; nil for every other kind of run.
  package var load: LoadSection? { if case .load(let section) = content { section } else { nil } }
}

extension Report.Content: Hashable {
  /// Hashes nothing, because reports are seldom hashed and sections are large. All reports have one hash value;
  /// equality compares the sections.
  package func hash(into hasher: inout Hasher) {}
}

extension Report {
  /// Whether this is the report of a single run with its own indicators and violations, rather than of many runs or of
  /// a search.
  var isOfRun: Bool { kind == .simulation }

  /// Whether the report has the table of indicators. A load run has one only if people were simulated.
  var showsIndicators: Bool {
    switch kind {
    case .simulation: true
    case .load: !kpis.isEmpty
    case .exploration, .forecast, .comparison, .calibration: false
    }
  }

  /// Whether the report lists violations, or says that there are none. A load run does so only if replies were checked.
  var showsViolations: Bool {
    switch kind {
    case .simulation, .forecast: true
    case .load: !(violations.isEmpty && checks.isEmpty)
    case .exploration, .comparison, .calibration: false
    }
  }

  /// Whether a run without missed targets and violations gets a positive verdict. A search, a shard and a calibration
  /// do not.
  var isJudged: Bool {
    switch kind {
    case .simulation, .forecast, .comparison, .load: shard == nil
    case .exploration, .calibration: false
    }
  }

  /// Whether equal runs have equal digests. Runs that measure real time cannot be repeated.
  var isRepeatable: Bool {
    switch content {
    case .simulation, .exploration, .forecast, .calibration: true
    case .comparison(let section): section.design != .loads
    case .load: false
    }
  }
}
