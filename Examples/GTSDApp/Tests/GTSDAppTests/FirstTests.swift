import Foundation
import GTSDApp
import GTSDExplore
import Testing

// Read this file first: a test of the app as it is shipped, run in many orders.

@Test func theCardIsGoneAfterAnAcknowledgment() async throws {
  try await Exploration.search(schedules: Size.sound) { world in
    // The server is simulated, its time is virtual, and its replies come in any order. What the app sends is judged as
    // well: twice the same, another account's, too late a write.
    let person = try await Person(world.backend(.correct))
    let client = person.client(world)
    let metrics = await MetricsModel(client: client)
    let home = await HomeViewModel(client: client, metrics: metrics)
    let plans = await PlansViewModel(client: client, metrics: metrics)

    // What the timeline of a find shows, and what must hold whenever a person could look.
    world.watch(home, as: "home")
    world.watch(metrics, as: "metrics")
    world.always("the spinner turns while Home loads") { home.isLoading || home.loadsUnderWay == 0 }

    await plans.open()
    // Everything that may happen at once is started at once.
    async let pull: Void = home.load()
    async let tap: Void = plans.acknowledge()
    _ = await (pull, tap)

    await #expect(!home.showsCard)
    await #expect(plans.plan != nil)
  }
}

/// The same search with the trait, for code that needs no server.
@Test(.explored(schedules: 200)) func whatIsPickedIsCounted() async throws {
  let nowhere = try #require(URL(string: "https://nowhere.test"))
  let client = APIClient(baseURL: nowhere, urlSession: .shared)
  let photos = await PhotosViewModel(client: client, task: 1)
  await withTaskGroup { group in
    for number: UInt8 in 0..<3 { group.addTask { await photos.pick(Data([number])) } }
  }
  await #expect(photos.picked.count == 3)
}
