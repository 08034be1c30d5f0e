import GTSDModel
import Interleaving

/// The edit form: the shown values, the loaded values, and the fields that the person typed.
struct EditModel {
  var isOpen = false { didSet { judgeTyped() } }
  /// Whether the form is filled and can be edited.
  var isReady = false
  var loadFailed = false
  var saveFailed = false
  /// Whether the error on screen appeared while the form was open.
  var isErrorOfForm = false
  /// The number of saves in progress.
  var saving = 0
  /// The number of loads in progress, including those of forms closed since.
  var loading = 0
  /// The number of times that the form was opened. A reply with an earlier number belongs to a closed form.
  var opening = 0
  /// The number of edits.
  var edits = 0
  var version = VersionStamp()
  /// The form's load, cancelled when the sheet closes.
  var task: LaneTask?

  /// The profile from which the form was filled; nil unless the server sent it.
  var loaded: HealthProfile? { didSet { judgeTyped() } }
  /// The lists that the form shows, and the lists it was filled with.
  var form = DietPreferences()
  var base = DietPreferences()
  /// The stored revision of `base`; nil unless the server sent it.
  var revision: Int?
  var fields = Fields() { didSet { judgeTyped() } }
  /// The revision at which a reply showed that the latest save is stored; -1 for none.
  var savedAsOf: Int32 = -1
  /// Whether the current or last save has stored a part of its data.
  var hasStoredPart = false

  /// The typed fields other than lists.
  struct Fields: Equatable, Sendable {
    var name: String?
    /// The weight in kilograms.
    var weight: Double?
    var goal: Goal?
    /// The height in centimetres.
    var height: Double?
    var gender: Gender?
    var dateOfBirth: Timestamp?
    var targetDate: Timestamp?
    var touchesPreferences = false

    var touchesHealth: Bool {
      weight != nil || goal != nil || height != nil || gender != nil || dateOfBirth != nil || targetDate != nil
    }
  }

  /// The content of one save.
  struct Submission: Equatable, Sendable {
    var form: DietPreferences
    var fields: Fields
    var loaded: HealthProfile?
    var revision: Int?
    var edits: Int
    var opening: Int
  }

  var submission: Submission {
    Submission(form: form, fields: fields, loaded: loaded, revision: revision, edits: edits, opening: opening)
  }

  /// The published value: a bit for each field that was typed into, in the low half, and above them a bit for each
  /// field that differs from the loaded profile. 0 for a form that is closed or has loaded no profile.
  private(set) var typed: Int64 = 0

  /// Whether the screen shows the current fields.
  var isDrawn = true

  /// The fields that the form shows.
  func drawn(nameOfAccount: String?) -> DrawnForm {
    DrawnForm(
      name: fields.name ?? nameOfAccount, weight: fields.weight ?? loaded?.currentWeight,
      height: fields.height ?? loaded?.height, gender: fields.gender ?? loaded?.gender,
      goal: fields.goal ?? loaded?.primaryGoal)
  }

  // Computed when something is typed or loaded, since every step of the app publishes it.
  private mutating func judgeTyped() {
    isDrawn = false
    guard isOpen, let loaded else {
      typed = 0
      return
    }
    var touched = ProfileFields(rawValue: 0)
    if fields.name != nil { touched.insert(.name) }
    if fields.weight != nil { touched.insert(.weight) }
    if fields.height != nil { touched.insert(.height) }
    if fields.gender != nil { touched.insert(.gender) }
    if fields.goal != nil { touched.insert(.goal) }
    if fields.dateOfBirth != nil { touched.insert(.dateOfBirth) }
    if fields.targetDate != nil { touched.insert(.targetDate) }
    var differs = fields.update.applied(to: loaded).stored.differences(from: loaded)
    if fields.name != nil { differs.insert(.name) }
    typed = Int64(touched.rawValue) | Int64(differs.rawValue) << 16 | 1 << 32
  }

  /// Whether the form differs from the values with which it was filled. In an empty form, every typed value is a
  /// change.
  func hasChanges(_ generation: Generation.Form) -> Bool {
    if form != base || fields.name != nil { return true }
    guard let loaded else { return fields != Fields() }
    let changes = submission.changes(generation)
    return !changes.applied(to: loaded).stored.differences(from: loaded).isEmpty
  }

  mutating func open() {
    let (count, saves, loads, hasStoredPart) = (opening, saving, loading, hasStoredPart)
    let isErrorOfForm = isErrorOfForm
    self = EditModel()
    opening = count + 1
    saving = saves
    loading = loads
    self.hasStoredPart = hasStoredPart
    self.isErrorOfForm = isErrorOfForm
    isOpen = true
  }

  mutating func close() {
    isOpen = false
    isReady = false
  }

