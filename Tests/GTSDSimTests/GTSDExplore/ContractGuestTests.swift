import Foundation
import GTSDModel
import Synchronization
import Testing

@testable import GTSDExplore
@testable import InterleavingTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's own HTTP client against the simulated backend, in the world of its test.
struct ContractGuestTests {
  /// A client as an app team writes it.
  struct Client: Sendable {
    private struct Reply: Decodable {
      struct Content: Decodable { var accessToken: String }
      var data: Content
    }

    var session: URLSession
    var token: String?

    func send(_ method: String, _ path: String, _ body: [String: String]? = nil) async throws -> (Int, Data) {
      var request = URLRequest(url: try #require(URL(string: "https://gtsd.test\(path)")))
      request.httpMethod = method
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      if let body { request.httpBody = try JSONEncoder().encode(body) }
      let (data, response) = try await session.data(for: request)
      return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
    }

    mutating func signUp(_ email: String, name: String = "Ada") async throws -> Int {
      let (status, data) = try await send(
        "POST", "/auth/signup", ["email": email, "password": "Secret-123", "name": name])
      if status == 201 { token = try JSONDecoder().decode(Reply.self, from: data).data.accessToken }
      return status
    }
  }

  @Test func answersByTheContractInVirtualTime() async throws {
    let result = try await QuietSearch.run(schedules: 20) { world in
      world.backend(.correct, host: "gtsd.test")
      var client = Client(session: world.urlSession())
      let stranger = try await client.send("GET", "/auth/me").0
      #expect(stranger == 401)
      let signUp = try await client.signUp("ada@example.com")
      #expect(signUp == 201)
      let (status, data) = try await client.send("GET", "/auth/me")
      #expect(status == 200)
      #expect(String(decoding: data, as: UTF8.self).contains("ada@example.com"))
      let nowhere = try await client.send("GET", "/no/such/path").0
      #expect(nowhere == 404)
      #expect(world.elapsed > .milliseconds(1))
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect(result.schedules == 20)
  }

  /// Two sign-ups with one address: the reply decides who was first, and the search finds both.
  @Test func searchChoosesWhichRequestIsFirst() async throws {
    let met = Mutex<Set<[Int]>>([])
    let result = try await QuietSearch.run(schedules: 60) { world in
      world.backend(.correct, host: "gtsd.test")
      let session = world.urlSession()
      let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
        for number in 0..<2 {
          group.addTask {
            var client = Client(session: session)
            return (number, try await client.signUp("ada@example.com", name: "Ada \(number)"))
          }
        }
        return try await group.reduce(into: [0, 0]) { $0[$1.0] = $1.1 }
      }
      met.withLock { _ = $0.insert(statuses) }
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect(met.withLock { $0.count } == 2)
    #expect(met.withLock { $0.allSatisfy { $0.contains(201) } })
  }

  @Test func aLostReplyIsAnErrorOfTheConnection() async throws {
    let scenario = try Scenario.parse(#"{"faults": [{"kind": "reply-lost", "endpoints": ["sign-up"], "times": 1}]}"#)
    let result = try await QuietSearch.run(schedules: 10) { world in
      world.backend(scenario, host: "gtsd.test")
      var client = Client(session: world.urlSession())
      do {
        let status = try await client.signUp("ada@example.com")
        Issue.record("was answered: \(status)")
      } catch {
        #expect(error is URLError)
      }
      let again = try await client.signUp("ada@example.com")
      #expect(again != 201)
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }
}
