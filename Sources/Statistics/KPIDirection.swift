/// Which way an indicator should go.
package enum KPIDirection: String, CaseIterable, Hashable, Sendable, Codable {
  case higherIsBetter
  case lowerIsBetter
  case none
}
