package import GTSDLogs
import GTSDModel

/// The report's data on a calibration: the log, the fitted values and how well they fit.
package struct CalibrationSection: Equatable, Sendable {
  /// A kind of people.
  package struct Kind: Equatable, Sendable {
    /// The number of the kind, from 1: the persona `kind-1` of the overlay.
    package var number: Int
    /// The kind's share of all people.
    package var weight: Double
    /// The values in which the kind differs most from the average of everybody.
    package var values: [Value]

    /// The value for one kind of people, and the value for everybody.
    package struct Value: Equatable, Sendable {
      package var path: String
      package var estimate: Double
      package var pooled: Double
    }

    /// The number of values shown.
    private static let shown = 5

    package init(number: Int, weight: Double, values: [Value]) {
      self.number = number
      self.weight = weight
      self.values = values
    }

    init(_ kind: HiddenKinds.Kind, number: Int, pooled: CalibrationFit) {
      let apart = pooled.parameters.compactMap { parameter -> (Value, Double)? in
        guard parameter.unit == "share", let all = parameter.estimate, let own = kind.fit[parameter.path],
          let estimate = own.estimate, let error = own.standardError, error > 0, error.isFinite
        else { return nil }
        return (Value(path: parameter.path, estimate: estimate, pooled: all), abs(estimate - all) / error)
      }
      self.init(
        number: number, weight: kind.weight,
        values: apart.filter { $0.1 > 2 }.ordered { ($1.1, $0.0.path) < ($0.1, $1.0.path) }.prefix(Self.shown).map(\.0))
    }
  }

  /// A forecast of the later days from the first ones, for people who were observed in both.
  package struct BackTest: Equatable, Sendable {
    /// The end of the first part, seconds after the first midnight.
    package var cutSeconds: Double
    /// The number of users in the first part of the log.
    package var users: Int
    /// The number of events by then.
    package var eventsBefore: Int
    /// The number of values that the first part alone identifies.
    package var fitted: Int
    /// The checks of the later part.
    package var checks: [PredictiveCheck]
    /// The figures that a plain extrapolation also predicts; nil in reports of earlier versions.
    package var plain: [PlainForecast]?
    /// Whether enough of the later figures are inside; nil in reports of earlier versions.
    package var judged: CoverageCheck?

    /// Whether far fewer later figures are inside than should be, so that the forecast does not hold.
    package var isMissed: Bool { judged?.verdict == .doesNotFit }

    /// The share of figures within the forecast's range; nil if there are none.
    package var coverage: Double? {
      checks.isEmpty ? nil : Double(checks.count(where: \.isInside)) / Double(checks.count)
    }
  }

  /// The name of the file.
  package var source: String
  /// The format: `JSON Lines` or `CSV`.
  package var format: String
  package var lines: Int
  package var events: Int
  package var rejected: Int
  package var rejections: [EventReader.Rejection]
  package var rejectedByKind: [EventReader.Tally]
  package var unknown: Int
  package var unknownByName: [EventReader.Tally]
  package var outOfOrder: Int
  package var users: Int
  package var sessions: Int
  /// The time of the first event, in ISO 8601.
  package var first: String
  package var last: String
  package var spanSeconds: Double
  /// The name of the scenario from which values that were not fitted are taken.
  package var base: String
  /// Whether that scenario has several personas, whose values are averaged for the fit.
  package var isPooled: Bool
  package var parameters: [CalibratedParameter]
  /// The fitted processes of sign-ups, likeliest first.
  package var arrivals: [ArrivalFit.Candidate]
  package var signUpsPerDay: [Int]
  /// The number of simulated populations behind each check.
  package var replications: Int
  package var simulatedUsers: Int
  package var checks: [PredictiveCheck]
  package var backTest: BackTest?
  /// The verdict of all figures together on whether the fit reproduces the log; nil if nothing was simulated.
  package var joint: JointCheck?
  /// The kinds of people in the events; nil for one.
  package var kinds: [Kind]?
  /// The number of events left out because they were sent again; nil in reports of earlier versions.
  package var resent: Int?
  /// The number of events left out because their clock is far off.
  package var quarantined: Int?
  /// The number of times without a zone.
  package var zoneless: Int?
  /// The number of lines used only for the arm of an experiment; nil for none.
  package var exposures: Int?
  /// The values in the field of event ids that are not ids; nil if all ids are valid, or absent.
  package var noIDs: EventReader.NoIDs?
  /// The numbers of ids and of the people they belong to; nil in reports of earlier versions, and where each person
  /// has one id.
  package var identities: IdentityCounts?
  /// The faults of the log as a whole; nil if there are none.
  package var findings: [LogFinding]?
  /// The numbers of identify calls, and of calls that are no events; nil if there are none.
  package var links: Int?
  package var calls: Int?
  /// The experiments in the log; nil if there are none.
  package var experiments: [LoggedExperiment]?
  /// The fitted scenario as a file with comments.
  package var overlay: String
}

