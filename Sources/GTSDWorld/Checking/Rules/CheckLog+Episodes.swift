/// The count of violations in episodes: maximal intervals of virtual time in which an invariant's predicate is false.
///
/// An episode begins when a rule evaluates its invariant as false, after it held or was not evaluated yet. It counts
/// once, there, with its site and hazard. It ends when the invariant is evaluated and holds again, or when its rule
/// reports that its subject, such as a session or an account, has ended. The end is not recorded. While a premise does
/// not hold, the invariant is not evaluated; the rule decides whether the episode then ends or is only suspended. A
/// predicate that is false for one moment only, such as a reply that should not have come, is an episode of its own.
extension CheckLog {
  /// An episode's first moment.
  package struct Breach {
    var invariant: Invariant
    var site: Site
    var hazard: HazardID?
    var time: Int64
    var device: UInt8
    var session: UInt16
  }

  /// Evaluates an invariant. An episode begins when it becomes false, and ends when it holds again.
  mutating func check(
    _ invariant: Invariant, _ holds: Bool, episode: inout Bool, _ site: @autoclosure () -> Site,
    hazard: @autoclosure () -> HazardID?
  ) {
    evaluated[Int(invariant.rawValue)] += 1
    guard holds == episode else { return }
    episode = !holds
    if !holds { breach(invariant, site(), hazard()) }
  }

  /// Checks an invariant that can fail only at single moments. Each failure is an episode of its own.
  mutating func check(
    _ invariant: Invariant, _ holds: Bool, _ site: @autoclosure () -> Site, hazard: @autoclosure () -> HazardID?
  ) {
    evaluated[Int(invariant.rawValue)] += 1
    if !holds { breach(invariant, site(), hazard()) }
  }

  /// Adds an episode that was found earlier.
  mutating func take(_ breach: Breach) {
    evaluated[Int(breach.invariant.rawValue)] += 1
    breaches.append(breach)
  }

  private mutating func breach(_ invariant: Invariant, _ site: Site, _ hazard: HazardID?) {
    breaches.append(
      Breach(invariant: invariant, site: site, hazard: hazard, time: time, device: device, session: session))
  }
}
