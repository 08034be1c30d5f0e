import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A request at the server is a handler with steps instead of a task, only because it is faster.
@Suite(.limitedWait) struct RequestFormTests {
  /// The backend whose requests are tasks, written as an app's backend would be.
  private struct TaskFormBackend: Backend {
    let server: InProcessBackend

    func respond(to call: APICall) async throws(TransportError) -> APIReply {
      guard !Task.isCancelled else { throw .cancelled }
      let request = Request(call: call, isCopy: false, backend: server)
      server.scheduler.spawn(on: server) { await $0.runSteps(of: request) }
      request.timeout = server.scheduler.schedule(
        after: call.timeout, kind: .timer, lane: request.lane, handler: request)
      await request.comes(isolation: #isolation)
      return try request.take()
    }
  }

  private func events(
    of scenario: Scenario, by backend: (InProcessBackend) -> any Backend
  ) -> [String] {
    let users = 0..<scenario.population.size
    let world = World(scenario: scenario, replication: 0, cell: 0, users: users)
    let recorder = EventRecorder()
    world.events.observers.append(recorder)
    Population.spawn(in: world, backend: backend(InProcessBackend(world: world)))
    world.scheduler.run(until: scenario.horizon.nanoseconds)
    world.events.observers = []
    world.scheduler.shutdown()
    return recorder.events.map { "\($0.time) \($0.user) \($0.device) \($0.kind)" }
  }

  @Test("Requests run as tasks give the same events as requests run as handlers")
  func tasksComeToTheSameEvents() throws {
    var scenario = Scenario(name: "queues")
    scenario.generation = .preset(.head)
    scenario.population.size = 25
    scenario.backend.servers = 1
    scenario.backend.service = .constant(0.9)
    scenario.backend.lossRate = 0.05
    scenario.backend.errorRate = 0.05
    let asSteps = events(of: scenario) { $0 }
    let asTasks = events(of: scenario) { TaskFormBackend(server: $0) }
    #expect(asSteps.count > 5_000)
    for outcome in ["network", "status(500)", "status(200)"] {
      #expect(asSteps.contains { $0.contains("received") && $0.contains(outcome) }, "\(outcome)")
    }
    if let (step, task) = zip(asSteps, asTasks).first(where: { $0 != $1 }) {
      Issue.record("as steps \(step), as tasks \(task)")
    }
    #expect(asSteps.count == asTasks.count)
  }
}

extension InProcessBackend {
  /// Runs all steps of a request at the server as one async function.
  fileprivate func runSteps(of request: Request) async {
    await scheduler.sleep(leg(request, number: 0), kind: .leg, in: self)
    guard reaches(request) else { return request.answer(.unreachable) }
    guard let admission = admit(request) else { return }
    request.admission = admission
    switch arrive() {
    case .serve: break
    case .refuse: return refuse(request)
    case .wait:
      let since = scheduler.now
      await waiting.wait()
      if scheduler.isShuttingDown { return refuse(request) }
      noteWait(since: since)
    }
    guard let service = beginService(request) else { return endService(request, nil) }
    await scheduler.sleep(service.time, kind: .leg, in: self)
    endService(request, service)
  }
}
