import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension MicroStory {
  /// Outdated replies that arrive after the phone has received newer data.
  static let oldReplies = [
    // The launch reads the user. Onboarding is answered before the reply arrives.
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
    // The reply to the acknowledgment is lost and the read fails, so the request is repeated. Its key returns the first
    // reply, from before the edit that created another row.
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

  /// The form is closed and opened again while its save is in progress.
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

  /// Profile has never been read when a save is reported; a read that is in progress began before the save was stored.
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

/// A request sent before something was stored may be answered after it.
struct OldReplyTests {
  @Test(arguments: MicroStory.oldReplies)
  func repliesFromBeforeAWriteAreIgnored(story: MicroStory) throws {
    try story.verify()
    #expect(story.find(.preset(.correct)) == [])
  }

  /// The save overwrites the values that the form had read before it was closed. The reopened form reads them again.
  @Test func reopenedFormFollowsTheEarlierSave() {
    let story = MicroStory.reopened
    #expect(story.check(.preset(.correct)).entries.map(\.key.signature) == [])
    #expect(story.find(.preset(.correct)) == [])
    let form = story.run(.preset(.correct)).values(of: .editPreferences)
    // The values stored, typed and typed again; those still stored; and those after the save.
    #expect(form.count == 5 && form[3] == form[1] && form[4] == form[2], "showed \(form)")
  }

  @Test func profileNeverShowsValuesFromBeforeASave() {
    let story = MicroStory.unreadProfile
    #expect(story.check(.preset(.correct)).entries.map(\.key.signature) == [])
    #expect(story.find(.preset(.correct)) == [])
    let events = story.run(.preset(.correct))
    // The reply from before the save is not shown. The following one shows the saved values.
    #expect(events.values(of: .profilePreferences) == events.values(of: .preferencesSaved))
    #expect(events.sent(.profile) == 4)
  }
}

extension MicroStory {
  fileprivate func run(_ generation: Generation) -> [SimulationEvent] {
    let harness = DeviceHarness(devices: devices) {
      $0.generation = generation
      $0.faults = faults
    }
    harness.run(body)
    return harness.events
  }
}
