import GTSDModel

extension PersonModel {
  /// Edits preferences or the body, deletes health data, or logs out.
  mutating func useProfile(_ screen: Screen) -> PersonStep? {
    guard screen.tab == .profile else { return move(to: .choosing) }
    switch state {
    case .loggingOut:
      return tap(.logOut, rest: awaiting(.signedOut), then: .logOutJudged)
    case .deletingHealthData:
      return tap(.deleteHealthData, rest: awaiting(.saveSettled), then: .choosing)
    case .exportingData:
      return tap(.exportData, rest: awaiting(.tabSettled), then: .choosing)
    case .deletingAccount:
      notes.attempts += 1
      return tap(.deleteAccount, rest: awaiting(.signedOut), then: .deletionJudged)
    case .atProfile:
      return tap(.openEdit, rest: awaiting(.editReady), then: .editOpened)
    case .editOpened:
      guard screen.form != nil else { return move(to: .choosing) }
      return tap(.typeEdit(draft(for: screen)), rest: pausing(.editForm), then: .readyToSave)
    case .readyToSave:
      guard screen.form != nil else { return move(to: .choosing) }
      if !notes.hasLeftForm {
        notes.hasLeftForm = true
        if decides(.leaveOpen) { return tap(.background, rest: pausing(.tabDwell), then: .formInBackground) }
      }
      notes.intent = newIntent()
      let types = decides(.typeDuringSave)
      return tap(
        .saveEdit, intent: notes.intent, rest: types ? pausing(.doubleTapGap) : awaiting(.saveSettled),
        then: types ? .typingDuringSave : .saveJudged)
    case .typingDuringSave:
      guard screen.form != nil, screen.isSaving else {
        return rest(awaiting(.saveSettled), then: .saveJudged)
      }
      // A save from now on stores other values than the save in progress.
      notes.intent = newIntent()
      return tap(.typeEdit(afterthought(for: screen)), rest: awaiting(.saveSettled), then: .saveJudged)
    default:
      return judgeSave(screen)
    }
  }

  private mutating func judgeSave(_ screen: Screen) -> PersonStep? {
    guard screen.showsForm else { return move(to: .choosing) }
    if screen.hasError(.edit), screen.buttons.contains(.save) {
      notes.attempts += 1
      if notes.attempts < 4, decides(.retryAfterError) {
        return retry(
          .saveEdit, intent: notes.intent, rest: awaiting(.saveSettled), then: .saveJudged, seeing: screen)
      }
    }
    // A saved form closes by itself after a moment. A form that is still open then is closed by the person.
    guard screen.errors.isEmpty, !screen.isSaving else { return move(to: .choosing) }
    return rest(pausing(.thinkOnLaunch), then: .choosing)
  }

  // MARK: Drafts

  private mutating func draft(for screen: Screen) -> EditDraft {
    notes.editsPreferences ? preferencesDraft(for: screen) : bodyDraft()
  }

  /// Draws a draft of preferences: all lists cleared, if there is something to clear, or one entry added, or other
  /// fields of the form changed.
  mutating func preferencesDraft(for screen: Screen) -> EditDraft {
    var draft = EditDraft()
    let shown = screen.form?.preferences ?? DietPreferences()
    let isEmpty = shown.dietaryPreferences.isEmpty && shown.allergies.isEmpty
    let clears = decides(.clearPreferences)
    if !isEmpty, clears || shown.dietaryPreferences.count >= Body.diets.count {
      draft.dietaryPreferences = []
      draft.allergies = []
    } else if decides(.editOtherFields) {
      typeOtherFields(into: &draft, of: shown)
    } else {
      draft.addDietaryPreference = newPreference(notIn: shown.dietaryPreferences)
    }
    return draft
  }

  /// Types allergies, the meals a day or the name, each in a quarter of the cases, or all of them and a diet
  /// (assumption, no source).
  private mutating func typeOtherFields(into draft: inout EditDraft, of shown: DietPreferences) {
    let part = index(draws.uniform(.editedPart), of: 4)
    if part == 0 || part == 3 {
      let allergy = Body.allergies[index(draws.uniform(.editedAllergy), of: Body.allergies.count)]
      let others = shown.allergies.filter { $0 != allergy }
      draft.allergies = others.count < shown.allergies.count ? others : others + [allergy]
    }
    if part == 1 || part == 3 {
      // One to ten meals, which are all that the contract allows, other than the shown number.
      let meals = 1 + index(draws.uniform(.editedMeals), of: 9)
      draft.mealsPerDay = meals < shown.mealsPerDay ? meals : meals + 1
      if mistypes() { draft.mealsPerDay = 10 * meals + 1 }
    }
    if part == 2 || part == 3 { draft.name = Body.names[index(draws.uniform(.editedName), of: Body.names.count)] }
    // The preference may be one of those shown.
    if part == 3 { draft.addDietaryPreference = newPreference(notIn: []) }
  }

