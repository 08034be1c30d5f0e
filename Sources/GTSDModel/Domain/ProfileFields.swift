/// Parts of a profile that a form can change.
package struct ProfileFields: OptionSet, Sendable, Hashable {
  package var rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let name = ProfileFields(rawValue: 1 << 0)
  package static let weight = ProfileFields(rawValue: 1 << 1)
  package static let height = ProfileFields(rawValue: 1 << 2)
  package static let gender = ProfileFields(rawValue: 1 << 3)
  package static let goal = ProfileFields(rawValue: 1 << 4)
  package static let dateOfBirth = ProfileFields(rawValue: 1 << 5)
  package static let targetDate = ProfileFields(rawValue: 1 << 6)
  /// Fields that this simulator's forms do not have.
  package static let other = ProfileFields(rawValue: 1 << 7)
}

extension HealthProfile {
  /// The fields in which two profiles differ.
  package func differences(from other: HealthProfile) -> ProfileFields {
    var fields = ProfileFields(rawValue: 0)
    if currentWeight != other.currentWeight { fields.insert(.weight) }
    if height != other.height { fields.insert(.height) }
    if gender != other.gender { fields.insert(.gender) }
    if primaryGoal != other.primaryGoal { fields.insert(.goal) }
    if dateOfBirth != other.dateOfBirth { fields.insert(.dateOfBirth) }
    if targetDate != other.targetDate { fields.insert(.targetDate) }
    if targetWeight != other.targetWeight || activityLevel != other.activityLevel { fields.insert(.other) }
    return fields
  }
}
