import GTSDModel

/// The toasts that a phone must or may show.
///
/// A toast that is due at an instant counts as shown even if another one, or another tab, replaces it at once.
struct ReferenceToasts: Sendable {
  /// The toasts that were due, could be shown, and were shown at this instant, as one bit each.
  private var (due, allowed, shown): (UInt8, UInt8, UInt8) = (0, 0, 0)
  /// Whether an acknowledgment was stored, so that the plan that follows is announced; and whether its load has begun.
  private var (isPlanDue, isPlanAsked) = (false, false)

  mutating func owe(_ toast: Toast) {
    due |= Self.bit(toast)
    allowed |= Self.bit(toast)
  }

  mutating func allow(_ toast: Toast) { allowed |= Self.bit(toast) }

  mutating func rendered(_ value: Int64) {
    guard let toast = Toast(published: value), toast != .none else { return }
    shown |= Self.bit(toast)
    if toast == .planGenerated { isPlanDue = false }
  }

  /// Ends an instant.
  ///
  /// - Returns: whether each toast that was due was shown, and none that does not follow from a tap or a reply.
  mutating func settle() -> Bool {
    guard due | shown != 0 else {
      allowed = 0
      return true
    }
    // Other rules judge when a plan may be announced.
    let isRight = due & ~shown == 0 && shown & ~(allowed | Self.bit(.planGenerated)) == 0
    (due, allowed, shown) = (0, 0, 0)
    return isRight
  }

  // MARK: The plan

  mutating func acknowledged() { (isPlanDue, isPlanAsked) = (true, false) }

  /// Handles the beginning of a plan's load. Another load than the first is no longer the acknowledgment's.
  mutating func planBegan() {
    if isPlanAsked { isPlanDue = false }
    isPlanAsked = true
  }

  /// Handles a tap or a change to another app. Plans may then be covered when the plan arrives, so no toast is due.
  mutating func excusePlan() { isPlanDue = false }

  /// Ends the wait for the announcement of a plan on an idle phone.
  ///
  /// - Returns: whether it is missing.
  mutating func lacksPlan(_ screen: RenderedValues) -> Bool {
    defer { isPlanDue = false }
    return isPlanDue && screen[.tab] == Tab.plans.published && screen[.plansError] <= 0
      && PlansScreen(published: screen[.plansScreen]) == .plan
  }

  private static func bit(_ toast: Toast) -> UInt8 { 1 << toast.rawValue }
}
