/// The definition of an analytics event in the specifications: its properties with their types, and its source.
package struct AnalyticsDefinition: Sendable, Equatable {
  /// The type of a property.
  package enum Kind: Sendable, Equatable {
    case text
    case choice([String])
    /// A number in a range, with its unit.
    case number(ClosedRange<Double>, unit: String)
    /// A whole number of 0 or more.
    case count
    case flag
    case list
    /// A text or a number that identifies a session.
    case session

    /// The type's name in a word or two.
    package var name: String {
      switch self {
      case .text: "text"
      case .choice(let values): "one of \(values.joined(separator: ", "))"
      case .number(_, let unit): unit.isEmpty ? "number" : "number, \(unit)"
      case .count: "whole number"
      case .flag: "true or false"
      case .list: "list of texts"
      case .session: "text or number"
      }
    }
  }

  /// A property of an event.
  package struct Property: Sendable, Equatable {
    package var name: String
    package var kind: Kind
    /// Whether an event without the property is invalid.
    package var isRequired: Bool

    init(_ name: String, _ kind: Kind, required: Bool = true) {
      self.name = name
      self.kind = kind
      isRequired = required
    }
  }

  package var name: String
  package var properties: [Property]
  /// The specification that defines the event, or a note that the event is an extension of this package.
  package var source: String

  /// Names of properties that no event may carry: the specifications forbid weight, height and age in analytics.
  package static let forbidden = [
    "weight", "weight_kg", "current_weight", "target_weight", "goal_weight", "height", "height_cm", "age", "birth_date",
    "birthdate", "date_of_birth", "bmi", "body_fat",
  ]

  /// Whether a property's name denotes forbidden data.
  package static func isForbidden(_ name: String) -> Bool {
    let parts = name.lowercased().map { $0.isLetter ? $0 : "_" }
    let plain = String(parts)
    if forbidden.contains(plain) { return true }
    let words = plain.split(separator: "_")
    return words.contains("weight") || words.contains("height") || words.contains("age") || words.contains("bmi")
  }

  private static let seconds = Kind.number(0...1e9, unit: "s")
  private static let session = Property("session_id", .session, required: false)
  private static let status = Property("status", .number(0...999, unit: ""), required: false)

  /// The definitions in the order of ``AnalyticsEvent/allNames``.
  package static let all: [AnalyticsDefinition] = AnalyticsEvent.allNames.enumerated().map { index, name in
    AnalyticsDefinition(
      name: name, properties: properties(of: name),
      source: index >= AnalyticsEvent.firstExtensionIndex
        ? "extension of gtsd-sim" : "specification \(specification(of: name))")
  }

  private static func specification(of name: String) -> String {
    switch name {
    case "metrics_acknowledgment_card_viewed", "metrics_acknowledgment_card_tapped",
      "metrics_acknowledgment_card_dismissed":
      "000"
    case "metrics_acknowledged": "000 and 004"
    case "preferences_saved", "photo_uploaded": "004"
    default: "003"
    }
  }

  private static func properties(of name: String) -> [Property] {
    switch name {
    case "metrics_acknowledgment_card_tapped":
      [Property("action", .choice(["review", "dismiss"])), session]
    case "metrics_acknowledged":
      [
        Property("metrics_version", .number(0...1e9, unit: ""), required: false),
        Property("source", .choice(["dashboard_card", "plans_tab"]), required: false),
        Property("time_to_acknowledge", seconds, required: false), session,
      ]
    case "zero_state_viewed":
      [
        Property("days_since_signup", .number(0...1e6, unit: "days"), required: false),
        Property("has_completed_onboarding", .flag, required: false), Property("location", .text, required: false),
        session,
      ]
    case "zero_state_cta_tapped":
      [
        Property("action", .choice(["complete_profile", "maybe_later"])), Property("location", .text, required: false),
        session,
      ]
    case "zero_state_profile_completed":
      [
        Property("days_since_first_skip", .number(0...1e6, unit: "days"), required: false),
        Property("time_to_complete_seconds", seconds, required: false), session,
      ]
    case "metrics_summary_viewed":
      [
        Property("bmr", .number(0...1e5, unit: "kcal"), required: false),
        Property("calorie_target", .number(0...1e5, unit: "kcal"), required: false),
        Property("estimated_weeks", .number(0...1e5, unit: "weeks"), required: false),
        Property("primary_goal", .text, required: false),
        Property("tdee", .number(0...1e5, unit: "kcal"), required: false),
        session,
      ]
    case "metrics_summary_learn_more_tapped":
      [
        Property("action", .choice(["collapse", "expand"])),
        Property("section", .choice(["bmr", "tdee", "targets"]), required: false),
        session,
      ]
    case "metrics_summary_scrolled":
      [
        Property("scroll_depth", .number(0...1, unit: "share")),
        Property("time_on_screen_seconds", seconds, required: false),
        session,
      ]
    case "metrics_summary_completed":
      [
        Property("exit_method", .choice(["get_started_button", "swipe_dismiss", "close_button"])),
        Property("expanded_sections", .list, required: false), Property("scroll_depth", .number(0...1, unit: "share")),
        Property("time_on_screen_seconds", seconds), session,
      ]
    case "preferences_saved": [Property("allergies_count", .count), Property("preferences_count", .count), session]
    case "photo_uploaded":
      [
        Property("file_size", .count, required: false), Property("task_id", .session, required: false),
        Property("upload_duration", seconds, required: false), session,
      ]
    case "tab_changed": [Property("tab", .choice(Tab.allCases.map(\.label))), session]
    case "api_error": [Property("endpoint", .text, required: false), status, session]
    case "acknowledge_failed", "photo_upload_failed", "preferences_save_failed": [status, session]
    default: [session]
    }
  }
}
