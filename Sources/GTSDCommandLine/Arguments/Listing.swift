/// What there are lists of.
package enum Listing: String, CaseIterable, Sendable {
  case kpis, hazards, invariants, generations, scenarios, distributions, events, endpoints, actions, expectations
  case personas
}
