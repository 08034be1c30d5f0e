/// The explanatory texts for people in replies. They are written when a reply is encoded.
enum ResponseTexts {
  static func metrics(_ metrics: HealthMetrics) -> JSONValue {
    let category = BodyMassCategory(bodyMassIndex: metrics.bmi).rawValue
    return [
      "bmi": "Your body mass index is \(metrics.bmi), which counts as \(category).",
      "bmr": "Your body uses about \(metrics.bmr) kcal a day at rest.",
      "tdee": "With your activity you use about \(metrics.tdee) kcal a day.",
    ]
  }

  /// The calculations of the summary.
  static func calculations(_ summary: SummaryPayload) -> JSONValue {
    let profile = summary.profile
    let targets = summary.targets
    return [
      "bmr": [
        "value": JSONValue(targets.bmr), "explanation": "What your body uses at rest.",
        "formula": "10 x weight + 6.25 x height - 5 x age + constant",
      ],
      "tdee": [
        "value": JSONValue(targets.tdee), "explanation": "What you use in a day as active as you are.",
        "activityMultiplier": JSONValue(profile.activityLevel.factor),
      ],
      "targets": [
        "calories": ["value": JSONValue(targets.calories), "explanation": .string(calories(profile.primaryGoal))],
        "protein": [
          "value": JSONValue(targets.protein), "unit": "g", "explanation": "Keeps and builds muscle.",
        ],
        "water": ["value": JSONValue(targets.water), "unit": "ml", "explanation": "About 35 ml a kilogram."],
      ],
    ]
  }

  static let howItWorks: JSONValue = [
    "step1": ["title": "Measure", "description": "We compute what your body uses."],
    "step2": ["title": "Aim", "description": "Your goal moves the calories up or down."],
    "step3": ["title": "Follow", "description": "Your plan turns targets into days."],
    "step4": ["title": "Adjust", "description": "New weights move the targets."],
  ]

  static func projection(_ goal: Goal, weeks: Int?) -> String {
    guard goal.weeklyRate != 0, let weeks else { return "Your goal needs no change of weight." }
    return "At \(goal.weeklyRate.magnitude) kg a week you need about \(weeks) weeks."
  }

  /// The JSON of a plan's explanation; fields that need the profile are null without it.
  static func plan(_ plan: PlanPayload, profile: HealthProfile?) -> JSONValue {
    let targets = plan.targets
    let perKilogram = profile.flatMap { $0.isPlaceholder ? nil : Double(targets.protein) / $0.currentWeight }
    return [
      "bmr": [
        "title": "At rest", "explanation": "What your body uses at rest.",
        "formula": "10 x weight + 6.25 x height - 5 x age + constant",
      ],
      "tdee": [
        "title": "In a day", "explanation": "What you use with your activity.",
        "activityMultiplier": JSONValue(profile?.activityLevel.factor), "metric": "\(targets.tdee) kcal",
      ],
      "calorieTarget": [
        "title": "Calories", "explanation": "Your goal moves the calories up or down.",
        "deficit": JSONValue(targets.tdee - targets.calories), "metric": "\(targets.calories) kcal",
      ],
      "proteinTarget": [
        "title": "Protein", "explanation": "Keeps and builds muscle.",
        "gramsPerKg": JSONValue(perKilogram.map(roundedToHundredths)), "metric": "\(targets.protein) g",
      ],
      "waterTarget": [
        "title": "Water", "explanation": "About 35 ml a kilogram.", "mlPerKg": 35, "metric": "\(targets.water) ml",
      ],
      "timeline": [
        "title": "Time", "explanation": "How long your goal takes at this rate.",
        "weeklyRate": JSONValue(plan.weeklyRate), "estimatedWeeks": JSONValue(plan.estimatedWeeks),
        "metric": plan.estimatedWeeks.map { "\($0) weeks" }.map(JSONValue.string) ?? nil,
      ],
    ]
  }

  private static func calories(_ goal: Goal) -> String {
    switch goal {
    case .loseWeight: "500 kcal below what you use."
    case .gainMuscle: "400 kcal above what you use."
    case .maintain, .improveHealth: "What you use."
    }
  }
}
