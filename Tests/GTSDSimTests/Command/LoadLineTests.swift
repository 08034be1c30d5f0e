import Testing

@testable import GTSDSim
@testable import gtsd_sim

struct LoadLineTests {
  private let snapshot = LoadSnapshot(
    elapsed: 12.4, total: 60, offered: 500, started: 498.6, answered: 1_204.2, p50: 0.00042, p95: 0.0081, p99: 1.24,
    errors: 3, requests: 9_000, dropped: 2, inFlight: 41)

  @Test func saysHowTheLastSecondWent() {
    #expect(
      ProgressLine.text("steady", snapshot, width: 200)
        == "steady ████░░░░░░░░░░░░░░░░ 12 of 60 s  499 of 500 starts/s  1204 requests/s  p50 0.42 ms p95 8.1 ms p99 1.2 s  "
        + "3 errors  2 dropped  41 under way")
    let idle = LoadSnapshot(elapsed: 0, total: 60, offered: 0.5, started: 0, answered: 0, errors: 1)
    #expect(
      ProgressLine.text("s", idle, width: 100)
        == "s 0 of 60 s  0 of 0.5 starts/s  0 requests/s  p50 – p95 – p99 –  1 error  0 under way")
  }

  @Test func leavesOutWhatThereIsNoRoomFor() {
    for width in 16...160 { #expect(ProgressLine.text("steady", snapshot, width: width).count < width) }
    #expect(ProgressLine.text("steady", snapshot, width: 30) == "p95 8.1 ms  3 errors")
  }
}
