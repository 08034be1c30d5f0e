import GTSDModel
import Testing

struct StoryProblemTests {
  private func problems(_ text: String, _ overrides: ScenarioOverrides = ScenarioOverrides()) -> [ScenarioProblem] {
    do {
      _ = try Scenario.parse(text, overrides: overrides)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func aStoryTakesNoRatesOfErrors() {
    let story = #""story": {"when": ["launch"]}"#
    #expect(
      problems(#"{"backend": {"errorRate": 0, "lossRate": 0, "network": {"constant": {"value": "1ms"}}}, \#(story)}"#)
        == [])
    #expect(
      problems(#"{"backend": {"errorRate": 0.1}, \#(story)}"#, ScenarioOverrides(sets: ["backend.lossRate=0.2"]))
        .map(\.path) == ["$.backend.errorRate", "$.backend.lossRate"])
  }

  @Test func listsAllProblemsWithPathPlaceAndRemedy() {
    let found = problems(
      """
      {
        "population": {"size": 5},
        "story": {
          "hazard": "Double Tap",
          "given": [
            {"do": "openTab"},
            {"do": "acknowlege", "after": "1"},
          ],
          "when": [
            {"do": "acknowledge", "tab": "plans", "agian": true},
            {"do": "pickPhotos", "count": 21},
          ],
        },
      }
      """)
    #expect(
      found.map(\.description) == [
        "2:17: $.population: cannot be used with `story`, which is about one person; leave one of them out",
        "4:15: $.story.hazard: expected a name such as \"double-tap\"; found \"Double Tap\"",
        "6:7: $.story.given[0].tab: is missing; `openTab` needs `tab`",
        "7:14: $.story.given[1].do: unknown action `acknowlege`; did you mean `acknowledge`? `gtsd-sim list actions` "
          + "names them all",
        "7:37: $.story.given[1].after: \"1\" is no duration; write numbers with units d, h, m, s, ms, us or ns, such as "
          + "\"1h30m\"",
        "10:36: $.story.when[0].tab: is no parameter of `acknowledge`; `acknowledge` has no parameters",
        "10:45: $.story.when[0].agian: unknown key `agian`; did you mean `again`?",
        "11:37: $.story.when[1].count: expected a whole number of photos from 1 to 20; found 21",
      ])
  }

  /// Faulty parts of a story, each written in place of `$`.
  @Test(arguments: [
    // The whole
    (#"{"story": {"people": 2, "when": ["launch"]}}"#, "$.story.people", "2 people have 1 phone between them"),
    (#"{"story": {"when": [{"do": "setClock"}]}}"#, "$.story.when[0].by", "is missing"),
    (
      #"{"story": {"when": [{"do": "setTimeZone", "offset": "15h"}]}}"#, "$.story.when[0].offset",
      "expected an offset from -12h to 14h"
    ),
    (#"{"story": {}}"#, "$.story.when", "is missing"),
    (#"{"story": []}"#, "$.story", "expected an object (story)"),
    (#"{"story": {"when": []}}"#, "$.story.when", "1 to 50 entries (steps); found none"),
    (#"{"story": {"when": "rest"}}"#, "$.story.when", "found \"rest\""),
    (#"{"story": {"when": ["rest"], "then": []}}"#, "$.story.then", "unknown key"),
    (#"{"story": {"when": ["rest"], "devices": 3}}"#, "$.story.devices", "from 1 to 2"),
    (#"{"story": {"when": ["rest"], "hazard": "a--b"}}"#, "$.story.hazard", "expected a name"),
    // Beside others
    (#"{"population": {}, "story": {"when": ["rest"]}}"#, "$.population", "cannot be used with `story`"),
    (
      #"{"experiment": {"name": "e", "arms": [{"name": "a"}, {"name": "b"}]}, "story": {"when": ["rest"]}}"#,
      "$.experiment", "cannot be used with `story`"
    ),
    (
      #"{"targets": {"dismissal-rate": {"comparison": ">=", "value": 1}}, "story": {"when": ["rest"]}}"#, "$.targets",
      "cannot be used with `story`"
    ),
    // Steps
    (#"{"story": {"when": [3]}}"#, "$.story.when[0]", "expected an object (step)"),
    (#"{"story": {"when": [{}]}}"#, "$.story.when[0].do", "is missing"),
    (#"{"story": {"when": [{"do": 3}]}}"#, "$.story.when[0].do", "expected one of \"rest\""),
    (#"{"story": {"when": ["rset"]}}"#, "$.story.when[0].do", "did you mean `rest`?"),
    (#"{"story": {"when": ["logIn"]}}"#, "$.story.when[0].account", "`logIn` needs `account`"),
    (#"{"story": {"when": ["typeEdit"]}}"#, "$.story.when[0]", "types nothing; `typeEdit` takes one or more of `name`"),
    (#"{"story": {"when": [{"do": "typeEdit", "name": null}]}}"#, "$.story.when[0]", "types nothing"),
    (#"{"story": {"when": [{"do": "rest", "on": 2}]}}"#, "$.story.when[0].on", "there is no phone 2; raise `devices`"),
    (#"{"story": {"devices": 2, "when": [{"do": "rest", "on": 3}]}}"#, "$.story.when[0].on", "from 1 to 2"),
    (#"{"story": {"when": [{"do": "rest", "after": 1}]}}"#, "$.story.when[0].after", "such as \"1s\""),
    (#"{"story": {"when": [{"do": "rest", "until": "saved"}]}}"#, "$.story.when[0].until", "unknown choice"),
    (#"{"story": {"when": [{"do": "rest", "again": 1}]}}"#, "$.story.when[0].again", "expected true or false"),
    (
      #"{"story": {"when": [{"do": "acknowledge", "again": true}]}}"#, "$.story.when[0].again",
      "no earlier step on phone 1 does `acknowledge`"
    ),
    (
      #"{"story": {"given": [{"do": "rest", "optional": true}], "when": ["rest"]}}"#, "$.story.given[0].optional",
      "what is given cannot be left out"
    ),
    // Parameters
    (#"{"story": {"when": [{"do": "openTab", "tab": "plan"}]}}"#, "$.story.when[0].tab", "did you mean `plans`?"),
    (#"{"story": {"when": [{"do": "openTab", "tab": 1}]}}"#, "$.story.when[0].tab", "expected one of \"home\""),
    (#"{"story": {"when": [{"do": "openTab", "tab": null}]}}"#, "$.story.when[0].tab", "is missing"),
    (#"{"story": {"when": [{"do": "signUp", "account": 3}]}}"#, "$.story.when[0].account", "from 1 to 2"),
    (#"{"story": {"when": [{"do": "onboard", "name": "A"}]}}"#, "$.story.when[0].name", "no parameter of `onboard`"),
    (#"{"story": {"when": [{"do": "onboard", "goal": "fly"}]}}"#, "$.story.when[0].goal", "unknown choice"),
    (#"{"story": {"when": [{"do": "onboard", "weight": -1}]}}"#, "$.story.when[0].weight", "from 0 to 1000"),
    (#"{"story": {"when": [{"do": "onboard", "allergies": [1]}]}}"#, "$.story.when[0].allergies[0]", "a text"),
    (#"{"story": {"when": [{"do": "typeEdit", "index": 1}]}}"#, "$.story.when[0].index", "of `typeEdit`"),
    (#"{"story": {"when": [{"do": "deletePhoto", "index": -1}]}}"#, "$.story.when[0].index", "from 0"),
    // Twins
    (#"{"story": {"when": ["rest"], "twin": "plan.gate"}}"#, "$.story.twin", "is no strategy; write `path=value`"),
    (
      #"{"story": {"when": ["rest"], "twin": "acknowledge.gaurd=none"}}"#, "$.story.twin",
      "unknown switch `acknowledge.gaurd`; did you mean `acknowledge.guard`?"
    ),
    (
      #"{"story": {"when": ["rest"], "twin": "acknowledge.guard=inFligth"}}"#, "$.story.twin",
      "unknown choice `inFligth`; did you mean `inFlight`?"
    ),
    (#"{"story": {"when": ["rest"], "twin": "acknowledge.guard=none"}}"#, "$.story.twin", "own generation"),
    (
      #"{"generation": "correct", "story": {"when": ["rest"], "twin": "acknowledge.guard=inFlight"}}"#,
      "$.story.twin", "own generation"
    ),
    // Faults
    (#"{"faults": [{"kind": "outage", "times": 0}]}"#, "$.faults[0].times", "from 1 to 1000"),
    (
      #"{"faults": [{"kind": "clock-skew", "by": "1s", "times": 1}]}"#, "$.faults[0].times",
      "has no meaning for the kind `clock-skew`"
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

  @Test func limitsOfStepsAreExact() {
    func story(_ given: Int, _ when: Int) -> String {
      func steps(_ count: Int) -> String { (0..<count).map { _ in "\"rest\"" }.joined(separator: ",") }
      return "{\"story\": {\"given\": [\(steps(given))], \"when\": [\(steps(when))]}}"
    }
    #expect(problems(story(0, 1)).isEmpty && problems(story(50, 50)).isEmpty)
    #expect(problems(story(51, 1)).map(\.path) == ["$.story.given"])
    #expect(problems(story(0, 51)).map(\.path) == ["$.story.when"])
  }

  @Test func aWrongGenerationHidesTheQuestionOfTheTwin() {
    let text = #"{"generation": "corect", "story": {"when": ["rest"], "twin": "acknowledge.guard=none"}}"#
    #expect(problems(text).map(\.path) == ["$.generation"])
  }

  @Test func optionsAreNamed() {
    let overrides = ScenarioOverrides(users: 5, sets: ["story.when[0].on=2"])
    #expect(
      problems(#"{"story": {"when": [{"do": "rest"}]}}"#, overrides).map(\.description) == [
        "--set story.when[0].on=2: $.story.when[0].on: there is no phone 2; raise `devices` of the story",
        "--users 5: $.population: cannot be used with `story`, which is about one person; leave one of them out",
      ])
  }
}
