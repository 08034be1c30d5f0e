import GTSDModel

/// Checks the content of the Profile tab. The tab must show its zero state to a person whose stored profile is
/// incomplete.
struct ReferenceProfileTab: Sendable {
  /// Whether the stored profile is incomplete, by the newest reply to the tab; nil before the first reply.
  private var isIncomplete: Bool?
  private var version: Int32 = -1
  /// The newest version that a load has read; nil before the first.
  private(set) var readAt: Int32?
  /// The preferences on screen while the tab waits for the streak of a load, and after that load was cancelled; nil
  /// once a load of newest data has both replies. The tab waits for both before it shows either.
  private(set) var kept: Int64?
  /// The replies that the present load has.
  private var replies = (profile: false, streak: false)
  /// The version that the present load has read, and that of the latest stored save of this phone; -1 for none.
  private var (loaded, savedAt): (Int32, Int32) = (-1, -1)
  /// Whether the person has tapped "Maybe later" since the tab was loaded last.
  private var isPutOff = false

  /// Handles a reply to the tab that contains the stored profile.
  ///
  /// - Parameters:
  ///   - preferences: the preferences that the tab shows.
  ///   - changed: the version of the latest change from this phone. Older data may not be shown.
  mutating func received(_ profile: HealthProfile?, _ version: Int32, showing preferences: Int64, changed: Int32) {
    readAt = max(readAt ?? version, version)
    replies.profile = true
    loaded = version
    kept = preferences
    if replies.streak { loadEnded(changed) }
    guard version >= self.version else { return }
    self.version = version
    isIncomplete = profile?.isPlaceholder ?? true
  }

  /// Handles the successful deletion of health data. Data that were read before it are outdated.
  mutating func deleted(_ version: Int32) {
    isIncomplete = true
    self.version = max(self.version, version)
  }

  mutating func loadBegan() { (isPutOff, replies) = (false, (false, false)) }

  /// Handles a streak that has come, or failed, for the tab.
  mutating func streakEnded(changed: Int32) {
    replies.streak = true
    if replies.profile { loadEnded(changed) }
  }

  private mutating func loadEnded(_ changed: Int32) {
    // A deletion may have found nothing to delete, and is newer than the read all the same.
    if let readAt, readAt >= max(changed, version) { kept = nil }
  }

  /// Handles a stored save of this phone.
  mutating func saved(_ version: Int32) { savedAt = max(savedAt, version) }

  /// Whether the load that has ended has read data from before a save of this phone, so that it is repeated.
  var mustBeRepeated: Bool { replies == (true, true) && loaded < savedAt }

  /// Handles a tap on "Maybe later".
  mutating func postpone() { isPutOff = true }

  /// Whether the screen shows the right content.
  ///
  /// - Parameter hides: whether "Maybe later" hides the zero state.
  func matches(_ screen: RenderedValues, hides: Bool) -> Bool {
    // The load that has read the newest profile may not have shown it.
    if kept != nil { return true }
    guard let isIncomplete else { return screen[.profileFace] != ProfileFace.zeroState.published }
    let mayBeHidden = hides && isPutOff
    return screen[.profileFace] == ProfileFace.zeroState.published ? isIncomplete : !isIncomplete || mayBeHidden
  }
}
