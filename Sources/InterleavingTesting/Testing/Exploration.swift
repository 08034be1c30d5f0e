import Foundation
import Interleaving
public import Testing

/// A search for orders in which a test fails.
public enum Exploration {
  /// Runs a body in many orders, and records an issue for each way in which it fails.
  ///
  /// The body is run from its beginning in every schedule, so it must create everything that it uses.
  ///
  /// - Parameters:
  ///   - schedules: the number of orders to run, including the natural one.
  ///   - seed: neighbouring seeds give independent searches, and other random numbers to the code.
  ///   - window: sleeps and delays whose ends are at most this far apart may end in any order.
  ///   - policy: the way in which orders are chosen.
  ///   - isolated: whether each schedule runs in a copy of the process, so that values of static variables do not reach
  ///     the next schedule; a few times slower.
  ///   - token: the token of an issue, to run only its order.
  ///   - sourceLocation: the place of issues that have no place of their own.
  ///   - body: the test.
  /// - Returns: the finds, and the number of schedules and classes.
  @discardableResult
  public static func search(
    schedules: Int = 1_000, seed: UInt64 = 1, window: Duration = .milliseconds(200),
    policy: ExplorationPolicy = .portfolio, isolated: Bool = false, replaying token: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (_ world: ExploredWorld) async throws -> Void
  ) async throws(ExplorationError) -> ExplorationResult {
    let settings = try ExplorationSettings(
      schedules: schedules, seed: seed, window: window, policy: policy, isIsolated: isolated, token: token,
      test: Test.current?.specifier, arguments: Test.Case.current?.argumentText)
    return try await search(settings, sourceLocation, body)
  }

  /// Runs a body in many orders and returns the result, for use with other test libraries or without one.
  ///
  /// A schedule fails when the body throws. The parameters are those of
  /// ``search(schedules:seed:window:policy:isolated:replaying:sourceLocation:_:)``.
  public static func run(
    schedules: Int = 1_000, seed: UInt64 = 1, window: Duration = .milliseconds(200),
    policy: ExplorationPolicy = .portfolio, isolated: Bool = false, replaying token: String? = nil,
    _ body: @escaping @Sendable (_ world: ExploredWorld) async throws -> Void
  ) async throws(ExplorationError) -> ExplorationResult {
    let settings = try ExplorationSettings(
      schedules: schedules, seed: seed, window: window, policy: policy, isIsolated: isolated, token: token)
    // The token of a search outside a test names no test. A token that names a test must name this one.
    if let token = settings.token { try token.check(test: Test.current?.specifier) }
    return try await run(settings, body)
  }

  static func run(
    _ settings: ExplorationSettings, _ body: @escaping CodeSearch.Body
  ) async throws(ExplorationError) -> ExplorationResult {
    try check()
    return await SearchThread.search(settings, body)
  }

  /// Whether code can be searched in this build and on this platform. Use it to skip tests elsewhere: `.enabled(if:
  /// Exploration.isAvailable)`. False under the thread and the address sanitizer.
  public static var isAvailable: Bool { Capture.problem == nil }

  private static func check() throws(ExplorationError) {
    if CapturedWorld.current != nil { throw .nested }
    if let problem = Capture.problem { throw .unavailable(problem) }
  }

  static func search(
    _ settings: ExplorationSettings, _ sourceLocation: SourceLocation, _ body: @escaping CodeSearch.Body
  ) async throws(ExplorationError) -> ExplorationResult {
    if let skipped = settings.skipped {
      print("\(Test.current?.name ?? "a test"): \(skipped)")
      return ExplorationResult()
    }
    let (result, test) = try await found(settings, body)
    Findings.record(result, of: test, at: sourceLocation, settings)
    return result
  }

  /// Searches, and returns the failures of the schedules without recording issues of its own.
  static func found(
    _ settings: ExplorationSettings, _ body: @escaping CodeSearch.Body
  ) async throws(ExplorationError) -> (ExplorationResult, Test) {
    try check()
    guard let test = Test.current else { throw .noTest }
    // `#require` records its error before it throws.
    let body: CodeSearch.Body = { world in
      do { try await body(world) } catch is ExpectationFailedError {}
    }
    return (await IssueCollector.collecting(in: test) { await SearchThread.search(settings, body) }, test)
  }
}

extension ExplorationSettings {
  init(
    schedules: Int, seed: UInt64, window: Duration, policy: ExplorationPolicy, isIsolated: Bool = false,
    token: String?, test: String? = nil, arguments: String? = nil,
    environment given: ExplorationEnvironment? = nil
  ) throws(ExplorationError) {
    guard schedules > 0 else { throw .parameter("A search of \(schedules) schedules runs nothing: give at least 1.") }
    guard window >= .zero else { throw .parameter("A window of \(window) is invalid: give .zero or more.") }
    let environment: ExplorationEnvironment
    if let given { environment = given } else { environment = try ExplorationEnvironment.current() }
    self.init()
    (self.schedules, self.seed) = (environment.schedules ?? schedules, environment.seed ?? seed)
    (self.window, self.policy) = (window.nanoseconds, policy)
    timeBudget = environment.seconds.map { Int64($0 * 1e9) }
    patience = environment.patience ?? patience
    (self.test, self.arguments, self.isIsolated) = (test, arguments, isIsolated)
    let asked = environment.replay.flatMap { $0.test == nil || $0.test == test ? $0 : nil }
    isReplayedByEnvironment = asked != nil
    let written = try token.map { text throws(ExplorationError) in try ExplorationToken(text) }
    if asked == nil, let written, test != nil { try written.check(test: test) }
    if let token = asked ?? written {
      if let other = token.arguments, other != arguments {
        skipped = "not replayed: the token is of the argument \(other)"
      }
      (self.token, self.seed, self.window) = (token, token.seed, token.window)
    }
  }
}

extension ExplorationToken {
  /// Throws an error if the token belongs to another test.
  func check(test current: String?) throws(ExplorationError) {
    guard let test, let current, test != current else { return }
    throw .otherTest(token: text, of: test, current)
  }
}

extension Test.Case {
  /// The arguments of the test case as text; nil for a test without arguments.
  ///
  /// The testing library has no public API for them, so they are read by reflection.
  var argumentText: String? {
    guard isParameterized, let arguments = Self.arguments(in: self, depth: 3) else { return nil }
    let text = arguments.map(Self.text).joined(separator: ", ")
    guard text.count > 80 else { return text }
    // A hash of the whole text distinguishes long values.
    let hash = text.utf8.reduce(0) { Mix64.combine($0, UInt64($1)) }
    return "\(text.prefix(60))… (\(String(hash, radix: 16)))"
  }

  private static func arguments(in value: Any, depth: Int) -> [Any]? {
    for child in Mirror(reflecting: value).children {
      if child.label == "arguments" {
        return Mirror(reflecting: child.value).children.compactMap { argument in
          Mirror(reflecting: argument.value).children.first { $0.label == "value" }?.value
        }
      }
      if depth > 0, let found = arguments(in: child.value, depth: depth - 1) { return found }
    }
    return nil
  }

  private static func text(_ value: Any) -> String {
    (value as? any CustomTestStringConvertible)?.testDescription ?? String(describing: value)
  }
}

extension Test {
  /// The test in the form of `swift test --filter`: module, suites and function, without the place in its file.
  var specifier: String {
    let id = "\(id)"
    return id.lastIndex(of: "/").map { id[$0...].contains(".swift:") ? String(id[..<$0]) : id } ?? id
  }
}
