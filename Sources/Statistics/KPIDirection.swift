/// The direction in which an indicator should move.
package enum KPIDirection: String, CaseIterable, Hashable, Sendable, Codable {
  case higherIsBetter
  case lowerIsBetter
  case none
}
