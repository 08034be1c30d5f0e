/// The label beside a body mass index.
package enum BodyMassCategory: String, CaseIterable, Sendable {
  case underweight, normal, overweight, obese

  /// Finds the category of an index in kilograms per square metre. The cut-offs 18.5, 25 and 30 belong to the upper
  /// category.
  package init(bodyMassIndex: Double) {
    self =
      switch bodyMassIndex {
      case ..<18.5: .underweight
      case ..<25: .normal
      case ..<30: .overweight
      default: .obese
      }
  }
}
