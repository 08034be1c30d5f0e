import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The true cause of each hazard, determined by hand from the contract and the code of client and backend, never from
/// the program's output.
struct TrueCause: Sendable, CustomTestStringConvertible {
  var hazard: String
  /// The violated variable: one of these, since several oracles can notice first.
  var variables: [String]
  /// The file that contains the cause.
  var file: String
  /// The content of the line to be named; empty if several lines of the file are equally good.
  var line = ""

  var testDescription: String { hazard }

  init(_ hazard: String, _ variables: [String], _ file: String, _ line: String = "") {
    self.hazard = hazard
    self.variables = variables
    self.file = file
    self.line = line
  }

  private static let need = ["homeNeed", "plansNeed"]
  private static let plan = ["request POST plans/generate"]
  private static let metricsHeld = ["metrics held by Home", "metrics held by Plans"]
  private static let photo = ["state of a picked photo", "stored photo"]

  static let all: [TrueCause] = [
    // A 404 drops the row, and with it the need to acknowledge.
    TrueCause("ack-404-generates-plan", plan, "Device+Acknowledge.swift", "cleared(.metrics"),
    // A plan load begins although it should not.
    TrueCause("ack-bypass-on-fetch-error", plan, "Device+Plans.swift", "begin(operation"),
    TrueCause("ack-bypass-toolbar", plan, "Device+Plans.swift", "begin(operation"),
    TrueCause("ack-committed-reply-lost", ["acknowledgeError"] + need, "Device+Acknowledge.swift", "show(failure"),
    // The reply marks the row that is currently held.
    TrueCause("ack-marks-newer-summary", metricsHeld + need, "Device+Acknowledge.swift", "applied(.metrics"),
    TrueCause("ack-mid-recompute", ["stored acknowledgment"], "BackendState+Metrics.swift", "commit(.acknowledgment"),
    TrueCause(
      "ack-of-older-row-accepted", ["stored acknowledgment"], "BackendState+Metrics.swift", "commit(.acknowledgment"),
    TrueCause("ack-ok-plan-failed", ["plansError"], "Device+Plans.swift", "show(failure"),
    TrueCause("ack-stale-version", need, "Device+Acknowledge.swift", "cleared(.metrics"),
    // Home's instance does not receive the acknowledgment.
    TrueCause("banner-after-ack-instance-drift", ["homeNeed"], "Device+Acknowledge.swift", "applied(.metrics"),
    TrueCause("cache-eviction", ["photosShown"], "Device+Photos.swift"),
    // The flag is not changed.
    TrueCause("cancelled-leaves-loading", ["tasksLoading"], "Device+Tabs.swift", "endLoad("),
    TrueCause("cancelled-reported-as-network-error", ["tasksError"], "Device+Tabs.swift", "show(failure"),
    // The second load begins while the first runs.
    TrueCause("concurrent-home-loads-reorder", ["homeLoading"], "Device+Home.swift", "begin(.homeLoad"),
    TrueCause("confirm-race-500", photo, "BackendState+Photos.swift"),
    // Signing out keeps the instance.
    TrueCause("cross-user-singleton", metricsHeld, "Device+SignOut.swift", "cleared(.metrics"),
    TrueCause("daily-ack-reset", ["stored metrics"], "BackendState+Metrics.swift", "commit(.metrics"),
    // The form sends other fields than were typed.
    TrueCause("date-edit-ignored", ["stored profile"], "Device+Profile.swift", "begin(.editSave"),
    TrueCause("delete-photo-resurrection", ["photos held by Photos"], "Device+Photos.swift", "applied(.photos"),
    // The dismissal is stored with the need, or in a place that outlives its session or account.
    TrueCause("dismissal-disables-plans-gate", plan, "Device+CardDismissal.swift", "settle(.dismissal)"),
    TrueCause("dismissal-leaks-across-users", ["homeCard"], "Device+CardDismissal.swift", "settle(.dismissal)"),
    TrueCause("dismissal-not-session-scoped", ["homeCard"], "Device+CardDismissal.swift", "settle(.dismissal)"),
    TrueCause("dismissal-undone-by-recheck", ["homeCard"], "Device+CardDismissal.swift", "settle(.dismissal)"),
    TrueCause(
      "double-complete-onboarding", ["onboarded", "stored onboarding"], "Device+Onboarding.swift", "begin(.onboarding"),
    TrueCause("double-compute-on-first-read", ["stored metrics"], "BackendState+Metrics.swift", "commit(.metrics"),
    TrueCause(
      "double-tap-acknowledge", ["toast", "stored acknowledgment"], "Device+Acknowledge.swift", "begin(.acknowledge"),
    TrueCause("duplicate-weekly-plan", ["stored plan"], "BackendState+Plans.swift", "commit(.plan"),
    // A failed read is interpreted as no need.
    TrueCause("error-hides-card", ["homeNeed"], "Device+Metrics.swift"),
    TrueCause("error-need-flip", need, "Device+Metrics.swift"),
    TrueCause("fifteen-minute-cliff", ["request POST auth/refresh"], "Device+Auth.swift", "begin(.refreshToken)"),
    // The cause is the API client's decoder.
    TrueCause("first-plan-decode-on-strict-dates", ["plansError"], "Device+Requests.swift"),
    // Nothing reads the metrics again.
    TrueCause("gate-error-not-recognised", need + ["plansError"], "Device+Metrics.swift"),
    TrueCause("gender-coercion", ["stored profile"], "Device+Profile.swift", "begin(.editSave"),
    TrueCause("height-rounding-phantom-write", ["stored profile"], "Device+Profile.swift", "begin(.editSave"),
    // The API client answers by itself instead of sending a request.
    TrueCause("http-cache-stale-get", need + metricsHeld, "Device+Requests.swift", ".sent("),
    TrueCause("launch-offline-logout", ["signed-in account", "signedIn"], "Device+Auth.swift"),
    TrueCause("logout-does-not-revoke", ["request POST auth/logout"], "Device+SignOut.swift", "begin(.logOut)"),
    TrueCause("logout-waits-for-network", ["signed-in account", "signedIn"], "Device+SignOut.swift"),
    TrueCause("maintain-null-weeks", ["plansError"], "Device+Requests.swift"),
    TrueCause("metrics-date-boundary", ["stored metrics"], "BackendState+Metrics.swift", "commit(.metrics"),
    TrueCause("metrics-stale-after-edit", ["stored metrics"], "BackendState+Metrics.swift", "commit(.metrics"),
    TrueCause("name-email-edit-dropped", ["stored profile"], "Device+Profile.swift", "begin(.editSave"),
    TrueCause("onboarding-flag-regression", ["onboarded"], "Device+Auth.swift", "publish(.onboarded"),
    TrueCause("onboarding-reply-lost", ["onboardingError"], "Device+Onboarding.swift", "show(failure"),
    TrueCause("photo-cache-clobber", ["photosShown"], "Device+Photos.swift"),
    TrueCause("photo-index-desync", photo + ["photosImages"], "Device+Photos.swift"),
    TrueCause("photo-onchange-reentrancy", photo, "Device+PhotoUpload.swift", "begin(.photoUpload"),
    TrueCause("photo-retry-duplicates", photo, "Device+Photos.swift"),
    TrueCause("photo-retry-empty-selection", photo, "Device+PhotoUpload.swift", "photos.clear("),
    TrueCause("photo-selection-load-reorder", ["photosImages"], "Device+Photos.swift"),
    TrueCause("plan-and-summary-all-or-nothing", ["plansError"], "Device+Plans.swift", "show(failure"),
    TrueCause("plan-held-after-edit", ["plan held by Plans"], "Device+Plans.swift", "cleared(.plan"),
    TrueCause(
      "plan-response-reorder", ["plan held by Plans", "summary held by Plans"], "Device+Plans.swift", "begin(operation"),
    TrueCause(
      "prefs-cannot-clear", ["profilePreferences", "stored preferences"], "Device+Profile.swift", "begin(.editSave"),
    // The form starts empty.
    TrueCause("prefs-empty-load-overwrite", ["stored preferences"], "Device+Profile.swift", "publish(.editPreferences"),
    TrueCause("prefs-two-writers", ["stored preferences"], "BackendState+Profile.swift", "commit(.preferences"),
    TrueCause("profile-reload-clobbers-edits", ["editPreferences", "editTyped"], "Device+Profile.swift"),
    TrueCause("profile-save-partial-commit", ["editError"], "Device+Profile.swift", "begin(.editSave"),
    TrueCause("profile-shows-login-snapshot", ["profilePreferences"], "Device+Profile.swift"),
    TrueCause("put-ok-recompute-failed", ["stored targets"], "BackendState+Targets.swift"),
    TrueCause("rapid-tab-switch-storm", ["homeLoading"], "Device+Home.swift", "begin(.homeLoad"),
    TrueCause("recompute-below-threshold", ["stored targets"], "BackendState+Targets.swift"),
    TrueCause("refresh-half-applied", ["summary held by Plans"], "Device+Plans.swift", "cleared(.summary"),
    // Signing out does not cancel requests in flight.
    TrueCause(
      "response-after-logout", metricsHeld + ["tasks held by Home", "streak held by Home", "summary held by Home"],
      "Device+SignOut.swift"),
    TrueCause("save-then-dismiss-race", ["profilePreferences", "profile held by Profile"], "Device+Profile.swift"),
    TrueCause("selection-cleared-mid-upload", photo, "Device+PhotoUpload.swift", "photos.clear("),
    TrueCause(
      "server-cache-staleness", ["streak held by Home", "tasks held by Home", "homeStreak", "homeTasks"],
      "BackendState+Tasks.swift"),
    TrueCause("session-not-restored", ["signed-in account", "signedIn"], "Device+Auth.swift"),
    // The first load of another tab that ends.
    TrueCause("shared-loading-flag", ["profileLoading", "tasksLoading"], "Device+", "endLoad("),
    TrueCause("sibling-clears-error", ["tasksError"], "Device+Home.swift", "begin(.homeLoad"),
    // The model has changed, and Home is not drawn again.
    TrueCause("singleton-not-observed", ["homeNeed"], "Device+Acknowledge.swift", "settle(.acknowledgment)"),
    // The line that applies the outdated row.
    TrueCause("stale-get-overwrites-ack", need + metricsHeld, "Device+Metrics.swift", "applied(.metrics"),
    TrueCause("streak-double-count", ["stored evidence"], "BackendState+Tasks.swift", "commit(.evidence"),
    TrueCause("summary-after-continue", ["summarySheet"], "Device+Summary.swift"),
    TrueCause("summary-sheet-unmounted", ["summarySheet"], "Device+Onboarding.swift"),
    TrueCause("summary-shown-again", ["summarySheet"], "Device+Onboarding.swift"),
    TrueCause("targets-jump-on-first-plan", ["stored targets"], "BackendState+"),
    TrueCause("task-filter-reorder", ["tasksShown"], "Device+Tabs.swift", "publish(.tasksShown"),
    TrueCause(
      "token-refresh-stampede", ["signed-in account", "signedIn", "request POST auth/refresh"], "Device+Auth.swift",
      "begin(.refreshToken)"),
    TrueCause("two-bmi-values", ["plansBmi"], "Device+Plans.swift"),
    TrueCause("unsupported-gender", ["stored metrics refused"], "BackendState+Metrics.swift", "note(.metricsRefused"),
    TrueCause("water-target-stale-in-reply", ["stored targets"], "BackendState+Profile.swift", "noteTargets("),
    TrueCause("weight-below-tolerance", ["stored profile"], "Device+Profile.swift", "begin(.editSave"),
    TrueCause("zero-state-on-summary-error", ["homeZeroState"], "Device+Home.swift"),
    // Nothing hides the card when the zero state appears.
    TrueCause("zero-state-vs-card-race", ["homeCard"], "Device+Home.swift"),
  ]
}

