package import Foundation
package import GTSDFields
import GTSDModel
import Randomness

/// The envelope and the named properties of one event, in any file format.
package struct EventFields {
  package var name: String
  package var timestamp: String
  package var user: String
  /// The value of a property; nil if it is missing.
  package var property: (String) -> JSONNode?
  /// The event's unique id, where the log has one.
  package var identity: String?
  /// Whether the line is of a table without a column for any property.
  package var lacksProperties = false
  /// The names of all properties, of a line of JSON.
  package var propertyNames: [String] = []
  /// The zone for times without one, and whether the map or the service confirms it.
  package var zone: TimeZone = .gmt
  package var isZoneKnown = false
  /// The format of times, if the map gives one.
  package var form: TimeForm?
  /// The correction of the phone's clock; nil if the time needs none.
  package var correction: Correction?
  /// Whether the time is by the service's clock, after a correction of the phone's.
  package var isCorrected = false
  /// The time at which the service received the line, as text.
  package var received: String?
  /// The ids of the person, those of accounts first.
  package var ids: [LogID] = []
  /// The phone; nil if the line names none.
  package var device: String?
  /// The platform, such as `iOS`; nil if the line names none.
  package var platform: String?
  /// The version of the app; nil if the line names none.
  package var version: String?
  /// The name of the session; nil if there is none.
  package var session: JSONNode?
  /// The arms of experiments in which the line names its person.
  package var arms: [NamedArm] = []

  /// A correction of a phone's clock: the time by that clock at which the phone sent a line, and the time at which
  /// the service received it.
  package struct Correction {
    var sent: String
    var received: String
  }

  package init(name: String, timestamp: String, user: String, property: @escaping (String) -> JSONNode?) {
    self.name = name
    self.timestamp = timestamp
    self.user = user
    self.property = property
  }
}

extension EventFields {
  /// Creates the event of these fields at an instant. The user and the line number are added later.
  package func event(at instant: Int64) throws(LineProblem) -> ObservedEvent {
    guard !user.isEmpty else { throw .wrong(key: "user_id", expected: "a text", found: "an empty one") }
    guard let name = ObservedEvent.Name.named(name) else { throw .unknownEvent(name) }
    var event = ObservedEvent(time: instant, user: 0, session: try sessionNumber(), name: name)
    switch name {
    case .cardTapped:
      event.detail = try choice("action", ["review", "dismiss"])
    case .acknowledged:
      event.value = try milliseconds("time_to_acknowledge", isOptional: true)
      event.detail = property("source") == nil ? 2 : try choice("source", ["dashboard_card", "plans_tab"])
    case .zeroStateTapped:
      event.detail = try choice("action", ["complete_profile", "maybe_later"])
    case .profileCompleted:
      _ = try milliseconds("time_to_complete_seconds", isOptional: true)
    case .learnMoreTapped:
      event.detail = try choice("action", ["collapse", "expand"])
    case .summaryScrolled:
      event.value = try milliseconds("time_on_screen_seconds", isOptional: true)
      event.detail = try depth() ? 1 : 0
    case .summaryCompleted:
      event.value = try milliseconds("time_on_screen_seconds", isOptional: false)
      let exits = ["get_started_button", "swipe_dismiss", "close_button"]
      guard let exit = SummaryExit(rawValue: try choice("exit_method", exits)) else {
        preconditionFailure("the exits \(exits) are not those of the model")
      }
      event.detail = ObservedEvent.SummaryEnd(exit: exit, expanded: hasExpanded, read: try depth()).code
    case .preferencesSaved:
      event.value = try count("preferences_count") + count("allergies_count")
    case .photoUploaded:
      event.value = try milliseconds("upload_duration", isOptional: true)
    case .tabChanged:
      event.detail = try choice("tab", Tab.allCases.map(\.label))
    case .apiError:
      event.detail = property("endpoint")?.string == Endpoint.onboard.name ? 1 : 0
    case .cardViewed, .cardDismissed, .zeroStateViewed, .summaryViewed, .signedUp, .onboarded, .skipped, .launched,
      .acknowledgeFailed, .photoFailed, .preferencesFailed:
      break
    }
    return event
  }

  /// The time of the event in milliseconds since 1970, and whether it was written without a time zone.
  package func instant() throws(LineProblem) -> (value: Int64, isZoneless: Bool) {
    guard let instant = EventTime.milliseconds(timestamp, zone: zone, form: form) else {
      let isAmbiguous = form == nil && EventTime.isAmbiguous(timestamp)
      throw .wrong(
        key: "timestamp", expected: expected, found: quoted(timestamp), remedy: isAmbiguous ? remedy : nil)
    }
    guard let correction, let sent = read(correction.sent), let received = read(correction.received) else {
      return instant
    }
    // The event's time and `sent` are both from the phone's clock, so the phone's time zone cancels out.
    return (instant.value + received - sent, false)
  }

