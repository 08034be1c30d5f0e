import Foundation
import GTSDExplore
import Testing

@Suite(.enabled(if: Exploration.isAvailable))
struct RacesTests {
  /// Schedules for which a repair is to be silent. All of them take a few seconds a kind.
  static let silent = ProcessInfo.processInfo.environment["RACES_LONG"] == nil ? 1_000 : 20_000

  @Test("A mistake is found, and what it says names both sides", arguments: Kind.betweenJobs)
  func isFound(kind: Kind) async throws {
    let result = try await Exploration.run(schedules: kind.schedules) { await kind.body($0, false) }
    let finding = try #require(result.findings.first, "\(result.summary)")
    #expect(kind.findings.contains(finding.kind), "\(finding.message)")
    if ProcessInfo.processInfo.environment["RACES_SHOW"] != nil {
      print(
        "== \(kind.testDescription)\n\(finding.message)\n\(finding.cause.joined(separator: "\n"))\n\(finding.orders)")
    }
    for side in finding.cause.flatMap({ $0.components(separatedBy: " comes before ") }) {
      #expect(side.contains(".swift:"), "\(side)")
    }
  }

  @Test("A repair is silent", arguments: Kind.betweenJobs)
  func repairIsSilent(kind: Kind) async throws {
    let result = try await Exploration.run(schedules: Self.silent) { await kind.body($0, true) }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
    #expect(result.schedules == Self.silent)
  }
}
