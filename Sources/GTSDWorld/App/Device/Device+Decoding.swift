import GTSDModel

extension Device {
  /// Whether the app's decoder accepts this reply.
  func isReadable(_ body: APIResponse) -> Bool {
    switch body {
    case .undecodable: false
    case .summary(let payload): generation.summary.weeks == .optional || payload.estimatedWeeks != nil
    // Only the reply with a new plan contains a projection, and with it the date.
    case .plan(let payload): generation.plan.dates == .tolerant || payload.estimatedWeeks == nil
    default: true
    }
  }
}
