package import GTSDModel

extension DietPreferences {
  /// The preferences in words, such as `Vegan, Low salt; allergic to Nuts; 4 meals a day`.
  package var words: String {
    var parts: [String] = []
    if !dietaryPreferences.isEmpty { parts.append(dietaryPreferences.joined(separator: ", ")) }
    if !allergies.isEmpty { parts.append("allergic to \(allergies.joined(separator: ", "))") }
    parts.append("\(mealsPerDay) meal\(mealsPerDay == 1 ? "" : "s") a day")
    return parts.joined(separator: "; ")
  }
}
