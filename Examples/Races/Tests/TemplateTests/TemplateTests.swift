// The tests of the page Templates, which must be equal to these word for word.
import Foundation
import InterleavingTesting
import Testing
import XCTest

@Test(.explored(schedules: 1_000)) func lateReply() async {
  let feed = await Feed(api: FakeAPI())
  async let first: Void = feed.search("swi")
  async let second: Void = feed.search("swift")
  _ = await (first, second)
  await #expect(feed.title == feed.query)
}

final class FeedTests: XCTestCase {
  func testLateReply() async throws {
    try await explore(schedules: 1_000) { _ in
      let feed = await Feed(api: FakeAPI())
      async let first: Void = feed.search("swi")
      async let second: Void = feed.search("swift")
      _ = await (first, second)
      let (title, query) = await (feed.title, feed.query)
      XCTAssertEqual(title, query)
    }
  }
}

@Test func nothingFlickers() async throws {
  try await Exploration.search { world in
    let model = await HomeModel(api: FakeAPI())
    world.watch(model, as: "home")
    world.always("a spinner and an error are never shown at once") { !(model.isLoading && model.error != nil) }
    world.eventually("something is shown", within: .seconds(5)) { model.items != nil || model.error != nil }
    await model.appear()
  }
}

@Test(.explored()) func oneDownloadAtATime() async {
  let downloads = Downloads(limit: 1)
  await withTaskGroup { group in
    for file in ["a", "b", "c"] { group.addTask(name: file) { await downloads.get(file) } }
  }
  await #expect(downloads.most == 1)
}

@Test func repliesInEveryOrder() async throws {
  try await Exploration.search { world in
    world.intercept(host: "api.example.com") { request in
      try await Task.sleep(for: .milliseconds(50))
      return .json(#"{"path": "\#(request.url?.path ?? "")"}"#)
    }
    let client = Client(session: world.urlSession())
    async let user = client.user()
    async let feed = client.feed()
    _ = try await (user, feed)
  }
}

@Test(.explored(window: .seconds(2))) func slowReplies() async {
  let feed = await Feed(api: FakeAPI(latency: [.seconds(3), .seconds(2)]))
  async let first: Void = feed.search("swi")
  async let second: Void = feed.search("swift")
  _ = await (first, second)
  await #expect(feed.title == feed.query)
}

@Test(.explored()) func nothingIsDropped() async {
  let prices = Prices()
  async let all = prices.all()
  await prices.send([1, 2, 3])
  #expect(await all == [1, 2, 3])
}

@Test(.explored(schedules: 200, isolated: true)) func signsOut() async {
  await Session.shared.signOut()
  #expect(await Session.shared.user == nil)
}