  /// The instant that a text states, in milliseconds since 1970; nil if it states none.
  package func read(_ text: String) -> Int64? { EventTime.milliseconds(text, zone: zone, form: form)?.value }

  private var expected: String {
    if let form { return "a time of the form `\(form.pattern)`" }
    return "an ISO 8601 instant\(EventTime.isAmbiguous(timestamp) ? "" : ", or a number since 1970")"
  }

  private var remedy: LogRemedy {
    let (form, zone) =
      timestamp.contains("/")
      ? ("MM/dd/yyyy hh:mm:ss a", "America/Los_Angeles")
      : ("dd\(timestamp.contains(".") ? "." : "-")MM.yyyy HH:mm:ss", "Europe/Berlin")
    return LogRemedy(
      map: "`{\"timeForm\": \"\(form)\", \"zone\": \"\(zone)\"}`",
      effect: "tells the day and the month of other dates apart")
  }

  private func quoted(_ text: String) -> String { "\"\(text.prefix(40))\"" }

  /// The session's number: a counter as it is, and the hash of any other text, which distinguishes sessions without
  /// ordering them.
  private func sessionNumber() throws(LineProblem) -> Int32 {
    guard let node = session ?? property("session_id"), node.value != .null else { return ObservedEvent.noSession }
    let text: String
    switch node.value {
    case .string(let string): text = string
    case .number(let number): text = number
    default: throw .wrong(key: "session_id", expected: "a text or a number", found: node.described)
    }
    // Amplitude writes -1 for events outside of sessions.
    if text.isEmpty || text == "-1" { return ObservedEvent.noSession }
    if let number = Int32(text), (0..<ObservedEvent.namedSessions).contains(number) { return number }
    return ObservedEvent.namedSessions | Int32(XXH64.digest(of: text) & 0x3FFF_FFFF)
  }

  private func missing(_ key: String) -> LineProblem {
    lacksProperties ? .noProperties("properties.\(key)") : .missing("properties.\(key)")
  }

  private func choice(_ key: String, _ known: [String]) throws(LineProblem) -> UInt8 {
    guard let node = property(key) else { throw missing(key) }
    guard let text = node.string, let index = known.firstIndex(of: text) else {
      throw .wrong(key: key, expected: "one of \(known.joined(separator: ", "))", found: node.described)
    }
    return UInt8(index)
  }

  /// The number under a key. In tables it may be written as text.
  private func number(_ key: String) throws(LineProblem) -> Double? {
    guard let node = property(key), node.value != .null else { return nil }
    if let number = node.anyNumber, number.isFinite { return number }
    throw .wrong(key: key, expected: "a number", found: node.described)
  }

  private func milliseconds(_ key: String, isOptional: Bool) throws(LineProblem) -> Int32 {
    guard let seconds = try number(key) else {
      if isOptional { return -1 }
      throw missing(key)
    }
    guard seconds >= 0 else { throw .wrong(key: key, expected: "0 or more seconds", found: "\(seconds)") }
    return Int32(clamping: Int64(min(seconds, 1e9) * 1_000))
  }

  private func count(_ key: String) throws(LineProblem) -> Int32 {
    guard let number = try number(key) else { throw missing(key) }
    guard let count = Int32(exactly: number), count >= 0, count < 1_000_000 else {
      throw .wrong(key: key, expected: "a whole number of 0 or more", found: "\(number)")
    }
    return count
  }

  /// Whether the whole depth was reached.
  private func depth() throws(LineProblem) -> Bool {
    guard let depth = try number("scroll_depth") else { throw missing("scroll_depth") }
    guard (0...1).contains(depth) else {
      throw .wrong(key: "scroll_depth", expected: "a number from 0 to 1", found: "\(depth)")
    }
    return depth >= 1
  }

  /// Whether the list of expanded sections has any entry. In tables the list is a text.
  private var hasExpanded: Bool {
    guard let node = property("expanded_sections")?.unfolded else { return false }
    if let elements = node.elements { return !elements.isEmpty }
    return node.string.map { !["", "[]"].contains($0) } ?? false
  }
}

extension JSONNode {
  /// A number, or a text with a number, with a point or a comma.
  var anyNumber: Double? {
    if let number { return number }
    guard let string else { return nil }
    return Double(string) ?? Double(string.replacing(",", with: "."))
  }
}
