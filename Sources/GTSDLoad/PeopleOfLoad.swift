import GTSDModel
package import GTSDWorld

/// Passes events on with the time of the person they concern. That time begins at 0 with the run, and includes the
/// pauses that were shortened and the absences that were left out.
///
/// People beyond ``limit`` are not followed, so that memory does not grow with the length of the run.
///
/// `@unchecked Sendable`: used on the thread of one world.
package final class PeopleOfLoad: EventObserver, @unchecked Sendable {
  /// The number of people, the first of a loop, for whom indicators are computed. Each takes about 500 bytes.
  package static let limit = 100_000

  private let firstUser: Int
  /// Instant of the world's time at which the run begins.
  var origin: Int64 = 0
  private let inner: KPIObserver
  private var leads: [Int64] = []

  init(firstUser: Int, inner: KPIObserver) {
    self.firstUser = firstUser
    self.inner = inner
  }

  /// Adds the next user; false when there are too many already.
  func add() -> Bool {
    guard leads.count < Self.limit else { return false }
    leads.append(0)
    inner.add()
    return true
  }

  func set(lead: Int64, of user: UInt32) {
    let index = Int(user) - firstUser
    if index < leads.count { leads[index] = lead }
  }

  func lead(of user: Int) -> Int64 { leads[user - firstUser] }

  package func observe(_ event: SimulationEvent) {
    let index = Int(event.user) - firstUser
    guard index < leads.count else { return }
    var event = event
    event.time += leads[index] - origin
    inner.observe(event)
  }
}
