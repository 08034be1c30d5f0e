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

/// The chosen requests, and those that the server received.
@Suite(.limitedWait) struct SingleRequestTests {
  /// Counts the requests that a server received, by endpoint.
  private final class Seen: Sendable {
    private let counts = Mutex<[Endpoint: Int]>([:])

    func note(_ incoming: HTTPIncoming) {
      let path = String(incoming.target.prefix { $0 != "?" })
      guard let method = GTSDModel.HTTPMethod(rawValue: incoming.method.rawValue),
        let endpoint = Endpoint.matching(method: method, path: path)?.endpoint
      else { return }
      counts.withLock { $0[endpoint, default: 0] += 1 }
    }

    /// The requests seen since the last call.
    func take() -> [Endpoint: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  /// Serves a plain backend, and returns the requests that it receives.
  private func serving<Result>(_ body: (LoadTarget, Seen) throws -> Result) throws -> Result {
    let scenario = try Scenario.parse(
      Data(ServeRun.plainScenario.utf8), path: "serve",
      overrides: ScenarioOverrides(
        generation: "correct", sets: ServeRun.plainAssignments + ["backend.metricsDelay=0"]))
    let seen = Seen()
    let isOver = Atomic<Bool>(false)
    let url = Mutex("")
    let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    return try withoutActuallyEscaping(body) { body in
      let thread = Thread {
        do {
          let loop = try EventLoop()
          let scheduler = Scheduler(wallClock: loop)
          let service = ContractService.inProcess(scenario: scenario, scheduler: scheduler, version: "1")
          let server = try HTTPServer(loop: loop, address: .loopback()) {
            seen.note($0)
            service.handle($0, $1)
          }
          service.baseURL = "http://\(server.address)"
          url.withLock { $0 = service.baseURL }
          listening.signal()
          while !isOver.load(ordering: .relaxed) {
            scheduler.run(until: scheduler.now + 10 * Nanoseconds.millisecond)
          }
          server.close()
          scheduler.shutdown()
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
      return try body(LoadTarget(url.withLock { $0 }, allowedHosts: [], caFile: nil), seen)
    }
  }

  private func outcome(_ load: String, _ target: LoadTarget) throws -> LoadRun.Outcome {
    var run = LoadRun(try LoadRunTests.scenario(load), target: target)
    run.name()
    return try run.measure()
  }

  @Test("A load of single requests works for every endpoint")
  func everyEndpointIsAskedFor() throws {
    try serving { target, seen in
      for endpoint in Endpoint.allCases {
        let load = #"{"unit": "request", "request": "\#(endpoint.name)", "users": 3, "iterations": 30}"#
        let outcome = try outcome(load, target)
        let fold = outcome.fold
        let measured = Endpoint.allCases.filter { fold.endpoints[Int($0.rawValue)].count > 0 }
        #expect(measured == [endpoint])
        let requests = fold.endpoints[Int(endpoint.rawValue)]
        #expect(requests.count == 30 && requests.count(.ok) == 30, "\(endpoint.name): \(requests.outcomes.byName)")
        #expect(outcome.observed.entries.isEmpty, "\(endpoint.name)")
        let counts = seen.take()
        #expect(counts[endpoint] ?? 0 >= 30, "\(endpoint.name): \(counts)")
        // The check of the server's health before the run is the only other request.
        #expect(counts[.health] == (endpoint == .health ? 31 : 1), "\(endpoint.name)")
      }
    }
  }

  @Test("A mix of all endpoints sends each of them, and no request removes the state that another needs")
  func aMixOfAllIsSent() throws {
    let mix = Endpoint.allCases.map { #"{"request": "\#($0.name)"}"# }.joined(separator: ", ")
    try serving { target, seen in
      let outcome = try outcome(#"{"unit": "request", "users": 4, "iterations": 400, "mix": [\#(mix)]}"#, target)
      let counts = seen.take()
      for (endpoint, requests) in zip(Endpoint.allCases, outcome.fold.endpoints) {
        #expect(requests.count > 0 && requests.count == requests.count(.ok), "\(endpoint.name): \(requests.outcomes)")
        #expect(counts[endpoint] ?? 0 >= Int(requests.count), "\(endpoint.name)")
      }
      #expect(counts[.health] == Int(outcome.fold.endpoints[Int(Endpoint.health.rawValue)].count) + 1)
      #expect(outcome.fold.total.count == 400 && outcome.observed.entries.isEmpty)
    }
  }

  @Test(
    "A request that would not be sent is refused",
    arguments: [
      (#"{"users": 1, "request": "onboard"}"#, "sessions request what people do"),
      (#"{"users": 1, "unit": "request", "request": "me", "mix": [{"request": "streak"}]}"#, "`mix` names"),
    ])
  func requestThatCannotBeSentIsRefused(load: String, message: String) {
    do {
      _ = try LoadRunTests.scenario(load)
      Issue.record("\(load) was let through")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("Existing accounts are neither created nor deleted", arguments: ["sign-up", "delete-account"])
  func givenAccountsStay(request: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"name": "few", "load": {"rate": 1, "unit": "request", "request": "\#(request)"}}"#, "few.json")
    let accounts = try scratch.write("a@b.c secret\n", "accounts.txt")
    let result = CommandResult(
      ["load", path, "--target", "http://127.0.0.1:9", "--accounts", accounts], input: "")
    #expect(result.code == .invalidInput && result.error.contains("leave one of them out"), "\(result.error)")
  }
}

struct AccountStandingTests {
  private let ann = Caller(user: 1, account: 0, device: 0)
  private let person = OnboardingRequest(
    profile: HealthProfile(
      dateOfBirth: Timestamp(milliseconds: 0), gender: .female, currentWeight: 70, targetWeight: 65, height: 170,
      primaryGoal: .loseWeight, targetDate: Timestamp(milliseconds: 0), activityLevel: .sedentary),
    preferences: DietPreferences(dietaryPreferences: [], allergies: [], mealsPerDay: 3))

  @Test("404 is accepted only before the account has written the requested data")
  func excusesEnd() {
    var standing = AccountStanding()
    let late: [Endpoint] = [.profile, .preferences, .howItWorks, .todayMetrics]
    #expect(Endpoint.allCases.filter { standing.mayLack($0, ann) }.count == late.count)
    #expect(late.allSatisfy { standing.mayLack($0, ann) })
    standing.note(.onboard(person), .done, of: ann)
    // Metrics are computed afterwards.
    #expect(late.filter { standing.mayLack($0, ann) } == [.todayMetrics])
    #expect(late.allSatisfy { standing.mayLack($0, Caller(user: 2, account: 0, device: 0)) })
    standing.note(.todayMetrics, .done, of: ann)
    #expect(!late.contains { standing.mayLack($0, ann) })
    standing.note(.deleteAccount, .done, of: ann)
    #expect(late.allSatisfy { standing.mayLack($0, ann) })
  }

  @Test("If a route is missing, every request is an error, and the report begins with that")
  func aMissingRouteIsAnError() throws {
    func section(_ outcome: (Int) -> RequestSample.Outcome) -> LoadSection {
      var fold = LoadFold(SampleLoad.constant)
      for number in 0..<40 {
        let at = Int64(number) * 100_000_000
        fold.start(scheduledAt: at, at: at)
        fold.record(
          RequestSample(
            endpoint: .todayMetrics, scheduledAt: at, sentAt: at, firstByteAt: at + 1, endedAt: at + 1_000_000,
            outcome: outcome(number), mayBeMissing: true))
        fold.record(
          RequestSample(endpoint: .me, scheduledAt: at, sentAt: at, endedAt: at + 9, outcome: .status(200)))
      }
      return LoadSection(SampleLoad.constant, fold, target: "http://127.0.0.1", loops: 1)
    }
    let missing = section { _ in .status(404) }
    #expect(missing.total.errors == 40 && missing.total.ends["4xx"] == 40 && missing.total.notReady == 0)
    #expect(missing.neverGood.map(\.endpoint) == ["today-metrics"])
    #expect(
      missing.sentences[0].finding == "1 endpoint of 2 never answered with success: today-metrics (40 404).")
    // One success shows that the route exists.
    let late = section { $0 == 39 ? .status(200) : .status(404) }
    #expect(late.total.errors == 0 && late.total.notReady == 39 && late.neverGood.isEmpty)
    #expect(late.isValid && missing.isValid)
  }
}
