import XCTest

@testable import InterleavingTesting

/// A search from a test of XCTest.
final class XCTestExploreTests: XCTestCase {
  func testASoundBodyPasses() async throws {
    let result = try await explore(schedules: 50) { world in
      let api = LittleApp.FakeAPI()
      async let plan = api.plan()
      async let acknowledge: Void = api.acknowledge(7)
      _ = try await (plan, acknowledge)
      world.expect(world.elapsed <= .milliseconds(80), "the fake took too long")
    }
    XCTAssertEqual(result.schedules, 50)
    XCTAssertTrue(result.findings.isEmpty)
  }

  func testAnAssertionIsAFailureOfItsSchedule() async throws {
    XCTestFailures.take(of: self)
    let result = try await Exploration.run(schedules: 50) { _ in
      let api = LittleApp.FakeAPI()
      async let plan = api.plan()
      async let acknowledge: Void = api.acknowledge(7)
      let isAcknowledged = try await plan.isAcknowledged
      XCTAssertFalse(isAcknowledged)
      try await acknowledge
    }
    XCTAssertEqual(result.findings.map(\.kind), [.failure])
    XCTAssertEqual(result.findings.first?.cause.count, 1)
    XCTAssertEqual(testRun?.totalFailureCount, 0)
  }

  func testAnExpectationOfTheWorldIsAFinding() async throws {
    let result = try await Exploration.run(schedules: 50) { world in
      let api = LittleApp.FakeAPI()
      async let plan = api.plan()
      async let acknowledge: Void = api.acknowledge(7)
      world.expect(try await !plan.isAcknowledged, "the plan was acknowledged before it came")
      try await acknowledge
    }
    XCTAssertEqual(result.findings.map(\.message), ["the plan was acknowledged before it came"])
    XCTAssertEqual(result.findings.first?.cause.count, 1)
  }

  #if os(Linux)
    /// A test case that keeps its failures.
    private final class Recorder: XCTestCase {
      var failures: [(line: Int, text: String)] = []

      override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
      ) {
        failures.append((lineNumber, description))
      }
    }

    func testAFailureIsRecordedAtItsLineWithTheCallThatReplaysIt() async throws {
      let test = Recorder(name: "Recorder.test") { _ in }
      let line = #line + 1
      try await test.explore(schedules: 5) { world in world.expect(false, "always") }
      XCTAssertEqual(test.failures.map(\.line), [line])
      let text = try XCTUnwrap(test.failures.first?.text)
      XCTAssertTrue(text.hasPrefix("always"), text)
      XCTAssertTrue(text.contains("or by explore(replaying: \"own1:"), text)
    }

    func testAValueThatIsNilIsOneFailure() async throws {
      XCTestFailures.take(of: self)
      let test = Recorder(name: "Recorder.test") { _ in }
      let line = #line + 1
      try await test.explore(schedules: 5) { _ in _ = try XCTUnwrap(Int("no number")) }
      XCTAssertEqual(test.failures.map(\.line), [line])
    }
  #endif
}
