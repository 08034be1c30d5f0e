import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Acceptance scenarios A12 and A13 of the specifications: preferences and photos.
@Suite struct AcceptanceEditTests {
  /// Opens the form, types, saves, and waits until the sheet closes.
  private static func edit(_ person: Person, _ draft: EditDraft, intent: Int32) async {
    await person.tap(.openEdit)
    await person.wait(.editReady)
    await person.tap(.typeEdit(draft))
    await person.tap(.saveEdit, intent: intent)
    await person.wait(.saveSettled)
    await person.rest(5)
  }

  @Test(arguments: hosted)
  func preferencesCanBeSavedReopenedEditedAndCleared(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.profile)
      var draft = EditDraft()
      draft.dietaryPreferences = ["vegan", "low salt"]
      draft.allergies = ["nuts"]
      await Self.edit(person, draft, intent: 2)
      await person.tap(.openEdit)
      seen.value.append(await person.wait(.editReady))
      var adding = EditDraft()
      adding.addDietaryPreference = "fish"
      await person.tap(.typeEdit(adding))
      await person.tap(.saveEdit, intent: 3)
      await person.wait(.saveSettled)
      await person.rest(5)
      await person.tap(.openEdit)
      seen.value.append(await person.wait(.editReady))
      var clearing = EditDraft()
      clearing.dietaryPreferences = []
      clearing.allergies = []
      await person.tap(.typeEdit(clearing))
      await person.tap(.saveEdit, intent: 4)
      await person.wait(.saveSettled)
      await person.rest(5)
    }
    let stored = harness.backend.recorder.commits.compactMap {
      if case .preferences(_, let after, _) = $0 { after } else { nil }
    }
    let full = DietPreferences(dietaryPreferences: ["vegan", "low salt"], allergies: ["nuts"])
    let added = DietPreferences(dietaryPreferences: ["vegan", "low salt", "fish"], allergies: ["nuts"])
    let alone = DietPreferences(dietaryPreferences: ["fish"], allergies: ["nuts"])
    switch preset {
    case .seedCurrent:
      // The form starts empty, so adding one tag replaces the list, and clearing sends nothing.
      #expect(seen.value.map(\.form?.preferences) == [DietPreferences(), DietPreferences()])
      #expect(stored == [full.stableHash, alone.stableHash])
    default:
      #expect(seen.value.map(\.form?.preferences) == [full, added])
      #expect(stored == [full.stableHash, added.stableHash, DietPreferences().stableHash])
    }
    #expect(harness.events.values(of: .preferencesSaved).count == 3)
  }

  @Test(arguments: hosted)
  func typingDuringASave(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.profile)
      await person.tap(.openEdit)
      await person.wait(.editReady)
      var draft = EditDraft()
      draft.addDietaryPreference = "vegan"
      await person.tap(.typeEdit(draft))
      await person.tap(.saveEdit, intent: 2)
      draft.addDietaryPreference = "fish"
      await person.tap(.typeEdit(draft))
      await person.rest(3)
      seen.value.append(await person.look())
    }
    let keepsTyped = preset == .correct
    #expect(seen.value[0].showsForm == keepsTyped)
    #expect(seen.value[0].form?.preferences?.dietaryPreferences.contains("fish") == (keepsTyped ? true : nil))
  }

  private static func pick(_ number: Int32, bytes: Int = 2_000_000, isImage: Bool = true) -> PhotoPick {
    PhotoPick(
      item: PhotoItemID(number), contentType: .jpeg, fileSize: bytes, longerSide: 3000, isImage: isImage)
  }

  @Test(arguments: hosted)
  func a13PhotosThreeAtOnceWithInvalidOnes(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      let picks = [
        Self.pick(0), Self.pick(1), Self.pick(2), Self.pick(3, bytes: 10_000_001), Self.pick(4, isImage: false),
        Self.pick(5),
      ]
      seen.value.append(await person.tap(.pickPhotos(picks), intent: 2))
      await person.wait(.uploadsSettled)
      await person.rest(2)
      seen.value.append(await person.look())
    }
    #expect(seen.value[0].photos?.selected == 5, "five at most a pick")
    // The current app leaves the check of the size to the server.
    let checksSize = preset != .seedCurrent
    #expect(seen.value[0].photos.map { $0.failed + $0.invalid } == (checksSize ? 2 : 1))
    for item in 0..<3 {
      #expect(harness.events.states(of: PhotoItemID(Int32(item))) == [.selected, .uploading, .uploaded])
    }
    #expect(harness.events.states(of: PhotoItemID(3)).first == (checksSize ? .invalid : .selected))
    #expect(harness.events.states(of: PhotoItemID(4)).first == .invalid)
    #expect(harness.events.states(of: PhotoItemID(5)).isEmpty)
    #expect(seen.value[1].photos?.shown == (checksSize ? 3 : 4))
    #expect(seen.value[1].photos?.selected == (preset == .correct ? 2 : 0))
  }

  /// The third of five photos fails for good, and the person retries. The stored counts show whether the retry had side
  /// effects.
  @Test(arguments: hosted)
  func a13RetryAfterAFailure(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset) {
      $0.faults = [
        Fault(kind: .error(status: 503), endpoints: [.uploadPhoto], from: .seconds(30), until: .seconds(50))
      ]
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(40 - Double(person.scheduler.now) / 1e9)
      await person.tap(.pickPhotos([Self.pick(0), Self.pick(1)]), intent: 2)
      await person.wait(.uploadsSettled)
      seen.value.append(await person.look())
      await person.rest(30)
      await person.tap(.retryPhotos, intent: 2)
      await person.wait(.uploadsSettled)
      await person.rest(2)
      seen.value.append(await person.look())
    }
    let stored = harness.backend.recorder.commits.count { if case .photo = $0 { true } else { false } }
    // The proposed loop empties the selection at its end, so nothing is left to retry. The current app has no retry.
    #expect(seen.value[0].photos.map { $0.failed + $0.invalid } == (preset == .seedFixed ? 0 : 2))
    #expect(stored == (preset == .correct ? 2 : 0))
  }

  /// Photos are added while a loop runs: the proposed loop starts a second one over everything, and the current one
  /// waits for the next pick.
  @Test(arguments: hosted)
  func addingPhotosDuringAnUpload(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    harness.run { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.tap(.pickPhotos([Self.pick(0), Self.pick(1)]), intent: 2)
      await person.rest(0.05)
      await person.tap(.pickPhotos([Self.pick(2)]), intent: 3)
      await person.wait(.uploadsSettled)
    }
    let stored = harness.backend.recorder.commits.compactMap { commit -> Int32? in
      if case .photo(let item, _) = commit { item.rawValue } else { nil }
    }
    #expect(Set(stored) == (preset == .seedCurrent ? [0, 1] : [0, 1, 2]))
    #expect(stored.count == [.correct: 3, .seedFixed: 5, .seedCurrent: 2][preset])
  }
}
