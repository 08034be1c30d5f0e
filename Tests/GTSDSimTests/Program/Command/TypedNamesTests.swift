import TestSupport
import Testing

@testable import GTSDCommandLine

/// Errors name what was typed, and what was probably meant.
struct TypedNamesTests {
  static let cases: [(line: [String], texts: [String])] = [
    (["compare", "first-day@corect"], ["@corect", "did you mean `correct`?"]),
    (
      ["compare", "first-day", "--set-b", "backend.metricsdelay=5m"],
      ["--set-b backend.metricsdelay=5m", "`metricsDelay`"]
    ),
    (["list"], ["WHAT is missing; one of kpis, hazards"]),
    (["--verison"], ["did you mean `--version`?"]),
    (
      [
        "forecast", "first-day", "--users", "2", "-n", "2", "--target", "5%", "--solve",
        "population.personas.casual.decisions.dismisCard",
      ], ["did you mean `population.personas.casual.decisions.dismissCard`?"]
    ),
    (["forecast", "first-day", "--precision", "5"], ["0.01 is one percentage point"]),
    (["run", "first-day", "--set", "faults[0].kind=outage"], ["the list is empty"]),
    (
      ["run", "first-day", "--set", "backend.service={\"lognormal\":{\"median\":\"40 ms\",\"sigma\":1}}"],
      ["such as \"40ms\""]
    ),
    (["run", "first-day", "--set", "foto=1"], ["`gtsd-sim schema` has all keys"]),
    (["run", "first-day", "--set", "acknowledge.guard=inFlight"], ["did you mean `generation.acknowledge.guard`?"]),
    (["replay", "gtsd3-abc"], ["copy the whole token"]),
    (["compare", "a", "b", "c"], ["at most 2 names; found 3"]),
  ]

  @Test("An error names the option as typed, and the nearest name", arguments: cases.indices)
  func error(index: Int) {
    let result = CommandResult(Self.cases[index].line, directory: Checkout.root.path)
    #expect(result.code == .usage || result.code == .invalidInput)
    for text in Self.cases[index].texts { #expect(result.error.contains(text), "\(result.error)") }
  }
}
