/// The saves of one person's preferences, and which of them succeeded.
///
/// A save counts if the person had changed the form's lists before it, and what they changed was not stored yet: a save
/// of the body alone is none of preferences, while a retry of one that failed is one more. It succeeded if the app
/// reported it and the server holds what the form showed.
struct PreferencesSaveTally {
  private(set) var saves = TrialTally()
  /// Hash of what the server holds; 0 for nothing.
  private var stored: Int64 = 0
  /// Hash of what the app says that it has saved; 0 for nothing.
  private var reported: Int64 = 0
  /// The person has changed the lists since the last save began, or what they had changed is still in the form after
  /// one that failed.
  private var isEdited = false
  /// Whether the lists had been edited before the current save began.
  private var isInSave = false
  /// The form still has what is being saved.
  private var isKept = false

  /// The server stores preferences.
  mutating func committed(_ hash: Int64) { stored = hash }

  /// The app says that these are saved.
  mutating func reported(_ hash: Int64) { reported = hash }

  /// The person changes the form's lists.
  mutating func edited() { isEdited = true }

  /// The form is opened, closed or rolled back: nothing that was typed is left in it.
  mutating func dropped() { (isEdited, isKept) = (false, false) }

  /// A save begins.
  mutating func began() {
    guard isEdited else { return }
    (isInSave, isKept, isEdited) = (true, true, false)
  }

  /// A save ends.
  ///
  /// - Returns: whether it succeeded; nil for one that is none of preferences.
  mutating func ended() -> Bool? {
    defer { (reported, isInSave, isKept) = (0, false, false) }
    guard isInSave else { return nil }
    if reported == 0, isKept { isEdited = true }
    let isSaved = reported != 0 && reported == stored
    saves.count(isSaved)
    return isSaved
  }
}
