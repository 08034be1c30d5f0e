import Foundation
import GTSDModel
import GTSDModelTestSupport
import GTSDSim
import Testing

struct StoryTests {
  private func parse(_ text: String, _ sets: String...) throws -> Scenario {
    try Scenario.parse(text, overrides: ScenarioOverrides(sets: sets))
  }

  @Test func readsWhatIsWritten() throws {
    let scenario = try parse(
      """
      {
        "generation": {"preset": "correct", "acknowledge": {"guard": "none"}},
        "faults": [{"kind": "error", "status": 503, "endpoints": ["generate-plan"], "times": 1}],
        "story": {
          "hazard": "double-tap-acknowledge", "twin": "acknowledge.guard=inFlight", "devices": 2,
          "given": [
            {"do": "onboard", "weight": 90, "goal": "maintain"}, "launch", {"do": "logIn", "account": 1, "on": 2},
          ],
          "when": [
            {"do": "typeEdit", "add": "vegan", "until": "editReady"},
            {"do": "openTab", "tab": "plans", "after": "0s", "on": 2, "optional": true},
            {"do": "pickPhotos", "count": 3}, {"do": "pickPhotos", "count": 1, "again": true, "after": "50ms"},
          ],
        },
      }
      """)
    #expect(scenario.faults == [Fault(kind: .error(status: 503), endpoints: [.generatePlan], times: 1)])
    var story = GTSDModel.Story()
    story.hazard = "double-tap-acknowledge"
    story.twin = "acknowledge.guard=inFlight"
    story.devices = 2
    story.given = [StoryStep(.onboard), StoryStep(.launch), StoryStep(.logIn)]
    story.given[0].parameters.weight = 90
    story.given[0].parameters.goal = .maintain
    story.given[2].parameters.account = 1
    story.given[2].device = 2
    story.steps = [StoryStep(.typeEdit), StoryStep(.openTab), StoryStep(.pickPhotos), StoryStep(.pickPhotos)]
    story.steps[0].parameters.add = "vegan"
    story.steps[1].parameters.tab = .plans
    story.steps[2].parameters.count = 3
    story.steps[3].parameters.count = 1
    story.steps[0].until = .editReady
    (story.steps[1].after, story.steps[1].device, story.steps[1].isOptional) = (.zero, 2, true)
    (story.steps[3].after, story.steps[3].isAgain) = (.milliseconds(50), true)
    #expect(scenario.story == story)
    #expect(scenario.population.size == 1)
  }

  @Test func writtenStoryReadsBack() throws {
    var values = RandomValues(seed: 5)
    var seen: Set<PersonAction> = []
    for _ in 0..<20 {
      var scenario = Scenario(name: "story")
      scenario.population = .onePerson
      let story = values.story()
      scenario.story = story
      let again = try Scenario.parse(scenario.resolvedJSON)
      try #require(again == scenario)
      #expect(again.digest == scenario.digest)
      seen.formUnion((story.given + story.steps).map(\.action))
    }
    #expect(seen.count == PersonAction.ofStories.count)
  }

  @Test func everyPartOfAStoryChangesTheDigest() throws {
    let text = #"{"story": {"when": [{"do": "openTab", "tab": "plans"}]}}"#
    let changes = [
      "story.hazard=x", "story.twin=plan.gate=off", "story.devices=2", "story.given=[\"launch\"]",
      "story.when[0].do=rest",
      "story.when[0].tab=home", "story.when[0].after=1s", "story.when[0].until=signedIn", "story.when[0].optional=true",
    ]
    var digests = [try parse(text).digest, try Scenario.parse("{}").digest]
    for change in changes {
      let sets = change == "story.when[0].do=rest" ? [change, "story.when[0].tab=null"] : [change]
      digests.append(try Scenario.parse(text, overrides: ScenarioOverrides(sets: sets)).digest)
    }
    #expect(Set(digests).count == changes.count + 2)
  }

  @Test func populationScenariosHaveNoStory() throws {
    let plain = try parse(#"{"faults": [{"kind": "outage"}]}"#)
    #expect(!plain.resolvedJSON.contains("story"))
    #expect(!plain.resolvedJSON.contains("times"))
    #expect(try parse(#"{"story": null}"#) == Scenario(name: "scenario"))
  }

  @Test func strategiesAreReplacedByName() throws {
    let sound = Generation.preset(.correct)
    var other = sound
    other.acknowledge.guard = .none
    #expect(sound.applying(strategy: "acknowledge.guard=none") == other)
    #expect(other.applying(strategy: "acknowledge.guard=inFlight") == sound)
    #expect(sound.applying(strategy: "acknowledge.guard=inFlight") == sound)
    other = sound
    other.photo.upload = .bounded(9)
    #expect(sound.applying(strategy: "photo.upload={\"bounded\": 9}") == other)
    other.photo.upload = .sequential
    #expect(sound.applying(strategy: "photo.upload=sequential") == other)
    for name in ["acknowledge.guard", "acknowledge.guard=", "=none", "guard=none", "acknowledge.guard=no", ""] {
      #expect(sound.applying(strategy: name) == nil, "\(name)")
    }
    // Every choice of every switch has a name.
    for item in Generation.switches {
      for choice in item.choices {
        let chosen = try #require(
          sound.applying(strategy: "\(item.path)=\(choice.string ?? choice.text)"), "\(item.path)")
        #expect(item.choice(chosen).text == choice.text)
      }
    }
  }
}
