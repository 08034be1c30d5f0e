import GTSDModel

/// The edit form: what it shows, what was loaded, and what the person touched.
struct EditModel {
  var isOpen = false
  /// The form holds values and can be edited.
  var isReady = false
  var loadFailed = false
  var saveFailed = false
  var saveSucceeded = false
  /// Saves under way.
  var saving = 0
  /// Counts openings, so that a late reply finds its form gone.
  var opening = 0
  /// Counts what was typed.
  var edits = 0
  var held = Held()
  /// The form's load, cancelled when the sheet closes.
  var task: Task<Void, Never>?

  /// The lists that the form shows, and those it started from.
  var form = DietPreferences()
  var base = DietPreferences()
  /// The stored revision of `base`, nil unless the server told it.
  var revision: Int?
  var fields = Fields()
  /// A save may have been stored without our knowing.
  var isUnresolved = false

  /// What was typed beside the lists.
  struct Fields: Equatable, Sendable {
    var name: String?
    /// Kilograms.
    var weight: Double?
    var goal: Goal?
    var touchesPreferences = false

    var touchesHealth: Bool { weight != nil || goal != nil }
  }

  /// What one save sends.
  struct Submission: Equatable, Sendable {
    var form: DietPreferences
    var fields: Fields
    var revision: Int?
    var edits: Int
    var opening: Int
  }

  var submission: Submission {
    Submission(form: form, fields: fields, revision: revision, edits: edits, opening: opening)
  }

  mutating func open() {
    let (count, saves) = (opening, saving)
    self = EditModel()
    opening = count + 1
    saving = saves
    isOpen = true
  }

  mutating func close() {
    isOpen = false
    isReady = false
  }

  mutating func type(_ draft: EditDraft) {
    edits += 1
    saveSucceeded = false
    saveFailed = false
    if let name = draft.name { fields.name = name }
    if let weight = draft.currentWeight { fields.weight = weight }
    if let goal = draft.primaryGoal { fields.goal = goal }
    let touchesLists = draft.dietaryPreferences != nil || draft.allergies != nil || draft.addDietaryPreference != nil
    if touchesLists || draft.mealsPerDay != nil { fields.touchesPreferences = true }
    if let list = draft.dietaryPreferences { form.dietaryPreferences = list }
    if let list = draft.allergies { form.allergies = list }
    if let tag = draft.addDietaryPreference, !form.dietaryPreferences.contains(tag) {
      form.dietaryPreferences.append(tag)
    }
    if let meals = draft.mealsPerDay { form.mealsPerDay = meals }
  }

  /// Fills the form anew: whatever was typed is gone.
  mutating func fill(_ preferences: DietPreferences, revision: Int?) {
    form = preferences
    base = preferences
    self.revision = revision
    fields = Fields()
    isReady = true
    loadFailed = false
  }

  /// Takes over newer stored values and keeps what was typed on top of the old ones.
  mutating func rebase(_ stored: DietPreferences, revision: Int?) {
    form = DietPreferences(
      dietaryPreferences: Self.merge(form.dietaryPreferences, base.dietaryPreferences, stored.dietaryPreferences),
      allergies: Self.merge(form.allergies, base.allergies, stored.allergies),
      mealsPerDay: form.mealsPerDay == base.mealsPerDay ? stored.mealsPerDay : form.mealsPerDay)
    base = stored
    self.revision = revision
    isReady = true
    loadFailed = false
  }

  private static func merge(_ mine: [String], _ base: [String], _ theirs: [String]) -> [String] {
    theirs.filter { !base.contains($0) || mine.contains($0) }
      + mine.filter { !base.contains($0) && !theirs.contains($0) }
  }

  /// A save has failed under `profile.afterSave: refill`: the form shows the last loaded values again.
  mutating func rollBack() {
    form = base
    fields = Fields()
  }

  /// A save was stored: what it sent is typed no more.
  mutating func saved(_ submission: Submission) {
    saveSucceeded = true
    base = submission.form
    guard edits == submission.edits else { return }
    fields = Fields()
  }
}

extension EditModel.Submission {
  /// The part about preferences, nil when the generation sends none.
  func preferences(_ save: Generation.Preferences.Save) -> PreferencesUpdate? {
    switch save {
    case .full:
      return PreferencesUpdate(
        dietaryPreferences: form.dietaryPreferences, allergies: form.allergies, mealsPerDay: form.mealsPerDay,
        ifRevision: revision)
    case .nonEmpty:
      let lists = form.dietaryPreferences
      guard !lists.isEmpty || !form.allergies.isEmpty || form.mealsPerDay != 3 else { return nil }
      return PreferencesUpdate(
        dietaryPreferences: lists.isEmpty ? nil : lists, allergies: form.allergies.isEmpty ? nil : form.allergies,
        mealsPerDay: form.mealsPerDay, ifRevision: revision)
    }
  }

  /// Whether a read of the profile shows all that this save sends.
  func isStored(in payload: ProfilePayload) -> Bool {
    payload.preferences.preferences == form && (fields.name ?? payload.user.name) == payload.user.name
      && fields.weight.map { payload.profile?.currentWeight.isStored($0) ?? false } != false
      && (fields.goal ?? payload.profile?.primaryGoal) == payload.profile?.primaryGoal
  }

  /// The requests of this save, one after the other.
  func requests(
    name: String, save: Generation.Profile.Save, preferences strategy: Generation.Preferences.Save
  ) -> [APIRequest] {
    let preferences = preferences(strategy)
    var requests: [APIRequest] = []
    switch save {
    case .sequential:
      requests.append(.updateBasicProfile(name: fields.name ?? name, email: nil))
      if fields.touchesHealth {
        requests.append(.updateProfile(ProfileUpdate(currentWeight: fields.weight, primaryGoal: fields.goal)))
      }
      if let preferences { requests.append(.updatePreferences(preferences)) }
    case .single:
      if let name = fields.name { requests.append(.updateBasicProfile(name: name, email: nil)) }
      if let preferences {
        requests.append(
          .updateProfile(
            ProfileUpdate(currentWeight: fields.weight, primaryGoal: fields.goal, preferences: preferences)))
      } else if fields.touchesHealth {
        requests.append(.updateProfile(ProfileUpdate(currentWeight: fields.weight, primaryGoal: fields.goal)))
      }
    }
    return requests
  }
}

extension Double {
  /// Whether this stored value, with its two decimals, is what a sent one became.
  func isStored(_ sent: Double) -> Bool { abs(self - sent) < 0.0051 }
}
