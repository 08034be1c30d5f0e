import GTSDModel

/// Checks idle apps for the conditions that no invariant covers.
///
/// | Condition of an idle app | Checked by |
/// | --- | --- |
/// | views agree with each other on the need to acknowledge | I-VIEWS |
/// | views agree with the server: need | I-AGREE |
/// | views agree with the server: preferences, plan, need | `linearizability` |
/// | views agree with what the same phone wrote or showed | `read-your-writes`, `monotonic-reads` |
/// | effects at most once: commits of an intent, photos, plans | I-ONCE, I-PHOTO, I-WEEK |
/// | effects at least once: what is reported is stored | `phantom-success`; photos I-PHOTO, later reads I-ROUND |
/// | what is stored is reported | I-COMMIT, photos I-PHOTO |
/// | not back after dismissal | I-DISMISS |
/// | not back after log-out: values, requests | I-USER |
/// | not back after log-out: the session itself | `resurrection` |
/// | not back after removal or deletion: photos | `resurrection` |
/// | not back after leaving: the summary sheet | I-MONO |
/// | a plan gone after an edit or deletion of health data | I-FRESH |
/// | loading flags on exactly while an operation is in flight | I-LIVE |
/// | spinners without a flag: summary sheet, single photos | `spinner` |
/// | operations and requests come to their end | `stuck` |
/// | errors of operations that have succeeded since go away | I-ERR; Plans' error screen `recovery` |
/// | what is tried again in a fault-free phase succeeds | `recovery` |
/// | metrics read well in a fault-free phase are taken over | `recovery` |
/// | signed in for as long as the refresh token holds | I-TOKEN |
/// | no trap | `crash` |
///
/// Values only: a copy of `state` is a checkpoint.
package final class QuiescenceChecker: EventObserver {
  package struct State: Sendable {
    var people: [PersonAtRest]
    var firstUser: Int
  }

  /// The people, in memory that this checker owns. An array would check for sharing at each event.
  private let people: UnsafeMutableBufferPointer<PersonAtRest>
  private let firstUser: Int

  /// Creates a checker before the first event.
  ///
  /// - Parameter users: global indices of the users that are observed.
  package convenience init(users: Range<Int>) {
    self.init(State(people: Array(repeating: PersonAtRest(), count: users.count), firstUser: users.lowerBound))
  }

  /// Continues from a checkpoint.
  package init(_ state: State) {
    people = .allocate(capacity: state.people.count)
    _ = people.initialize(from: state.people)
    firstUser = state.firstUser
  }

  deinit {
    people.deinitialize()
    people.deallocate()
  }

  package var state: State { State(people: Array(people), firstUser: firstUser) }

  /// Continues from the state of another checker of the same users.
  func restart(continuing other: QuiescenceChecker) {
    guard let theirs = other.people.baseAddress else { return }
    for index in people.indices { people[index].restart(continuing: theirs + index) }
  }

  package func observe(_ event: SimulationEvent) { people[Int(event.user) - firstUser].observe(event) }

  /// Starts the phase without faults. Earlier failures do not count against it.
  func faultsEnded() {
    for index in people.indices { people[index].faultsEnded() }
  }

  /// Checks the final state when nothing is in progress any more.
  ///
  /// - Parameters:
  ///   - isQuiescent: whether nothing is scheduled any more. An operation that has not ended then never will.
  ///   - faultFreeSince: the time from which no fault is on and no request is lost or refused by chance; nil without
  ///     such a phase.
  package func finish(at time: Int64, isQuiescent: Bool = true, faultFreeSince: Int64? = nil) -> [Finding] {
    var result: [Finding] = []
    finish(at: time, isQuiescent: isQuiescent, faultFreeSince: faultFreeSince, &result)
    return result
  }

  /// Checks the final state, adding to other findings.
  func finish(at time: Int64, isQuiescent: Bool, faultFreeSince: Int64?, _ result: inout [Finding]) {
    for index in people.indices {
      let user = UInt32(firstUser + index)
      people[index].finish(user: user, at: time, isQuiescent: isQuiescent, faultFreeSince: faultFreeSince)
      if !people[index].findings.isEmpty { result += people[index].findings }
    }
  }
}

/// The two phones of one person, with the state that shows whether they are idle.
struct PersonAtRest: Sendable {
  private var first = DeviceAtRest()
  private var second = Spare<DeviceAtRest>()
  private var time: Int64 = 0
  var findings: [Finding] = []

  /// Continues from another person's state.
  mutating func restart(continuing other: UnsafePointer<PersonAtRest>) {
    var (buffers, phone) = (first.takeBuffers(), second.takeBuffers())
    copy(other, to: &self)
    first.move(into: &buffers)
    second.move(into: &phone)
  }

  mutating func observe(_ event: SimulationEvent) {
    guard event.device != SimulationEvent.server else { return }
    if event.time >= time + DeviceAtRest.restingTime {
      first.rest(at: time, user: event.user, 0, &findings)
      if second.isMade { second.value.rest(at: time, user: event.user, 1, &findings) }
    }
    time = event.time
    if event.device == 0 {
      first.observe(event, &findings)
    } else {
      second.make { DeviceAtRest() }
      second.value.observe(event, &findings)
    }
  }

  mutating func faultsEnded() {
    first.faultsEnded()
    if second.isMade { second.value.faultsEnded() }
  }

  mutating func finish(user: UInt32, at time: Int64, isQuiescent: Bool, faultFreeSince: Int64?) {
    first.rest(at: time, user: user, 0, &findings)
    if second.isMade { second.value.rest(at: time, user: user, 1, &findings) }
    if isQuiescent {
      first.stuck(at: time, user: user, 0, &findings)
      if second.isMade { second.value.stuck(at: time, user: user, 1, &findings) }
    }
    if let faultFreeSince {
      first.recovered(since: faultFreeSince, at: time, user: user, 0, &findings)
      if second.isMade { second.value.recovered(since: faultFreeSince, at: time, user: user, 1, &findings) }
    }
  }
}

extension [Finding] {
  /// Adds a finding, unless the person already has one of its kind.
  mutating func note(_ finding: Finding) {
    if !contains(where: { $0.oracle == finding.oracle && $0.site == finding.site }) { append(finding) }
  }
}
