import GTSDFields

/// An input that an operation rejects, and the broken rule.
package struct ProfileProblem: Error, Equatable, Sendable {
  /// The input, as the API spells its key.
  package enum Field: String, CaseIterable, Sendable {
    case dateOfBirth, gender, currentWeight, targetWeight, height, targetDate, mealsPerDay, dietaryPreferences
    case allergies
    /// The request as a whole.
    case body = ""
  }

  /// The rule that the input broke.
  package enum Rule: Equatable, Sendable {
    /// The value lies between both bounds, in kilograms, centimetres, years, meals or list items.
    case between(Double, Double)
    /// The value is above 0 and at most this.
    case positive(atMost: Double)
    /// The instant is in the future.
    case inFuture
    /// The gender must be known to the formulas.
    case supportedGender
    /// The body has at least one key.
    case notEmpty
  }

  package var field: Field
  package var rule: Rule

  package init(_ field: Field, _ rule: Rule) {
    self.field = field
    self.rule = rule
  }

  /// The problem in words.
  package var message: String {
    switch rule {
    case .between(let low, let high): "\(field.rawValue) must be between \(Int(low)) and \(Int(high))"
    case .positive(let high): "\(field.rawValue) must be above 0 and at most \(Int(high))"
    case .inFuture: "\(field.rawValue) must be in the future"
    case .supportedGender: "gender is not supported"
    case .notEmpty: "at least one field is required"
    }
  }
}

/// The input ranges of each operation. They differ: a profile that onboarding accepts may never get a plan.
///
/// Each function lists all problems, and allocates memory only if there is one.
package enum ProfileValidation {
  /// The problems for which `POST /v1/onboarding` rejects a request.
  ///
  /// Age is the difference of calendar years. With `acceptsSkip`, the zeros of a skip body are allowed.
  package static func onboarding(
    _ request: OnboardingRequest, now: Timestamp, acceptsSkip: Bool
  ) -> [ProfileProblem] {
    let profile = request.profile
    var problems: [ProfileProblem] = []
    check(Double(now.date.year - profile.dateOfBirth.date.year), .dateOfBirth, .between(13, 120), into: &problems)
    if !(acceptsSkip && request.isSkip) {
      check(profile.currentWeight, .currentWeight, .positive(atMost: 500), into: &problems)
      check(profile.targetWeight, .targetWeight, .positive(atMost: 500), into: &problems)
      check(profile.height, .height, .between(50, 300), into: &problems)
    }
    checkFuture(profile.targetDate, now: now, into: &problems)
    check(Double(request.preferences.mealsPerDay), .mealsPerDay, .between(1, 10), into: &problems)
    return problems
  }

  /// The problems for which `PUT /v1/profile` rejects an update. Age is exact here.
  package static func update(_ update: ProfileUpdate, now: Timestamp) -> [ProfileProblem] {
    guard !update.isEmpty else { return [ProfileProblem(.body, .notEmpty)] }
    var problems: [ProfileProblem] = []
    if let birth = update.dateOfBirth {
      check(Double(birth.date.completedYears(at: now.date)), .dateOfBirth, .between(13, 120), into: &problems)
    }
    check(update.currentWeight, .currentWeight, .between(20, 500), into: &problems)
    check(update.targetWeight, .targetWeight, .between(20, 500), into: &problems)
    check(update.height, .height, .between(50, 300), into: &problems)
    if let targetDate = update.targetDate { checkFuture(targetDate, now: now, into: &problems) }
    problems += preferences(update.preferences)
    return problems
  }

  /// The problems for which a preferences update is rejected: more than 10 preferences or 20 allergies, or meals
  /// outside 1 to 10.
  package static func preferences(_ update: PreferencesUpdate) -> [ProfileProblem] {
    var problems: [ProfileProblem] = []
    check(
      update.dietaryPreferences.map { Double($0.count) }, .dietaryPreferences, .between(0, 10), into: &problems)
    check(update.allergies.map { Double($0.count) }, .allergies, .between(0, 20), into: &problems)
    check(update.mealsPerDay.map(Double.init), .mealsPerDay, .between(1, 10), into: &problems)
    return problems
  }

  /// The problems for which plan generation and recomputation reject a profile.
  package static func science(
    _ profile: HealthProfile, now: Timestamp, unsupportedGender: UnsupportedGender = .asOther
  ) -> [ProfileProblem] {
    var problems: [ProfileProblem] = []
    check(profile.currentWeight, .currentWeight, .between(30, 300), into: &problems)
    check(profile.height, .height, .between(100, 250), into: &problems)
    check(Double(profile.age(at: now)), .dateOfBirth, .between(13, 120), into: &problems)
    if unsupportedGender == .refused, !profile.gender.isSupported {
      problems.append(ProfileProblem(.gender, .supportedGender))
    }
    return problems
  }

  private static func check(
    _ value: Double?, _ field: ProfileProblem.Field, _ rule: ProfileProblem.Rule,
    into problems: inout [ProfileProblem]
  ) {
    guard let value else { return }
    let isFine =
      switch rule {
      case .between(let low, let high): value >= low && value <= high
      case .positive(let high): value > 0 && value <= high
      case .inFuture, .supportedGender, .notEmpty: true
      }
    if !isFine { problems.append(ProfileProblem(field, rule)) }
  }

  private static func checkFuture(_ date: Timestamp, now: Timestamp, into problems: inout [ProfileProblem]) {
    if date <= now { problems.append(ProfileProblem(.targetDate, .inFuture)) }
  }
}

extension PreferencesUpdate {
  /// Whether no field is set. The revision alone changes nothing.
  package var isEmpty: Bool { dietaryPreferences == nil && allergies == nil && mealsPerDay == nil }
}

extension ProfileUpdate {
  /// Whether a key is set that chooses the stricter limiter and triggers a recompute, even with an unchanged value.
  package var isImpactful: Bool {
    currentWeight != nil || targetWeight != nil || targetDate != nil || primaryGoal != nil || activityLevel != nil
      || height != nil || dateOfBirth != nil || gender != nil
  }

  /// Whether no key is set at all.
  package var isEmpty: Bool { !isImpactful && preferences.isEmpty }
}
