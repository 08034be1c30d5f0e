package import GTSDModel
package import GTSDWorld
import Interleaving

/// The experiences of one person of a run: times in front, screens, requests and violations.
package struct PersonDay: Sendable, Equatable {
  /// A visit: the time from the app's coming to the foreground until it leaves it.
  package struct Visit: Sendable, Equatable {
    package var device: UInt8
    /// The times in virtual nanoseconds. `to` is nil if the run ends first.
    package var from: Int64
    package var to: Int64?
    /// Whether the app was launched for the visit.
    package var isLaunch: Bool
  }

  /// A screen that a phone showed, and for how long.
  package struct Screen: Sendable, Equatable {
    package var device: UInt8
    package var from: Int64
    package var to: Int64?
    /// The screen in words, from the whole to its parts.
    package var words: [String]
  }

  /// A request from its sending to its end.
  package struct Request: Sendable, Equatable {
    package var device: UInt8
    package var number: Int32
    package var from: Int64
    package var to: Int64?
    /// The request in words, as in `GET metrics/today for home metrics`.
    package var text: String
    /// The result in words; nil while the action runs.
    package var outcome: String?
    package var isFailure = false
  }

  /// An event at one instant.
  package struct Moment: Sendable, Equatable {
    package enum Kind: String, Sendable { case tap, server }
    package var kind: Kind
    /// The phone; `SimulationEvent.server` for the server.
    package var device: UInt8
    package var time: Int64
    package var text: String
  }

  /// A broken rule.
  package struct Break: Sendable, Equatable {
    package var device: UInt8
    package var time: Int64
    package var invariant: String
    package var hazard: String?
    package var summary: String
    /// The token for `gtsd-sim replay`.
    package var token: String
  }

  /// The number of a device in texts: phones from 1, 0 for the server.
  package static func number(of device: UInt8) -> Int { device == SimulationEvent.server ? 0 : Int(device) + 1 }

  package var user: Int
  package var persona: String
  /// The arm of the experiment; nil if there is no experiment.
  package var arm: String?
  package var visits: [Visit] = []
  package var screens: [Screen] = []
  package var requests: [Request] = []
  package var moments: [Moment] = []
  package var breaks: [Break] = []
  package var steps: FunnelSteps = []
}

/// Runs the cell of one person again and records what that person does and sees.
package struct PersonWatch: Sendable {
  /// Virtual nanoseconds between two checks for cancellation.
  private static let step = Nanoseconds.hour

  private let scenario: Scenario
  private let user: Int
  private let overrides: [String]

  /// Prepares the run of a person's cell.
  ///
  /// - Parameters:
  ///   - user: the person's index among all people of the run.
  ///   - overrides: the differences of the scenario from its file, for replay tokens.
  /// - Returns: nil if the scenario has no such person.
  package init?(_ scenario: Scenario, user: Int, overrides: [String]) {
    guard scenario.story == nil, (0..<scenario.population.size).contains(user) else { return nil }
    (self.scenario, self.user, self.overrides) = (scenario, user, overrides)
  }

  /// Runs the first replication.
  ///
  /// - Returns: nil if it was cancelled.
  package func run(isCancelled: () -> Bool = { false }) -> PersonDay? {
    let cell = user / scenario.population.cellSize
    let users = scenario.population.users(ofCell: cell)
    let world = World(scenario: scenario, replication: 0, cell: cell, users: users)
    let checker = InvariantChecker(users: users, scenario: scenario, replication: 0)
    checker.keepsEpisodes = true
    let kpis = KPIObserver(users: users, arms: scenario.armCount)
    let recorder = PersonDayRecorder(user: UInt32(user))
    world.events.observers = [kpis, recorder, checker]
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world, backend: backend)
    let horizon = scenario.horizon.nanoseconds
    var time: Int64 = 0
    while time < horizon, !isCancelled() {
      time = min(horizon, time + Self.step)
      world.scheduler.run(until: time)
    }
    if time == horizon { checker.finish(at: horizon) }
    world.events.observers = []
    world.scheduler.shutdown()
    guard time == horizon else { return nil }
    var day = recorder.day
    // A state that ends when it begins is never visible.
    day.visits.removeAll { $0.from == $0.to }
    day.screens.removeAll { $0.from == $0.to }
    let member = PopulationRoster(scenario: scenario, replication: 0).member(UInt32(user))
    day.persona = scenario.population.personas[member.persona].name
    day.arm = scenario.experiment?.arms[member.arm].name
    day.steps = kpis.steps(of: user)
    let digest = scenario.digest
    day.breaks = checker.episodes.filter { $0.user == user }.map { _, breach in
      let finding = Finding(breach, user: UInt32(user))
      let token = ReplayToken(
        scenario: scenario.name, digest: digest, overrides: overrides, seed: scenario.seed,
        subject: .unit(replication: 0, cell: cell), user: user, time: finding.time,
        key: ReplayToken.hash(of: finding.signature))
      return PersonDay.Break(
        device: finding.device, time: finding.time, invariant: finding.oracle.id, hazard: finding.hazard?.rawValue,
        summary: finding.summary, token: token.encode())
    }
    return day
  }
}
