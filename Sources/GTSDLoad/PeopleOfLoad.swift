import GTSDModel
package import GTSDWorld

/// Passes events on with each person's own time. It begins at 0 with the run, and includes the pauses that were
/// shortened and the absences that were left out.
///
/// People beyond ``limit`` are not followed, so that memory does not grow with the length of the run.
///
/// `@unchecked Sendable`: used on the thread of one world.
package final class PeopleOfLoad: EventObserver, @unchecked Sendable {
  /// The largest number of people for whom one loop computes indicators, the first ones. Each takes about 500 bytes.
  package static let limit = 100_000

  private let firstUser: Int
  /// Instant of the world's time at which the run begins.
  var origin: Int64 {
    get { times.origin }
    set { times.origin = newValue }
  }
  private let inner: KPIObserver
  private var times = Times()

  /// The times of all people. They are stored in one value because every event of every person needs them.
  private struct Times {
    var origin: Int64 = 0
    var leads: [Int64] = []

    /// The difference between a person's time and the world's; nil for a person who is not followed.
    @inline(__always)
    func difference(_ index: Int) -> Int64? { index < leads.count ? leads[index] - origin : nil }
  }

  init(firstUser: Int, inner: KPIObserver) {
    self.firstUser = firstUser
    self.inner = inner
  }

  /// Adds the next user; returns false if there are too many already.
  func add() -> Bool {
    guard times.leads.count < Self.limit else { return false }
    times.leads.append(0)
    inner.add()
    return true
  }

  func set(lead: Int64, of user: UInt32) {
    let index = Int(user) - firstUser
    if index < times.leads.count { times.leads[index] = lead }
  }

  func lead(of user: Int) -> Int64 { times.leads[user - firstUser] }

  package func observe(_ event: SimulationEvent) {
    guard let difference = times.difference(Int(event.user) - firstUser) else { return }
    var event = event
    event.time += difference
    inner.observe(event)
  }
}
