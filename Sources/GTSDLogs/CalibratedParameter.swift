package import Statistics

/// The estimate of one scenario value from the events.
package struct CalibratedParameter: Equatable, Sendable {
  /// How well the events determine the value.
  package enum Status: String, Hashable, Sendable, CaseIterable {
    /// The events identify the value.
    case fitted
    /// The events identify the value if other values, named in the note, are known.
    case conditional
    /// The events do not identify the value. The scenario's value is kept.
    case notIdentified
  }

  /// The path below a persona, such as `decisions.followCard`.
  package var path: String
  package var status: Status
  /// The unit of the value: `share`, `s` or `number`.
  package var unit: String
  /// The estimate; nil if the events do not identify the value.
  package var estimate: Double?
  /// The standard error of the estimate. For medians and deviations, it is the standard error of the logarithm times
  /// the estimate.
  package var standardError: Double?
  package var interval: Interval?
  /// The number of occasions with the action, or of observed times.
  package var events: Int?
  /// The number of occasions, with and without the action.
  package var occasions: Int?
  /// The number of occasions that were still open at the end of the data.
  package var censored: Int?
  /// The value in the scenario, before the fit.
  package var before: Double?
  /// The source and assumptions of the estimate, or the reason why there is none.
  package var note: String
  /// A reason not to trust the estimate; nil if there is none.
  package var doubt: String?

  package init(
    path: String, status: Status = .fitted, unit: String = "share", estimate: Double? = nil,
    standardError: Double? = nil, interval: Interval? = nil, events: Int? = nil, occasions: Int? = nil,
    censored: Int? = nil, before: Double? = nil, note: String
  ) {
    self.path = path
    self.status = status
    self.unit = unit
    self.estimate = estimate
    self.standardError = standardError
    self.interval = interval
    self.events = events
    self.occasions = occasions
    self.censored = censored
    self.before = before
    self.note = note
  }
}
