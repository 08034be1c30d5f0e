/// Where rules write: how often each invariant was looked at, and the episodes that began.
package struct CheckLog {
  /// An episode's first moment.
  package struct Breach {
    var invariant: Invariant
    var site: Site
    var hazard: HazardID?
    var time: Int64
    var device: UInt8
    var session: UInt16
  }

  /// Counts by the invariant's raw value. Not arrays: each count would ask whether it is shared.
  private final class Counts {
    let evaluated = UnsafeMutablePointer<Int>.allocate(capacity: Invariant.allCases.count)
    let vacuous = UnsafeMutablePointer<Int>.allocate(capacity: Invariant.allCases.count)

    init() {
      evaluated.initialize(repeating: 0, count: Invariant.allCases.count)
      vacuous.initialize(repeating: 0, count: Invariant.allCases.count)
    }

    deinit {
      evaluated.deallocate()
      vacuous.deallocate()
    }
  }

  private let counts: Counts
  // Those of `counts`, which lives as long as this; an invariant's raw value is a place in them.
  private let evaluated: UnsafeMutablePointer<Int>
  private let vacuous: UnsafeMutablePointer<Int>
  /// Episodes that began and have not been taken yet.
  var breaches: [Breach] = []
  /// The moment that rules are looking at.
  var time: Int64 = 0
  var device: UInt8 = 0
  var session: UInt16 = 0

  init() {
    counts = Counts()
    (evaluated, vacuous) = (counts.evaluated, counts.vacuous)
  }

  /// How often an invariant was looked at, and how often its premise did not hold.
  func counts(of invariant: Invariant) -> (evaluated: Int, vacuous: Int) {
    (evaluated[Int(invariant.rawValue)], vacuous[Int(invariant.rawValue)])
  }

  /// Notes that an invariant's premise did not hold.
  mutating func vacuous(_ invariant: Invariant) {
    vacuous[Int(invariant.rawValue)] += 1
  }

  /// Notes that an invariant was looked at and held.
  mutating func holds(_ invariant: Invariant) {
    evaluated[Int(invariant.rawValue)] += 1
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

  /// Looks at an invariant whose failure is one moment, an episode of its own.
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
