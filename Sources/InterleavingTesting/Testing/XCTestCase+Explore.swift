#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Runs a body in many orders, and fails once for each way in which it fails: by an error that it throws, by an
    /// assertion of XCTest, or by ``ExploredWorld/expect(_:_:fileID:filePath:line:column:)``. The failure is recorded at
    /// the line of the assertion.
    ///
    /// - Parameters:
    ///   - schedules: the number of orders to run, including the natural one.
    ///   - seed: neighbouring seeds give independent searches, and other random numbers to the code.
    ///   - window: sleeps and delays whose ends are at most this far apart may end in any order.
    ///   - policy: the way in which orders are chosen.
    ///   - isolated: whether each schedule runs in a copy of the process, so that values of static variables do not
    ///     reach the next schedule; a few times slower.
    ///   - token: the token of a failure, to run only its order.
    ///   - body: the test.
    /// - Returns: the finds, and the number of schedules and classes.
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
      // The name is "Case.testMethod", or "-[Module.Case testMethod]" on a Mac.
      let method = name.split { ". []".contains($0) }.last ?? ""
      let settings = try ExplorationSettings(
        schedules: schedules, seed: seed, window: window, policy: policy, isIsolated: isolated,
        token: token, test: "\(String(reflecting: type(of: self)))/\(method)")
      let result = try await Exploration.run(settings) { world in
        do {
          try await body(world)
        } catch {
          // `XCTUnwrap` records its failure before it throws.
          guard "\(type(of: error))" == "XCTestErrorWhileUnwrappingOptional" else { throw error }
        }
      }
      if settings.token != nil, !settings.isReplayedByEnvironment, result.findings.isEmpty {
        XCTFail("the order of the token passes now: the failure is fixed", file: file, line: line)
      }
      for finding in result.findings {
        let text = "\(Findings.text(finding, result, replayedBy: "explore"))\n\(finding.timeline)"
        #if os(Linux)
          let place = finding.place
          recordFailure(
            withDescription: text, inFile: place?.filePath ?? "\(file)", atLine: place?.line ?? Int(line),
            expected: true)
        #else
          XCTFail(text, file: file, line: line)
        #endif
      }
      return result
    }
  }
#endif