  /// Fills in the missing height or weight of a person who skipped onboarding; otherwise edits one field of the body.
  mutating func bodyDraft() -> EditDraft {
    var draft = EditDraft()
    if account == 0, completing & 1 == 0 {
      completing |= 1
      let profile = body.onboarding.profile
      draft.currentWeight = profile.currentWeight
      draft.height = profile.height
      draft.gender = profile.gender
      draft.primaryGoal = profile.primaryGoal
      draft.dateOfBirth = profile.dateOfBirth
      return draft
    }
    if decides(.editOtherFields) {
      typeOtherMeasures(into: &draft)
    } else if draws.uniform(.editedField) < 0.5 {
      let factor = 0.97 + 0.06 * draws.uniform(.editedWeight)
      body.onboarding.profile.currentWeight = min(
        250, max(35, Body.tenths(body.onboarding.profile.currentWeight * factor)))
      draft.currentWeight = body.onboarding.profile.currentWeight
    } else {
      let others = Goal.allCases.filter { $0 != body.onboarding.profile.primaryGoal }
      body.onboarding.profile.primaryGoal = others[index(draws.uniform(.editedGoal), of: others.count)]
      draft.primaryGoal = body.onboarding.profile.primaryGoal
    }
    return draft
  }

  /// Whether the person mistypes a value, so that the server refuses it: one in ten (assumption, no source).
  private mutating func mistypes() -> Bool { draws.uniform(.mistyped) < 0.1 }

  /// Types a weight in pounds, the height, the date of birth or the target date, each in a quarter of the cases
  /// (assumption, no source).
  private mutating func typeOtherMeasures(into draft: inout EditDraft) {
    var profile = body.onboarding.profile
    guard !mistypes() else { return mistype(profile, into: &draft) }
    switch index(draws.uniform(.editedPart), of: 4) {
    case 0:
      // A whole number of pounds, in kilograms with two decimals.
      let pounds = (profile.currentWeight / Body.pound).rounded() - 1
      profile.currentWeight = min(250, max(35, (pounds * Body.pound * 100).rounded() / 100))
      draft.currentWeight = profile.currentWeight
    case 1:
      profile.height = profile.height < 229 ? profile.height + 0.5 : 228
      draft.height = profile.height
    case 2:
      // A year that was mistyped.
      profile.dateOfBirth.milliseconds -= 365 * Milliseconds.day
      draft.dateOfBirth = profile.dateOfBirth
    default:
      profile.targetDate.milliseconds += 7 * Milliseconds.day
      draft.targetDate = profile.targetDate
    }
    body.onboarding.profile = profile
  }

  /// Types a weight in grams, a height in millimetres, or a date with a wrong digit in its year.
  private mutating func mistype(_ profile: HealthProfile, into draft: inout EditDraft) {
    switch index(draws.uniform(.editedPart), of: 4) {
    case 0: draft.currentWeight = profile.currentWeight * 1_000
    case 1: draft.height = profile.height * 10
    case 2: draft.dateOfBirth = Timestamp(milliseconds: profile.dateOfBirth.milliseconds + 36_525 * Milliseconds.day)
    default: draft.targetDate = Timestamp(milliseconds: profile.targetDate.milliseconds - 3_652 * Milliseconds.day)
    }
  }

  /// Draws the values that the person types while a save is in progress.
  private mutating func afterthought(for screen: Screen) -> EditDraft {
    guard notes.editsPreferences else { return bodyDraft() }
    var draft = EditDraft()
    let shown = screen.form?.preferences ?? DietPreferences()
    if decides(.editOtherFields) {
      typeOtherFields(into: &draft, of: shown)
    } else {
      draft.addDietaryPreference = newPreference(notIn: shown.dietaryPreferences)
    }
    return draft
  }

  private mutating func newPreference(notIn shown: [String]) -> String {
    let start = index(draws.uniform(.addedPreference), of: Body.diets.count)
    for offset in 0..<Body.diets.count {
      let diet = Body.diets[(start + offset) % Body.diets.count]
      if !shown.contains(diet) { return diet }
    }
    return Body.diets[start]
  }
}
