public import GTSDModel
package import GTSDWorld
import Interleaving

/// A story that is run once in its natural order: requests complete in the order of their latencies, no fault is
/// injected, and no step is left out.
public struct Play: Sendable {
  private let scenario: Scenario

  /// Creates a play of a scenario with a story.
  public init(_ scenario: Scenario) {
    precondition(scenario.story != nil, "\(scenario.name) has no story to play")
    self.scenario = scenario
  }

  /// Plays the story to its end.
  ///
  /// - Throws: why the story cannot be played.
  public func run() throws(ExplorationError) -> PlayResult {
    guard let story = scenario.story else { preconditionFailure("\(scenario.name) has no story") }
    let notes = PlayNotes(story)
    let analytics = AnalyticsWriter()
    let stage = try StoryStage(
      scenario,
      observers: { world in
        notes.scheduler = world.scheduler
        return [notes, analytics]
      },
      noticed: { notes.noticed($0) },
      witness: { oracles in
        notes.judge = oracles
        return notes
      })
    notes.close()
    let runner = ScheduleRunner(stage)
    var recorder: TimelineRecorder?
    let policies = SchedulePolicies(runner)
    runner.noticed = { finding in
      recorder?.violated(finding)
      notes.noticed(finding)
    }
    let outcome = runner.run(
      .natural, under: policies.policy(for: .natural),
      observers: { world in
        let made = TimelineRecorder(events: world.events, origin: stage.start)
        for (ordinal, phone) in stage.phones.map(\.memory).enumerated() {
          made.begin(phone: UInt8(ordinal)) { phone.app.published[$0] }
        }
        made.name(steps: stage.otherStepsThanTaps)
        recorder = made
        notes.recorder = made
        notes.scheduler = world.scheduler
        return [made, notes, analytics]
      },
      witness: { oracles in
        notes.judge = oracles
        return notes
      })
    notes.close()
    guard let recorder else { preconditionFailure("a story was played without its recorder") }
    let accounts = notes.record.accounts.enumerated().filter(\.element.exists)
    let stored = accounts.map { (accounts.count > 1 ? ["account \($0.offset + 1)"] : []) + $0.element.words }
    return PlayResult(
      summary: ScenarioSummary(scenario, digest: scenario.digest, users: 1), steps: notes.steps,
      findings: (stage.givenFindings + outcome.findings).map { finding in
        PlayResult.Finding(
          key: finding.signature, summary: finding.summary, seconds: Nanoseconds.seconds(finding.time))
      },
      endSeconds: Nanoseconds.seconds(notes.latest), storedInTheEnd: stored, timeline: recorder.timeline,
      analyticsLines: analytics.lines)
  }
}

/// The result of playing a story once.
public struct PlayResult: Sendable {
  /// One action or event.
  public struct Step: Sendable, Equatable {
    /// The result of a step.
    public enum Outcome: Sendable, Equatable {
      /// The step's immediate effects, in words.
      case tookEffect([String])
      /// The step had no effect; the reason.
      case ignored(String)
      /// The expectation holds.
      case holds
      /// The expectation does not hold; the reason in words.
      case fails(String)
      /// The step only lets time pass.
      case passed
    }

    /// The step's name in keys: `given-1` or `step-3`.
    public package(set) var id: String
    /// The phone, 1 or 2.
    public package(set) var phone: Int
    /// Virtual seconds since the world began.
    public package(set) var seconds: Double
    /// The action of the step with its parameters. If the step has several actions, which of them this is.
    public package(set) var action: String
    /// The result of the step.
    public package(set) var outcome: Outcome
    /// The texts on the phone's screen before the next step, or when the step's expectation was checked.
    public package(set) var screen: [String]
  }

  /// A broken rule or expectation.
  public struct Finding: Sendable, Equatable {
    /// The name of the find, which depends on no seed.
    public package(set) var key: String
    /// The find in words.
    public package(set) var summary: String
    /// Virtual seconds since the world began.
    public package(set) var seconds: Double
  }

  /// The scenario of the story.
  public let summary: ScenarioSummary
  /// The steps in the order in which they began.
  public let steps: [Step]
  /// The broken rules and expectations.
  public let findings: [Finding]
  /// The time of the last event, in virtual seconds.
  public let endSeconds: Double
  /// The data that the server has stored for each account at the end, in words.
  public let storedInTheEnd: [[String]]
  package let timeline: Timeline
  /// The analytics events that the app sent, as JSON Lines in UTF-8.
  package let analyticsLines: [UInt8]

  /// Whether every expectation holds and no rule is broken.
  public var passes: Bool { findings.isEmpty }
}

/// Records each step of a story while it runs, and passes on what other observers need.
///
/// `@unchecked Sendable`: used only on the thread that runs the world.
private final class PlayNotes: StoryWitness, WireObserver, @unchecked Sendable {
  private let story: Story
  private(set) var steps: [PlayResult.Step] = []
  var record = StoryRecord()
  var judge: Oracles?
  var recorder: TimelineRecorder?
  /// The source of the time.
  var scheduler: Scheduler?
  private(set) var latest: Int64 = 0
  /// The current or last step of each phone, and its effects so far.
  private var latestOf: [UInt8: (step: Int, effects: [String])] = [:]
  /// The latest step whose resulting screen has not been recorded yet.
  private var unseen: (step: Int, device: UInt8)?

