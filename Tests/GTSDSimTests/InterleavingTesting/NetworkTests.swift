import Foundation
import Synchronization
import Testing

@testable import InterleavingTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's own `URLSession` client, answered in virtual time.
struct NetworkTests {
  private static func text(_ path: String, _ session: URLSession) async throws -> String {
    let url = try #require(URL(string: "https://app.test\(path)"))
    let (data, response) = try await session.data(from: url)
    return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
  }

  private static func answer(_ request: URLRequest) async throws -> ExploredResponse {
    try await Task.sleep(for: request.url?.path() == "/slow" ? .seconds(10) : .milliseconds(20))
    if request.url?.path() == "/lost" { throw URLError(.networkConnectionLost) }
    return .json("\"\(request.url?.path() ?? "")\"", status: 201)
  }

  @Test(arguments: [true, false])
  func repliesComeInBothOrdersAndInVirtualTime(isShared: Bool) async throws {
    let orders = Mutex<Set<String>>([])
    let result = try await QuietSearch.run(schedules: 40) { world in
      world.intercept(host: "app.test", Self.answer)
      let session = isShared ? URLSession.shared : world.urlSession()
      let order = await withTaskGroup(of: String.self) { group in
        for path in ["/a", "/b"] {
          group.addTask { (try? await Self.text(path, session)) ?? "failed" }
        }
        return await group.reduce(into: []) { $0.append($1) }.joined(separator: " ")
      }
      #expect(world.elapsed >= .milliseconds(20))
      #expect(world.elapsed <= .milliseconds(40))
      orders.withLock { _ = $0.insert(order) }
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect(orders.withLock { $0.sorted() } == [#"201 "/a" 201 "/b""#, #"201 "/b" 201 "/a""#])
  }

  @Test func aConnectionThatIsLostThrows() async throws {
    let result = try await QuietSearch.run(schedules: 10) { world in
      world.intercept(Self.answer)
      await #expect(throws: URLError.self) { try await Self.text("/lost", world.urlSession()) }
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test(arguments: [(2.0, 60.0, 2), (60, 3, 3), (60, 60, 10)])
  func requestsTimeOutAsTheyOrTheirSessionSay(own: Double, sessions: Double, seconds: Int) async throws {
    let url = try #require(URL(string: "https://app.test/slow"))
    let result = try await QuietSearch.run(schedules: 10) { world in
      world.intercept(Self.answer)
      let configuration = world.sessionConfiguration()
      configuration.timeoutIntervalForRequest = sessions
      var request = URLRequest(url: url)
      request.timeoutInterval = own
      let reply = try? await URLSession(configuration: configuration).data(for: request)
      #expect((reply == nil) == (seconds < 10))
      #expect(world.elapsed.components.seconds == Int64(seconds))
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func silentServerTimesOutAfterAMinute() async throws {
    let url = try #require(URL(string: "https://app.test/slow"))
    let result = try await QuietSearch.run(schedules: 3) { world in
      world.intercept { _ in
        try await Task.sleep(for: .seconds(1_000))
        return .json("{}")
      }
      let error = await #expect(throws: URLError.self) { try await world.urlSession().data(from: url) }
      #expect(error?.code == .timedOut)
      #expect(world.elapsed.components.seconds == 60)
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func cancelledRequestsEnd() async throws {
    let result = try await QuietSearch.run(schedules: 10) { world in
      world.intercept(Self.answer)
      let session = world.urlSession()
      let task = Task { try await Self.text("/slow", session) }
      try await Task.sleep(for: .milliseconds(5))
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func aSessionThatIsNotAnsweredIsNamed() async throws {
    let result = try await QuietSearch.run(schedules: 3) { _ in
      _ = try await Self.text("/a", URLSession(configuration: .default))
    }
    #expect(
      result.findings.first?.message.contains("a request of a URLSession that the world does not answer") == true,
      "\(result.findings)")
  }
}
