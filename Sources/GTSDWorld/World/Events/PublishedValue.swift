package import GTSDModel

/// A closed set of values that a state variable publishes: events carry the raw value.
package protocol PublishedValue: RawRepresentable where RawValue == UInt8 {}

extension PublishedValue {
  /// Decodes the value that an event carries; nil for a number that stands for none of the cases.
  package init?(published value: Int64) {
    guard let raw = UInt8(exactly: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// The number that an event carries.
  package var published: Int64 { Int64(rawValue) }
}

/// The values of `tab`; -1 when signed out.
extension Tab: PublishedValue {}

extension OnboardingStep: PublishedValue {}

extension NutritionTargets {
  /// The targets packed into one number for events.
  package var published: Int64 { Int64(calories) | Int64(protein) << 20 | Int64(water) << 36 }

  /// Decodes the published number.
  package init(published: Int64) {
    self.init(
      bmr: 0, tdee: 0, calories: Int(published & 0xF_FFFF), protein: Int(published >> 20 & 0xFFFF),
      water: Int(published >> 36))
  }
}