extension CalibrationSection {
  package init(
    source: String, input: EventReader.Summary, log: EventLog, fit: CalibrationFit, base: String, replications: Int,
    simulatedUsers: Int, checks: [PredictiveCheck], backTest: BackTest?, overlay: String, isPooled: Bool
  ) {
    self.source = source
    format = input.layout.isEmpty ? input.format : "\(input.format) (\(input.layout))"
    lines = input.lines
    events = input.events
    rejected = input.rejected
    rejections = input.examples
    rejectedByKind = input.kinds
    unknown = input.unknown
    unknownByName = input.unknownNames
    outOfOrder = input.outOfOrder
    resent = input.resent
    quarantined = input.quarantined
    zoneless = input.zoneless
    exposures = input.exposures > 0 ? input.exposures : nil
    noIDs = input.noIDs
    (links, calls) = (input.links > 0 ? input.links : nil, input.calls > 0 ? input.calls : nil)
    let counts = input.identities
    identities = counts.merged > 0 || counts.anonymous > 0 || counts.sharedDevices > 0 ? counts : nil
    users = log.users
    sessions = fit.sessions
    first = Timestamp(milliseconds: log.start).iso8601
    last = Timestamp(milliseconds: log.end).iso8601
    spanSeconds = Double(log.span) / 1_000
    self.base = base
    self.isPooled = isPooled
    parameters = fit.parameters
    arrivals = fit.arrivals.candidates
    signUpsPerDay = fit.arrivals.perDay
    self.replications = replications
    self.simulatedUsers = simulatedUsers
    self.checks = checks
    self.backTest = backTest
    self.overlay = overlay
  }

  /// The values with an estimate.
  package var fitted: [CalibratedParameter] { parameters.filter { $0.estimate != nil } }
  /// The values without an estimate.
  package var unidentified: [CalibratedParameter] { parameters.filter { $0.estimate == nil } }
  /// The number of figures for which the log is within the range of simulated populations.
  package var inside: Int { checks.count(where: \.isInside) }
}

extension CalibrationSection.BackTest {
  package static var blank: Self { Self(cutSeconds: 0, users: 0, eventsBefore: 0, fitted: 0, checks: []) }
}

extension CalibrationSection.Kind.Value {
  package static var blank: Self { Self(path: "", estimate: 0, pooled: 0) }
}

extension CalibrationSection {
  package static var blank: Self {
    Self(
      source: "", format: "", lines: 0, events: 0, rejected: 0, rejections: [], rejectedByKind: [], unknown: 0,
      unknownByName: [], outOfOrder: 0, users: 0, sessions: 0, first: "", last: "", spanSeconds: 0, base: "",
      isPooled: false, parameters: [], arrivals: [], signUpsPerDay: [], replications: 0, simulatedUsers: 0, checks: [],
      overlay: "")
  }
}
