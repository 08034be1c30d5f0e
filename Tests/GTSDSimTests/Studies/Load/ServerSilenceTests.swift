import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDWorld

struct ServerSilenceTests {
  private func ms(_ value: Int64) -> Int64 { value * Nanoseconds.millisecond }

  private func silence(_ requests: [(sent: Int64, ended: Int64)], isReply: Bool = true) -> ServerSilence {
    var silence = ServerSilence()
    for request in requests { silence.note(sentAt: ms(request.sent), endedAt: ms(request.ended), isReply: isReply) }
    return silence
  }

  @Test("A server that stands still while it is asked is silent from its last reply to the next")
  func standstillsAreFound() {
    let found = silence([(0, 10), (5, 20), (25, 3_000), (30, 3_000), (3_001, 3_002)])
    #expect(found.longest == .init(from: ms(25), to: ms(3_000)))
    // Nobody asked in between: no silence.
    #expect(silence([(0, 10), (5_000, 5_010)]).longest?.length == ms(10))
    #expect(ServerSilence().longest == nil)
  }

  @Test("A request that times out shows silence, and is no reply") func timeoutsCount() {
    #expect(silence([(100, 2_100)], isReply: false).longest == .init(from: ms(100), to: ms(2_100)))
  }

  @Test("What one loop missed another heard") func loopsAreOneServer() {
    var one = silence([(0, 4_000)])
    one.merge(silence([(0, 10), (900, 1_010), (2_950, 3_010)]))
    #expect(one.longest?.length ?? 0 <= ms(2_000) && one.longest?.length ?? 0 >= ms(1_900))
    var idle = silence([(0, 4_000)])
    idle.merge(ServerSilence())
    #expect(idle.longest == .init(from: 0, to: ms(4_000)))
  }
}
