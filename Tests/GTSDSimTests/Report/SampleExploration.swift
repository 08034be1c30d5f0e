import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A small hand-made search with two finds, for the renderers: a stale reply that overwrites an acknowledgment, and a
/// double tap without a twin, an order or a curve.
enum SampleExploration {
  static let report: Report = {
    var report = Report(
      .exploration(section), tool: .init(version: "0.1.0"),
      scenario: .init(
        name: "stale-get-overwrites-ack", description: "A slow read comes back after the acknowledgment.",
        digest: "fnv1a64:2f9c41d07a3be815", seed: 7, generation: "correct", users: 1, replications: 1,
        horizonSeconds: 86_400, resolved: #"{"name": "stale-get-overwrites-ack"}"#),
      digest: "fnv1a64:9b1d3f0c55aa72e4")
    report.take(section)
    report.checks = [
      .init(invariant: "I-MONO", evaluated: 8_120, vacuous: 12), .init(invariant: "I-ONCE", evaluated: 900, vacuous: 0),
    ]
    return report
  }()

  /// The same search without a find, exhausted.
  static let nothing: Report = {
    var report = Self.report
    var section = Self.section
    section.finds = []
    section.isExhausted = true
    report.violations = []
    report.take(section)
    return report
  }()

  static let section: ExplorationSection = {
    ExplorationSection(
      subject: "stale-get-overwrites-ack", hazard: "stale-get-overwrites-ack", strategy: "portfolio", seed: 7,
      schedules: 500, windowSeconds: 0.5, steps: 2, meanArrivals: 13.6, meanJobs: 71.25, classes: 112,
      classesMetOnce: 3, isExhausted: false, finds: [staleGet, doubleTap],
      errors: ["schedule 77 came out otherwise when it was run again"])
  }()

  static let staleGet: Find = {
    var find = Find(
      key: "I-MONO/stale-get-overwrites-ack/replies-went-back:metrics:home", oracle: "I-MONO",
      statement: "A view never applies a reply that was read before what it already shows.",
      hazard: "stale-get-overwrites-ack", summary: "an older reply replaced a newer one: metrics:home", schedules: 35,
      first: 12, passesWithoutConstraints: true, shrinkReplays: 31, isMinimal: true, token: "gtsd3-c3RhbGUtZ2V0LTEy",
      timeline: recorder(isSound: false).timeline)
    find.explain(
      staleReply, recorder(isSound: false),
      twin: (
        recorder(isSound: true),
        SoundStrategy(
          text: "replies.apply=revision", here: "arrival",
          doc: "Which reply wins: the one that arrives last, or the one read at the highest revision.")
      ))
    find.cause?.oracles = ["I-MONO", "I-AGREE"]
    find.furtherSignatures = ["I-AGREE/stale-get-overwrites-ack/need-after-acknowledgment:home"]
    find.constraints = [
      Find.Constraint(
        before: find.timeline.arrivals[4].label, after: find.timeline.arrivals[5].label, beforeStep: 4, afterStep: 5)
    ]
    find.order = .constrained
    find.steps = ["pull to refresh on phone 1", "acknowledge on phone 1"]
    find.likelihood = [0.08, 0.08, 0.12, 0.3, 0.28, 0.62, 1]
    find.continuations = 50
    let sound = recorder(isSound: true).timeline
    find.twin = Find.Twin(
      strategy: "replies.apply=revision", schedules: 20_000, failures: 0, timeline: sound,
      firstDivergence: Timeline.firstDivergence(find.timeline, sound))
    return find
  }()

  static let doubleTap: Find = {
    let recorder = TimelineRecorder()
    for (request, time) in [(1, 200_000_000), (2, 250_000_000)] as [(Int32, Int64)] {
      recorder.arrived(time: time, kind: .timer)
      tell(recorder, time, .action(.acknowledge, intent: 2))
      tell(recorder, time, .sent(.acknowledge, request: request, operation: .acknowledge, intent: 2))
    }
    for (request, revision) in [(1, 5), (2, 6)] as [(Int32, Int32)] {
      recorder.arrived(time: 300_000_000, cause: Int(request) - 1)
      tell(
        recorder, 300_000_000,
        .committed(
          .acknowledgment(row: 1_767_225_605, newest: true, first: request == 1), revision: revision, intent: 2),
        device: SimulationEvent.server)
      if request == 2 { recorder.violated("I-ONCE: one intent was committed twice: acknowledgment") }
    }
    var find = Find(
      key: "I-ONCE/double-tap-acknowledge/committed-twice:acknowledgment", oracle: "I-ONCE",
      statement: "What a person wants once is done once.", hazard: nil,
      summary: "one intent was committed twice: <acknowledgment> & co", schedules: 480, first: 1,
      passesWithoutConstraints: false, shrinkReplays: 64, isMinimal: false, token: "gtsd3-ZG91YmxlLXRhcA",
      timeline: recorder.timeline)
    find.explain(
      Finding(
        .invariant(.once), site: "committed-twice:acknowledgment", summary: find.summary, time: 300_000_000, device: 0),
      recorder)
    find.order = .shrunken
    find.soundApp = .passes
    find.faults = ["latency of acknowledge + 2 s"]
    return find
  }()

  private static let staleReply = Finding(
    CheckLog.Breach(
      invariant: .mono, site: Site(.repliesWentBack, Resource.metrics, View.home), hazard: .staleGetOverwritesAck,
      time: 350_000_000, device: 0, session: 1), user: 0)

  private static func recorder(isSound: Bool) -> TimelineRecorder {
    let recorder = TimelineRecorder()
    let row: Int64 = 1_767_225_605
    recorder.begin(phone: 0) { [.homeNeed, .homeCard].contains($0) ? 1 : $0 == .plansRow ? row : 0 }
    recorder.arrived(time: 200_000_000, kind: .timer, task: "1")
    tell(recorder, 200_000_000, .action(.pullToRefresh, intent: 0))
    tell(recorder, 200_000_000, .began(.plansMetrics))
    tell(recorder, 200_000_000, .published(.metricsLoading, value: 1, cause: .start))
    tell(recorder, 200_000_000, .sent(.todayMetrics, request: 12, operation: .plansMetrics, intent: 0))
    recorder.arrived(time: 250_000_000, kind: .timer, task: "1")
    tell(recorder, 250_000_000, .action(.acknowledge, intent: 2))
    tell(recorder, 250_000_000, .began(.acknowledge))
    tell(recorder, 250_000_000, .sent(.acknowledge, request: 13, operation: .acknowledge, intent: 2))
    recorder.arrived(time: 250_000_000, id: 3, cause: 0, task: "1.1")
    recorder.arrived(time: 300_000_000, cause: 1, task: "1.2")
    tell(
      recorder, 300_000_000,
      .committed(.acknowledgment(row: row, newest: true, first: true), revision: 5, intent: 2),
      device: SimulationEvent.server)
    recorder.arrived(time: 350_000_000, id: 5, cause: 3, task: "1.2")
    tell(
      recorder, 350_000_000,
      .received(.acknowledge, request: 13, outcome: .status(200), revision: 5, latency: 100_000_000))
    tell(recorder, 350_000_000, .applied(.metrics, view: .home, revision: 5, origin: 0))
    tell(recorder, 350_000_000, .ended(.acknowledge))
    tell(recorder, 350_000_000, .published(.homeNeed, value: 0, cause: .acknowledgment))
    tell(recorder, 350_000_000, .published(.homeCard, value: 0, cause: .acknowledgment))
    recorder.arrived(time: 350_000_000, id: 6, cause: 2, task: "1.1")
    tell(
      recorder, 350_000_000,
      .received(.todayMetrics, request: 12, outcome: .status(200), revision: 4, latency: 150_000_000))
    if !isSound {
      tell(recorder, 350_000_000, .applied(.metrics, view: .home, revision: 4, origin: 0))
      recorder.violated(staleReply)
    }
    tell(recorder, 350_000_000, .ended(.plansMetrics))
    tell(recorder, 350_000_000, .published(.metricsLoading, value: 0, cause: .reply))
    if !isSound {
      tell(recorder, 350_000_000, .published(.homeNeed, value: 1, cause: .reply))
      tell(recorder, 350_000_000, .published(.homeCard, value: 1, cause: .reply))
    }
    return recorder
  }

  private static func tell(
    _ recorder: TimelineRecorder, _ time: Int64, _ kind: SimulationEvent.Kind, device: UInt8 = 0
  ) {
    recorder.observe(SimulationEvent(time: time, user: 0, account: 0, device: device, session: 1, kind: kind))
  }
}

extension Find {
  /// Explains a hand-made find as a search would.
  fileprivate mutating func explain(
    _ finding: Finding, _ recorder: TimelineRecorder, twin: (recorder: TimelineRecorder, strategy: SoundStrategy)? = nil
  ) {
    let explanation = FindExplanation(of: finding, in: .init(recorder))
    cause = explanation.cause(twin: twin.map { .init(run: .init($0.recorder), strategies: [$0.strategy]) })
    contradiction = cause.map(explanation.contradiction)
  }
}
