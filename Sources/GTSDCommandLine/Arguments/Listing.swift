/// The lists that `gtsd-sim list` prints.
package enum Listing: String, CaseIterable, Sendable {
  case kpis, hazards, invariants, generations, scenarios, distributions, events, endpoints, actions, expectations
  case personas, policies
}
