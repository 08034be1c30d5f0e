import GTSDModel

/// Checks the content of the Profile tab. The tab must show its zero state to a person whose stored profile is
/// incomplete.
struct ReferenceProfileTab: Sendable {
  /// Whether the stored profile is incomplete, by the newest reply to the tab; nil before the first reply.
  private var isIncomplete: Bool?
  private var version: Int32 = -1
  /// Whether the person has tapped "Maybe later" since the tab was loaded last.
  private var isPutOff = false

  /// Handles a reply that contains the stored profile.
  mutating func received(_ profile: HealthProfile?, _ version: Int32) {
    guard version >= self.version else { return }
    self.version = version
    isIncomplete = profile?.isPlaceholder ?? true
  }

  /// Handles the successful deletion of health data. Data that were read before it are outdated.
  mutating func deleted(_ version: Int32) {
    isIncomplete = true
    self.version = max(self.version, version)
  }

  mutating func loadBegan() { isPutOff = false }

  /// Handles a tap on "Maybe later".
  mutating func postpone() { isPutOff = true }

  /// Whether the screen shows the right content.
  ///
  /// - Parameter hides: whether "Maybe later" hides the zero state.
  func matches(_ screen: RenderedValues, hides: Bool) -> Bool {
    guard let isIncomplete else { return screen[.profileFace] != ProfileFace.zeroState.published }
    let mayBeHidden = hides && isPutOff
    return screen[.profileFace] == ProfileFace.zeroState.published ? isIncomplete : !isIncomplete || mayBeHidden
  }
}
