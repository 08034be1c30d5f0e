import Foundation
import Synchronization
import Testing

@testable import InterleavingTesting

struct CardTests {
  @Test(.explored(schedules: Sample.isWhole ? 10_000 : 2_000)) func guardedCardAgreesAfterAcknowledging() async {
    await LittleApp.agree(isGuarded: true)
  }

  @Test func cardDisagreesInOneWay() async throws {
    let result = try await QuietSearch.run { _ in await LittleApp.agree(isGuarded: false) }
    try #require(result.findings.count == 1)
    let finding = result.findings[0]
    #expect(finding.kind == .failure)
    #expect((1...2).contains(finding.cause.count))
    #expect(finding.message.hasPrefix("Expectation failed: home.needsAcknowledgment == plans.needsAcknowledgment"))
    #expect(finding.place?.fileID == "GTSDSimTests/LittleApp.swift")
    #expect(finding.schedules > 1)
    #expect(finding.timeline.contains("The natural order, which passes:"))
    #expect(finding.page.hasPrefix("<!doctype html>"))
    #expect(finding.page.components(separatedBy: "<table>").count == 3)
    #expect(finding.page.contains("The natural order, which passes"))
    #expect(PageCheck.foreign(in: finding.page) == [])
    let text = Findings.text(finding, result)
    let cause = try #require(finding.cause.first)
    #expect(
      cause.hasPrefix("PlansViewModel.acknowledge() at LittleApp.swift:")
        && cause.contains(" on MainActor, in the task"))
    #expect(text.contains("when \(cause)\n") && text.contains(finding.orders))
    #expect(text.contains("first in schedule \(finding.schedule); in \(finding.schedules) of 2,000 schedules"))
    #expect(text.contains("replay it by .explored(replaying: \"own1:"))
    let token = try #require(finding.token)
    for _ in 0..<(Sample.isWhole ? 100 : 20) {
      let again = try await QuietSearch.run(token: token) { _ in await LittleApp.agree(isGuarded: false) }
      #expect(again.findings.map(\.message) == [finding.message])
      #expect(again.findings.map(\.token) == [token])
    }
    let repaired = try await QuietSearch.run(token: token) { _ in await LittleApp.agree(isGuarded: true) }
    #expect(repaired.findings.isEmpty)
  }

  /// Separate processes, with other addresses, threads and times, have the same findings.
  @Test func everyProcessFindsTheSame() async throws {
    let result = try await Exploration.run { _ in try await LittleApp.checkAgreement() }
    let (token, digest) = (try #require(result.findings.first?.token), result.digest)
    for _ in 0..<(Sample.isWhole ? 8 : 3) {
      await #expect(processExitsWith: .success) { [token = token as String, digest = digest as UInt64] in
        let again = try await Exploration.run { _ in try await LittleApp.checkAgreement() }
        #expect(again.digest == digest)
        #expect(again.findings.map(\.token) == [token])
        for _ in 0..<5 {
          let replayed = try await Exploration.run(replaying: token) { _ in try await LittleApp.checkAgreement() }
          #expect(replayed.findings.map(\.token) == [token])
        }
      }
    }
  }

  @Test(arguments: ExplorationPolicy.allCases) func everyPolicyFindsIt(policy: ExplorationPolicy) async throws {
    let result = try await QuietSearch.run(schedules: 300, policy: policy) { _ in
      await LittleApp.agree(isGuarded: false)
    }
    #expect(result.findings.count == 1)
  }

  @Test(
    .compactMapIssues { issue in
      #expect("\(issue)".contains("or by .explored(replaying: \"own1:"))
      #expect("\(issue)".contains("swift test --filter 'GTSDSimTests\\.CardTests/theTraitRecordsOneIssue\\(\\)'"))
      #expect(issue.sourceLocation?.fileID == "GTSDSimTests/LittleApp.swift")
      recorded.withLock { $0 += 1 }
      return nil
    },
    .explored(schedules: 200))
  func theTraitRecordsOneIssue() async {
    await LittleApp.agree(isGuarded: false)
  }
}

private let recorded = Mutex(0)
