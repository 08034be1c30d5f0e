import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Equal digests mean equal events: no two fields of an event share hashed bits.
struct EventDigestTests {
  private static func digest(_ events: [SimulationEvent]) -> UInt64 {
    let digest = EventDigest()
    for event in events { digest.observe(event) }
    return digest.value
  }

  private static func event(_ kind: SimulationEvent.Kind) -> SimulationEvent {
    SimulationEvent(time: 1, user: 2, account: 0, device: 0, session: 3, kind: kind)
  }

  /// Pairs of events in which one field could stand for another if their bits overlapped, and values that differ only
  /// in the highest bits.
  static let pairs: [(SimulationEvent.Kind, SimulationEvent.Kind)] = [
    (
      .committed(.preferences(before: 1, after: 0, device: 0), revision: 1, intent: 1),
      .committed(.preferences(before: 0, after: 31, device: 0), revision: 1, intent: 1)
    ),
    (
      .committed(.targets(stored: 1, demanded: 0, inputs: 0, isReplyAsStored: true), revision: 1, intent: 1),
      .committed(.targets(stored: 0, demanded: 31, inputs: 0, isReplyAsStored: true), revision: 1, intent: 1)
    ),
    (
      .committed(.targets(stored: 0, demanded: 5, inputs: 0, isReplyAsStored: true), revision: 1, intent: 1),
      .committed(.targets(stored: 0, demanded: 0, inputs: 5, isReplyAsStored: true), revision: 1, intent: 1)
    ),
    (
      .committed(.plan(id: 1, forced: false, gateOpen: true, sameWeek: 3), revision: 1, intent: 0),
      .committed(.plan(id: 1, forced: false, gateOpen: true, sameWeek: 0), revision: 1, intent: 3)
    ),
    (
      .committed(.evidence(task: 1, counted: 0), revision: 1, intent: 1),
      .committed(.evidence(task: 1, counted: 1), revision: 1, intent: 0)
    ),
    (
      .committed(.profile(complete: false, changed: [.name]), revision: 1, intent: 0),
      .committed(.profile(complete: false, changed: []), revision: 1, intent: 0)
    ),
    (
      .received(.me, request: 1, outcome: .status(200), revision: 1, latency: 0),
      .received(.me, request: 1, outcome: .status(200), revision: 0, latency: 1 << 32)
    ),
    (
      .received(.me, request: 1, outcome: .undecodable, revision: 1, latency: 5),
      .received(.me, request: 1, outcome: .status(-1), revision: 1, latency: 5)
    ),
    (
      .analytics(.metricsAcknowledged(version: 1, sinceOnboarding: 0, source: .card)),
      .analytics(.metricsAcknowledged(version: 0, sinceOnboarding: 1 << 48, source: .card))
    ),
    (
      .analytics(.summaryViewed(bmr: 1, tdee: 2, calories: 3, goal: .loseWeight, estimatedWeeks: 4)),
      .analytics(.summaryViewed(bmr: 1, tdee: 2, calories: 3, goal: .maintain, estimatedWeeks: 4))
    ),
    (
      .analytics(.summaryViewed(bmr: 1 << 16, tdee: 0, calories: 3, goal: .maintain, estimatedWeeks: 4)),
      .analytics(.summaryViewed(bmr: 0, tdee: 1, calories: 3, goal: .maintain, estimatedWeeks: 4))
    ),
    (
      .analytics(.photoUploaded(taskID: 0, fileSize: 1 << 20, duration: 0)),
      .analytics(.photoUploaded(taskID: 1, fileSize: 0, duration: 0))
    ),
    (
      .analytics(.summaryCompleted(timeOnScreen: 1 << 56, expanded: [], depthPercent: 0, exit: .swipeDismiss)),
      .analytics(.summaryCompleted(timeOnScreen: 0, expanded: [], depthPercent: 1, exit: .swipeDismiss))
    ),
    (.authenticated(account: nil), .authenticated(account: 0)),
    (.authenticated(account: nil), .authenticated(account: 255)),
    (.sent(.me, request: 0, operation: .restore, intent: 1), .sent(.me, request: 1, operation: .restore, intent: 0)),
  ]

  @Test(arguments: pairs)
  func exchangedFieldsChangeTheDigest(_ one: SimulationEvent.Kind, _ other: SimulationEvent.Kind) {
    #expect(one != other)
    #expect(Self.digest([Self.event(one)]) != Self.digest([Self.event(other)]))
  }

  @Test func placeAndTimeChangeTheDigest() {
    let event = Self.event(.foreground)
    var others: [SimulationEvent] = []
    for change: (inout SimulationEvent) -> Void in [
      { $0.time = 2 }, { $0.user = 3 }, { $0.account = 1 }, { $0.device = 1 }, { $0.session = 4 },
      { $0.kind = .background },
    ] {
      var other = event
      change(&other)
      others.append(other)
    }
    let digests = ([event] + others).map { Self.digest([$0]) }
    #expect(Set(digests).count == digests.count)
  }

  @Test func orderAndNumberChangeTheDigest() {
    let (one, two) = (Self.event(.foreground), Self.event(.published(.tab, value: 1, cause: .person)))
    let digests = [[one, two], [two, one], [one], [one, one], []].map(Self.digest)
    #expect(Set(digests).count == digests.count)
  }
}
