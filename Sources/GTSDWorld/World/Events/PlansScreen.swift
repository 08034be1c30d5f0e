/// The content of the Plans tab: the values of `plansScreen`.
package enum PlansScreen: UInt8, CaseIterable, Sendable, PublishedValue {
  case nothing, acknowledgment, spinner, error, plan
}
