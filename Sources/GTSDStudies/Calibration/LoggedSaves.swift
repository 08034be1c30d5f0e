import GTSDLogs
import GTSDModel

/// Which saves of a form send `preferences_saved`: that is the app's, and a log shows it by the lists in the events.
enum LoggedSaves: Equatable, Sendable {
  /// Edits of preferences, and those of weight and goal too, whatever the lists.
  case every
  /// The latter only while the lists have something in them.
  case ofFullLists
  /// Edits of preferences alone.
  case ofPreferences
  /// Every save of a person has the same lists: forms come up empty, or nobody ever edits preferences.
  case alike
  /// Too few saves to tell.
  case unknown

  /// Occasions that tell, at least.
  private static let least = 50

  init(_ tally: CalibrationTally, app: Generation.Preferences) {
    let (listed, bare) = (tally[.bodies], tally[.bareBodies])
    if tally[.preferences].successes == 0 {
      self = listed.successes + bare.successes > 0 ? .alike : .unknown
    } else if bare.successes > 0, 2 * bare.share >= listed.share {
      // Who clears lists that the app never stores empty saves none a second time, but that is rare.
      self = .every
    } else if listed.successes > 0 {
      // Next to none while the lists were empty, where four are expected: once in fifty logs by chance.
      let isTold = listed.share * Double(bare.trials) >= 4
      self = isTold || app.save == .nonEmpty ? .ofFullLists : .every
    } else {
      self = listed.trials + bare.trials >= Self.least ? .ofPreferences : .unknown
    }
  }

  /// Whether forms of this app come up empty and send nothing but what was typed, so that every event is of preferences.
  static func isTyped(_ app: Generation.Preferences) -> Bool { app.load == .empty && app.save == .nonEmpty }

  /// The app that sends what the log shows.
  func applied(to app: Generation.Preferences) -> Generation.Preferences {
    var app = app
    switch self {
    case .every: (app.load, app.save) = (.server, .full)
    case .ofFullLists: (app.load, app.save) = (.server, .nonEmpty)
    case .ofPreferences, .alike, .unknown: break
    }
    return app
  }

  /// Whether what a simulated app sends can be held against the log.
  func isTold(by app: Generation.Preferences) -> Bool {
    switch self {
    case .every, .ofFullLists, .unknown: true
    case .ofPreferences: false
    case .alike: Self.isTyped(app)
    }
  }

  /// What the overlay says where it changes the app.
  var comment: String {
    let what = self == .every ? "whatever the lists" : "while the lists have something in them"
    return "As the events show: `preferences_saved` comes with saves of weight and goal too, \(what)."
  }
}
