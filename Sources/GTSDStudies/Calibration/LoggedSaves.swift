import GTSDLogs
import GTSDModel

/// The kind of saves after which the app sends `preferences_saved`. It depends on the app, and is inferred from the
/// lists in the events.
enum LoggedSaves: Equatable, Sendable {
  /// Every save of preferences, weight or goal, whether or not the lists changed.
  case every
  /// Edits of preferences, and edits of weight and goal while the lists are not empty.
  case ofFullLists
  /// Only edits of preferences.
  case ofPreferences
  /// All saves of a person contain the same lists, because forms are empty at first or preferences are never edited.
  case alike
  /// There are too few saves to decide.
  case unknown

  /// The smallest number of informative occasions.
  private static let least = 50

  init(_ tally: CalibrationTally, app: Generation.Preferences) {
    let (listed, bare) = (tally[.bodies], tally[.bareBodies])
    if tally[.preferences].successes == 0 {
      self = listed.successes + bare.successes > 0 ? .alike : .unknown
    } else if bare.successes > 0, 2 * bare.share >= listed.share {
      // In an app that never stores empty saves, a person can clear the same lists twice, but that is rare.
      self = .every
    } else if listed.successes > 0 {
      // Almost none while the lists were empty, although four are expected: by chance, this happens in one of fifty
      // logs.
      let isShown = listed.share * Double(bare.trials) >= 4
      self = isShown || app.save == .nonEmpty ? .ofFullLists : .every
    } else {
      self = listed.trials + bare.trials >= Self.least ? .ofPreferences : .unknown
    }
  }

  /// Whether this app's forms are empty at first and send only typed values, so that every event is about preferences.
  static func isTyped(_ app: Generation.Preferences) -> Bool { app.load == .empty && app.save == .nonEmpty }

  /// The app with the switch that makes it send the event as the log shows it.
  func applied(to app: Generation.Preferences) -> Generation.Preferences {
    var app = app
    switch self {
    case .every: (app.load, app.save) = (.server, .full)
    case .ofFullLists: (app.load, app.save) = (.server, .nonEmpty)
    case .ofPreferences, .alike, .unknown: break
    }
    return app
  }

  /// Whether the events of a simulated app can be compared with the log.
  func areComparable(with app: Generation.Preferences) -> Bool {
    switch self {
    case .every, .ofFullLists, .unknown: true
    case .ofPreferences: false
    case .alike: Self.isTyped(app)
    }
  }

  /// The comment in the overlay where the log's events change the app's generation.
  var comment: String {
    let what = self == .every ? "whatever the lists" : "while the lists have something in them"
    return "The events show that saves of weight and goal send `preferences_saved` too, \(what)."
  }
}
