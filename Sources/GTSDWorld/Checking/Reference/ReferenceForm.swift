import GTSDModel

/// The edit form between opening and closing, inferred from typed values and received replies.
struct ReferenceForm: Sendable {
  /// The typed values that no write has stored yet.
  private var typed = EditDraft()
  /// The typed values that were still unsaved when save was tapped; nil while no save is judged.
  private var unsaved: EditDraft?
  private var isSaveTapped = false
  /// The lists at the start of the form, and those shown; nil before a read, and once they are unknown.
  private var lists: (base: DietPreferences, shown: DietPreferences)?
  private var savedLists: DietPreferences?
  private var isFollowed = true
  /// Whether a read of the stored values was granted since the form was opened.
  var hasRead = false

  /// The latest values that were typed into each field, stored or not.
  private var entered = EditDraft()
  /// The profile that the form has read last; nil before, and if the form may have dropped it as older.
  var profile: HealthProfile?

  /// Whether the fields are as typed, or where nothing unsaved is typed, as read or as saved.
  ///
  /// - Parameter names: the names that the account may have; none if they are unknown.
  func matches(_ drawn: DrawnForm, names: [String]) -> Bool {
    func isRight<Value: Equatable>(_ value: Value?, _ typed: Value?, _ entered: Value?, _ read: Value?) -> Bool {
      if let typed { return value == typed }
      return value == read || value == entered && value != nil
    }
    if typed.name != nil || !names.isEmpty {
      let isName = isRight(drawn.name, typed.name, entered.name, drawn.name.flatMap { names.contains($0) ? $0 : nil })
      guard isName, drawn.name != nil else { return false }
    }
    guard let profile else { return true }
    return isRight(drawn.weight, typed.currentWeight, entered.currentWeight, profile.currentWeight)
      && isRight(drawn.height, typed.height, entered.height, profile.height)
      && isRight(drawn.gender, typed.gender, entered.gender, profile.gender)
      && isRight(drawn.goal, typed.primaryGoal, entered.primaryGoal, profile.primaryGoal)
  }

  private mutating func enter(_ draft: EditDraft) {
    if let value = draft.name { entered.name = value }
    if let value = draft.currentWeight { entered.currentWeight = value }
    if let value = draft.primaryGoal { entered.primaryGoal = value }
    if let value = draft.height { entered.height = value }
    if let value = draft.gender { entered.gender = value }
    if let value = draft.dateOfBirth { entered.dateOfBirth = value }
    if let value = draft.targetDate { entered.targetDate = value }
  }

  /// The lists on the form, if they can be inferred.
  var shown: DietPreferences? { lists?.shown }

  /// Whether the form is known to differ from what it was filled with.
  var hasChanges: Bool {
    typed.name != nil || areListsChanged ?? false
  }

  /// Whether the lists on the form differ from those it was filled with; nil if they are unknown.
  var areListsChanged: Bool? { lists.map { $0.shown.stableHash != $0.base.stableHash } }

  /// Whether anything besides the name and the lists was typed since the form was opened.
  var hasTypedBody: Bool {
    entered.currentWeight != nil || entered.height != nil || entered.gender != nil || entered.primaryGoal != nil
      || entered.dateOfBirth != nil || entered.targetDate != nil
  }

  /// Whether a save that was reported as a success lacked typed values.
  var lacksTyped: Bool { unsaved.map { !$0.isEmptyOfFields } ?? false }

  mutating func type(_ draft: EditDraft) {
    enter(draft)
    if let value = draft.name { typed.name = value }
    if let value = draft.currentWeight { typed.currentWeight = value }
    if let value = draft.primaryGoal { typed.primaryGoal = value }
    if let value = draft.height { typed.height = value }
    if let value = draft.gender { typed.gender = value }
    if let value = draft.dateOfBirth { typed.dateOfBirth = value }
    if let value = draft.targetDate { typed.targetDate = value }
    guard var shown = lists?.shown else { return }
    if let value = draft.dietaryPreferences { shown.dietaryPreferences = value }
    if let value = draft.allergies { shown.allergies = value }
    if let value = draft.addDietaryPreference, !shown.dietaryPreferences.contains(value) {
      shown.dietaryPreferences.append(value)
    }
    if let value = draft.mealsPerDay { shown.mealsPerDay = value }
    lists?.shown = shown
  }

