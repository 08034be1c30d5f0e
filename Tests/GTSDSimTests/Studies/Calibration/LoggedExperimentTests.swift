import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct LoggedExperimentTests {
  // MARK: Who is in which arm

  /// One person assigned to an arm, as each service exports it, written after the services' public documentation.
  @Test(arguments: [
    (
      #"{"event_type":"$exposure","user_id":"u1","event_time":"2026-03-01 10:00:00.000000","event_properties":{"flag_key":"copy","variant":"treatment"}}"#,
      "copy", "treatment"
    ),
    (
      #"{"event_type":"app_launched","user_id":"u1","event_time":"2026-03-01 10:00:00.000000","event_properties":{},"user_properties":{"[Experiment] copy":"treatment","plan":"free"}}"#,
      "copy", "treatment"
    ),
    (
      #"{"event":"$experiment_started","properties":{"time":1772359200,"distinct_id":"u1","Experiment name":"copy","Variant name":"B"}}"#,
      "copy", "B"
    ),
    (
      #"{"type":"track","event":"Experiment Viewed","userId":"u1","messageId":"a","timestamp":"2026-03-01T10:00:00Z","properties":{"experiment_id":"9","experiment_name":"copy","variation_id":"3","variation_name":"B"}}"#,
      "copy", "B"
    ),
    (
      #"{"uuid":"a","event":"$feature_flag_called","distinct_id":"u1","timestamp":"2026-03-01T10:00:00Z","properties":{"$feature_flag":"copy","$feature_flag_response":"test"}}"#,
      "copy", "test"
    ),
    (
      #"{"uuid":"a","event":"app_launched","distinct_id":"u1","timestamp":"2026-03-01T10:00:00Z","properties":{"$feature/copy":"test","$feature/plain":true}}"#,
      "copy", "test"
    ),
    (
      #"{"event_name":"experience_impression","event_timestamp":"1772359200000000","user_pseudo_id":"u1","event_params":[{"key":"exp_variant_string","value":{"string_value":"VND-copy-B"}}]}"#,
      "VND-copy", "B"
    ),
    (
      #"{"event_name":"app_launched","event_timestamp":"1772359200000000","user_pseudo_id":"u1","event_params":[],"user_properties":[{"key":"firebase_exp_7","value":{"string_value":"1"}}]}"#,
      "firebase_exp_7", "1"
    ),
    (
      #"{"event_name":"app_launched","timestamp":"2026-03-01T10:00:00Z","user_id":"u1","properties":{"experiment":"copy","variant":2}}"#,
      "copy", "2"
    ),
  ])
  func armsAreRecognisedByTheirKeys(line: String, experiment: String, arm: String) throws {
    var reader = EventReader()
    reader.read(Array((line + "\n").utf8))
    let (log, summary) = reader.finish()
    #expect(summary.rejected == 0 && summary.unknown == 0, "\(summary.examples)")
    #expect(log.exposures.experiments.count == 1)
    let found = try #require(log.exposures.experiments.first)
    #expect(found.name == experiment && found.arms == [arm])
  }

  @Test(arguments: [
    // A reserved value for people outside; an event that belongs to no experiment; a flag's value that is not an arm.
    #"{"event_type":"app_launched","user_id":"u1","event_time":"2026-03-01 10:00:00","event_properties":{},"user_properties":{"[Experiment] copy":"off"}}"#,
    #"{"event_name":"app_launched","timestamp":"2026-03-01T10:00:00Z","user_id":"u1","properties":{"variant":"dark"}}"#,
    #"{"event_name":"app_launched","timestamp":"2026-03-01T10:00:00Z","user_id":"u1","properties":{"experiment":"copy","variant":null}}"#,
  ])
  func lineThatNamesNoArmHasNone(line: String) {
    var reader = EventReader()
    reader.read(Array((line + "\n").utf8))
    #expect(reader.finish().log.exposures.isEmpty)
  }

  @Test func aMapNamesArmsAndWhatWasPlanned() throws {
    let map = try EventMap(
      json: Array(
        #"{"fields":{"variant":"ab.arm","experiment":"ab.test"},"experiments":{"x":{"control":"old","shares":{"old":9,"new":1}}}}"#
          .utf8))
    var reader = EventReader(map: map)
    let lines = (0..<200).map { user in
      #"{"event_name":"app_launched","timestamp":"2026-03-01T10:00:00Z","user_id":"u\#(user)","ab":{"test":"x","arm":"\#(user < 180 ? "old" : user < 199 ? "new" : "else")"}}"#
    }
    reader.read(Array(lines.joined(separator: "\n").utf8))
    let experiment = try #require(LoggedExperiment.all(of: reader.finish().log).first)
    #expect(experiment.arms.map(\.name) == ["old", "new"] && experiment.arms.map(\.people) == [180, 19])
    #expect(experiment.unplanned == 1 && experiment.areSharesStated && experiment.isControlStated)
    let agreement = try #require(experiment.ratioP)
    #expect(agreement > 0.5)
    for broken in [
      #"{"experiments":{"x":{"shares":{"a":1}}}}"#, #"{"experiments":{"x":{"shares":{"a":1,"b":0}}}}"#,
      #"{"experiments":{"x":{"control":"c","shares":{"a":1,"b":1}}}}"#, #"{"experiments":{"x":{"arms":1}}}"#,
      #"{"experiments":[]}"#,
    ] {
      #expect(throws: EventMap.Problem.self) { try EventMap(json: Array(broken.utf8)) }
    }
  }

  // MARK: What they show

  /// A person of a hand-made log; hours since the log's begin, nil for never.
  private struct Someone {
    var arm: String?
    var named = 1.0
    var onboarded = 1.0
    var acknowledged: Double?
    var earlier = 0
    var also: String?
  }

  private static func experiment(_ people: [Someone]) throws -> LoggedExperiment {
    let begin: Int64 = 1_772_359_200_000
    func time(_ hours: Double) -> String { Timestamp(milliseconds: begin + Int64(hours * 3_600_000)).iso8601 }
    var lines: [String] = [
      #"{"event_name":"app_launched","timestamp":"\#(time(40))","user_id":"last","properties":{}}"#
    ]
    for (user, someone) in people.enumerated() {
      func line(_ name: String, _ hours: Double, _ more: String = "") {
        lines.append(
          #"{"event_name":"\#(name)","timestamp":"\#(time(hours))","user_id":"u\#(user)","properties":{"session_id":1\#(more)}}"#
        )
      }
      for index in 0..<someone.earlier { line("tab_changed", 0.5 + Double(index) * 0.01, #","tab":"home""#) }
      if let arm = someone.arm { line("test_entered", someone.named, #","experiment":"x","variant":"\#(arm)""#) }
      if let also = someone.also { line("test_entered", 50, #","experiment":"x","variant":"\#(also)""#) }
      line("onboarding_completed", someone.onboarded)
      if let done = someone.acknowledged { line("metrics_acknowledged", done, #","source":"plans_tab""#) }
    }
    var reader = EventReader()
    reader.read(Array(lines.joined(separator: "\n").utf8))
    let (log, summary) = reader.finish()
    #expect(summary.rejected == 0 && summary.exposures > 0)
    return try #require(LoggedExperiment.all(of: log).first)
  }

  /// This many people in each arm, of whom this many acknowledge.
  private static func people(_ arms: [(name: String, count: Int, done: Int)]) -> [Someone] {
    arms.flatMap { arm in
      (0..<arm.count).map { Someone(arm: arm.name, acknowledged: $0 < arm.done ? 5 : nil) }
    }
  }

  @Test func aLiftIsFoundAndNoneIsNot() throws {
    let lift = try Self.experiment(Self.people([("control", 600, 300), ("new", 600, 390)]))
    let own = try #require(lift.rows.first?.arms.last)
    #expect(lift.effect == .stated && lift.arms.first?.name == "control")
    let (difference, interval) = (try #require(own.difference), try #require(own.alwaysValid))
    #expect(own.verdict == .better && abs(difference - 0.15) < 1e-9)
    #expect(interval.low > 0 && own.best.map { $0 > 0.999 } == true)
    let none = try Self.experiment(Self.people([("control", 600, 300), ("new", 600, 306)]))
    let other = try #require(none.rows.first?.arms.last)
    #expect(other.verdict == .noDifference && other.alwaysValid.map { $0.low < 0 && $0.high > 0 } == true)
    // An analyst who looks often has a wider interval than one who looks once.
    let (valid, once) = (try #require(other.alwaysValid), try #require(other.planned))
    #expect(valid.high - valid.low > once.high - once.low)
  }

  @Test func unequalSharesWithholdTheEffect() throws {
    let experiment = try Self.experiment(Self.people([("control", 700, 300), ("new", 500, 400)]))
    #expect(experiment.effect == .ratio && experiment.rows.isEmpty)
    #expect(experiment.sentences.first?.finding.contains("SAMPLE RATIO MISMATCH") == true)
  }

  /// The table, the test cases and the library state the same as the page.
  @Test func everyFormatReportsExperiments() throws {
    var report = SampleCalibration.report
    let lift = try Self.experiment(Self.people([("control", 600, 300), ("new", 600, 390)]))
    let uneven = try Self.experiment(Self.people([("control", 700, 300), ("new", 500, 400)]))
    report.change(\.calibration, Report.Content.calibration) { $0.experiments = [lift, uneven] }
    let sentences = lift.sentences.map(\.finding)
    let rows = report.csv.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("experiments.\(lift.name).") }
    #expect(rows.count == lift.rows.count)
    #expect(rows.first?.hasPrefix("experiments.\(lift.name).new.\(lift.rows[0].id),better,share,0.15,") == true)
    #expect(report.csv.contains("experiments.\(uneven.name),ratio,share,"))
    #expect(report.junit.contains("calibrated.experiments\" name=\"\(lift.name)\""))
    #expect(sentences.allSatisfy { report.junit.contains($0) })
    let result = try #require(CalibrationResult(report))
    #expect(result.experiments.map(\.arms) == [["control", "new"], ["control", "new"]])
    #expect(result.experiments[0].sentences == sentences && result.experiments[1].effects.isEmpty)
    let effect = try #require(result.experiments[0].effects.first)
    let own = try #require(lift.rows.first?.arms.last)
    #expect(effect.arm == "new" && effect.indicator == lift.rows[0].id && effect.difference == own.difference)
    #expect(effect.interval == own.alwaysValid && effect.probabilityOfBest == own.best)
  }

  @Test func oneArmIsNoExperiment() throws {
    let experiment = try Self.experiment(Self.people([("new", 50, 20)]))
    #expect(experiment.effect == .oneArm && experiment.rows.isEmpty && experiment.sentences.count == 1)
  }

  @Test func threeArmsAreEachComparedWithControl() throws {
    let experiment = try Self.experiment(
      Self.people([("b", 400, 200), ("control", 400, 200), ("a", 400, 260)]))
    #expect(experiment.arms.map(\.name) == ["control", "a", "b"])
    let row = try #require(experiment.rows.first)
    #expect(row.arms.map(\.verdict) == [.notMeasured, .better, .noDifference])
    let best: Double = row.arms.compactMap(\.best).reduce(0, +)
    #expect(abs(best - 1) < 1e-9)
    #expect(row.arms[1].alwaysValid?.level == 0.975)
  }

  /// People who were assigned after their outcome was decided, to both arms, or to none, are left out and counted.
  @Test func peopleAssignedLateTwiceOrNeverAreLeftOut() throws {
    var people = Self.people([("control", 100, 50), ("new", 100, 50)])
    for index in 0..<10 { people[index].named = 6 }
    for index in 0..<5 { people[index + 100].named = 5 }
    for index in 60..<67 { people[index].also = "new" }
    people += (0..<8).map { _ in Someone(acknowledged: 4) }
    // After the end of the window nothing can change either.
    people[90].named = 30
    // Still open at the end of the log.
    people[91].onboarded = 39
    let experiment = try Self.experiment(people)
    let row = try #require(experiment.rows.first)
    #expect(experiment.mixed == 7 && experiment.outside == 9)
    #expect(row.arms.map(\.late) == [11, 5] && row.arms.map(\.censored) == [1, 0])
    #expect(row.arms.map(\.trials) == [100 - 7 - 11 - 1, 95] && row.arms.map(\.successes) == [40, 45])
  }

  /// People who do more acknowledge more: using this makes the interval narrower.
  @Test func earlierBehaviourNarrowsTheInterval() throws {
    func people(_ covariate: Bool) -> [Someone] {
      (0..<800).map { index in
        let isKeen = index % 4 < 2
        let isDone = isKeen ? index % 10 != 0 : index % 10 == 0
        return Someone(
          arm: index % 2 == 0 ? "control" : "new", acknowledged: isDone ? 6 : nil, earlier: covariate && isKeen ? 5 : 0)
      }
    }
    let (with, without) = (try Self.experiment(people(true)), try Self.experiment(people(false)))
    let (narrow, wide) = (try #require(with.rows.first), try #require(without.rows.first))
    let reduction = try #require(narrow.reduction)
    #expect(reduction > 0.3 && wide.reduction == nil)
    let widths = [narrow, wide].compactMap { row in row.arms[1].alwaysValid.map { $0.high - $0.low } }
    #expect(widths[0] < widths[1] * 0.85)
  }

  /// One arm is named on every event, the other only later: such a difference is not due to chance.
  @Test func armsThatAreNamedAtOtherTimesWithholdTheEffect() throws {
    var people = Self.people([("control", 300, 150), ("new", 300, 150)])
    for index in people.indices {
      people[index].earlier = 3
      if index < 300 { people[index].named = 0.2 }
    }
    let experiment = try Self.experiment(people)
    #expect(experiment.effect == .balance)
  }

  @Test func fortyValuesAreNotTakenForArms() throws {
    let people = (0..<40).map { Someone(arm: "v\($0)") }
    let experiment = try Self.experiment(people)
    #expect(experiment.effect == .tooManyArms)
  }
}
