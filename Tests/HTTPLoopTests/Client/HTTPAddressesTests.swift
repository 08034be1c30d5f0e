import HTTPTestSupport
import TestSupport

#if os(Linux)
  import Synchronization
  import Testing

  @testable import HTTPLoop

  /// A name with several addresses. Only on Linux do all addresses of 127.0.0.0/8 belong to this machine.
  @Suite(.limitedWait) struct HTTPAddressesTests {
    private func addresses(_ numbers: [Int], port: Int) throws -> [SocketAddress] {
      try numbers.map { try SocketAddress.resolve(host: "127.0.0.\($0)", port: port)[0] }
    }

    /// Servers at one port of several addresses, which close after each reply.
    private func servers(_ loop: EventLoop, _ numbers: [Int]) throws -> [ScriptedServer] {
      var servers: [ScriptedServer] = []
      for number in numbers {
        let port = servers.first?.address.port ?? 0
        servers.append(
          try ScriptedServer(loop, at: try addresses([number], port: port)[0]) { _ in
            [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close]
          })
      }
      return servers
    }

    private func ask(_ bench: ClientBench, times: Int) {
      for _ in 0..<times {
        let outcome = bench.send().outcome
        while outcome.result == nil { bench.loop.turn(until: bench.loop.now + 100_000_000) }
        #expect(outcome.status == 200)
      }
    }

    @Test("New connections use the addresses of a host name in turn") func addressesTakeTurns() throws {
      let loop = try EventLoop()
      let servers = try servers(loop, [1, 2, 3])
      let bench = ClientBench(loop, try addresses([1, 2, 3], port: servers[0].address.port))
      ask(bench, times: 9)
      #expect(servers.map(\.accepted) == [3, 3, 3])
      #expect(
        bench.client.origin.places.uses.map(\.connections) == [3, 3, 3]
          && bench.client.origin.places.uses.allSatisfy { $0.replies == 3 && $0.time > 0 && $0.refused == 0 })
      bench.client.close()
    }

    @Test("An address that refuses connections is left out for a while")
    func refusalsAreLeftOut() throws {
      let loop = try EventLoop()
      let servers = try servers(loop, [1, 3])
      let bench = ClientBench(loop, try addresses([1, 2, 3], port: servers[0].address.port))
      ask(bench, times: 8)
      let uses = bench.client.origin.places.uses
      #expect(uses.map(\.refused) == [0, 1, 0] && uses[1].connections == 0 && uses[1].replies == 0)
      #expect(servers.map(\.accepted).reduce(0, +) == 8 && servers.allSatisfy { (3...5).contains($0.accepted) })
      bench.client.close()
    }

    @Test("A host name is looked up again after a while, and new connections use the new addresses")
    func namesAreLookedUpAgain() throws {
      let (old, new) = (try addresses([1], port: 80), try addresses([2, 3], port: 80))
      let places = HTTPAddresses(old, lifetime: 1_000) { new }
      let now = MonotonicClock.nanoseconds
      #expect(places.forConnection(now: now).map(\.host) == ["127.0.0.1"])
      // The look-up runs in the background. Meanwhile, callers get the known addresses.
      while places.all.count == 1 { _ = places.forConnection(now: now + 1_000_000_000) }
      #expect(places.all.map(\.host) == ["127.0.0.2", "127.0.0.3"])
    }

    @Test("A host name that temporarily has no address keeps its earlier addresses") func nothingFoundChangesNothing()
      throws
    {
      let asked = Atomic<Int>(0)
      let places = HTTPAddresses(try addresses([1], port: 80), lifetime: 1_000) {
        asked.add(1, ordering: .relaxed)
        return []
      }
      let later = MonotonicClock.nanoseconds + 1_000_000_000
      while asked.load(ordering: .relaxed) < 2 { #expect(places.forConnection(now: later).count == 1) }
    }
  }
#endif
