import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension MicroStory {
  /// Replies that tell what was, after the phone has heard of what came since.
  static let oldReplies = [
    // The launch reads the user; before the reply comes, onboarding is answered.
    MicroStory(
      "replies.apply=arrival", breaks: .mono, faults: [Fault(kind: .reorder(.constant(5)), endpoints: [.me])],
      as: .saveThenDismissRace
    ) { person in
      await person.signUp()
      await person.tap(.terminate)
      await person.rest(1)
      await person.tap(.launch)
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.wait(.sheetSettled)
      await person.tap(.exitSummary(.getStartedButton))
      await person.rest(10)
    },
    // The reply to the acknowledgment is lost and reading fails, so that it is sent again. Its key brings the first
    // reply, from before the edit that has brought another row.
    MicroStory(
      "replies.apply=arrival", breaks: .gate,
      faults: [
        Fault(kind: .replyLost, endpoints: [.acknowledge], times: 1),
        Fault(kind: .error(status: 503), endpoints: [.todayMetrics], from: .seconds(75), times: 1),
      ]
    ) { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.rest(until: 60)
      await person.tap(.acknowledge, intent: 2)
      await person.typeEdit { $0.currentWeight = 90 }
      await person.tap(.saveEdit, intent: 3)
      await person.rest(60)
    },
  ]

  /// The form is closed and opened anew while what it sent is under way.
  fileprivate static let reopened = MicroStory(
    "prefs.load=empty", breaks: .lost,
    faults: [Fault(kind: .latency(.constant(5)), endpoints: [.updateProfile], from: .seconds(60), times: 1)]
  ) { person in
    await person.onboard()
    await person.typeEdit { $0.addDietaryPreference = "vegan" }
    await person.tap(.saveEdit, intent: 2)
    await person.rest(until: 60)
    await person.typeEdit { $0.addDietaryPreference = "fish" }
    await person.tap(.saveEdit, intent: 3)
    await person.rest(1)
    await person.tap(.closeEdit)
    await person.tap(.openEdit)
    await person.rest(20)
  }

  /// Profile has never been read when a save is reported, and is being read since before that was stored.
  fileprivate static let unreadProfile = MicroStory(
    "prefs.load=empty", breaks: .lost,
    faults: [
      Fault(kind: .error(status: 503), endpoints: [.profile], from: .seconds(60), times: 1),
      Fault(kind: .latency(.constant(1)), endpoints: [.updateProfile]),
      Fault(kind: .reorder(.constant(5)), endpoints: [.profile], from: .seconds(70), times: 1),
    ]
  ) { person in
    await person.onboard()
    await person.rest(until: 60)
    await person.typeEdit { $0.addDietaryPreference = "vegan" }
    await person.rest(until: 70)
    await person.tap(.saveEdit, intent: 2)
    await person.tap(.closeEdit)
    await person.rest(30)
  }
}

/// What was asked for before something was stored may be answered after it.
struct OldReplyTests {
  @Test(arguments: MicroStory.oldReplies)
  func aReplyFromBeforeIsNoNews(story: MicroStory) throws {
    try story.verify()
    #expect(story.find(.preset(.correct)) == [])
  }

  /// Its save overwrites what it had read before it was closed, and what was opened anew is read again.
  @Test func aFormOpenedAnewFollowsTheSaveOfTheOneBefore() {
    let story = MicroStory.reopened
    #expect(story.check(.preset(.correct)).entries.map(\.key.signature) == [])
    #expect(story.find(.preset(.correct)) == [])
    let form = story.live(.preset(.correct)).values(of: .editPreferences)
    // What was stored, typed and typed again; what is stored still, and what the save has made of it.
    #expect(form.count == 5 && form[3] == form[1] && form[4] == form[2], "showed \(form)")
  }

  @Test func profileDoesNotGoBackBehindASave() {
    let story = MicroStory.unreadProfile
    #expect(story.check(.preset(.correct)).entries.map(\.key.signature) == [])
    #expect(story.find(.preset(.correct)) == [])
    let events = story.live(.preset(.correct))
    // What the reply from before the save would have shown is left out; the one that follows it shows what was saved.
    #expect(events.values(of: .profilePreferences) == events.values(of: .preferencesSaved))
    #expect(events.sent(.profile) == 4)
  }
}

extension MicroStory {
  fileprivate func live(_ generation: Generation) -> [SimulationEvent] {
    let harness = DeviceHarness(devices: devices) {
      $0.generation = generation
      $0.faults = faults
    }
    harness.run(body)
    return harness.events
  }
}
