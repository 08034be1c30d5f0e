import GTSDModel

extension Device {
  /// Whether the app's decoder accepts this reply.
  func isReadable(_ body: APIResponse) -> Bool {
    switch body {
    case .undecodable: false
    case .summary(let payload): generation.summary.weeks == .optional || payload.estimatedWeeks != nil
    // Only a new plan comes with a projection, and so with its date.
    case .plan(let payload): generation.plan.dates == .tolerant || payload.estimatedWeeks == nil
    default: true
    }
  }
}
