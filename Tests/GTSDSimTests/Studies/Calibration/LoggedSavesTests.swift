import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The app of a log may differ from the scenario's: the events show which saves send the event.
@Suite(.limitedWait) struct LoggedSavesTests {
  /// A log of 250 people of an app, who edit both preferences and weight.
  private static func log(_ generation: String, seed: UInt64) throws -> EventLog {
    var scenario = try Scenario.parse(
      #"""
      {"horizon": "48h", "population": {"size": 250, "memory": null, "arrival": {"daily": {"over": "24h"}}, "personas": [
        {"name": "everybody", "decisions": {"editPreferences": 0.18, "editProfile": 0.12, "skipOnboarding": 0.1},
         "habit": {"returnSameDay": 0.65, "returnNextDay": 0.7}}]}}
      """#, overrides: ScenarioOverrides(sets: ["generation=\(generation)"]))
    scenario.seed = seed
    return try #require(
      SimulatedEvents.log(
        of: scenario, replication: 0, keeping: ObservedEvent.Name.allCases, until: 48 * Milliseconds.hour,
        isCancelled: { false }))
  }

  private static func base(_ generation: Generation.Preset) -> Scenario {
    var scenario = CalibrationFitTests.blank
    scenario.generation = .preset(generation)
    return scenario
  }

  @Test(arguments: [
    ("correct", Generation.Preset.seedCurrent, LoggedSaves.every), ("correct", .correct, .every),
    ("seed-fixed", .seedCurrent, .every), ("seed-current", .seedCurrent, .alike), ("seed-current", .correct, .alike),
    (#"{"preset": "correct", "prefs": {"save": "nonEmpty"}}"#, .seedCurrent, .ofFullLists),
  ])
  func logShowsWhichSavesAreSent(app: String, scenario: Generation.Preset, expected: LoggedSaves) throws {
    let fit = CalibrationFit(try Self.log(app, seed: 9), scenario: Self.base(scenario))
    #expect(fit.saves == expected)
    for parameter in fit.parameters {
      guard let interval = parameter.interval else { continue }
      #expect(interval.low.isFinite && interval.high.isFinite, "\(parameter.path): \(interval)")
    }
  }

  /// A decision that almost nobody of a kind makes still has a valid interval.
  @Test func aShareNextToNothingHasAnInterval() throws {
    let log = try Self.log("correct", seed: 9)
    let whole = CalibrationFit(log, scenario: Self.base(.seedCurrent))
    for first in stride(from: 0, to: 240, by: 12) {
      let part = CalibrationFit(
        log.people(Array(first..<first + 12)), scenario: Self.base(.seedCurrent), partOf: whole)
      for parameter in part.parameters {
        guard let interval = parameter.interval else { continue }
        #expect(interval.low.isFinite && interval.high.isFinite, "\(parameter.path): \(interval)")
        #expect(interval.low <= interval.high && parameter.comment.count > 10)
      }
    }
  }

  /// The fit describes people's actions, whatever app the scenario has, and the overlay's app sends the events that the
  /// log shows.
  @Test(arguments: ["correct", "seed-fixed"]) func savesAreSplitAndForecast(app: String) throws {
    let base = Self.base(.seedCurrent)
    let log = try Self.log(app, seed: 3)
    let fit = CalibrationFit(log, scenario: base)
    for (path, truth) in [("decisions.editPreferences", 0.18), ("decisions.editProfile", 0.12)] {
      let parameter = try #require(fit[path])
      let (estimate, error) = (try #require(parameter.estimate), try #require(parameter.standardError))
      #expect(abs(estimate - truth) < 3.3 * error && error < 0.03, "\(path): \(estimate) ± \(error)")
    }
    let overlay = FittedScenario(fit, base: base, users: log.users).overlay(lasting: 48 * Milliseconds.hour)
    #expect(overlay.generation.prefs.load == .server && overlay.generation.prefs.save == .full)
    #expect(overlay.uncertainty.misfit == "" && overlay.uncertainty.error == 0)
    let missed = FittedScenario(fit, base: base, users: log.users).overlay(
      lasting: 48 * Milliseconds.hour, holds: false, error: 0.75)
    #expect(missed.uncertainty.misfit == "Later days of the log" && missed.uncertainty.error == 0.75)
    #expect(missed.description.hasPrefix("DOES NOT FIT its events (Later days of the log)"))
    let again = try #require(
      SimulatedEvents.log(
        of: overlay, replication: 1, keeping: ObservedEvent.Name.allCases, until: 48 * Milliseconds.hour,
        isCancelled: { false }))
    let figures = [log, again].map { EventStatistic.values(of: $0)[.saves] ?? 0 }
    // With some 250 saves each, a tenth is 1.1 standard errors of their difference.
    #expect(abs(figures[0] - figures[1]) < 0.3 * figures[0], "\(figures)")
  }

  /// A form that is empty at first and sends typed values: every event is an edit of preferences.
  @Test func savesOfWhatWasTypedAreEditsOfPreferences() throws {
    let log = try Self.log("seed-current", seed: 3)
    let parameter = try #require(CalibrationFit(log, scenario: Self.base(.seedCurrent))["decisions.editPreferences"])
    let (estimate, error) = (try #require(parameter.estimate), try #require(parameter.standardError))
    #expect(abs(estimate - 0.18) < 3.3 * error, "\(estimate) ± \(error)")
    #expect(parameter.status == .conditional)
    // Another app's lists would say nothing about it, and its saves are not compared with the log's.
    let other = CalibrationFit(log, scenario: Self.base(.correct))
    #expect(other["decisions.editPreferences"]?.estimate == nil)
    #expect(!other.saves.areComparable(with: Self.base(.correct).generation.prefs))
    #expect(other.saves.areComparable(with: Self.base(.seedCurrent).generation.prefs))
  }
}
