/// The count of violations in episodes: maximal intervals of virtual time in which an invariant's predicate is false.
///
/// An episode begins at the moment at which a rule looks at its invariant and finds it false, after it held or was not
/// looked at yet, and it counts once, there, with its site and hazard. It ends where the invariant is looked at and
/// holds again, or where its rule says that what it was about has ended, as with a session or an account; an end is not
/// noted. While a premise does not hold, nothing is looked at: whether an episode then ends or only waits is for the
/// rule to say. What is false for one moment only, such as a reply that should not have come, is an episode of its own.
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

  /// Looks at an invariant. An episode begins where it held before and does not now, and ends where it holds again.
  mutating func check(
    _ invariant: Invariant, _ holds: Bool, episode: inout Bool, _ site: @autoclosure () -> Site,
    hazard: @autoclosure () -> HazardID?
  ) {
    evaluated[Int(invariant.rawValue)] += 1
    guard holds == episode else { return }
    episode = !holds
    if !holds { breach(invariant, site(), hazard()) }
  }

  /// Checks an invariant whose failure is a single moment, each an episode.
  mutating func check(
    _ invariant: Invariant, _ holds: Bool, _ site: @autoclosure () -> Site, hazard: @autoclosure () -> HazardID?
  ) {
    evaluated[Int(invariant.rawValue)] += 1
    if !holds { breach(invariant, site(), hazard()) }
  }

  /// Takes over an episode that was noticed before.
  mutating func take(_ breach: Breach) {
    evaluated[Int(breach.invariant.rawValue)] += 1
    breaches.append(breach)
  }

  private mutating func breach(_ invariant: Invariant, _ site: Site, _ hazard: HazardID?) {
    breaches.append(
      Breach(invariant: invariant, site: site, hazard: hazard, time: time, device: device, session: session))
  }
}
