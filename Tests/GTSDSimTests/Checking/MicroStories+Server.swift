import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension MicroStory {
  /// Strategies of the server, each in the one situation in which it has an effect.
  static let server = [
    MicroStory("metrics.daily=on", breaks: .once, as: .dailyAckReset) { person in
      await person.onboard()
      await person.acknowledge()
      await person.rest(86_400)
      await person.tap(.openTab(.home))
      await person.rest(5)
    },
    // The database's day begins at 08:00 UTC, in the middle of the user's day.
    MicroStory(
      "metrics.zone=database", breaks: .once, among: ["metrics.daily=on"], as: .metricsDateBoundary
    ) { person in
      await person.onboard()
      await person.rest(until: 8 * 3_600 + 60)
      await person.tap(.pullToRefresh)
      await person.rest(5)
    },
    MicroStory("metrics.gender=refused", breaks: .fresh, as: .unsupportedGender) { person in
      await person.signUp()
      var answers = Person.answers()
      answers.profile.gender = .preferNotToSay
      await person.tap(.completeOnboarding(answers), intent: 1)
      await person.rest(15)
      await person.tap(.exitSummary(.getStartedButton))
      await person.tap(.pullToRefresh)
      await person.rest(5)
    },
    MicroStory("profile.recompute=aboveThreshold", breaks: .fresh, as: .recomputeBelowThreshold) { person in
      await person.saveWeight(80.5)
    },
    // The edit allows a lower weight than the recomputation accepts.
    MicroStory("profile.onRecomputeError=swallowed", breaks: .fresh, as: .putOkRecomputeFailed) { person in
      await person.saveWeight(25)
    },
    MicroStory("profile.reply=waterBefore", breaks: .fresh, as: .waterTargetStaleInReply) { person in
      await person.saveWeight(100)
    },
    MicroStory("formula.protein=head-split", breaks: .fresh, as: .targetsJumpOnFirstPlan) { person in
      await person.onboard()
      await person.acknowledge()
    },
    // 35 ml for each of 72.3 kg are not a multiple of 100.
    MicroStory("formula.water=head-split", breaks: .fresh) { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers(weight: 72.3)), intent: 1)
      await person.rest(15)
      await person.tap(.exitSummary(.getStartedButton))
      await person.acknowledge()
    },
    // Both deliveries of a confirmation are in service at once, and the copy commits first.
    MicroStory(
      "photo.confirm=checkThenInsert", breaks: .commit,
      faults: [
        Fault(kind: .duplicate, endpoints: [.confirmPhoto]),
        Fault(kind: .latency(.uniform(low: 0, high: 0.3)), endpoints: [.confirmPhoto]),
      ], among: ["photo.flow=presign", "limits.idempotency=ignored"], as: .confirmRace500
    ) { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(1)
      await person.tap(.pickPhotos((0..<5).map(Person.photo)), intent: 2)
      await person.rest(10)
    },
    MicroStory("tasks.streak=checkThenCount", breaks: .once, devices: 2, as: .streakDoubleCount) { person in
      await person.onboard()
      await person.logInOnSecond()
      _ = await person.open(.tasks)
      await person.tap(.openTab(.tasks), on: 1)
      await person.rest(1)
      await person.tap(.completeTask(taskID: 1), intent: 2)
      await person.tap(.completeTask(taskID: 2), intent: 3, on: 1)
      await person.rest(5)
    },
    MicroStory("tasks.cache=minutes", breaks: .fresh, as: .serverCacheStaleness) { person in
      await person.onboard()
      _ = await person.open(.streaks)
      _ = await person.open(.tasks)
      await person.tap(.completeTask(taskID: 1), intent: 2)
      await person.rest(2)
      _ = await person.open(.streaks)
    },
  ]

  /// Cases that need more than one of the strategies above, or in which a strategy breaks another invariant.
  static let serverHazards = [
    MicroStory(
      "metrics.uniqueness=checkThenInsert", breaks: .once, devices: 2,
      among: ["metrics.compute=lazy"], as: .doubleComputeOnFirstRead
    ) { person in
      await person.signUp()
      await person.logInOnSecond()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.tap(.completeOnboarding(Person.answers()), intent: 2, on: 1)
      await person.rest(15)
    },
    MicroStory("acknowledge.matching=anyRow", breaks: .target, devices: 2, as: .ackOfOlderRowAccepted) { person in
      await person.acknowledgeOutdatedRow()
    },
    // The row changes between the look-up and the insert of the acknowledgment.
    MicroStory(
      "acknowledge.uniqueness=checkThenInsert", breaks: .target, devices: 2,
      faults: [Fault(kind: .latency(.constant(3)), endpoints: [.acknowledge])], as: .ackMidRecompute
    ) { person in
      await person.onboard()
      await person.logInOnSecond()
      await person.typeEdit(on: 1) { $0.currentWeight = 90 }
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 3)
      await person.rest(0.5)
      await person.tap(.saveEdit, intent: 4, on: 1)
      await person.rest(15)
    },
  ]
}

extension Person {
  /// Onboards, then saves another weight.
  fileprivate func saveWeight(_ weight: Double) async {
    await onboard()
    await typeEdit { $0.currentWeight = weight }
    await tap(.saveEdit, intent: 2)
    await wait(.saveSettled)
    await rest(5)
  }

  /// A small picture.
  fileprivate static func photo(_ item: Int32) -> PhotoPick {
    PhotoPick(item: PhotoItemID(item), contentType: .jpeg, fileSize: 1_000_000, longerSide: 1_000, isImage: true)
  }
}

/// Each hazard of the server is found under its name in the catalogue.
struct ServerHazardTests {
  @Test(arguments: MicroStory.serverHazards)
  func isSeenAndNamed(story: MicroStory) throws {
    try story.verify()
  }
}
