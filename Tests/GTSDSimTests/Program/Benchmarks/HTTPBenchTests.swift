import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_bench
@testable import gtsd_sim

@Suite(.limitedWait)
struct HTTPBenchTests {
  // MARK: The command

  @Test(arguments: ["--users", "--seed", "--blocks", "--jobs"]) func takesNoOptionOfTheOthers(option: String) {
    let result = CommandResult.bench(["http", option, "3"])
    #expect(result.code == .usage)
    #expect(result.error.contains("unknown option `\(option)`"))
  }

  private static let rows = [
    HTTPBenchmark.Row(
      id: "a", what: "one", reached: "0.61", target: "≥ 0.5", isMet: true, how: "so", values: [.init("ratio", 0.61)]),
    HTTPBenchmark.Row(id: "b", what: "two", reached: "0.4", target: "≥ 0.5", isMet: false, how: "so"),
    HTTPBenchmark.Row(id: "c", what: "three", target: "≥ 4", how: "no tool"),
    HTTPBenchmark.Row(id: "d", what: "four", reached: "7 ms", how: "so"),
  ]

  @Test func tablesSayWhatIsMetMissedAndNotMeasured() {
    #expect(
      HTTPBench.table(Self.rows) == """
        | What | Reached | Target | How |
        | --- | --- | --- | --- |
        | one | 0.61 | ≥ 0.5: met | so |
        | two | 0.4 | ≥ 0.5: **missed** | so |
        | three | not measured | ≥ 4 | no tool |
        | four | 7 ms | – | so |

        """)
  }

  @Test func jsonHasTheFiguresByName() throws {
    let rows = try #require(try JSONReader.read(HTTPBench.json(Self.rows))["rows"]?.elements)
    #expect(rows.count == 4)
    #expect(rows[0]["id"]?.string == "a" && rows[0]["values"]?["ratio"]?.number == 0.61)
    #expect(rows[0]["met"]?.value == .bool(true) && rows[1]["met"]?.value == .bool(false))
    #expect(rows[2]["reached"]?.value == .null && rows[2]["met"]?.value == .null)
  }

  // MARK: Instruments

  @Test func missingProgramsAreNamedWithTheRemedy() {
    let rows = HTTPBenchmark.Rows.unmeasured(nginx: false, wrk: true)
    #expect(rows.allSatisfy { $0.reached == nil && $0.isMet == nil })
    #expect(rows.filter { $0.id != "k6" }.allSatisfy { $0.how.contains("nginx not found on PATH; install it") })
    #expect(HTTPBenchmark.Rows.unmeasured(nginx: false, wrk: false)[0].how.contains("nginx and wrk not found"))
  }

  @Test func ratesOfWrkAreReadUnlessRequestsFailed() {
    let text = """
      Running 2s test @ http://127.0.0.1:8080/
        1 threads and 64 connections
        Thread Stats   Avg      Stdev     Max   +/- Stdev
          Latency   633.06us  301.33us   9.72ms   97.39%
        208404 requests in 2.10s, 112.11MB read
      Requests/sec:  99247.52
      Transfer/sec:     53.39MB
      """
    let read = Wrk.read(text)
    #expect(read?.count == 208_404 && read?.rate == 99_247.52)
    #expect(Wrk.read(text + "\n  Non-2xx or 3xx responses: 3") == nil)
    #expect(Wrk.read("unable to connect") == nil)
  }

  @Test func ratiosAreThoseOfEachMeasurementToItsOwnReference() {
    var pairs = Comparisons()
    // The machine became twice as slow and recovered, so every pair gives a half.
    for speed in [100.0, 50, 100] {
      let standard = Wrk.Measure(requests: speed, time: 1 / speed)
      pairs.add(.users, standard, Wrk.Measure(requests: speed / 2, time: 2 / speed))
    }
    #expect(pairs.median(.users) { $1.requests / $0.requests } == 0.5)
    #expect(pairs.median(.users) { $1.time / $0.time } == 2)
    #expect(pairs.reference(\.requests) == 100)
  }

  @Test func truthOfAFreezeIsTheWaitForItsEnd() {
    let freeze = FreezeMeasure(length: 10, freeze: 2, p90: 1, p99: 1.9)
    #expect(abs(freeze.truth(0.9) - 1) < 1e-12)
    #expect(abs(freeze.truth(0.99) - 1.9) < 1e-12)
    #expect(freeze.truth(0.5) == 0)
  }

  // MARK: Constant replies

  @Test func everyReplyIsOneThatTheContractKnows() throws {
    let generation = Generation.preset(.correct)
    let replies = ContractReplies.bodies(generation.wire, now: Timestamp(milliseconds: 1_700_000_000_000))
    #expect(replies.map(\.endpoint) == Endpoint.allCases)
    for request in [
      APIRequest.signUp(SignUpRequest(email: "a@b.c", password: "", name: "")), .me, .preferences, .howItWorks,
      .profile, .todayMetrics, .acknowledge(version: 1, metricsComputedAt: Timestamp(milliseconds: 0)),
      .generatePlan(forceRecompute: false), .tasksToday, .streak, .photos(taskID: nil, limit: 50, offset: 0),
      .updatePreferences(PreferencesUpdate()), .updateProfile(ProfileUpdate()), .refresh(refreshToken: ""),
    ] {
      let body = try #require(replies.first { $0.endpoint == request.endpoint }).body
      let response = APIResponse(status: 200, body: body, for: request)
      #expect(response != .undecodable, "\(request)")
      // Values that nginx accepts as one word of its configuration.
      #expect(body.count < 4_000, "\(request)")
    }
  }

  @Test func configurationsHaveAPlaceForEveryRoute() {
    let text = Nginx.configuration(
      Endpoint.allCases.map { ($0, Array("it's \($0.name)".utf8)) }, directory: "/d", port: 81)
    #expect(text.contains("listen 127.0.0.1:81;"))
    for endpoint in Endpoint.allCases {
      let path = endpoint.route.path
      let fixed = path.prefix { $0 != ":" }
      #expect(text.ranges(of: "location \(fixed == path ? "= " : "")\(fixed) {").count == 1)
      #expect(text.ranges(of: "return 200 'it\\'s \(endpoint.name)';").count == 1)
    }
    #expect(text.contains("if ($request_method = PUT) { return 200 'it\\'s update-profile'; }"))
  }
}
