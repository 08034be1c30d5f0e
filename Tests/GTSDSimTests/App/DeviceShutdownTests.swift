import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A world that is closed in the middle of its work ends without an error and leaves nothing in memory.
@Suite struct DeviceShutdownTests {
  @Test(arguments: hosted, [0.02, 0.3, 5.0, 10.5, 11.02, 30.0])
  func shutDownReleasesEverything(_ preset: Generation.Preset, after seconds: Double) {
    let harness = DeviceHarness(preset)
    let world = harness.backend.world
    let person = Person(devices: harness.devices, scheduler: world.scheduler)
    world.scheduler.spawn {
      await person.onboard()
      await person.tap(.openTab(.plans))
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.rest(1000)
    }
    world.scheduler.run(until: Int64(seconds * 1e9))
    let isOfDevice = { (event: SimulationEvent) in event.device != SimulationEvent.server }
    let before = harness.events.filter(isOfDevice).count
    world.scheduler.shutdown()
    #expect(harness.events.filter(isOfDevice).count == before, "what the shutdown sets free is no event")
  }
}
