import CInterpose
public import Testing

/// Runs a test once for each schedule of a search.
public struct ExploredTrait: TestTrait, SuiteTrait, TestScoping {
  private let schedules: Int
  private let seed: UInt64
  private let window: Duration
  private let policy: ExplorationPolicy
  private let isIsolated: Bool
  private let token: String?

  init(
    schedules: Int, seed: UInt64, window: Duration, policy: ExplorationPolicy, isIsolated: Bool = false, token: String?
  ) {
    (self.schedules, self.seed, self.window) = (schedules, seed, window)
    (self.policy, self.isIsolated, self.token) = (policy, isIsolated, token)
  }

  /// Whether the trait of a suite applies to every test in it.
  public var isRecursive: Bool { true }

  /// Searches the orders of one test, or one of its cases.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    // A test may have several traits, such as the suite's and its own. The last one is the test's own and takes
    // precedence, whichever runs first.
    guard CapturedWorld.current == nil else { return try await function() }
    let own = test.traits.lazy.compactMap { $0 as? ExploredTrait }.last ?? self
    let settings = try ExplorationSettings(
      schedules: own.schedules, seed: own.seed, window: own.window, policy: own.policy,
      isIsolated: own.isIsolated, token: own.token, test: test.specifier,
      arguments: testCase?.argumentText)
    try await withoutActuallyEscaping(function) { function in
      let body = AbandonableBody(function)
      defer { body.close() }
      _ = try await Exploration.search(settings, test.sourceLocation) { _ in try await body.call() }
    }
  }
}

/// A test's body in a form that tasks can keep alive after the test.
///
/// Tasks that never end keep the body. They never run again, but they count as uses of it, which
/// `withoutActuallyEscaping` does not allow. This class releases those uses.
///
/// `@unchecked Sendable`: `context` is only read.
private final class AbandonableBody: @unchecked Sendable {
  private typealias Words = (code: UnsafeRawPointer, context: UnsafeMutableRawPointer?)

  /// A wrapper of the function. A cast of the function itself would wrap it in another one first.
  private struct Function {
    let call: @Sendable @concurrent () async throws -> Void
  }

  private let words: Words

  init(_ body: @escaping @Sendable @concurrent () async throws -> Void) {
    words = unsafeBitCast(Function(call: body), to: Words.self)
  }

  func call() async throws {
    try await unsafeBitCast(words, to: Function.self).call()
  }

  func close() {
    guard let context = words.context else { return }
    while capture_retain_count(context) > 1 { capture_release(context) }
  }
}

extension Trait where Self == ExploredTrait {
  /// Runs the test in many orders. The test fails if any of them fails.
  ///
  /// - Parameters:
  ///   - schedules: the number of orders to run, including the natural one.
  ///   - seed: neighbouring seeds give independent searches, and other random numbers to the code.
  ///   - window: sleeps and delays whose ends are at most this far apart may end in any order.
  ///   - policy: the way in which orders are chosen.
  ///   - isolated: whether each schedule runs in a copy of the process, so that values of static variables do not reach
  ///     the next schedule; a few times slower.
  public static func explored(
    schedules: Int = 1_000, seed: UInt64 = 1, window: Duration = .milliseconds(200),
    policy: ExplorationPolicy = .portfolio, isolated: Bool = false
  ) -> Self {
    ExploredTrait(
      schedules: schedules, seed: seed, window: window, policy: policy, isIsolated: isolated, token: nil)
  }

  /// Runs the test only in the order of an issue's token.
  public static func explored(replaying token: String) -> Self {
    ExploredTrait(schedules: 1, seed: 1, window: .zero, policy: .portfolio, token: token)
  }
}
