import GTSDModel
package import GTSDWorld
import Synchronization

/// How the people of a run move through the funnel, in the order in which it happened.
package struct Film: Sendable, Equatable {
  /// Somebody stands elsewhere, takes the app out, or puts it away.
  package struct Move: Sendable, Equatable {
    /// Virtual nanoseconds.
    package var time: Int64
    /// Global index.
    package var user: Int
    /// The steps that are reached by then.
    package var steps: FunnelSteps
    /// Whether the app is in front on one of their phones.
    package var isInFront: Bool
  }

  /// Something broke for somebody.
  package struct Break: Sendable, Equatable {
    package var time: Int64
    package var user: Int
  }

  package var moves: [Move] = []
  package var breaks: [Break] = []
}

/// Takes the films of units as they end, whatever their order.
package final class FilmReel: Sendable {
  private let takes = Mutex<[(unit: RunUnit, film: Film)]>([])

  package init() {}

  func take(_ recorder: FilmRecorder, of unit: RunUnit) {
    let film = recorder.film
    takes.withLock { $0.append((unit, film)) }
  }

  /// All of them as one, by time; what happens at one instant in several units is in the order of the units.
  package var film: Film {
    let films = takes.withLock { $0 }.ordered { $0.unit.index < $1.unit.index }.map(\.film)
    func merged<Scene>(_ scenes: [Scene], _ time: (Scene) -> Int64) -> [Scene] {
      scenes.enumerated().ordered { (time($0.element), $0.offset) < (time($1.element), $1.offset) }.map(\.element)
    }
    return Film(
      moves: merged(films.flatMap(\.moves), \.time), breaks: merged(films.flatMap(\.breaks), \.time))
  }
}

/// Films one unit: asks the KPIs, which see every event before it, where somebody stands now.
final class FilmRecorder: EventObserver {
  private let kpis: KPIObserver
  private let firstUser: Int
  /// By person: the steps that were last told of, and a bit for each phone with the app in front.
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