  mutating func type(_ draft: EditDraft) {
    edits += 1
    saveFailed = false
    if let name = draft.name { fields.name = name }
    if let weight = draft.currentWeight { fields.weight = weight }
    if let goal = draft.primaryGoal { fields.goal = goal }
    if let height = draft.height { fields.height = height }
    if let gender = draft.gender { fields.gender = gender }
    if let date = draft.dateOfBirth { fields.dateOfBirth = date }
    if let date = draft.targetDate { fields.targetDate = date }
    let touchesLists = draft.dietaryPreferences != nil || draft.allergies != nil || draft.addDietaryPreference != nil
    if touchesLists || draft.mealsPerDay != nil { fields.touchesPreferences = true }
    if let list = draft.dietaryPreferences { form.dietaryPreferences = list }
    if let list = draft.allergies { form.allergies = list }
    if let tag = draft.addDietaryPreference, !form.dietaryPreferences.contains(tag) {
      form.dietaryPreferences.append(tag)
    }
    if let meals = draft.mealsPerDay { form.mealsPerDay = meals }
  }

  /// Refills the form and drops all edits.
  mutating func fill(_ preferences: DietPreferences, revision: Int?, profile: HealthProfile? = nil) {
    loaded = profile
    form = preferences
    base = preferences
    self.revision = revision
    fields = Fields()
    isReady = true
    loadFailed = false
  }

  /// Applies newer stored values and keeps what was typed.
  mutating func rebase(_ stored: DietPreferences, revision: Int?, profile: HealthProfile? = nil) {
    loaded = profile
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

  /// Handles a failed save under `profile.afterSave: refill`: the form shows the last loaded values again.
  mutating func rollBack() {
    form = base
    fields = Fields()
  }

  /// Records that a request of a save was stored. Its fields no longer count as typed, whatever the results of the
  /// other requests.
  mutating func stored(_ request: APIRequest) {
    hasStoredPart = true
    if case .updateBasicProfile(let name?, _) = request, fields.name == name { fields.name = nil }
  }

  /// Records that a save was stored: its fields no longer count as typed.
  mutating func saved(_ submission: Submission) {
    base = submission.form
    guard edits == submission.edits else { return }
    fields = Fields()
  }
}

extension EditModel.Submission {
  /// The update of preferences; nil when the generation sends none.
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

  /// Whether a read of the profile shows all values of this save.
  func isStored(in payload: ProfilePayload) -> Bool {
    payload.preferences.preferences == form && (fields.name ?? payload.user.name) == payload.user.name
      && fields.weight.map { payload.profile?.currentWeight.isStored($0) ?? false } != false
      && fields.height.map { payload.profile?.height.isStored($0) ?? false } != false
      && (fields.gender ?? payload.profile?.gender) == payload.profile?.gender
      && (fields.dateOfBirth ?? payload.profile?.dateOfBirth) == payload.profile?.dateOfBirth
      && (fields.targetDate ?? payload.profile?.targetDate) == payload.profile?.targetDate
      && (fields.goal ?? payload.profile?.primaryGoal) == payload.profile?.primaryGoal
  }

  /// The update of the health data with the fields that the generation's form treats as changed.
  func changes(_ form: Generation.Form) -> ProfileUpdate {
    var update = fields.update
    if form.weight == .tolerance, let typed = fields.weight, let loaded, abs(typed - loaded.currentWeight) < 0.1001 {
      update.currentWeight = nil
    }
    if form.height == .rounded, update.height == nil, let held = loaded?.height, abs(held.rounded() - held) > 0.1 {
      update.height = held.rounded()
    }
    if form.gender == .coerced, update.gender == nil, loaded?.gender == .nonBinary { update.gender = .preferNotToSay }
    if form.dates == .ignored {
      update.dateOfBirth = nil
      update.targetDate = nil
    }
    return update
  }

  /// The requests of this save, in the order in which they are sent.
  func requests(name: String, _ generation: Generation) -> [APIRequest] {
    let preferences = preferences(generation.prefs.save)
    var health = changes(generation.form)
    let typedName = generation.form.name == .sent ? fields.name : nil
    var requests: [APIRequest] = []
    switch generation.profile.save {
    case .sequential:
      requests.append(.updateBasicProfile(name: typedName ?? name, email: nil))
      if !health.isEmpty { requests.append(.updateProfile(health)) }
      if let preferences { requests.append(.updatePreferences(preferences)) }
    case .single:
      if let typedName { requests.append(.updateBasicProfile(name: typedName, email: nil)) }
      if let preferences { health.preferences = preferences }
      // If the typed values were dropped, the body is empty, and the server refuses it.
      if !health.isEmpty || fields.name != nil && typedName == nil { requests.append(.updateProfile(health)) }
    }
    return requests
  }
}

extension EditModel.Fields {
  /// The typed fields of the health part.
  var update: ProfileUpdate {
    ProfileUpdate(
      dateOfBirth: dateOfBirth, gender: gender, height: height, currentWeight: weight, primaryGoal: goal,
      targetDate: targetDate)
  }
}

extension Double {
  /// Whether this stored value, with its two decimals, can result from the sent one.
  func isStored(_ sent: Double) -> Bool { abs(self - sent) < 0.0051 }
}
