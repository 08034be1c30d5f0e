#if os(Linux)
  import Foundation
  import GTSDModel
  import Synchronization
  import TestSupport
  import Testing

  @testable import GTSDLoad
  @testable import GTSDSim
  @testable import GTSDWorld
  @testable import HTTPLoop
  @testable import Interleaving

  /// Load on a name with three addresses. Only on Linux do all addresses of 127.0.0.0/8 belong to this machine.
  @Suite(.limitedWait) struct LoadAddressesTests {
    /// Serves at the given addresses and one port; returns the report for a name with all three.
    private func report(servingAt numbers: [Int], connections: String = #""perSession""#) throws -> Report {
      let isOver = Atomic<Bool>(false)
      let port = Mutex(0)
      let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let thread = Thread {
        do {
          let loop = try EventLoop()
          var servers: [HTTPServer] = []
          for number in numbers {
            let address = try SocketAddress.resolve(
              host: "127.0.0.\(number)", port: servers.first?.address.port ?? 0)[0]
            servers.append(
              try HTTPServer(loop: loop, address: address) { _, slot in
                slot.send(HTTPOutgoing(status: 200, contentType: "application/json", body: Array("{}".utf8)))
              })
          }
          port.withLock { $0 = servers[0].address.port }
          listening.signal()
          while !isOver.load(ordering: .relaxed) { loop.turn(until: loop.now + 10_000_000) }
          for server in servers { server.close() }
        } catch {
          Issue.record(error)
          listening.signal()
        }
        ended.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      listening.wait()
      defer {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
      }
      let addresses = try [1, 2, 3].map {
        try SocketAddress.resolve(host: "127.0.0.\($0)", port: port.withLock { $0 })[0]
      }
      var target = try LoadTarget("http://127.0.0.1:\(port.withLock { $0 })", allowedHosts: [], caFile: nil)
      target.origin = HTTPOrigin(
        scheme: .http, host: "three.test", port: port.withLock { $0 }, addresses: addresses)
      let scenario = try LoadRunTests.scenario(
        #"{"unit": "request", "request": "health", "users": 1, "iterations": 12, "connections": \#(connections)}"#)
      let run = LoadRun(scenario, target: target)
      return try run.measure().report(of: run, scenarioDigest: scenario.digest)
    }

    @Test("Connections use three addresses in turn, and the report states the use of each")
    func addressesTakeTurns() throws {
      let report = try report(servingAt: [1, 2, 3])
      let uses = try #require(report.load?.addresses)
      #expect(uses.map(\.address) == ["127.0.0.1", "127.0.0.2", "127.0.0.3"] && uses.allSatisfy { $0.refused == 0 })
      #expect(uses.allSatisfy { $0.connections >= 4 && $0.replies >= 4 }, "\(uses)")
      #expect(
        Headline(report).sentences.contains { $0.finding.contains("took the addresses of the server's name in turn") })
      #expect(try Report(json: Data(report.json.utf8)).load?.addresses == uses)
    }

    @Test("Requests over shared connections take three addresses in turn, even one at a time")
    func requestsTakeTurns() throws {
      let uses = try #require(try report(servingAt: [1, 2, 3], connections: "64").load?.addresses)
      // The health check before the run has a connection of its own.
      #expect(uses.allSatisfy { (1...2).contains($0.connections) && (4...5).contains($0.replies) }, "\(uses)")
      #expect(uses.allSatisfy { $0.failures == 0 })
    }

    @Test("The lead names the address of three at which most requests failed") func aFailingAddressIsNamed() {
      func sentence(_ failures: [Int]) -> Statement? {
        var section = LoadSection.blank
        section.addresses = failures.enumerated().map { index, failures in
          var use = HTTPAddresses.Use(address: "127.0.0.\(index + 1)")
          (use.connections, use.replies, use.failures) = (2, 20, failures)
          return LoadSection.Address(use)
        }
        return section.addressSentence
      }
      let finding = sentence([0, 20, 1])?.finding
      #expect(finding?.contains("most failures happened at 127.0.0.2") == true, "\(finding ?? "")")
      #expect(sentence([7, 7, 7])?.verdict == Verdict.none && sentence([0, 2, 0])?.verdict == Verdict.none)
    }

    @Test("The lead names a dead address of three, and the other two answer all requests")
    func aDeadAddressIsNamed() throws {
      let report = try report(servingAt: [1, 3])
      let lead = Headline(report).sentences.map(\.finding)
      #expect(lead.contains { $0.contains("127.0.0.2 refused connections") }, "\(lead)")
      #expect(report.load?.total.errors == 0)
      // The address is left out for a while, and is not tried for every request.
      let uses = try #require(try self.report(servingAt: [1, 3], connections: "64").load?.addresses)
      #expect(uses[1].refused == 1 && uses.reduce(0) { $0 + $1.connections } <= 4, "\(uses)")
    }

    @Test("The lead names a slow address of three") func aSlowAddressIsNamed() {
      var section = LoadSection.blank
      section.addresses = [(1, 2), (2, 3), (3, 400)].map { number, milliseconds in
        var use = HTTPAddresses.Use(address: "127.0.0.\(number)")
        (use.connections, use.replies) = (5, 20)
        use.time = Int64(20 * milliseconds) * 1_000_000
        return LoadSection.Address(use)
      }
      #expect(section.addressSentence?.finding.contains("127.0.0.3 is much slower than another") == true)
    }
  }
#endif
