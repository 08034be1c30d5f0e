import GTSDModel
package import GTSDWorld
import Synchronization

/// The paths of a run's people through the funnel, in order of time.
package struct Film: Sendable, Equatable {
  /// A change of the steps that a person has reached, or of the number of phones on which the person has the app open.
  package struct Move: Sendable, Equatable {
    /// The time of the change, in virtual nanoseconds.
    package var time: Int64
    /// The person's index among all people of the run.
    package var user: Int
    /// The steps that the person has reached by then.
    package var steps: FunnelSteps
    /// Whether the app is in front on one of the person's phones.
    package var isInFront: Bool
  }

  /// A broken rule and the person it concerns.
  package struct Break: Sendable, Equatable {
    package var time: Int64
    package var user: Int
  }

  package var moves: [Move] = []
  package var breaks: [Break] = []
}

/// Takes the films of units as they end, in any order.
package final class FilmReel: Sendable {
  private let takes = Mutex<[(unit: RunUnit, film: Film)]>([])

  package init() {}

  func take(_ recorder: FilmRecorder, of unit: RunUnit) {
    let film = recorder.film
    takes.withLock { $0.append((unit, film)) }
  }

  /// The films of all units merged into one, by time. Events at the same instant are in the order of the units.
  package var film: Film {
    let films = takes.withLock { $0 }.ordered { $0.unit.index < $1.unit.index }.map(\.film)
    func merged<Scene>(_ scenes: [Scene], _ time: (Scene) -> Int64) -> [Scene] {
      scenes.enumerated().ordered { (time($0.element), $0.offset) < (time($1.element), $1.offset) }.map(\.element)
    }
    return Film(
      moves: merged(films.flatMap(\.moves), \.time), breaks: merged(films.flatMap(\.breaks), \.time))
  }
}

/// Records the film of one unit. After each event, it reads the person's steps from the KPI observer, which handles the
/// event first.
final class FilmRecorder: EventObserver {
  private let kpis: KPIObserver
  private let firstUser: Int
  /// The steps last recorded of each person, and a bit for each phone that shows the app.
  private var people: [(steps: FunnelSteps, front: UInt8)]
  private(set) var film = Film()

  init(kpis: KPIObserver, users: Range<Int>) {
    self.kpis = kpis
    firstUser = users.lowerBound
    people = Array(repeating: ([], 0), count: users.count)
  }

  func observe(_ event: SimulationEvent) {
    let index = Int(event.user) - firstUser
    var (steps, front) = people[index]
    switch event.kind {
    case .sessionStarted, .foreground: front |= 1 << event.device
    case .sessionEnded, .background: front &= ~(1 << event.device)
    case .committed, .analytics, .action, .published(.tab, _, _), .published(.plansScreen, _, _):
      steps = kpis.steps(of: Int(event.user))
    default: return
    }
    let before = people[index]
    people[index] = (steps, front)
    guard steps != before.steps || (front == 0) != (before.front == 0), steps.furthest != nil else { return }
    film.moves.append(Film.Move(time: event.time, user: Int(event.user), steps: steps, isInFront: front != 0))
  }

  func violated(user: Int, at time: Int64) { film.breaks.append(Film.Break(time: time, user: user)) }
}
