import GTSDModel

/// 2025-11-02T08:15:30.412Z
let sampleNow = Timestamp(milliseconds: 1_762_071_330_412)

func sampleProfile(
  weight: Double = 80, height: Double = 180, age: Int = 34, gender: Gender = .male,
  activity: ActivityLevel = .moderatelyActive, goal: Goal = .loseWeight, target: Double = 75
) -> HealthProfile {
  HealthProfile(
    dateOfBirth: Timestamp(sampleNow.date.shifted(years: -age)), gender: gender, currentWeight: weight,
    targetWeight: target, height: height, primaryGoal: goal, targetDate: sampleNow.adding(days: 90),
    activityLevel: activity)
}

func sampleFormula(protein: Generation.Formula.Protein, water: Generation.Formula.Water) -> Generation.Formula {
  var formula = Generation.preset(.correct).formula
  formula.protein = protein
  formula.water = water
  return formula
}
