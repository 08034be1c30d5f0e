#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Runs a body in many orders, and fails once for each way in which it fails: by an error that it throws, by an
    /// assertion of XCTest, or by ``ExploredWorld/expect(_:_:fileID:filePath:line:column:)``.
    ///
    /// - Parameters:
    ///   - schedules: how many orders to run, the natural one included.
    ///   - seed: neighbouring seeds give independent searches, and other random numbers to the code.
    ///   - window: sleeps and delays whose ends are at most so far apart may end in any order.
    ///   - policy: how orders are chosen.
    ///   - isolated: whether each schedule runs in a copy of the process, so that nothing that static variables keep
    ///     reaches the next; a few times slower.
    ///   - token: what a failure named, to run that order and no other.
    ///   - body: the test.
    /// - Returns: what was found, and how much was seen.
    @discardableResult
    public func explore(
      schedules: Int = 1_000, seed: UInt64 = 1, window: Duration = .milliseconds(200),
      policy: ExplorationPolicy = .portfolio, isolated: Bool = false, replaying token: String? = nil,
      file: StaticString = #filePath,
      line: UInt = #line, _ body: @escaping @Sendable (_ world: ExploredWorld) async throws -> Void
    ) async throws -> ExplorationResult {
      #if os(Linux)
        XCTestFailures.take(of: self)
      #endif
      // "Case.testMethod", or "-[Module.Case testMethod]" on a Mac.
      let method = name.split { ". []".contains($0) }.last ?? ""
      let settings = try ExplorationSettings(
        schedules: schedules, seed: seed, window: window, policy: policy, isIsolated: isolated,
        token: token, test: "\(String(reflecting: type(of: self)))/\(method)")
      let result = try await Exploration.run(settings, body)
      if settings.token != nil, !settings.isReplayedByEnvironment, result.findings.isEmpty {
        XCTFail("nothing went wrong in the order of the token: what it showed is repaired", file: file, line: line)
      }
      for finding in result.findings {
        XCTFail("\(Findings.text(finding, result))\n\(finding.timeline)", file: file, line: line)
      }
      return result
    }
  }
#endif
