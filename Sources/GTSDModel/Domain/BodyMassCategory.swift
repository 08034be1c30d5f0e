/// The label beside a body mass index.
package enum BodyMassCategory: String, CaseIterable, Sendable {
  case underweight, normal, overweight, obese

  /// The category of an index in kilograms a square metre: cut-offs 18.5, 25 and 30, each in the upper one.
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
