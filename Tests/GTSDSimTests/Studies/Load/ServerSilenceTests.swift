import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim

struct ServerSilenceTests {
  private func ms(_ value: Int64) -> Int64 { value * 1_000_000 }

  private func silence(_ requests: [(sent: Int64, ended: Int64)], isReply: Bool = true) -> ServerSilence {
    var silence = ServerSilence()
    for request in requests { silence.note(sentAt: ms(request.sent), endedAt: ms(request.ended), isReply: isReply) }
    return silence
  }

  @Test("A server without replies while requests wait is silent from its last reply to the next")
  func standstillsAreFound() {
    let found = silence([(0, 10), (5, 20), (25, 3_000), (30, 3_000), (3_001, 3_002)])
    #expect(found.longest == .init(from: ms(40), to: ms(3_000)))
    // No request was in progress in between, so this is no silence.
    #expect(silence([(0, 10), (5_000, 5_010)]).longest == nil && ServerSilence().longest == nil)
    // Replies to other requests end it.
    #expect(silence([(0, 4_000), (900, 1_010), (2_950, 3_010)]).longest == .init(from: ms(1_020), to: ms(3_000)))
  }

  @Test("A timed-out request counts as silence of the server, not as a reply") func timeoutsCount() {
    #expect(silence([(100, 2_100)], isReply: false).longest == .init(from: ms(100), to: ms(2_100)))
  }

  @Test("The longest time without a reply covers all loops, whatever the order of merging")
  func loopsAreOneServer() {
    let (one, other) = (silence([(0, 4_000)]), silence([(0, 10), (900, 1_010), (2_950, 3_010)]))
    var (first, second) = (one, other)
    first.merge(other)
    second.merge(one)
    #expect(first == second && first.longest == .init(from: ms(1_020), to: ms(3_000)))
  }
}
