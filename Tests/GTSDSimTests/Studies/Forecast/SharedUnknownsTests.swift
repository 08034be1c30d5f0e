import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Values that are one unknown in all their places.
struct SharedUnknownsTests {
  private static func scenario(_ people: Int, _ body: String = "", uncertainty: String = "{}") throws -> Scenario {
    let personas = (1...people).map { #"{"name": "p\#($0)", "weight": \#($0)\#(body)}"# }.joined(separator: ", ")
    return try Scenario.parse(
      #"""
      {"name": "split", "horizon": "30h", "uncertainty": \#(uncertainty),
       "population": {"size": 40, "arrival": "together", "personas": [\#(personas)]}}
      """#)
  }

  @Test("One persona and the same people as eight equal ones give the same figures, of every indicator")
  func splitChangesNothing() throws {
    func indicators(_ people: Int) throws -> [ForecastSection.Indicator] {
      var forecast = Forecast(try Self.scenario(people), replications: 10, jobs: 2)
      forecast.runsAlternative = false
      return try #require(try forecast.run().report.forecast?.indicators)
    }
    let (one, eight) = (try indicators(1), try indicators(8))
    #expect(one.count > 20 && one.contains { $0.mean.map { $0 > 0 } == true })
    #expect(one.map(\.mean) == eight.map(\.mean))
    #expect(one.map(\.interval) == eight.map(\.interval))
    #expect(one.map(\.deviation) == eight.map(\.deviation))
  }

  @Test(
    "A forecast of one persona and of the same people as eight equal ones differ by chance alone",
    arguments: ["", #", "decisions": {"followCard": 0.6}, "habit": {"returnSameDay": 0.5}"#])
  func split(body: String) throws {
    func indicator(_ people: Int) throws -> ForecastSection.Indicator {
      var forecast = Forecast(try Self.scenario(people, body), replications: 60, jobs: 2)
      forecast.runsAlternative = false
      return try #require(try forecast.run().report.forecast?.indicators.first)
    }
    let (one, eight) = (try indicator(1), try indicator(8))
    let (a, b) = (try #require(one.deviation), try #require(eight.deviation))
    // The ratio of two deviations of 60 values each: 1.7 is three standard errors and more.
    #expect((1 / 1.4...1.4).contains(a / b), "\(a), \(b)")
    #expect(abs(try #require(one.mean) - #require(eight.mean)) < 0.05)
  }

  @Test("Personas share a default value as one unknown; other values are separate unknowns")
  func defaultsAndEqualPersonasAreShared() throws {
    let plain = try Self.scenario(3)
    #expect(plain.unknowns.filter { $0.path.contains("followCard") }.map(\.places.count) == [3])
    #expect(plain.unknowns.map(\.path) == (try Self.scenario(1)).unknowns.map(\.path))
    // The same number in personas that differ elsewhere is not a default: each is estimated separately.
    let own = try Scenario.parse(
      #"""
      {"population": {"personas": [
        {"name": "a", "decisions": {"followCard": 0.3}}, {"name": "b", "decisions": {"followCard": 0.3, "acknowledge": 0.5}},
        {"name": "c", "weight": 2, "decisions": {"followCard": 0.3}}]}}
      """#)
    let follow = own.unknowns.filter { $0.path.hasSuffix("followCard") }
    #expect(
      follow.map(\.places) == [
        ["a", "c"].map { "population.personas.\($0).decisions.followCard" },
        ["population.personas.b.decisions.followCard"],
      ])
    #expect(own.unknowns.filter { $0.path.hasSuffix("visitTasks") }.map(\.places.count) == [3])
    // Each place gets the drawn value, and no other place does.
    let draws = ParameterDraws(own, replications: 4, isStratified: false)
    let set = try own.setting(draws.assignments(ofSet: 0))
    let values = set.population.personas.map(\.decisions.followCard.value)
    #expect(values[0] == values[2] && values[0] != values[1] && values[0] != 0.3)
    #expect(Set(set.population.personas.map(\.decisions.visitTasks.value)).count == 1)
  }

  @Test("Equal personas that share an unknown are named together, not by the first of them")
  func names() throws {
    let body = #", "decisions": {"followCard": 0.6}"#
    func name(_ scenario: Scenario) -> String? {
      scenario.unknowns.first { $0.path.hasSuffix("followCard") }.map { Scenario.words(for: $0.namedPath) }
    }
    #expect(name(try Self.scenario(1, body)) == "follow the card (p1)")
    #expect(name(try Self.scenario(8, body)) == "follow the card")
    let own = try Scenario.parse(
      #"""
      {"population": {"personas": [
        {"name": "a", "decisions": {"followCard": 0.6}}, {"name": "b", "decisions": {"followCard": 0.3}},
        {"name": "c", "weight": 2, "decisions": {"followCard": 0.6}}]}}
      """#)
    #expect(name(own) == "follow the card (a and c)")
    #expect(Scenario.words(for: "population.personas.a+b+c+d.decisions.followCard") == "follow the card (a and 3 more)")
    // The sensitivity study uses the same names.
    let spread = (1...8).map { #""population.personas.p\#($0).decisions.followCard": 2"# }.joined(separator: ", ")
    let uncertain = try Self.scenario(8, body, uncertainty: "{\"spread\": {\(spread)}}")
    #expect(StudyFactor.all(of: uncertain).map(\.path).contains("population.personas.*.decisions.followCard"))
  }

  @Test("A default with its own `spread` for one persona is a separate unknown")
  func stated() throws {
    let path = "population.personas.p2.decisions.followCard"
    let scenario = try Self.scenario(3, uncertainty: #"{"spread": {"\#(path)": 2}}"#)
    let follow = scenario.unknowns.filter { $0.path.hasSuffix("followCard") }
    #expect(follow.map(\.places.count).sorted() == [1, 2])
    #expect(follow.first { $0.path == path }?.spread == 2)
  }

  @Test("The default reminders of two arms are one unknown")
  func arms() throws {
    let scenario = try Scenario.parse(
      #"""
      {"experiment": {"name": "e", "arms": [
        {"name": "A"}, {"name": "B", "reminders": {}}, {"name": "C", "reminders": {"response": 0.4}}]}}
      """#)
    let reach = scenario.unknowns.filter { $0.path.hasSuffix("reminders.reach") }
    #expect(reach.map(\.places.count) == [2])
    #expect(scenario.unknowns.filter { $0.path.hasSuffix("reminders.response") }.count == 2)
  }

  @Test("The values of people's memory are drawn within the allowed range")
  func memory() throws {
    let scenario = try Scenario.parse(#"{"uncertainty": {"factor": 20}}"#)
    let drawn = scenario.unknowns.filter { $0.path.hasPrefix("population.memory.") }
    // All of its numbers, except a deviation and the weight of earlier problems in complaints, which is 0.
    #expect(drawn.count == 18, "\(drawn.map(\.path))")
    for u in [0.001, 0.5, 0.999] {
      let assignments = drawn.flatMap { $0.assignments($0.drawn(at: u)) }
      let memory = try #require(try scenario.setting(assignments).population.memory)
      #expect(u != 0.5 || memory.laterDays == -1 && memory.traits.engagement == 1)
    }
    let without = try Scenario.parse(#"{"population": {"memory": null}}"#)
    #expect(!without.unknowns.contains { $0.path.contains("memory") })
  }
}