  init(_ story: Story) { self.story = story }

  func observe(_ event: SimulationEvent) {
    latest = max(latest, event.time)
    if let effect = effect(of: event) { latestOf[event.device]?.effects.append(effect) }
    record.observe(event)
  }

  func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    if case .drewOnboarding(let step, _) = event, Int(device) < record.phones.count {
      let (shown, new) = (record.phones[Int(device)][.onboardingStep], step.published)
      let words = [shown, new].map { StateWords.value(.onboardingStep, $0) }
      if shown != new { latestOf[device]?.effects.append("onboarding step \(words[0]) → \(words[1])") }
    }
    record.observe(event, device: device)
  }

  /// State variables whose changes are not worth mentioning to a reader.
  private static let quiet = Set(
    StateVariable.loadingFlags + [
      .homeNeed, .plansNeed, .plansRow, .metricsError, .homeMetricsError, .cover, .photosRetry, .editTyped,
      .photosPicked, .photosImages, .photosTapped,
      .tasksShown,
    ])

  /// A description of the event for a reader; nil for an event that is not worth mentioning.
  private func effect(of event: SimulationEvent) -> String? {
    switch event.kind {
    case .sessionStarted: return "the app starts"
    case .sessionEnded: return "the app ends"
    case .sent(let endpoint, _, _, _): return "sends \(StateWords.endpoint(endpoint))"
    case .published(let variable, let value, let cause):
      guard cause != .launch, !Self.quiet.contains(variable), Int(event.device) < record.phones.count else {
        return nil
      }
      let phone = record.phones[Int(event.device)]
      let (before, after) = (phone.words(variable, phone[variable]), phone.words(variable, value))
      guard before != after else { return nil }
      return "\(StateWords.words("\(variable)")) \(before) → \(after)"
    case .photoItem(let item, let state): return "photo \(item.rawValue + 1) \(state)"
    case .photoProgress(let item, let percent): return percent.map { "photo \(item.rawValue + 1) at \($0) %" }
    case .background: return "the app goes to the background"
    case .foreground: return "the app comes back"
    case .trap(let operation): return "would crash here (\(StateWords.words("\(operation)")))"
    default: return nil
    }
  }

  func begins(_ move: StoryMove) {
    close()
    latest = max(latest, now)
    let steps = move.place.isGiven ? story.given : story.steps
    let step = steps[move.place.index]
    let action =
      switch move.deed {
      case .tap(let tap) where ![step.action, step.action.original].contains(tap.kind):
        "\(step.action.name): \(tap.kind.name)"
      case .rest where step.action != .rest: "\(step.action.name): rest"
      default: step.words
      }
    latestOf[move.device] = (self.steps.count, [])
    self.steps.append(
      PlayResult.Step(
        id: move.place.name, phone: Int(move.device) + 1, seconds: Nanoseconds.seconds(now), action: action,
        outcome: .passed, screen: []))
  }

  private var now: Int64 { scheduler?.now ?? latest }

  func ends(_ move: StoryMove, refusal: TapRefusal?) {
    guard let (step, effects) = latestOf[move.device] else { return }
    latest = max(latest, now)
    unseen = (step, move.device)
    switch move.deed {
    case .rest, .midnight: break
    case .expect:
      // What the expectation saw. The screen may be another one before the next step.
      steps[step].screen = record.phones[Int(move.device)].words
      unseen = nil
      guard steps[step].outcome == .passed else { break }
      steps[step].outcome = .holds
      recorder?.noted("\(steps[step].id) holds: \(steps[step].action)", device: move.device)
    case .disturb(let fault): steps[step].outcome = .tookEffect([fault.inWords])
    case .endFaults: steps[step].outcome = .tookEffect(["every fault ends"])
    case .clock, .zone: steps[step].outcome = .tookEffect([])
    case .network(let isOn): steps[step].outcome = .tookEffect([isOn ? "the network is back" : "the network is gone"])
    case .push: steps[step].outcome = .tookEffect([])
    case .lowMemory: steps[step].outcome = effects.isEmpty ? .ignored("the app is in front") : .tookEffect([])
    case .tap: steps[step].outcome = refusal.map { .ignored($0.words) } ?? .tookEffect([])
    }
  }

  func holds(_ move: StoryMove) -> Bool { judge?.holds(move) ?? true }
  func awaits(_ move: StoryMove, _ shot: OneShot<Bool>) { judge?.awaits(move, shot) }
  func misses(_ move: StoryMove, at time: Int64) { judge?.misses(move, at: time) }

  /// Records a violation.
  func noticed(_ finding: Finding) {
    guard finding.oracle == .expectation, let step = latestOf[finding.device]?.step else { return }
    steps[step].outcome = .fails(finding.summary)
  }

  /// Completes the record of the last step before the next one begins.
  func close() {
    guard let (step, device) = unseen else { return }
    steps[step].screen = record.phones[Int(device)].words
    if case .tookEffect(let known) = steps[step].outcome, let latest = latestOf[device], latest.step == step {
      steps[step].outcome = .tookEffect(known + latest.effects)
    }
    unseen = nil
  }
}
