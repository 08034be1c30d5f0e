import Synchronization
import Testing

/// Keeps the issues of single schedules out of the test's report, and passes them to the world in which they were
/// recorded.
enum IssueCollector {
  /// Runs a search of a test whose schedules record issues.
  static func collecting(
    in test: Test, _ search: @escaping @Sendable () async -> ExplorationResult
  ) async -> ExplorationResult {
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      guard let world = CapturedWorld.current else { return issue }
      CapturedWorld.outside {
        if issue.isFailure { world.failed(Failure(issue)) }
      }
      return nil
    }
    let found = Mutex<ExplorationResult?>(nil)
    do {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let result = await search()
        found.withLock { $0 = result }
      }
    } catch {
      preconditionFailure("a scope whose body throws nothing threw \(error)")
    }
    guard let result = found.withLock({ $0 }) else { preconditionFailure("a scope did not run its body") }
    return result
  }
}

extension Failure {
  /// Creates a failure from an issue that an expectation or a call of `Issue.record` recorded.
  init(_ issue: Issue) {
    let place = issue.sourceLocation.map {
      Place(fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: $0.column)
    }
    let kind: String
    switch issue.kind {
    case .errorCaught(let error): kind = "threw \(type(of: error))"
    case .unconditional: kind = "recorded"
    default: kind = "expectation"
    }
    self.init(
      key: "\(place.map { "\($0.fileID):\($0.line):\($0.column)" } ?? "") \(kind)", message: "\(issue)", place: place)
  }
}
