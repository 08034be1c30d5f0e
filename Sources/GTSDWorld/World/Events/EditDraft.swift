package import GTSDModel

/// The values that a person types into the edit form; nil leaves a field unchanged.
package struct EditDraft: Sendable, Equatable {
  package var name: String?
  /// The weight in kilograms; nil if not typed.
  package var currentWeight: Double?
  package var primaryGoal: Goal?
  /// The height in centimetres; nil if not typed.
  package var height: Double?
  package var gender: Gender?
  package var dateOfBirth: Timestamp?
  package var targetDate: Timestamp?
  package var dietaryPreferences: [String]?
  package var allergies: [String]?
  /// Adds one entry to those in the form, as a person adds a tag.
  package var addDietaryPreference: String?
  package var mealsPerDay: Int?

  package init() {}
}
