import GTSDModel
import Testing

struct ScenarioProblemTests {
  private func problems(_ text: String, _ overrides: ScenarioOverrides = ScenarioOverrides()) -> [ScenarioProblem] {
    do {
      _ = try Scenario.parse(text, overrides: overrides)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func listsAllProblemsWithPathPlaceAndRemedy() {
    let found = problems(
      """
      {
        "seeed": 1,
        "horizon": "-5h",
        "population": {
          "size": 0,
          "personas": [
            {"name": "a", "decisions": {"followCard": 1.2, "folowCard": 0.1}},
            {"name": "a", "timings": {"tabDwell": {"uniform": {"low": "5s", "high": "2s"}}}},
          ],
        },
      }
      """)
    #expect(
      found.map(\.description) == [
        "2:3: $.seeed: unknown key `seeed`; did you mean `seed`?",
        "3:14: $.horizon: negative duration \"-5h\"; expected a duration from 1s to 366d, such as \"1h30m\"",
        "5:13: $.population.size: expected a whole number of users from 1 to 10000000; found 0",
        "7:49: $.population.personas[0].decisions.followCard: 1.2 is no probability; a number from 0 to 1",
        "7:54: $.population.personas[0].decisions.folowCard: unknown key `folowCard`; did you mean `followCard`?",
        "8:16: $.population.personas[1].name: duplicate persona `a`; $.population.personas[0] has this name already",
        "8:57: $.population.personas[1].timings.tabDwell.uniform: impossible distribution: low is above high",
      ])
  }

  @Test(arguments: [
    // Texts
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a"}, {"name": "b", "stages": [{"from": "0s"}]}]}}"#,
      "$.experiment.arms[1].stages[0]", "names nobody who gets the arm"
    ),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a"}, {"name": "b", "stages": [{"from": "0s", "share": 0.1, "users": 5}]}]}}"#,
      "$.experiment.arms[1].stages[0]", "has a share and a number of users"
    ),
    (#"{"seed": 1, "seed": 2}"#, "$.seed", "duplicate key"),
    (#"{"seed": -1}"#, "$.seed", "whole number"),
    (#"{"name": "a b"}"#, "$.name", "letters"),
    (#"[]"#, "$", "expected an object (scenario)"),
    (#"{"#, "$", "expected a key"),
    // Durations
    (#"{"horizon": 24}"#, "$.horizon", "durations are texts with a unit"),
    (#"{"horizon": "24"}"#, "$.horizon", "is no duration"),
    (#"{"horizon": "367d"}"#, "$.horizon", "from 1s to 366d"),
    (#"{"horizon": "0s"}"#, "$.horizon", "from 1s to 366d"),
    // People
    (#"{"population": {"size": 10000001}}"#, "$.population.size", "10000000"),
    (#"{"population": {"size": 2.5}}"#, "$.population.size", "whole number"),
    (#"{"population": {"personas": []}}"#, "$.population.personas", "found none"),
    (#"{"population": {"personas": [{}]}}"#, "$.population.personas[0].name", "is missing"),
    (#"{"population": {"personas": [{"name": "a", "weight": 0}]}}"#, "$.population.personas", "all weights are 0"),
    (#"{"population": {"personas": [{"name": "a", "weight": -1}]}}"#, "$.population.personas[0].weight", "from 0"),
    (#"{"population": {"arrival": "dayly"}}"#, "$.population.arrival", "did you mean `daily`?"),
    (#"{"population": {"arrival": {"daily": {}}}}"#, "$.population.arrival.daily.over", "is missing"),
    (
      #"{"population": {"personas": [{"name": "a", "decisions": {"photoCountWeights": [0, 0, 0, 0, 0]}}]}}"#,
      "$.population.personas[0].decisions.photoCountWeights", "not all 0"
    ),
    (#"{"population": {"reminders": {"most": 101}}}"#, "$.population.reminders.most", "from 0 to 100"),
    (#"{"population": {"summaryLength": "0s"}}"#, "$.population.summaryLength", "from 1s to 1d"),
    (#"{"population": {"reminders": {"every": "0s"}}}"#, "$.population.reminders.every", "from 1m to 366d"),
    (#"{"population": {"reminders": {"reach": 2}}}"#, "$.population.reminders.reach", "no probability"),
    (#"{"population": {"timeZones": [{"share": 1}]}}"#, "$.population.timeZones[0].offset", "is missing"),
    (
      #"{"population": {"timeZones": [{"offset": "-13h"}]}}"#, "$.population.timeZones[0].offset",
      "expected an offset from -12h to 14h"
    ),
    (#"{"population": {"timeZones": [{"offset": 3}]}}"#, "$.population.timeZones[0].offset", "expected an offset"),
    (
      #"{"population": {"timeZones": [{"offset": "-8h"}, {"offset": "-480m"}]}}"#, "$.population.timeZones[1].offset",
      "duplicate time zone `-8h`"
    ),
    (
      #"{"population": {"timeZones": [{"offset": "0h", "share": 0}]}}"#, "$.population.timeZones", "all weights are 0"
    ),
    // Distributions
    (#"{"backend": {"service": {"lognormal": {"median": "1s"}}}}"#, "$.backend.service.lognormal.sigma", "is missing"),
    (
      #"{"backend": {"service": {"lognormal": {"median": "1s", "sigma": -1}}}}"#, "$.backend.service.lognormal.sigma",
      "impossible distribution"
    ),
    (#"{"backend": {"service": {"gauss": {}}}}"#, "$.backend.service.gauss", "unknown distribution"),
    (#"{"backend": {"service": {"normal": {}, "uniform": {}}}}"#, "$.backend.service", "exactly one key"),
    (#"{"backend": {"service": "-3s"}}"#, "$.backend.service", "negative duration"),
    (#"{"backend": {"service": {"exponential": {"mean": 0}}}}"#, "$.backend.service.exponential.mean", "above 0"),
    (
      #"{"backend": {"errorRate": {"lognormal": {"median": 1, "sigma": 1}}}}"#, "$.backend.errorRate",
      "cannot be the distribution of a probability"
    ),
    (#"{"backend": {"errorRate": {"value": 0.5}}}"#, "$.backend.errorRate.uncertainty", "is missing"),
    (#"{"backend": {"errorRate": "often"}}"#, "$.backend.errorRate", "expected a probability"),
    // Backend and faults
    (
      #"{"backend": {"serviceByEndpoint": {"acknowlege": 1}}}"#, "$.backend.serviceByEndpoint.acknowlege",
      "`acknowledge`"
    ),
    (#"{"backend": {"servers": 3}, "population": {"size": 5000}}"#, "$.backend.servers", "would get none of the 3"),
    (#"{"faults": [{"kind": "outtage"}]}"#, "$.faults[0].kind", "did you mean `outage`?"),
    (#"{"faults": [{"kind": "outage", "endpoints": ["mee"]}]}"#, "$.faults[0].endpoints[0]", "did you mean `me`?"),
    (#"{"faults": [{"kind": "error"}]}"#, "$.faults[0].status", "is missing"),
    (#"{"faults": [{"kind": "outage", "status": 500}]}"#, "$.faults[0].status", "has no meaning"),
    (#"{"faults": [{"kind": "outage", "from": "2h", "until": "1h"}]}"#, "$.faults[0].until", "not after its start"),
    // Targets
    (
      #"{"targets": {"dismisal-rate": {"comparison": ">=", "value": 1}}}"#, "$.targets.dismisal-rate",
      "did you mean `dismissal-rate`?"
    ),
    (
      #"{"targets": {"dismissal-rate": {"comparison": "=>", "value": 1}}}"#, "$.targets.dismissal-rate.comparison",
      "did you mean `>=`?"
    ),
    (
      #"{"targets": {"dismissal-rate": {"comparison": ">=", "value": [0, 1]}}}"#, "$.targets.dismissal-rate.value",
      "`between` needs"
    ),
    (
      #"{"targets": {"dismissal-rate": {"comparison": "<", "value": 80}}}"#, "$.targets.dismissal-rate.value",
      #"is a share, from 0 to 1 or "0%" to "100%"; found 80"#
    ),
    (
      #"{"targets": {"dismissal-rate": {"comparison": "<", "value": "2h"}}}"#, "$.targets.dismissal-rate.value",
      #"is a share, from 0 to 1 or "0%" to "100%"; found "2h""#
    ),
    (
      #"{"targets": {"time-to-acknowledge": {"comparison": "<", "value": "80%"}}}"#,
      "$.targets.time-to-acknowledge.value", #"time-to-acknowledge is no share; found "80%""#
    ),
    (
      #"{"targets": {"state-violations": {"comparison": "<=", "value": "1m"}}}"#, "$.targets.state-violations.value",
      "is no length of time"
    ),
    (
      #"{"targets": {"dismissal-rate": {"comparison": "<", "value": "1s", "versus": "control"}}}"#,
      "$.targets.dismissal-rate.value", "a change against control is a share"
    ),
    // Generations
    (#"{"generation": "seed-curent"}"#, "$.generation", "did you mean `seed-current`?"),
    (#"{"generation": {"plan": {"gate": "of"}}}"#, "$.generation.plan.gate", "did you mean `off`?"),
    (#"{"generation": {"photo": {"upload": {"bounded": 0}}}}"#, "$.generation.photo.upload.bounded", "from 1 to 100"),
    // Output
    (#"{"output": {"directory": ""}}"#, "$.output.directory", "expected a path"),
    (#"{"output": {"formats": ["htm"]}}"#, "$.output.formats[0]", "did you mean `html`?"),
    (#"{"output": {"formats": []}}"#, "$.output.formats", "found none"),
    // Experiments
    (#"{"experiment": {"name": "e", "arms": [{"name": "a"}]}}"#, "$.experiment.arms", "found 1"),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a"}, {"name": "a"}]}}"#, "$.experiment.arms[1].name",
      "duplicate arm `a`"
    ),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a"}, {"name": "b", "generation": {"plan": {"gate": "off"}}}]}}"#,
      "$.experiment.arms[1].generation.plan.gate", "is a switch of the backend"
    ),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a"}, {"name": "b", "decisionFactors": {"followCart": 1}}]}}"#,
      "$.experiment.arms[1].decisionFactors.followCart", "did you mean `followCard`?"
    ),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a", "stages": [{"from": "1h", "share": 1}]}, {"name": "b"}]}}"#,
      "$.experiment.arms[0].stages", "the first arm is the control"
    ),
    (
      #"{"population": {"summaryLength": "20s"}, "#
        + #""experiment": {"name": "e", "arms": [{"name": "a", "decisionFactors": {"readSummaryToEnd": 2}}, {"name": "b"}]}}"#,
      "$.experiment.arms[0].decisionFactors.readSummaryToEnd", "has no effect if `summaryLength`"
    ),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a", "rollback": "1h"}, {"name": "b"}]}}"#,
      "$.experiment.arms[0].rollback", "the first arm is the control"
    ),
  ])
  func namesTheProblem(text: String, path: String, message: String) throws {
    let found = problems(text)
    let problem = try #require(found.first)
    #expect(found.count == 1, "\(found)")
    #expect(problem.path == path)
    #expect(problem.description.contains(message), "\(problem)")
    #expect(problem.line == 1)
  }

  @Test func aWrongPresetHidesNoWrongSwitch() {
    #expect(
      problems(#"{"generation": {"preset": "seed-curent", "plan": {"gate": "of"}}}"#).map(\.description) == [
        "1:27: $.generation.preset: unknown generation `seed-curent`; did you mean `seed-current`?",
        "1:59: $.generation.plan.gate: unknown choice `of`; did you mean `off`?",
      ])
  }

  @Test func problemsOfOptionsNameTheOption() throws {
    let overrides = ScenarioOverrides(users: 0, sets: ["population.sise=3", "seed=-1"])
    #expect(
      problems("{}", overrides).map(\.description) == [
        "--set seed=-1: $.seed: expected a whole number from 0 to 18446744073709551615; found -1",
        "--users 0: $.population.size: expected a whole number of users from 1 to 10000000; found 0",
        "--set population.sise=3: $.population.sise: unknown key `sise`; did you mean `size`?",
      ])
  }
}
