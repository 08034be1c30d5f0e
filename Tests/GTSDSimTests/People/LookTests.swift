import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// People decide by a look at the phone. It is the screen that expectations judge and `play` prints, which is made from
/// events.
struct LookTests {
  @Test("A look at the phone is the screen that its events give", arguments: Generation.Preset.allCases)
  func lookIsTheScreenOfTheEvents(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let watcher = Watcher(harness)
    let seen = Notebook<[(look: Screen, told: Screen)]>([])
    let photos = [1, 2].map {
      PhotoPick(
        item: PhotoItemID(Int32($0)), contentType: .jpeg, fileSize: $0 * 6_000_000, longerSide: 3000, isImage: true)
    }
    let look: @Sendable (Person) async -> Void = { person in
      seen.value.append(await person.devices[0].look(beside: watcher))
    }
    harness.run { person in
      await person.signUp()
      await look(person)
      await person.tap(.nextStep(OnboardingAnswers(Person.answers())))
      await look(person)
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await look(person)
      await person.wait(.sheetSettled)
      await look(person)
      await person.tap(.exitSummary(.getStartedButton))
      for action: UserAction in [
        .pullToRefresh, .dismissCard, .openTab(.plans), .refreshPlan, .acknowledge, .openTab(.home), .openTab(.tasks),
        .openPhotos(taskID: 1), .pickPhotos(photos), .removePhoto(index: 0), .closePhotos, .openTab(.streaks),
        .openTab(.profile), .openEdit, .typeEdit(Self.draft), .saveEdit, .closeEdit, .openEdit, .closeEdit, .background,
        .foreground, .deleteHealthData, .openTab(.home), .pullToRefresh, .completeProfile, .abandonOnboarding,
        .logOut, .logIn(Person.own), .terminate, .launch,
      ] {
        await person.tap(action)
        await look(person)
        await person.rest(0.05)
        await look(person)
        await person.rest(8)
        await look(person)
      }
    }
    for (index, (look, told)) in seen.value.enumerated() {
      #expect(look == told, "look \(index): \(look.words.joined(separator: ", "))")
    }
    #expect(Set(seen.value.map { "\($0.look.front)" }).count > 9, "\(seen.value.map(\.look.front))")
  }

  @Test("Whatever people do, a look at a phone is the screen of its events", arguments: Generation.Preset.allCases)
  func lookOfPeopleIsTheScreenOfTheEvents(_ preset: Generation.Preset) {
    var looks = 0
    for user: UInt32 in 0..<8 {
      let harness = DeviceHarness(preset, devices: 2) {
        $0.backend.errorRate = 0.1
        $0.backend.lossRate = 0.05
      }
      let watcher = Watcher(harness)
      let scheduler = harness.backend.world.scheduler
      let devices = harness.devices
      let model = PersonModel(user: user, horizon: .hours(2)) {
        $0.habit.returnSameDay = 0.9
        $0.decisions.editPreferences = 0.6
        $0.decisions.uploadPhotos = 0.6
        $0.decisions.useSecondDevice = 0.4
        $0.decisions.deleteHealthData = 0.2
        $0.decisions.switchAccount = 0.2
      }
      let person = SyntheticUser(model: model, scheduler: scheduler) { devices[Int($0)] }
      scheduler.spawn { await person.run() }
      scheduler.spawn {
        for _ in 0..<2 * 3600 {
          await scheduler.sleep(Nanoseconds.second, kind: .timer)
          for device in devices {
            let (look, told) = await device.look(beside: watcher)
            if look != told { watcher.differences.append((look, told)) }
            if look.front != .closed { watcher.looks += 1 }
          }
        }
      }
      scheduler.run()
      looks += watcher.looks
      if let (look, told) = watcher.differences.first {
        Issue.record("user \(user): \(watcher.differences.count) looks differ; the first: \(look) and \(told)")
      }
    }
    #expect(looks > 1_000, "\(looks)")
  }

  private static var draft: EditDraft {
    var draft = EditDraft()
    draft.addDietaryPreference = "vegan"
    draft.currentWeight = 71
    return draft
  }
}

extension Device {
  /// The screen by a look at this phone, and by its events.
  fileprivate func look(beside watcher: Watcher) -> (look: Screen, told: Screen) {
    (look(), watcher.record.phones[Int(ordinal)].screen)
  }
}

/// The screens of a harness's phones by their events.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
private final class Watcher: WireObserver, @unchecked Sendable {
  private(set) var record = StoryRecord()
  var differences: [(Screen, Screen)] = []
  var looks = 0

  init(_ harness: DeviceHarness) { harness.backend.world.events.observers.append(self) }

  func observe(_ event: SimulationEvent) { record.observe(event) }

  func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) { record.observe(event, device: device) }
}
