import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// People decide by what a look at the phone returns. It agrees with the screen that expectations and `play` read.
struct LookTests {
  @Test("What a person sees agrees with the screen that expectations read", arguments: Generation.Preset.allCases)
  func lookAgreesWithTheScreen(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let recorder = Notebook(harness.backend.recorder)
    let looks = Notebook<[(view: DeviceView, events: Int)]>([])
    let photo = PhotoPick(
      item: PhotoItemID(1), contentType: .jpeg, fileSize: 1_000_000, longerSide: 3000, isImage: true)
    let look: @Sendable (Person) async -> Void = { person in
      let view = await person.look()
      looks.value.append((view, recorder.value.events.count))
    }
    harness.run { person in
      await person.signUp()
      await look(person)
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await look(person)
      await person.wait(.sheetSettled)
      await look(person)
      await person.tap(.exitSummary(.getStartedButton))
      for action: UserAction in [
        .pullToRefresh, .dismissCard, .openTab(.plans), .acknowledge, .openTab(.home), .openTab(.tasks),
        .openPhotos(taskID: 1), .pickPhotos([photo]), .closePhotos, .openTab(.profile), .openEdit, .saveEdit,
        .closeEdit, .background, .foreground, .deleteHealthData, .openTab(.home), .pullToRefresh,
      ] {
        await person.tap(action)
        await look(person)
        await person.rest(0.05)
        await look(person)
        await person.rest(8)
        await look(person)
      }
    }
    var phone = PhoneScreen()
    var place = 0
    var fronts: [Front] = []
    for (view, count) in looks.value {
      for event in recorder.value.events[place..<count] { phone.observe(event) }
      place = count
      let screen = Screen(phone)
      fronts.append(screen.front)
      #expect(Self.differences(view, screen) == [], "\(screen.front) after \(count) events")
    }
    #expect(Set(fronts.map { "\($0)" }).count > 6, "\(fronts)")
  }

  /// The facts in which a look and a screen differ.
  private static func differences(_ view: DeviceView, _ screen: Screen) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ seen: Value, _ shown: Value) {
      if seen != shown { found.append("\(name): \(seen), \(shown)") }
    }
    compare("foreground", view.isForeground, screen.front != .background && screen.front != .closed)
    switch screen.front {
    case .closed, .background: break
    case .signIn: compare("screen", view.screen, .signIn)
    case .onboarding: compare("screen", view.screen, .onboarding)
    case .summary: compare("summary", view.sheet, screen.summary)
    case .form:
      compare("form", view.editOpen, true)
      compare("filled", view.editReady, screen.form != nil)
    case .photos:
      compare("photos", view.photosOpen, true)
      compare("shown", Int(view.photosShown), screen.photos?.shown)
    case .tab(let tab):
      compare("tab", view.tab, tab)
      compare("covered", view.editOpen || view.photosOpen || view.sheet != .hidden, false)
      compare("zero state", view.isZeroStateInFront, screen.hasZeroState)
      if tab == .home {
        compare("card", view.cardVisible, [.shown, .default, .loading].contains(screen.card))
        compare("error", view.homeFailed, !screen.errors.isEmpty)
      } else if tab == .plans {
        compare("plans", view.plans, screen.plans)
        compare("error", view.acknowledgeFailed, screen.errors.contains(.acknowledge))
      }
    }
    return found
  }
}