  /// Records a tap on save. Until the save begins, further taps do nothing.
  mutating func tapSave() {
    guard !isSaveTapped else { return }
    isSaveTapped = true
    unsaved = typed
    savedLists = lists?.shown
  }

  mutating func saveBegan() { isSaveTapped = false }

  /// Records that the server granted a write of this phone.
  mutating func wrote(_ request: APIRequest) {
    var (name, update): (String?, ProfileUpdate) = (nil, ProfileUpdate())
    switch request {
    case .updateBasicProfile(let value, _): name = value
    case .updateProfile(let value): update = value
    default: return
    }
    func forget(in draft: inout EditDraft) {
      if draft.name == name { draft.name = nil }
      if draft.currentWeight == update.currentWeight { draft.currentWeight = nil }
      if draft.primaryGoal == update.primaryGoal { draft.primaryGoal = nil }
      if draft.height == update.height { draft.height = nil }
      if draft.gender == update.gender { draft.gender = nil }
      if draft.dateOfBirth == update.dateOfBirth { draft.dateOfBirth = nil }
      if draft.targetDate == update.targetDate { draft.targetDate = nil }
    }
    forget(in: &typed)
    if unsaved != nil { forget(in: &unsaved!) }
  }

  /// Handles the reply to a read that checks whether a save is stored. Stored values need not be written again.
  mutating func received(_ payload: ProfilePayload) {
    guard let profile = payload.profile else { return }
    func isStored(_ value: Double?, _ stored: Double) -> Bool { value.map { abs($0 - stored) < 0.0051 } ?? true }
    func forget(in draft: inout EditDraft) {
      if draft.name == payload.user.name { draft.name = nil }
      if isStored(draft.currentWeight, profile.currentWeight) { draft.currentWeight = nil }
      if isStored(draft.height, profile.height) { draft.height = nil }
      if draft.primaryGoal == profile.primaryGoal { draft.primaryGoal = nil }
      if draft.gender == profile.gender { draft.gender = nil }
      if draft.dateOfBirth == profile.dateOfBirth { draft.dateOfBirth = nil }
      if draft.targetDate == profile.targetDate { draft.targetDate = nil }
    }
    forget(in: &typed)
    if unsaved != nil { forget(in: &unsaved!) }
  }

  /// Records that the form received the stored values. It shows them and keeps the person's changes.
  mutating func read(_ stored: DietPreferences) {
    guard isFollowed else { return }
    guard let (base, shown) = lists else {
      lists = (stored, stored)
      return
    }
    func merged(_ list: (DietPreferences) -> [String]) -> [String] {
      let (added, kept) = (list(shown).filter { !list(base).contains($0) }, Set(list(shown)))
      let removed = Set(list(base)).subtracting(kept)
      return list(stored).filter { !removed.contains($0) } + added.filter { !list(stored).contains($0) }
    }
    let meals = shown.mealsPerDay == base.mealsPerDay ? stored.mealsPerDay : shown.mealsPerDay
    let new = DietPreferences(
      dietaryPreferences: merged(\.dietaryPreferences), allergies: merged(\.allergies), mealsPerDay: meals)
    lists = (stored, new)
  }

  /// Records a save that was reported as a success. The form now starts from the saved values.
  mutating func saved() {
    unsaved = nil
    guard let savedLists, let shown = lists?.shown else { return }
    lists = (savedLists, shown)
    self.savedLists = nil
  }

  /// Stops checking the form, since it is not known whether the form applies a reply that arrived.
  mutating func loseTrack() {
    lists = nil
    isFollowed = false
  }
}

extension EditDraft {
  /// Whether nothing is typed besides the lists.
  fileprivate var isEmptyOfFields: Bool {
    name == nil && currentWeight == nil && primaryGoal == nil && height == nil && gender == nil && dateOfBirth == nil
      && targetDate == nil
  }
}
