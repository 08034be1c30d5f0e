package import GTSDFields
import GTSDModel
import HTTPLoop
package import Interleaving
import Synchronization

/// The processor time of a run by activity, over all units and threads.
package final class RunProfile: Sendable {
  /// The activities, divided as a user of this program would.
  package enum Group: String, CaseIterable, Sendable {
    /// Queues, timers, the starts of jobs, and jobs without an owner.
    case engine
    /// The phones' view models, and the people who use the phones.
    case app
    case backend
    /// Invariants, indicators and the hash of events.
    case observers

    /// Finds the group of a kind of lane, as a world names them.
    fileprivate init(lane: String) {
      switch lane {
      case "device": self = .app
      case "backend": self = .backend
      default: self = .engine
      }
    }
  }

  /// The time of a group. `count` is the number of jobs; for observers, the number of events.
  package typealias Share = WorkProfile.Share

  private let groups = Mutex<[Group: Share]>([:])

  package init() {}

  /// Runs a part of a unit and adds its cost.
  func measure(_ scheduler: Scheduler, _ body: () -> Void) {
    let profile = WorkProfile { MonotonicClock.nanoseconds }
    scheduler.profile = profile
    let start = MonotonicClock.nanoseconds
    body()
    var engine = Share(nanoseconds: MonotonicClock.nanoseconds - start - profile.observers.nanoseconds)
    scheduler.profile = nil
    groups.withLock { groups in
      for (lane, share) in profile.jobs {
        groups[Group(lane: lane), default: Share()] += share
        engine.nanoseconds -= share.nanoseconds
      }
      groups[.observers, default: Share()] += profile.observers
      groups[.engine, default: Share()] += engine
    }
  }

  package subscript(group: Group) -> Share { groups.withLock { $0[group] ?? Share() } }

  /// The number of jobs, with and without tasks.
  package var jobs: Int { Group.allCases.reduce(0) { $1 == .observers ? $0 : $0 + self[$1].count } }

  /// The number of jobs that belong to Swift tasks. The others are steps of requests at the server.
  package var jobsOfTasks: Int { Group.allCases.reduce(0) { $0 + self[$1].ofTasks } }

  /// The profile as JSON: seconds of all threads together by group, and each group's share of them.
  package func node(users: Int) -> JSONNode {
    let total = Group.allCases.reduce(0) { $0 + self[$1].nanoseconds }
    return .object([
      ("how", .string(Self.how)), ("users", .int(users)), ("seconds", .number(Self.seconds(total))),
      ("jobs", .int(jobs)), ("jobsOfTasks", .int(jobsOfTasks)),
      ("jobsOfTasksShare", .number(Self.rounded(Double(jobsOfTasks) / Double(max(1, jobs))))),
      ("groups", .array(Group.allCases.map { node($0, of: total) })),
    ])
  }

  private static let how =
    "By the wall clock around each job and each event, which a run without --profile does not read; what else the machine "
    + "did meanwhile is in it."

  private static func rounded(_ share: Double) -> Double { (share * 1e4).rounded() / 1e4 }

  private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

  private func node(_ group: Group, of total: Int64) -> JSONNode {
    let share = self[group]
    let part = Double(share.nanoseconds) / Double(max(1, total))
    let counts: [(String, JSONNode)] =
      group == .observers
      ? [("events", .int(share.count))] : [("jobs", .int(share.count)), ("jobsOfTasks", .int(share.ofTasks))]
    return .object(
      [("group", .string(group.rawValue))] + counts
        + [("seconds", .number(Self.seconds(share.nanoseconds))), ("share", .number(Self.rounded(part)))])
  }
}