@Suite struct CauseTableTests {
  @Test func causeTableCoversEveryStory() {
    let stories = HazardID.allCases.filter(\.hasStory).map(\.rawValue)
    #expect(Set(TrueCause.all.map(\.hazard)) == Set(stories))
    #expect(TrueCause.all.count == stories.count)
  }

  /// The catalogue's twin is the same as the story's.
  @Test func hazardsNameTheirStorysTwin() throws {
    for hazard in HazardID.allCases {
      guard hazard.hasStory else {
        #expect(hazard.twin == nil)
        continue
      }
      #expect(try ExplorationTests.race(hazard.rawValue).story?.twin == hazard.twin, "\(hazard)")
    }
  }

  /// Every cause in a sixth of the table is the expected one; `StudyTests` checks all of the table.
  @Test(arguments: TrueCause.all.enumerated().filter { $0.offset.isMultiple(of: 6) }.map(\.element))
  func explanationNamesTheExpectedCause(_ expected: TrueCause) throws {
    let shown = try Self.causes(of: expected.hazard).map {
      Shown(
        hazard: $0.hazard?.rawValue, oracle: $0.shrunk.finding.oracle.id, signature: $0.signature, cause: $0.cause)
    }
    try Self.check(shown, expected)
  }

  /// The parts of a find that the table describes.
  struct Shown {
    var hazard: String?
    var oracle: String
    var signature: String
    var cause: Find.Explanation?
  }

