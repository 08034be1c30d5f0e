/// The saves of one person's preferences, and which of them succeeded.
///
/// A save counts if the person had changed the form's lists before it and the change was not stored yet. A save of the
/// body alone is not a save of preferences; a retry of a failed save counts as another one. A save succeeded if the app
/// reported it and the server holds the values of the form.
struct PreferencesSaveTally {
  private(set) var saves = TrialTally()
  /// The hash of the preferences at the server; 0 if there is none.
  private var stored: Int64 = 0
  /// The hash of the preferences that the app reports as saved; 0 if there is none.
  private var reported: Int64 = 0
  /// Whether the person has changed the lists since the last save began, or a failed save left changes in the form.
  private var isEdited = false
  /// Whether the lists had been edited before the current save began.
  private var isInSave = false
  /// Whether the form still shows the values that are being saved.
  private var isKept = false

  /// Records the preferences that the server stores.
  mutating func committed(_ hash: Int64) { stored = hash }

  /// Records the preferences that the app reports as saved.
  mutating func reported(_ hash: Int64) { reported = hash }

  /// Records that the person changes the form's lists.
  mutating func edited() { isEdited = true }

  /// Records that the form is opened, closed or rolled back, so that no typed value is left in it.
  mutating func dropped() { (isEdited, isKept) = (false, false) }

  /// Records the start of a save.
  mutating func began() {
    guard isEdited else { return }
    (isInSave, isKept, isEdited) = (true, true, false)
  }

  /// Records the end of a save.
  ///
  /// - Returns: whether it succeeded; nil if it was not a save of preferences.
  mutating func ended() -> Bool? {
    defer { (reported, isInSave, isKept) = (0, false, false) }
    guard isInSave else { return nil }
    if reported == 0, isKept { isEdited = true }
    let isSaved = reported != 0 && reported == stored
    saves.count(isSaved)
    return isSaved
  }
}
