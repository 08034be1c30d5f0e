@testable import InterleavingTesting

enum QuietSearch {
  /// Searches as a test does, and stores the issues that it would record.
  static func run(
    schedules: Int = 2_000, seed: UInt64 = 1, policy: ExplorationPolicy = .portfolio, token: String? = nil,
    patience: Double? = nil, _ body: @escaping @Sendable (ExploredWorld) async throws -> Void
  ) async throws -> ExplorationResult {
    var settings = try ExplorationSettings(
      schedules: schedules, seed: seed, window: .milliseconds(100), policy: policy, token: token)
    settings.patience = patience ?? settings.patience
    return try await Exploration.found(settings, body).0
  }
}
