extension NutritionTargets {
  /// Whether these targets differ enough from stored ones to be written by a recompute: more than 50 kcal or 10 g.
  package func isSignificantChange(from stored: NutritionTargets) -> Bool {
    abs(calories - stored.calories) > 50 || abs(protein - stored.protein) > 10
  }
}
