import GTSDModel

/// The face of the Profile tab, which must ask people without a whole profile to complete it.
struct ReferenceFace: Sendable {
  /// Whether the stored profile is incomplete, by what the tab was told last; nil before.
  private var isIncomplete: Bool?
  private var version: Int32 = -1
  /// Whether the zero state was put off and the tab has not been loaded since.
  private var isPutOff = false

  /// The tab was told of the stored profile.
  mutating func told(_ profile: HealthProfile?, _ version: Int32) {
    guard version >= self.version else { return }
    self.version = version
    isIncomplete = profile?.isPlaceholder ?? true
  }

  /// A deletion of health data was granted. What was read before it is older.
  mutating func deleted(_ version: Int32) {
    isIncomplete = true
    self.version = max(self.version, version)
  }

  mutating func loadBegan() { isPutOff = false }

  /// "Maybe later" was tapped on the tab.
  mutating func putOff() { isPutOff = true }

  /// Whether the screen shows the right face.
  ///
  /// - Parameter hides: whether "Maybe later" hides the zero state.
  func isRight(_ screen: RenderedValues, hides: Bool) -> Bool {
    guard let isIncomplete else { return screen[.profileFace] != ProfileFace.zeroState.published }
    let mayBeHidden = hides && isPutOff
    return screen[.profileFace] == ProfileFace.zeroState.published ? isIncomplete : !isIncomplete || mayBeHidden
  }
}