  /// Compares the result of a search with the table.
  static func check(_ shown: [Shown], _ expected: TrueCause) throws {
    let find = try #require(
      shown.first { $0.hazard == expected.hazard },
      "no find has the label, but \(shown.map { ($0.hazard ?? "-", $0.signature) })")
    let cause = try #require(find.cause, "unexplained")
    let chain = cause.chain.map { "\($0.text) [\($0.source ?? "-")]" }.joined(separator: "\n")
    #expect(expected.variables.contains(cause.variable), "\(cause.variable)\n\(chain)")
    let source = try #require(cause.source)
    #expect(source.contains(expected.file), "\(source)\n\(chain)")
    let text = try line(source)
    #expect(expected.line.isEmpty || text.contains(expected.line), "\(source): \(text)\n\(chain)")
    #expect((2...5).contains(cause.chain.count))
    #expect(cause.strategies == [HazardID(rawValue: expected.hazard)?.twin].compactMap(\.self))
    for other in shown {
      let cause = try #require(other.cause, "\(other.signature) is unexplained")
      let isLive = other.oracle == "I-LIVE"
      #expect(isLive || !cause.variable.hasSuffix("Loading"), "\(other.signature): \(cause.variable)")
    }
  }

  @Test func findingsOfOneStaleReplyAreGrouped() throws {
    let shown = try Self.causes(of: "stale-get-overwrites-ack", schedules: 300)
    #expect(shown.map(\.hazard) == [.staleGetOverwritesAck])
  }

  /// The explanation names both instances, and says that nothing reads Home's again.
  @Test func bannerExplanationNamesBothInstancesAndNoReload() throws {
    let find = try #require(try Self.causes(of: "banner-after-ack-instance-drift").first)
    let words = try #require(find.cause).chain.map(\.text).joined(separator: "; ")
    #expect(words.contains("`metrics.ownership` is `perView`, not `user`"), "\(words)")
    #expect(words.contains("the owner of metrics state: each view"), "\(words)")
    #expect(words.contains("nothing reads or writes it anew"), "\(words)")
    #expect(!words.contains("Loading"), "\(words)")
  }

  /// Two defects in one story are two finds, each with its own label.
  @Test func aSecondCauseIsNotHiddenByTheFirst() throws {
    var scenario = try ExplorationTests.race("double-tap-acknowledge")
    scenario.generation.acknowledge.guard = .none
    scenario.generation.metrics.ownership = .perView
    scenario.generation.home.reloadOnAppear = .off
    scenario.generation.replies.apply = .arrival
    let labels = try Self.causes(of: scenario, schedules: 200).map(\.hazard)
    #expect(labels.contains(.doubleTapAcknowledge) && labels.contains(.bannerAfterAckInstanceDrift), "\(labels)")
  }

  /// In a preset with dozens of faulty strategies, the bisection finds the few that a violation needs, and none of them
  /// can be left out.
  @Test func bisectionFindsTheFewStrategiesThatMatter() throws {
    var scenario = try ExplorationTests.race("banner-after-ack-instance-drift")
    scenario.generation = .preset(.seedCurrent)
    scenario.story?.twin = nil
    let found = try Self.causes(of: scenario, schedules: 20)
    let find = try #require(found.first { $0.shrunk.finding.site == "need-after-acknowledgment:home" })
    let cause = try #require(find.cause)
    #expect((1...3).contains(cause.strategies.count), "\(cause.strategies)")
    let bisection = StrategyBisection(scenario, known: nil, isAbandoned: { false })
    #expect(bisection.differing.count > 20)
    #expect(bisection.passes(cause.strategies, find.shrunk.finding, in: find.shrunk.schedule, find.shrunk.trace))
    for left in cause.strategies.indices where cause.strategies.count > 1 {
      var fewer = cause.strategies
      fewer.remove(at: left)
      #expect(!bisection.passes(fewer, find.shrunk.finding, in: find.shrunk.schedule, find.shrunk.trace), "\(fewer)")
    }
  }

  // MARK: Helpers

  private static func causes(of hazard: String, schedules: Int = 100) throws -> [ExplainedSchedule] {
    try causes(of: ExplorationTests.race(hazard), schedules: schedules)
  }

  /// The finds of a small search, one violation per cause, without their pictures.
  private static func causes(of scenario: Scenario, schedules: Int) throws -> [ExplainedSchedule] {
    let stage = try StoryStage(scenario)
    let exploration = Exploration(scenario, schedules: schedules, jobs: 1)
    let runner = ScheduleRunner(stage)
    let maker = FindMaker(
      runner: runner, policies: SchedulePolicies(runner), of: scenario, schedules: 50, digest: "", overrides: [])
    var groups = CauseGroups(maker: maker, minimizes: true)
    for (signature, entry) in exploration.wanted(exploration.search(stage)) {
      for example in entry.examples {
        groups.take(
          signature, entry.schedule(example, strategy: .portfolio, of: stage), schedules: entry.schedules,
          first: example.number)
      }
    }
    groups.takeOthers()
    return groups.shown
  }

  /// The text at `FILE:LINE`.
  private static func line(_ source: String) throws -> String {
    let parts = source.split(separator: ":").map(String.init)
    let root = Checkout.root.appending(path: "Sources/GTSDWorld").path
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let path = try #require(files.first { $0.hasSuffix("/\(parts[0])") }, "\(source)")
    let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    let number = try #require(Int(parts[1]))
    return String(text.split(separator: "\n", omittingEmptySubsequences: false)[number - 1])
  }
}
