/// The stage for which the server calculates targets: onboarding and plan generation use different formulas.
package enum TargetStage: UInt8, CaseIterable, Sendable { case onboarding, plan }

/// The treatment of a gender that the formulas do not define.
package enum UnsupportedGender: Sendable {
  /// An unknown gender counts as `other`, as in onboarding and in the specifications.
  case asOther
  /// There is no result, as for the public server's metrics (404) and plans (400).
  case refused
}

/// Rounds to a whole number, halves towards plus infinity, as the server's language does.
package func roundHalfUp(_ value: Double) -> Int {
  let floor = value.rounded(.down)
  return Int(value - floor >= 0.5 ? floor + 1 : floor)
}

/// Rounds to two decimals, halves up, as the server stores weights and heights.
package func roundedToHundredths(_ value: Double) -> Double {
  let scaled = value * 100
  // Also keeps values that cannot be scaled, such as infinity, out of the conversion to Int.
  guard scaled.magnitude < 1e15 else { return value }
  return Double(roundHalfUp(scaled)) / 100
}

extension ActivityLevel {
  /// Daily energy expenditure as a multiple of the basal metabolic rate.
  package var factor: Double {
    switch self {
    case .sedentary: 1.2
    case .lightlyActive: 1.375
    case .moderatelyActive: 1.55
    case .veryActive: 1.725
    case .extremelyActive: 1.9
    }
  }
}

extension Goal {
  /// The change of weight in kilograms per week, negative for losing.
  package var weeklyRate: Double {
    switch self {
    case .loseWeight: -0.5
    case .gainMuscle: 0.4
    case .maintain, .improveHealth: 0
    }
  }

  /// Kilocalories a day added to the daily energy expenditure.
  package var calorieOffset: Int {
    switch self {
    case .loseWeight: -500
    case .gainMuscle: 400
    case .maintain, .improveHealth: 0
    }
  }

  /// Grams of protein per day and kilogram of body weight.
  package func proteinFactor(stage: TargetStage, formula: Generation.Formula.Protein) -> Double {
    let usesPlanFactors =
      switch formula {
      case .plan: true
      case .onboarding: false
      case .headSplit: stage == .plan
      }
    return switch self {
    case .loseWeight: usesPlanFactors ? 2.2 : 1.8
    case .gainMuscle: usesPlanFactors ? 2.4 : 2.0
    case .maintain, .improveHealth: usesPlanFactors ? 1.8 : 1.2
    }
  }
}

extension Gender {
  /// The constant of the Mifflin-St Jeor equation; other genders count as `other`.
  var basalOffset: Double {
    switch self {
    case .male: 5
    case .female: -161
    case .other, .preferNotToSay, .nonBinary: -78
    }
  }

  /// Whether the metrics and plan formulas of the public server know this gender.
  package var isSupported: Bool {
    switch self {
    case .male, .female, .other: true
    case .preferNotToSay, .nonBinary: false
    }
  }
}

extension HealthProfile {
  /// Completed years at an instant, both dates in UTC.
  package func age(at now: Timestamp) -> Int {
    dateOfBirth.date.completedYears(at: now.date)
  }

  /// This profile as it is stored: weights and height with two decimals.
  package var stored: HealthProfile {
    var copy = self
    copy.currentWeight = roundedToHundredths(currentWeight)
    copy.targetWeight = roundedToHundredths(targetWeight)
    copy.height = roundedToHundredths(height)
    return copy
  }

  /// The body mass index in kilograms per square metre, with two decimals, of a profile that is not a placeholder.
  package var bodyMassIndex: Double {
    let metres = height / 100
    return roundedToHundredths(currentWeight / (metres * metres))
  }

  /// Kilocalories per day at rest (Mifflin-St Jeor).
  package func basalMetabolicRate(at now: Timestamp) -> Int {
    let body = 10 * currentWeight + 6.25 * height
    return roundHalfUp(body - 5 * Double(age(at: now)) + gender.basalOffset)
  }

  /// The metrics row computed at an instant from the stored profile, nil for a placeholder or a refused gender.
  package func metrics(
    at now: Timestamp, version: Int = 1, unsupportedGender: UnsupportedGender = .asOther
  ) -> HealthMetrics? {
    guard !isPlaceholder, unsupportedGender == .asOther || gender.isSupported else { return nil }
    let row = stored
    guard !row.isPlaceholder else { return nil }
    let bmr = row.basalMetabolicRate(at: now)
    return HealthMetrics(
      bmi: row.bodyMassIndex, bmr: bmr, tdee: roundHalfUp(Double(bmr) * activityLevel.factor), computedAt: now,
      version: version)
  }

  /// The daily targets computed at an instant, nil for a placeholder.
  ///
  /// Onboarding computes from the values in the request, plan generation from the stored ones. The caller chooses.
  package func targets(
    now: Timestamp, stage: TargetStage, formula: Generation.Formula
  ) -> NutritionTargets? {
    guard !isPlaceholder else { return nil }
    let bmr = basalMetabolicRate(at: now)
    let tdee = roundHalfUp(Double(bmr) * activityLevel.factor)
    let protein = currentWeight * primaryGoal.proteinFactor(stage: stage, formula: formula.protein)
    return NutritionTargets(
      bmr: bmr, tdee: tdee, calories: tdee + primaryGoal.calorieOffset, protein: roundHalfUp(protein),
      water: water(stage: stage, formula: formula.water))
  }

  /// Millilitres per day: 35 per kilogram.
  private func water(stage: TargetStage, formula: Generation.Formula.Water) -> Int {
    let exact = 35 * currentWeight
    let isRounded =
      switch formula {
      case .nearest100: true
      case .exact: false
      case .headSplit: stage == .plan
      }
    return isRounded ? roundHalfUp(exact / 100) * 100 : roundHalfUp(exact)
  }

  /// Weeks until the target weight at the goal's rate.
  ///
  /// Without a rate or a target, onboarding returns 0 and plan generation nil. Plan generation also returns nil if the
  /// target is already reached. As on the server, it is not checked whether the goal leads towards the target.
  package func estimatedWeeks(stage: TargetStage) -> Int? {
    let rate = primaryGoal.weeklyRate.magnitude
    guard rate > 0, targetWeight > 0 else { return stage == .onboarding ? 0 : nil }
    let weeks = Int(((targetWeight - currentWeight).magnitude / rate).rounded(.up))
    return weeks == 0 && stage == .plan ? nil : weeks
  }

  /// The date at which the target is reached at the goal's rate; nil if `estimatedWeeks` is nil.
  package func projectedDate(now: Timestamp, stage: TargetStage) -> Timestamp? {
    estimatedWeeks(stage: stage).map { now.adding(days: Int64($0) * 7) }
  }
}

extension NutritionTargets {
  /// Whether a client accepts these targets as plausible.
  package var isPlausible: Bool {
    (500...5000).contains(bmr) && (500...10_000).contains(tdee) && tdee > bmr && (500...10_000).contains(calories)
      && (20...500).contains(protein) && (500...10_000).contains(water)
  }
}
