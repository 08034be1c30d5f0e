import GTSDModel
import GTSDSim
import Testing

@Test(arguments: [Generation.Preset.seedFixed, .correct], [UInt64(1), 2])
func noSessionCrashes(generation: Generation.Preset, seed: UInt64) throws {
  var scenario = try Scenario.library("direct-to-plans")
  (scenario.generation, scenario.seed, scenario.population.size) = (.preset(generation), seed, 30)
  let report = Simulation(scenario).run()
  #expect(report[.crashRate]?.numerator == 0)
}
