import Foundation
import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving
@testable import gtsd_sim

/// Load runs over real sockets, against a server on a thread of this process.
@Suite(.limitedWait) struct LoadRunTests {
  /// Serves a plain backend while `body` runs.
  static func serving<Result>(
    _ sets: [String] = [], _ body: (LoadTarget) throws -> Result
  ) throws -> Result {
    let scenario = try Scenario.parse(
      Data(ServeRun.plainScenario.utf8), path: "serve",
      overrides: ScenarioOverrides(generation: "correct", sets: ServeRun.plainAssignments + sets))
    let isOver = Atomic<Bool>(false)
    let url = Mutex("")
    let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    return try withoutActuallyEscaping(body) { body in
      let thread = Thread {
        do {
          let server = try ServeRun(scenario: scenario)
          url.withLock { $0 = server.url }
          listening.signal()
          server.run { isOver.load(ordering: .relaxed) }
        } catch {
          Issue.record(error)
          listening.signal()
        }
        ended.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      listening.wait()
      defer {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
      }
      return try body(LoadTarget(url.withLock { $0 }, allowedHosts: [], caFile: nil))
    }
  }

  static func scenario(_ load: String, generation: String = "correct") throws -> Scenario {
    let text = """
      {"name": "load", "generation": "\(generation)", "population": {"size": 10}, "load": \(load)}
      """
    return try Scenario.parse(Data(text.utf8), path: "load", overrides: ScenarioOverrides())
  }

  @Test(arguments: [1, 2]) func everyRequestOnScheduleIsSentAndAnswered(loops: Int) throws {
    let outcome = try Self.serving { target in
      var run = LoadRun(
        try Self.scenario(#"{"unit": "request", "rate": 400, "arrivals": "constant", "iterations": 100}"#),
        target: target)
      run.loops = loops
      return try run.measure()
    }
    let total = outcome.fold.endpoints[Int(Endpoint.todayMetrics.rawValue)]
    #expect(outcome.complete && outcome.fold.offered == 100 && outcome.fold.dropped == 0)
    #expect(outcome.fold.completed == 100)
    #expect(total.count(.ok) >= 100 && total.errors == 0)
    // Latency counts from the schedule, which is never after the send.
    #expect(total.responseTime.maximum >= total.serviceTime.maximum)
  }

  @Test func sessionsOfPeopleWithoutPausesComeToTheirEnd() throws {
    let outcome = try Self.serving { target in
      try LoadRun(
        Self.scenario(#"{"users": 4, "iterations": 12, "thinkTimeScale": 0}"#), target: target
      ).measure()
    }
    #expect(outcome.fold.started == 12 && outcome.fold.completed == 12)
    let total = outcome.fold.total
    #expect(total.count > 50)
    #expect(total.count == RequestEnd.allCases.reduce(0) { $0 + total.count($1) })
    // Server and client are correct: the only refusals say that something does not exist yet.
    #expect(outcome.kpis.total.users >= 4)
    #expect(outcome.observed.entries.isEmpty && outcome.observed.evaluated(.readYourWrites) > 0)
    #expect(outcome.fold.endpoints[Int(Endpoint.signUp.rawValue)].errors == 0)
    #expect(outcome.fold.endpoints[Int(Endpoint.onboard.rawValue)].errors == 0)
  }

  /// A user with an existing account logs in, and the requests are counted as log-ins.
  @Test func logInsOfGivenAccountsAreLogIns() throws {
    let outcome = try Self.serving { target in
      var run = LoadRun(try Self.scenario(#"{"users": 1, "iterations": 2, "thinkTimeScale": 0}"#), target: target)
      run.accounts = AccountNames(existing: [ExistingAccount(email: "nobody@example.test", password: "x")])
      return try run.measure()
    }
    let logIns = outcome.fold.endpoints[Int(Endpoint.logIn.rawValue)]
    #expect(logIns.count > 0 && logIns.count(.clientError) == logIns.count)
    #expect(outcome.fold.endpoints[Int(Endpoint.signUp.rawValue)].count == 0)
  }

  /// A redirect is not followed, so the request has no result.
  @Test(
    arguments: [
      (200, .ok), (204, .ok), (301, .undecodable), (302, .undecodable), (404, .clientError), (429, .rateLimited),
      (503, .serverError),
    ] as [(Int, RequestEnd)])
  func aStatusSaysHowARequestEnded(status: Int, end: RequestEnd) {
    let sample = RequestSample(
      endpoint: .me, scheduledAt: 0, sentAt: 0, firstByteAt: 1, endedAt: 2, outcome: .status(status), bytesSent: 1,
      bytesReceived: 1, reusedConnection: false)
    #expect(sample.end == end)
  }

  @Test func missingServerIsReportedBeforeTheRun() throws {
    let target = try Self.serving { $0 }
    #expect(throws: LoadFailure.unavailable(.refused)) {
      try LoadRun(Self.scenario(#"{"users": 1, "iterations": 1}"#), target: target).measure()
    }
  }

  @Test func startBeyondTheLimitIsDropped() throws {
    // One at a time, and the server takes a tenth of a second for each.
    let outcome = try Self.serving(["backend.service=0.1"]) { target in
      try LoadRun(
        Self.scenario(
          #"{"unit": "request", "request": "health", "rate": 200, "arrivals": "constant", "iterations": 40, "maxInFlight": 1}"#
        ), target: target
      ).measure()
    }
    #expect(outcome.fold.offered == 40 && outcome.fold.dropped > 20)
    #expect(outcome.fold.started == outcome.fold.completed)
  }

  @Test func eachRequestIsCountedOnceWhateverTheServerDoes() throws {
    // In turn: an answer, a closed connection, an error, and no answer.
    let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = Atomic<Bool>(false)
    let url = Mutex("")
    Thread.detachNewThread {
      do {
        let loop = try EventLoop()
        var count = -1
        let server = try HTTPServer(loop: loop, address: try SocketAddress.resolve(host: "127.0.0.1", port: 0)[0]) {
          // The first request only checks whether the server answers.
          count += 1
          switch count == 0 ? 0 : (count - 1) % 4 {
          case 0: $1.send(HTTPOutgoing(status: 200, body: Array("{}".utf8)))
          case 1: $1.abort()
          case 2: $1.send(HTTPOutgoing(status: 503))
          default: break
          }
        }
        url.withLock { $0 = "http://\(server.address)" }
        listening.signal()
        while !isOver.load(ordering: .relaxed) { loop.turn(until: loop.now + 10_000_000) }
        server.close()
      } catch {
        Issue.record(error)
        listening.signal()
      }
      ended.signal()
    }
    listening.wait()
    defer {
      isOver.store(true, ordering: .relaxed)
      ended.wait()
    }
    var scenario = try Self.scenario(
      #"{"unit": "request", "request": "health", "rate": 500, "arrivals": "constant", "iterations": 200, "connections": 200}"#
    )
    scenario.backend.requestTimeout = .seconds(2)
    let outcome = try LoadRun(
      scenario, target: LoadTarget(url.withLock { $0 }, allowedHosts: [], caFile: nil)
    ).measure()
    #expect(outcome.fold.offered == 200 && outcome.fold.completed == 200)
    let health = outcome.fold.endpoints[Int(Endpoint.health.rawValue)]
    let kinds = Dictionary(uniqueKeysWithValues: health.outcomes.byName.map { ($0.name, $0.count) })
    let answered = ["200", "503", "closed-unanswered"].map { kinds[$0] ?? 0 }
    // If the machine stands still for longer than the time-out, an answer may be late.
    #expect(answered.allSatisfy { (1...50).contains($0) }, "\(kinds)")
    #expect(health.count == 200 && health.count(.timedOut) == 200 - answered.reduce(0, +), "\(kinds)")
    #expect(health.count(.ok) == answered[0])
  }

  /// A run with 50 event loops starts all iterations, although the loops would have no room for 100,000,000 users each.
  @Test func anyNumberOfLoopsRuns() throws {
    let outcome = try Self.serving { target in
      var run = LoadRun(
        try Self.scenario(#"{"rate": 100, "arrivals": "constant", "iterations": 50, "thinkTimeScale": 0}"#),
        target: target)
      run.loops = 50
      return try run.measure()
    }
    #expect(outcome.fold.started == 50)
  }

  @Test func aRunThatIsEndedAtOnceHandsOverWhatItHas() throws {
    for _ in 0..<5 {
      let outcome = try Self.serving { target in
        var run = LoadRun(try Self.scenario(#"{"unit": "request", "request": "health", "rate": 10}"#), target: target)
        run.loops = 4
        run.isCancelled = { true }
        return try run.measure()
      }
      #expect(!outcome.complete)
    }
  }

  @Test(arguments: [
    ("storage.test", "https://storage.test/x", true), ("storage.test", "http://storage.test/x", true),
    ("storage.test", "https://storage.test:444/x", false), ("storage.test:9000", "http://storage.test:9000/x", true),
    ("storage.test:9000", "http://storage.test:9001/x", false),
    ("https://storage.test", "http://storage.test/x", false),
    ("https://Storage.test:8443", "https://storage.TEST:8443/x", true), ("storage.test", "http://other.test/x", false),
    ("::1", "http://[::1]/x", true), ("[::1]:81", "http://[::1]/x", false),
  ])
  func uploadsGoNowhereButWhereSomebodyPointed(allowed: String, upload: String, isAdmitted: Bool) throws {
    let host = try #require(AllowedHost(allowed))
    #expect(host.admits(upload: try HTTPOrigin.Address(upload), from: .http) == isAdmitted)
    // Never from a secure server to an insecure address.
    if upload.hasPrefix("http:"), !allowed.contains("://") {
      #expect(!host.admits(upload: try HTTPOrigin.Address(upload), from: .https))
    }
  }

  @Test func hostsThatAreNoneAreRefused() {
    for text in [
      "", "a b", "ftp://a", "a/b", "a:0", "a:70000", "user@a", "a:80:90", "1.2.3.4.5", "https://1.2.3.4.5:80",
    ] {
      #expect(AllowedHost(text) == nil, "\(text)")
    }
    #expect(throws: LoadTargetError.noHost("a:0")) {
      try LoadTarget("http://127.0.0.1:1", allowedHosts: ["a:0"], caFile: nil)
    }
    #expect(throws: LoadTargetError.notAllowed(host: "192.0.2.1")) {
      try LoadTarget("http://192.0.2.1:81", allowedHosts: ["192.0.2.1:80"], caFile: nil)
    }
  }

  /// A host that looks numeric and is no address is refused, since the system's resolver would ask a name server for
  /// it.
  @Test(arguments: ["1.2.3.4.5", "999.1.1.1", "1..2", "fe80::g", "0x1.2.3.4.0X5", "a.example.5", "1.2.3.4.5."])
  func digitsThatAreNoAddressAreRefusedHere(host: String) {
    let text = host.contains(":") ? "http://[\(host)]:80" : "http://\(host)"
    #expect(throws: LoadTargetError.notAnAddress(.init(text: text, reason: "\(host) is not a numeric address"))) {
      try LoadTarget(text, allowedHosts: [], caFile: nil)
    }
  }

  @Test func theNameOfThisMachineHasNoCase() {
    // Nobody listens at this port, which is noticed later.
    #expect(throws: Never.self) { try LoadTarget("http://LocalHost:1", allowedHosts: [], caFile: nil) }
  }

  @Test func targetsOnOtherMachinesNeedPermission() throws {
    #expect(throws: LoadTargetError.notAllowed(host: "192.0.2.1")) {
      try LoadTarget("http://192.0.2.1:80", allowedHosts: ["example.test"], caFile: nil)
    }
    let allowed = try LoadTarget("http://192.0.2.1:80/api/", allowedHosts: ["192.0.2.1"], caFile: nil)
    #expect(allowed.text == "http://192.0.2.1/api")
    #expect(throws: LoadTargetError.notAllowed(host: "never-looked-up.test")) {
      try LoadTarget("http://never-looked-up.test", allowedHosts: [], caFile: nil)
    }
    #expect(throws: LoadTargetError.caFileWithoutTLS) {
      try LoadTarget("http://127.0.0.1:1", allowedHosts: [], caFile: "ca.pem")
    }
  }

  @Test func passwordsAreNotShown() {
    do {
      _ = try LoadTarget("http://ann:secret@127.0.0.1:1", allowedHosts: [], caFile: nil)
      Issue.record("an address with a password was taken")
    } catch {
      #expect(!error.description.contains("secret") && error.description.contains("127.0.0.1"))
    }
    #expect(throws: ExistingAccount.BadLine(number: 2)) { try ExistingAccount.list("a@b.c d e\nsecret\n") }
    let accounts = try? ExistingAccount.list("# ours\na@b.c pass word\r\n\n")
    #expect(accounts?.map(\.email) == ["a@b.c"] && accounts?.first?.password == "pass word")
  }

  @Test func metricsAreShownWhileARunGoesOn() throws {
    let endpoint = try MetricsEndpoint(port: 0)
    defer { endpoint.close() }
    var fold = LoadFold()
    fold.start(scheduledAt: 0, at: 5)
    endpoint.show(fold)
    let loop = try EventLoop()
    let address = try HTTPOrigin.Address(endpoint.url)
    let client = HTTPClient(loop: loop, origin: try HTTPOrigin(scheme: .http, host: address.host, port: address.port))
    defer { client.close() }
    let answer = Answer()
    client.send(HTTPRequest(.get, address.path), answer)
    while answer.result == nil { loop.turn(until: loop.now + 1_000_000_000) }
    let response = try #require(answer.result).get()
    #expect(response.header("content-type")?.hasPrefix("application/openmetrics-text") == true)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text == OpenMetrics.text(fold))
    // A page of another name that leads here may not read the dashboard.
    let stranger = HTTPClient(
      loop: loop,
      origin: HTTPOrigin(
        scheme: .http, host: "stranger.test", port: address.port,
        addresses: try SocketAddress.resolve(host: address.host, port: address.port)))
    defer { stranger.close() }
    let refusal = Answer()
    stranger.send(HTTPRequest(.get, address.path), refusal)
    while refusal.result == nil { loop.turn(until: loop.now + 1_000_000_000) }
    #expect(try #require(refusal.result).get().status == 403)
  }

  /// The page is made on request from the measurements so far, and browsers reload it.
  @Test func dashboardShowsTheCurrentPage() throws {
    let endpoint = try MetricsEndpoint(port: 0, .dashboard { "<p>\($0.map { "\($0.offered)" } ?? "nothing")" })
    defer { endpoint.close() }
    let loop = try EventLoop()
    let address = try HTTPOrigin.Address(endpoint.url)
    let client = HTTPClient(loop: loop, origin: try HTTPOrigin(scheme: .http, host: address.host, port: address.port))
    defer { client.close() }
    func get(_ path: String) throws -> HTTPResponse {
      let answer = Answer()
      client.send(HTTPRequest(.get, path), answer)
      while answer.result == nil { loop.turn(until: loop.now + 1_000_000_000) }
      return try #require(answer.result).get()
    }
    #expect(String(decoding: try get("/").body, as: UTF8.self) == "<p>nothing")
    var fold = LoadFold()
    fold.start(scheduledAt: 0, at: 5)
    endpoint.show(fold)
    let page = try get("/")
    #expect(String(decoding: page.body, as: UTF8.self) == "<p>1")
    #expect(page.header("refresh") == "2" && page.header("content-type") == "text/html; charset=utf-8")
    #expect(try get("/other").status == 404)
  }

  @Test("The dashboard shows the last minutes, and keeps opened sections open") func theDashboardMoves() throws {
    let scenario = try Self.scenario(#"{"rate": 1, "duration": "10m"}"#)
    var fold = LoadFold(try #require(scenario.load))
    for second in 0..<300 as Range<Int64> {
      fold.start(scheduledAt: second * Nanoseconds.second, at: second * Nanoseconds.second)
    }
    let run = LoadRun(scenario, target: try LoadTarget("http://127.0.0.1:1", allowedHosts: [], caFile: nil))
    let report = LoadBeside.standing(run, fold)
    let slices = try #require(report.load).series.slices
    #expect(slices.count <= 121 && slices.last?.atSeconds == 299 && report.load?.starts.offered == 300)
    #expect(report.notes.contains { $0.hasPrefix("Curves show the last 2 min") }, "\(report.notes)")
    #expect(LoadDashboard.page(report).contains("sessionStorage"))
  }

  private final class Answer: HTTPExchangeHandler {
    var result: Result<HTTPResponse, HTTPFailure>?
    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) { self.result = result }
  }

  @Test func numberOfFollowedPeopleIsLimited() {
    let people = PeopleOfLoad(firstUser: 7, inner: KPIObserver(users: 7..<7, arms: 1))
    for _ in 0..<PeopleOfLoad.limit { #expect(people.add()) }
    #expect(!people.add())
    let (last, beyond) = (UInt32(6 + PeopleOfLoad.limit), UInt32(7 + PeopleOfLoad.limit))
    people.set(lead: 5, of: last)
    // This address is unknown.
    people.set(lead: 6, of: beyond)
    people.observe(
      SimulationEvent(time: 1, user: beyond, account: 0, device: 0, session: 1, kind: .sessionStarted(cold: true)))
    #expect(people.lead(of: Int(last)) == 5)
  }
}
