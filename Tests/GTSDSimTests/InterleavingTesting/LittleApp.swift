import Observation
import Testing

/// An app as its engineer would write it, without any knowledge of a search.
enum LittleApp {
  struct Plan: Sendable {
    var id: Int
    var isAcknowledged: Bool
  }

  protocol API: Sendable {
    func plan() async throws -> Plan
    func acknowledge(_ id: Int) async throws
  }

  /// The engineer's own fake.
  actor FakeAPI: API {
    private var isAcknowledged = false

    func plan() async throws -> Plan {
      try await Task.sleep(for: .milliseconds(20))
      let plan = Plan(id: 7, isAcknowledged: isAcknowledged)
      try await Task.sleep(for: .milliseconds(20))
      return plan
    }

    func acknowledge(_ id: Int) async throws {
      try await Task.sleep(for: .milliseconds(20))
      isAcknowledged = true
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @MainActor @Observable final class HomeViewModel {
    private(set) var needsAcknowledgment = false
    private let api: any API
    /// Whether late replies are dropped.
    private let isGuarded: Bool
    private var generation = 0

    init(api: any API, isGuarded: Bool = false) { (self.api, self.isGuarded) = (api, isGuarded) }

    func load() async {
      generation += 1
      let mine = generation
      guard let plan = try? await api.plan() else { return }
      if isGuarded, mine != generation { return }
      needsAcknowledgment = !plan.isAcknowledged
    }

    func acknowledged() {
      generation += 1
      needsAcknowledgment = false
    }
  }

  @MainActor @Observable final class PlansViewModel {
    private(set) var needsAcknowledgment = true
    private let api: any API
    private let home: HomeViewModel

    init(api: any API, home: HomeViewModel) { (self.api, self.home) = (api, home) }

    func acknowledge() async {
      guard (try? await api.acknowledge(7)) != nil else { return }
      needsAcknowledgment = false
      home.acknowledged()
    }
  }

  struct Disagreement: Error {}

  /// The same for a test without expectations.
  static func checkAgreement() async throws {
    let api = FakeAPI()
    let home = await HomeViewModel(api: api)
    let plans = await PlansViewModel(api: api, home: home)
    async let load: Void = home.load()
    async let acknowledge: Void = plans.acknowledge()
    _ = await (load, acknowledge)
    if await home.needsAcknowledgment != plans.needsAcknowledgment { throw Disagreement() }
  }

  /// Runs the test of such an app, with one expectation.
  static func agree(isGuarded: Bool) async {
    let api = FakeAPI()
    let home = await HomeViewModel(api: api, isGuarded: isGuarded)
    let plans = await PlansViewModel(api: api, home: home)
    async let load: Void = home.load()
    async let acknowledge: Void = plans.acknowledge()
    _ = await (load, acknowledge)
    await #expect(home.needsAcknowledgment == plans.needsAcknowledgment)
  }
}
