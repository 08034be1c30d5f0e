package import GTSDModel

/// Steps of the funnel that one person has reached.
package struct FunnelSteps: Equatable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt16 = 0

  package init(arrayLiteral elements: FunnelStep...) {
    for step in elements { insert(step) }
  }

  mutating func insert(_ step: FunnelStep) { bits |= Self.bit(of: step) }

  package func contains(_ step: FunnelStep) -> Bool { bits & Self.bit(of: step) != 0 }

  private static func bit(of step: FunnelStep) -> UInt16 { 1 << UInt16(FunnelStep.allCases.firstIndex(of: step)!) }

  /// How far the person has come on their branch; nil before sign-up.
  package var furthest: FunnelStep? { Self.stations.last { contains($0) } }

  /// The steps at one of which everybody stands, those of both branches in order.
  package static let stations: [FunnelStep] = [
    .signedUp, .onboarded, .cardViewed, .reviewedByCard, .reviewedByPlans, .acknowledgedByCard, .acknowledgedByPlans,
    .planShown,
  ]
}
