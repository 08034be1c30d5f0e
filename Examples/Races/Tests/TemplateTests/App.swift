// The code that the templates test: sound, so that each search passes.
import Foundation
import Observation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An API whose first reply takes the first latency, and so on; then the latencies repeat.
actor FakeAPI {
  private let latency: [Duration]
  private var calls = 0

  init(latency: [Duration] = [.milliseconds(50)]) { self.latency = latency }

  func reply(to text: String) async -> String {
    calls += 1
    try? await Task.sleep(for: latency[(calls - 1) % latency.count])
    return text
  }
}

/// A search field and its result. A reply to an earlier text is ignored.
@MainActor final class Feed {
  private(set) var query = ""
  private(set) var title = ""
  private let api: FakeAPI

  init(api: FakeAPI) { self.api = api }

  func search(_ text: String) async {
    query = text
    let found = await api.reply(to: text)
    if query == text { title = found }
  }
}

/// A screen that shows a spinner, an error or items.
@MainActor @Observable final class HomeModel {
  private(set) var isLoading = false
  private(set) var error: String?
  private(set) var items: [String]?
  private let api: FakeAPI

  init(api: FakeAPI) { self.api = api }

  func appear() async {
    isLoading = true
    items = [await api.reply(to: "breakfast")]
    isLoading = false
  }
}

/// Downloads files, of which `limit` at a time.
actor Downloads {
  private(set) var most = 0
  private let limit: Int
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) { self.limit = limit }

  func get(_ file: String) async {
    if running < limit {
      running += 1
    } else {
      // The download that ends leaves its place to this one.
      await withCheckedContinuation { waiting.append($0) }
    }
    most = max(most, running)
    try? await Task.sleep(for: .seconds(1))
    if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
  }
}

/// A client that reads two resources.
struct Client: Sendable {
  let session: URLSession

  func user() async throws -> Data { try await read("user") }
  func feed() async throws -> Data { try await read("feed") }

  private func read(_ path: String) async throws -> Data {
    guard let url = URL(string: "https://api.example.com/\(path)") else { throw URLError(.badURL) }
    return try await session.data(from: url).0
  }
}

/// A stream of prices that keeps each until it is read.
actor Prices {
  private let stream: AsyncStream<Int>
  private let feed: AsyncStream<Int>.Continuation

  init() { (stream, feed) = AsyncStream.makeStream() }

  func all() async -> [Int] {
    var all: [Int] = []
    for await price in stream { all.append(price) }
    return all
  }

  func send(_ prices: [Int]) {
    for price in prices { feed.yield(price) }
    feed.finish()
  }
}

/// A session that the whole process shares.
actor Session {
  static let shared = Session()
  private(set) var user: String? = "ada"

  func signOut() { user = nil }
}
