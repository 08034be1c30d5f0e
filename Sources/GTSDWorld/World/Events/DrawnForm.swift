import GTSDModel

/// The fields of the edit form or of a step of onboarding, other than preferences. A nil field is empty.
package struct DrawnForm: Sendable, Equatable {
  var name: String?
  /// The weight in kilograms.
  var weight: Double?
  /// The height in centimetres.
  var height: Double?
  var gender: Gender?
  var goal: Goal?
}
