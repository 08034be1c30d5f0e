import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving
@testable import gtsd_sim

@Suite(.limitedWait) struct LoadReadinessTests {
  @Test func ownFieldsAreSentAndNeverShown() throws {
    let field = try HTTPHeaderField("X-Api-Key:  s3cret")
    #expect(String(decoding: field.line, as: UTF8.self) == "X-Api-Key: s3cret\r\n")
    #expect(throws: HTTPHeaderField.Problem.noField) { try HTTPHeaderField("s3cret") }
    #expect(throws: HTTPHeaderField.Problem.noField) { try HTTPHeaderField("a b: c") }
    #expect(throws: HTTPHeaderField.Problem.noField) { try HTTPHeaderField("a: c\r\nd: e") }
    #expect(throws: HTTPHeaderField.Problem.own(name: "Host")) { try HTTPHeaderField("Host: x") }
    var arguments = ParsedArguments()
    arguments.add("X-Api-Key: s3cret", to: .header)
    #expect(!arguments.commandLine(of: .load).contains("s3cret"))
    #expect(!arguments.studyWords(of: .load).joined().contains("s3cret"))
    let scratch = try Scratch()
    let path = try scratch.write(#"{"name": "few", "load": {"rate": 1}}"#, "few.json")
    let refused = CommandResult(
      ["load", path, "--target", "http://127.0.0.1:9", "--header", "s3cret"], input: "")
    #expect(refused.code == .usage && !refused.error.contains("s3cret"))
  }

  @Test("A header field of the user replaces the app's") func ownFieldsReplaceTheAppsOwn() throws {
    let fields = AppFields.lines(with: [try HTTPHeaderField("x-app-version: 2.1")])
    let text = String(decoding: fields.bytes, as: UTF8.self)
    #expect(text.contains("X-Platform: iOS\r\n") && text.hasSuffix("x-app-version: 2.1\r\n"))
    #expect(!text.contains("X-App-Version"))
  }

  /// A server that is not there is waited for as long as was said, and one that says to fail is none.
  @Test func aServerIsWaitedFor() throws {
    let target = try LoadRunTests.serving { $0 }
    var run = LoadRun(try LoadRunTests.scenario(#"{"users": 1, "iterations": 1}"#), target: target)
    run.patience = .milliseconds(300)
    let start = MonotonicClock.nanoseconds
    #expect(throws: LoadFailure.unavailable(.refused)) { try run.measure() }
    #expect(MonotonicClock.nanoseconds - start >= 300_000_000)
  }

  @Test func aCrowdAtOnceIsWarnedOf() {
    var load = LoadSettings()
    load.users = 100_000
    #expect(LoadBanner.warning(load)?.contains("--ramp") == true)
    load.users = 10
    #expect(LoadBanner.warning(load) == nil)
    load.users = nil
    load.stagesOf = .users
    load.stages = [LoadStage(level: 100_000, duration: .minutes(1))]
    #expect(LoadBanner.warning(load) == nil)
  }
}
