/// Translates values of one side's JSON fields into those of the other: names of choices, and forms of instants.
package struct FieldValues: Sendable, Equatable {
  /// The form of an instant.
  package enum TimeForm: String, CaseIterable, Sendable {
    /// A number since 1970.
    case seconds, milliseconds
    /// A date without a time, as in `2026-01-31`.
    case date
  }

  private var ours: [String: String] = [:]
  private var theirs: [String: String] = [:]
  private var times: [String: TimeForm] = [:]

  /// The key of the form of all instants.
  package static let allTimes = "*"

  /// The contract's values of these fields.
  package static let choices =
    (Goal.allCases.map(\.rawValue) + ActivityLevel.allCases.map(\.rawValue) + Gender.allCases.map(\.rawValue)
    + PhotoContentType.allCases.map(\.rawValue) + ["completed", "pending", "before", "during", "after"]).sorted()

  /// The fields whose value is one of a fixed set.
  private static let fields: Set<String> = [
    "activityLevel", "contentType", "evidenceType", "gender", "mimeType", "primaryGoal", "status",
  ]

  /// The fields whose value is a time.
  package static let instants = [
    "acknowledgedAt", "computedAt", "createdAt", "dateOfBirth", "endDate", "metricsComputedAt", "projectedDate",
    "startDate", "targetDate", "updatedAt", "uploadedAt",
  ]

  /// - Parameters:
  ///   - values: the contract's name of a choice, then the backend's.
  ///   - times: the field, or ``allTimes``, and its form.
  package init(_ values: [NameChange], times: [NameChange]) {
    for change in values {
      ours[change.theirs] = change.ours
      theirs[change.ours] = change.theirs
    }
    for change in times { self.times[change.ours] = TimeForm(rawValue: change.theirs) }
  }

  package var isEmpty: Bool { theirs.isEmpty && times.isEmpty }

  /// A document of the contract with the backend's values.
  package func outward(_ document: JSONValue) -> JSONValue { changed(document, nil, theirs, isOutward: true) }

  /// A backend's document with the contract's field names, its values changed to the contract's.
  package func inward(_ document: JSONValue) -> JSONValue { changed(document, nil, ours, isOutward: false) }

  private func changed(
    _ value: JSONValue, _ name: String?, _ choices: [String: String], isOutward: Bool
  ) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { changed($0, name, choices, isOutward: isOutward) })
    case .object(let object):
      return .object(
        JSONObject(object.members.map { ($0.key, changed($0.value, $0.key, choices, isOutward: isOutward)) }))
    case .string(let text):
      guard let name else { return value }
      if Self.fields.contains(name), let other = choices[text] { return .string(other) }
      guard let form = form(of: name) else { return value }
      return isOutward ? Self.written(text, form) : Self.read(text, form)
    case .number(let number):
      guard !isOutward, let name, let form = form(of: name) else { return value }
      switch form {
      case .seconds: return JSONValue(Timestamp(milliseconds: Int64((number * 1_000).rounded())))
      case .milliseconds: return JSONValue(Timestamp(milliseconds: Int64(number.rounded())))
      case .date: return value
      }
    case .null, .bool: return value
    }
  }

  private func form(of name: String) -> TimeForm? {
    guard Self.instants.contains(name) else { return nil }
    return times[name] ?? times[Self.allTimes]
  }

  private static func written(_ text: String, _ form: TimeForm) -> JSONValue {
    guard let instant = Timestamp(iso8601: text) else { return .string(text) }
    switch form {
    case .seconds: return .number(Double(instant.milliseconds) / 1_000)
    case .milliseconds: return .number(Double(instant.milliseconds))
    case .date: return .string(String(instant.iso8601.prefix(10)))
    }
  }

  private static func read(_ text: String, _ form: TimeForm) -> JSONValue {
    switch form {
    case .seconds, .milliseconds: .string(text)
    case .date: .string(text.utf8.count == 10 ? text + "T00:00:00.000Z" : text)
    }
  }
}
