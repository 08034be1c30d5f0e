import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import gtsd_sim

/// Servers with the same behaviour under other names, with missing endpoints, or with small deviations.
@Suite(.limitedWait, .serialized) struct OtherBackendTests {
  private static let lackedByForeign = #""without": ["delete-account", "export-data"]"#

  private func scenario(_ load: String) throws -> Scenario {
    try LoadRunTests.scenario(#"{"rate": 1, \#(load)}"#)
  }

  private func check(
    _ wire: ForeignServer.Wire = .nested, _ load: String = lackedByForeign, isRenamed: Bool = false,
    prepare: @escaping @Sendable (ForeignServer) -> Void = { _ in }
  ) throws -> (check: ContractCheck, complaints: [String]) {
    let scenario = try scenario(load)
    let (check, _, complaints) = try ForeignServer.serving(wire, isRenamed: isRenamed, prepare: prepare) { target in
      var run = LoadRun(scenario, target: target)
      run.name()
      return try run.check()
    }
    return (check, complaints)
  }

  private func finding(_ endpoint: Endpoint, _ check: ContractCheck) -> ContractCheck.Finding? {
    check.rows.first { $0.endpoint == endpoint }?.finding
  }

  @Test(
    "A sound server passes the check, and what it lacks is named or left out", arguments: ForeignServer.Wire.allCases)
  func correctServersPass(wire: ForeignServer.Wire) throws {
    let (whole, complaints) = try check(wire)
    #expect(whole.isPassed && complaints.isEmpty, "\(whole.rows.filter { !$0.finding.isFine }) \(complaints)")
    let lacks: Set = ["DELETE /auth/delete-account", "GET /v1/profile/export"]
    let bare = try check(wire, #""without": []"#, prepare: { $0.lacks = lacks }).check
    #expect(!bare.isPassed && bare.missing == [.deleteAccount, .exportData])
    #expect(finding(.exportData, bare) == .missing(status: 404))
  }

  @Test("A renamed field is reported with its path and a sample, and the check continues")
  func anotherNameIsNamed() throws {
    let check = try check(prepare: { server in
      server.change = { _, body in
        guard var data = body["data"] as? ForeignServer.Object, let token = data.removeValue(forKey: "accessToken")
        else { return }
        data["access_token"] = token
        body["data"] = data
      }
    }).check
    guard case .unreadable(201, let problems)? = finding(.signUp, check) else {
      Issue.record("\(String(describing: finding(.signUp, check)))")
      return
    }
    #expect(problems.map(\.text) == ["accessToken is missing at $.data.accessToken; the reply has $.data.access_token"])
    #expect(check.rows.first { $0.endpoint == .signUp }?.sample.contains("\"access_token\"") == true)
    #expect(check.guesses == [NameChange("accessToken", "access_token")])
    // Everything else works in the same round.
    #expect(check.rows.filter { !$0.finding.isFine }.map(\.endpoint) == [.signUp])
    let text = LoadCheckText(check: check, target: "http://a").text
    #expect(text.contains(#""map": {"*": {"reply": {"accessToken": "access_token"}}}"#), "\(text)")
    #expect(try JSONReader.read(bytes: Array(LoadCheckText(check: check, target: "http://a").json.utf8)).members != nil)
  }

  @Test("Without a session, the check requests nothing else and says so") func noSessionEndsTheRound() throws {
    let check = try check(prepare: { $0.lacks = ["POST /auth/signup", "POST /auth/login"] }).check
    #expect(finding(.signUp, check) == .missing(status: 404))
    #expect(finding(.me, check) == .notAsked(because: "sign-up gives no session"))
    #expect(!check.isPassed)
  }

  @Test("A 404 that follows from a failed onboarding is not called a missing route, and no advice is given on it")
  func consequencesAreNoMissingRoutes() throws {
    let check = try check(prepare: { server in
      server.lacks = ["GET /v1/streaks/me"]
      server.refuses = ["POST /v1/onboarding": 500]
    }).check
    #expect(check.missing == [.streak])
    let words = "this may follow from the fault of onboard"
    guard case .refused(404, let said)? = finding(.todayMetrics, check) else {
      Issue.record("\(String(describing: finding(.todayMetrics, check)))")
      return
    }
    #expect(said == words)
    #expect(LoadCheckText(check: check, target: "").text.contains(#""without": ["streak"]"#))
  }

  @Test("Two missing routes are both called missing, also if one is of no use without the other")
  func missingRoutesAreAllNamed() throws {
    let check = try check(prepare: { $0.lacks = ["GET /v1/tasks/today", "POST /v1/evidence"] }).check
    #expect(check.missing == [.tasksToday, .submitEvidence])
    let text = LoadCheckText(check: check, target: "http://a").text
    #expect(text.hasPrefix("20 of 27 endpoints of the contract work at http://a; 2 are left out.\n"), "\(text)")
    let words = "this may follow from the fault of tasks-today"
    #expect(finding(.uploadPhoto, check) == .refused(status: 404, said: words))
  }

  @Test("A redirect is named with its target, and a status without words gets none")
  func refusalsHaveTheServersWords() throws {
    let check = try check(prepare: { $0.refuses = ["GET /v1/streaks/me": 301, "GET /v1/profile": 418] }).check
    #expect(finding(.streak, check) == .refused(status: 301, said: "a redirect to /elsewhere, which is not followed"))
    #expect(finding(.profile, check) == .refused(status: 418, said: ""))
  }

  @Test("A report names the unreadable field with its reply, path and a sample")
  func reportsNameBadReplies() throws {
    let scenario = try LoadRunTests.scenario(
      #"{"unit": "request", "request": "streak", "users": 1, "iterations": 5}"#)
    let (report, _, _) = try ForeignServer.serving(
      .nested,
      prepare: { server in
        server.change = { key, body in
          if key == "GET /v1/streaks/me" { body = ["data": ["streak": ["current_streak": 4]]] }
        }
      }
    ) { target in
      var run = LoadRun(scenario, target: target)
      run.name()
      return try run.measure().report(of: run, scenarioDigest: scenario.digest)
    }
    let bad = try #require(report.load?.badReplies?.first)
    #expect(bad.endpoint == "streak" && bad.count == 5 && bad.sample == #"{"data":{"streak":{"current_streak":4}}}"#)
    #expect(
      bad.problem
        == "currentStreak is missing at $.data.streak.currentStreak; the reply has $.data.streak.current_streak")
    let lead = Headline(report).sentences.map(\.finding)
    #expect(lead.contains { $0.contains(bad.problem) && $0.contains(bad.sample) }, "\(lead)")
    #expect(try Report(json: Data(report.json.utf8)).load?.badReplies == report.load?.badReplies)
  }

  @Test("The lead names a failed request, which can be found in the server's log")
  func failuresHaveAnExample() throws {
    let scenario = try LoadRunTests.scenario(
      #"{"unit": "request", "request": "streak", "users": 1, "iterations": 5}"#)
    let (report, _, _) = try ForeignServer.serving(
      .nested, prepare: { $0.refuses = ["GET /v1/streaks/me": 503] }
    ) { target in
      var run = LoadRun(scenario, target: target)
      run.name()
      return try run.measure().report(of: run, scenarioDigest: scenario.digest)
    }
    let failure = try #require(report.load?.badReplies?.first { $0.isFailure })
    #expect(failure.endpoint == "streak" && failure.count == 5 && failure.problem == "status 503")
    let lead = Headline(report).sentences.map(\.finding)
    let words = "5 5xx (503); for example streak \(failure.request): status 503."
    #expect(lead.contains { $0.hasSuffix(words) }, "\(lead)")
    #expect(try Report(json: Data(report.json.utf8)).load?.badReplies == report.load?.badReplies)
  }

  @Test("A smoke test drives a server with other field names through its map", arguments: ForeignServer.Wire.allCases)
  func anotherShapeIsDriven(wire: ForeignServer.Wire) async throws {
    var scenario = try SmokeTests.smoke()
    let load = try #require(
      try Scenario.parse(#"{"load": {"rate": 1, \#(Self.lackedByForeign), "map": \#(RenamedServer.map)}}"#).load)
    scenario.load?.map = load.map
    scenario.load?.without = load.without
    let smoke = scenario
    let (report, calls, complaints) = try await aside {
      try ForeignServer.serving(wire, isRenamed: true) { try SmokeTests.report(smoke, $0) }
    }
    #expect(report.violations.isEmpty, "\(report.violations.map(\.examples))")
    #expect(
      report.load?.total.errors == 0 && complaints.isEmpty, "\(complaints.prefix(5)) \(report.load?.badReplies ?? [])")
    #expect(calls.count == 25 && report.checks.allSatisfy { $0.evaluated > 0 }, "\(calls.keys.sorted())")
    let (check, said) = try check(wire, #"\#(Self.lackedByForeign), "map": \#(RenamedServer.map)"#, isRenamed: true)
    #expect(check.isPassed && said.isEmpty, "\(check.rows.filter { !$0.finding.isFine }) \(said)")
  }

  @Test(
    "A wrong map is explained by endpoint, place and sample, with the part of the map that mends it",
    arguments: [
      (#""ids": "text""#, #""ids": "number""#, Endpoint.signUp, "id is a text, no whole number, at $.data.user.id"),
      (
        #""emptyReply": true"#, #""emptyReply": false"#, .updatePreferences, "the body is empty, where JSON is expected"
      ),
      (
        #""data.accessToken": "X-Session: Key {}""#, #""data.accessToken": "X-Other""#, .signUp,
        "accessToken is missing at $.data.accessToken"
      ),
    ])
  func wrongMapsAreExplained(right: String, wrong: String, endpoint: Endpoint, problem: String) throws {
    let map = RenamedServer.map.replacing(right, with: wrong)
    let check = try check(.nested, #"\#(Self.lackedByForeign), "map": \#(map)"#, isRenamed: true).check
    guard case .unreadable(_, let problems)? = finding(endpoint, check) else {
      Issue.record("\(String(describing: finding(endpoint, check)))")
      return
    }
    #expect(problems.map(\.text).contains(problem), "\(problems.map(\.text))")
    let sample = check.rows.first { $0.endpoint == endpoint }?.sample ?? ""
    #expect(endpoint == .updatePreferences || sample.contains(#""number":"n-"#), "\(sample)")
    let key = right.split(separator: ":")[0]
    #expect(key.contains("accessToken") || LoadCheckText(check: check, target: "").text.contains("\(key): "))
  }

  @Test("A server without three endpoints passes, and the report lists what was not tested")
  func lackingServersPass() async throws {
    var scenario = try SmokeTests.smoke()
    scenario.load?.without = [.streak, .generatePlan, .howItWorks, .deleteAccount, .exportData]
    let smoke = scenario
    let (report, calls, complaints) = try await aside {
      try ForeignServer.serving(
        .nested,
        prepare: { $0.lacks = ["GET /v1/streaks/me", "POST /v1/plans/generate", "GET /v1/summary/how-it-works"] }
      ) { target in
        var run = LoadRun(smoke, target: target)
        run.name()
        run.isEnough = { $0.endpoints[Int(Endpoint.photos.rawValue)].count >= 20 }
        return try run.measure().report(of: run, scenarioDigest: smoke.digest)
      }
    }
    #expect(report.load?.total.errors == 0 && report.violations.isEmpty, "\(complaints.prefix(5))")
    #expect(
      !calls.keys.contains { $0.contains("streaks") || $0.contains("plans") || $0.contains("how-it-works") })
    #expect(report.load?.leftOut?.decisions == ["visitStreaks", "refreshPlan", "deleteAccount", "exportData"])
    let lead = Headline(report).sentences.map(\.finding)
    #expect(
      lead.contains { $0.hasPrefix("Not exercised, since `load.without` leaves them out: streak, generate-plan") },
      "\(lead)")
  }

  @Test("The example of another backend uses only names that exist") func theExampleIsValid() throws {
    let url = Checkout.root.appending(path: "Examples/OtherBackend/other-backend.json")
    let scenario = try Scenario.parse(Data(contentsOf: url), path: url.path, overrides: ScenarioOverrides())
    #expect(scenario.load?.map.endpoints.count == 26)
  }

  @Test("The accounts of earlier rounds are read once more at the end") func roundsAreReadAgain() async throws {
    let scenario = try LoadRunTests.scenario(
      #"{"rate": 0.001, "duration": "1h", "limits": {"duration": "1h"}, "thinkTimeScale": 0, "tourEvery": "50ms"}"#
    )
    let fold = try await aside {
      try ForeignServer.serving(.nested) { target in
        var run = LoadRun(scenario, target: target)
        run.name()
        run.isEnough = { $0.endpoints[Int(Endpoint.logOut.rawValue)].count >= 3 }
        return try run.measure().fold
      }.0
    }
    func count(_ endpoint: Endpoint) -> Int64 { fold.endpoints[Int(endpoint.rawValue)].count }
    // Each round lists its photos three times, and once more at the end.
    #expect(count(.photos) >= 4 * 3)
    #expect(fold.total.errors == 0)
  }

  @Test("An interrupted run does not wait for a server that never answers") func interruptsAreQuick() throws {
    let scenario = try LoadRunTests.scenario(
      #"{"users": 4, "duration": "9m", "unit": "request", "request": "health"}"#)
    var patient = scenario
    patient.backend.requestTimeout = .seconds(500)
    let slow = patient
    let began = MonotonicClock.nanoseconds
    let outcome = try HangingServer.serving { target in
      var run = LoadRun(slow, target: target)
      run.isCancelled = { MonotonicClock.nanoseconds - began > 300 * Nanoseconds.millisecond }
      return try run.measure()
    }
    #expect(!outcome.complete)
    // Far less than the server's 500 s, however slow this machine is.
    #expect(MonotonicClock.nanoseconds - began < 120 * Nanoseconds.second)
  }
}

/// A server that answers only the first request.
enum HangingServer {
  static func serving<Result>(_ body: (LoadTarget) throws -> Result) throws -> Result {
    let loop = try EventLoop()
    let listening = try HTTPServer(loop: loop, address: .loopback()) { [counter = Counter()] in
      counter.count += 1
      if counter.count == 1 { $1.send(HTTPOutgoing(status: 200, body: Array("{}".utf8))) }
    }
    let url = "http://\(listening.address)"
    return try withoutActuallyEscaping(body) { body in
      let handed = Handed(loop: loop, server: listening)
      let turning = Thread {
        while !Thread.current.isCancelled { handed.loop.turn(until: handed.loop.now + 10_000_000) }
        handed.server.close()
        handed.ended.signal()
      }
      turning.start()
      defer {
        turning.cancel()
        handed.ended.wait()
      }
      return try body(LoadTarget(url, allowedHosts: [], caFile: nil))
    }
  }

  private final class Counter { var count = 0 }

  /// `@unchecked Sendable`: used on one thread after the other.
  private struct Handed: @unchecked Sendable {
    let loop: EventLoop
    let server: HTTPServer
    let ended = DispatchSemaphore(value: 0)
  }
}
