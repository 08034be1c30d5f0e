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

  /// The furthest step on the person's branch; nil before sign-up.
  package var furthest: FunnelStep? { Self.stations.last { contains($0) } }

  /// The steps at which people can be, with those of both branches in order.
  package static let stations: [FunnelStep] = [
    .signedUp, .onboarded, .cardViewed, .reviewedByCard, .reviewedByPlans, .acknowledgedByCard, .acknowledgedByPlans,
    .planShown,
  ]
}

extension PersonRecord {
  func finishFunnel(into fold: inout KPIFold) {
    let steps = steps
    for (index, step) in FunnelStep.allCases.enumerated() where steps.contains(step) { fold.funnel[index] += 1 }
  }

  /// The steps of the funnel that the person has reached so far; none before sign-up.
  var steps: FunnelSteps {
    guard signedUpAt >= 0 else { return [] }
    var steps: FunnelSteps = []
    func reached(_ step: FunnelStep, _ did: Bool) {
      if did { steps.insert(step) }
    }
    reached(.signedUp, true)
    // Each step of a branch counts people who reached the step before it. Everybody onboarded is in one branch.
    let isOnboarded = onboardedAt >= 0
    let reviewed = isOnboarded && (flags.contains(.reviewed) || acknowledgedAt >= 0)
    let byCard = reviewed && flags.contains(.reviewedByCard)
    let hasAcknowledged = reviewed && acknowledgedAt >= 0
    reached(.onboarded, isOnboarded)
    reached(.cardViewed, isOnboarded && (cardViewedAt >= 0 || byCard))
    reached(.reviewedByCard, byCard)
    reached(.acknowledgedByCard, byCard && hasAcknowledged)
    reached(.reviewedByPlans, reviewed && !byCard)
    reached(.acknowledgedByPlans, !byCard && hasAcknowledged)
    reached(.neverReviewed, isOnboarded && !reviewed)
    reached(.reviewed, reviewed)
    reached(.acknowledged, hasAcknowledged)
    reached(.planShown, hasAcknowledged && flags.contains(.planShown))
    return steps
  }
}
