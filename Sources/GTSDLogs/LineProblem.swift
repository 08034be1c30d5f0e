/// The reason why a line was not used.
package enum LineProblem: Error, Sendable, Equatable {
  /// The line is not JSON, or not a row with the header's columns.
  case malformed(String, remedy: LogRemedy? = nil)
  /// A required key of the event's envelope, or a required property of the event, is missing.
  case missing(String)
  /// A required property of the event is missing, and the table has no column for any property.
  case noProperties(String)
  /// A value is not of the kind that its key requires.
  case wrong(key: String, expected: String, found: String, remedy: LogRemedy? = nil)
  /// The line is a well-formed event that the specifications do not define. Does not count as an error.
  case unknownEvent(String)
  /// The line is a repetition of an earlier one in the file.
  case repeated

  /// The reason, for messages.
  package var reason: String {
    switch self {
    case .malformed(let message, _): message
    case .missing(let key): "`\(key)` is missing"
    case .noProperties(let key):
      "`\(key)` is missing: the table has no columns of properties. Warehouses keep these in a table for each event; the "
        + "tables one after the other, each with its header, are read: cat *.csv | gtsd-sim calibrate -"
    case .wrong(let key, let expected, let found, _): "`\(key)`: expected \(expected); found \(found)"
    case .unknownEvent(let name): "unknown event `\(name.prefix(40))`"
    case .repeated: "the same line occurs earlier in the file"
    }
  }

  /// The file that would make the line readable; nil if none would.
  package var remedy: LogRemedy? {
    switch self {
    case .malformed(_, let remedy), .wrong(_, _, _, let remedy): remedy
    case .missing, .noProperties, .unknownEvent, .repeated: nil
    }
  }

  /// The reason and the remedy, for people who use the command.
  package var advice: String { LogRemedy.advice(on: reason, remedy) }

  /// The kind of problem under which the line is counted.
  package var kind: String {
    switch self {
    case .malformed: "malformed"
    case .missing, .noProperties: "missing"
    case .wrong: "wrong value"
    case .unknownEvent: "unknown event"
    case .repeated: "repeated"
    }
  }
}
