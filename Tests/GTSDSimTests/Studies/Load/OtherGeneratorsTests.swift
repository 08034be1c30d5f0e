import Foundation
import HTTPLoop
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDModel

/// One dashboard of several generators.
@Suite struct OtherGeneratorsTests {
  private static let page = MetricsEndpoint.Page.dashboard { "\($0?.offered ?? 0)" }

  private func fold(_ starts: Int64, _ settings: LoadSettings = LoadSettings()) -> LoadFold {
    var fold = LoadFold(settings)
    for start in 0..<starts { fold.start(scheduledAt: start, at: start + 5) }
    return fold
  }

  @Test("A dashboard adds up the figures of the named generators and reports missing ones")
  func figuresAreAddedUp() throws {
    let (one, idle) = (try MetricsEndpoint(port: 0, Self.page), try MetricsEndpoint(port: 0, Self.page))
    defer { [one, idle].forEach { $0.close() } }
    one.show(fold(3))
    let others = try OtherGenerators([one.url, idle.url], LoadSettings())
    #expect(others.added(to: fold(2)) == fold(2))
    others.pollOnce(limit: HangLimit.ofLoop)
    #expect(others.added(to: fold(2)).offered == 5)
    #expect(others.notes.first == "The figures are the sum of 2 of 3 generators.")
    #expect(others.notes.count == 2 && others.notes[1].hasSuffix("has not answered yet."))
    // The next poll replaces the figures instead of adding them.
    one.show(fold(4))
    idle.show(fold(1))
    others.pollOnce(limit: HangLimit.ofLoop)
    #expect(others.added(to: fold(2)).offered == 7)
    #expect(others.notes == ["The figures are the sum of 3 of 3 generators."])
  }

  @Test("Figures of a generator that stops replying remain and are marked as old") func silence() throws {
    let one = try MetricsEndpoint(port: 0, Self.page)
    one.show(fold(3))
    let others = try OtherGenerators([one.url], LoadSettings())
    others.pollOnce(limit: HangLimit.ofLoop)
    one.close()
    while others.notes.count < 2 { others.pollOnce(limit: HangLimit.ofLoop) }
    #expect(others.notes[1].hasSuffix("is silent: its figures are old."))
    #expect(others.added(to: fold(0)).offered == 3)
  }

  @Test("Figures of another scenario are left out") func foreignFigures() throws {
    let one = try MetricsEndpoint(port: 0, Self.page)
    defer { one.close() }
    var other = LoadSettings()
    other.thresholds = []
    var own = LoadSettings()
    own.thresholds = [try LoadThreshold("rate(api-error-rate)<1%")]
    one.show(fold(3, other))
    let others = try OtherGenerators([one.url], own)
    others.pollOnce(limit: HangLimit.ofLoop)
    #expect(others.added(to: fold(2, own)).offered == 2)
    #expect(others.notes[1].contains("another scenario"))
  }

  @Test(
    "An address that is no dashboard of this machine is refused with the remedy",
    arguments: [
      ("http://10.0.0.7:9091", "ssh -L 9091:127.0.0.1:9091 10.0.0.7"),
      ("https://127.0.0.1:9091", "http://127.0.0.1:9091"),
      ("127.0.0.1:9091", "expected a dashboard's address"), ("http://127.0.0.1:9091/metrics", "expected a dashboard"),
    ])
  func badAddresses(address: String, remedy: String) {
    do {
      _ = try OtherGenerators([address], LoadSettings())
      Issue.record("\(address) was taken")
    } catch {
      #expect("\(error)".contains(remedy))
    }
  }
}
