import GTSDModel

/// A problem, or an oddity, of a log as a whole.
package struct LogFinding: Codable, Sendable, Equatable {
  /// The kind of finding.
  package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Many lines were rejected.
    case dropped
    /// Events without an id were sent again with another time.
    case resent
    /// Events of some kind begin or stop in the middle of the log.
    case stopped
    /// Times have no time zone.
    case zone
    /// Events are later than their arrival at the service.
    case early
    /// Replies have earlier times than the events that they answer.
    case clocks
    /// Some users are programs rather than people.
    case bots
    /// A person's ids of phones change more often than people change phones.
    case phones
    /// Values that identify no account, such as "unknown", are used as account ids.
    case people
    /// Events are missing: those that lead to other events, or all events of some time.
    case missing
    /// Measured times are in a unit other than seconds.
    case units
    /// People who signed up later decide differently from those before.
    case changed
  }

  package var kind: Kind
  /// The finding in a sentence or two, for people.
  package var text: String
  /// Whether the finding makes values of the fit wrong.
  package var isFault: Bool
  /// The paths, below a persona, of the values that the problem makes doubtful; empty if it is too small for that.
  package var paths: [String]
  /// The file that corrects the problem; nil if none does.
  package var remedy: LogRemedy?

  package init(_ kind: Kind, _ text: String, isFault: Bool, paths: [String] = [], remedy: LogRemedy? = nil) {
    (self.kind, self.text, self.isFault, self.paths, self.remedy) = (kind, text, isFault, paths, remedy)
  }
}

extension ObservedEvent.Name {
  /// The paths, below a persona, of the values that depend on events of this name.
  package var paths: [String] {
    func decisions(_ names: String...) -> [String] { names.map { "decisions.\($0)" } }
    func timing(_ name: String) -> [String] { ["timings.\(name).median", "timings.\(name).sigma"] }
    let returns = ["habit.returnSameDay", "habit.returnNextDay", "habit.dailyDecay"] + timing("sessionGap")
    let onboarding =
      decisions("skipOnboarding", "abandonOnboarding", "completeAfterAbandon") + timing("fillOnboarding")
    switch self {
    case .signedUp: return onboarding + decisions("switchAccount") + returns
    case .onboarded: return onboarding + decisions("finishProfile")
    case .skipped: return onboarding
    case .launched:
      return returns
        + decisions(
          "abandonOnboarding", "completeAfterAbandon", "useSecondDevice", "visitStreaks", "visitTasks", "visitProfile",
          "goToPlansDirectly", "tabBurst", "editPreferences", "editProfile", "clearPreferences", "uploadPhotos",
          "switchAccount", "followCard", "dismissCard", "acknowledge", "completeProfile", "maybeLater",
          "finishProfile") + timing("readMetrics") + timing("considerCard") + timing("fillOnboarding")
    case .cardViewed, .cardTapped:
      return decisions("followCard", "dismissCard", "acknowledge") + timing("readMetrics") + timing("considerCard")
    case .cardDismissed: return decisions("dismissCard") + timing("considerCard")
    case .acknowledged: return decisions("acknowledge") + timing("readMetrics")
    case .zeroStateViewed, .zeroStateTapped: return decisions("completeProfile", "maybeLater", "finishProfile")
    case .summaryViewed: return decisions("expandSummary")
    case .learnMoreTapped: return decisions("expandSummary")
    case .summaryScrolled: return decisions("readSummaryToEnd")
    case .summaryCompleted: return decisions("exitSummaryByButton", "exitSummaryBySwipe") + timing("summaryDwell")
    case .preferencesSaved: return decisions("editPreferences", "editProfile", "clearPreferences", "visitProfile")
    case .photoUploaded: return decisions("uploadPhotos", "visitTasks")
    case .tabChanged:
      return decisions("visitStreaks", "visitTasks", "visitProfile", "goToPlansDirectly", "tabBurst", "acknowledge")
    case .profileCompleted, .apiError, .acknowledgeFailed, .photoFailed, .preferencesFailed: return []
    }
  }
}
