import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension MicroStory {
  // MARK: Single fields of the edit form

  static let fields = [
    MicroStory("form.name=dropped", breaks: .round, as: .nameEmailEditDropped) { person in
      await person.onboard()
      await person.save {
        $0.name = "Anna"
        $0.currentWeight = 90
      }
    },
    MicroStory("form.weight=tolerance", breaks: .round, as: .weightBelowTolerance) { person in
      await person.onboard()
      await person.save {
        $0.currentWeight = 80.1
        $0.addDietaryPreference = "vegan"
      }
    },
    MicroStory("form.dates=ignored", breaks: .round, as: .dateEditIgnored) { person in
      await person.onboard()
      await person.save {
        $0.targetDate = Person.answers().profile.targetDate.adding(days: 30)
        $0.currentWeight = 90
      }
    },
    // 70 inches are stored as 177.8 cm, and shown as 178.
    MicroStory("form.height=rounded", breaks: .lost, as: .heightRoundingPhantomWrite) { person in
      await person.onboard { $0.profile.height = 177.8 }
      await person.save { $0.addDietaryPreference = "vegan" }
    },
    MicroStory("form.gender=coerced", breaks: .lost, as: .genderCoercion) { person in
      await person.onboard { $0.profile.gender = .nonBinary }
      await person.save { $0.addDietaryPreference = "vegan" }
    },
  ]

  // MARK: Replies of which only half is used

  private static func failing(_ endpoint: Endpoint) -> [Fault] {
    [Fault(kind: .error(status: 500), endpoints: [endpoint], from: .seconds(60))]
  }

  static let halves = [
    MicroStory(
      "plan.olderSummary=kept", breaks: .fresh, faults: failing(.howItWorks), as: .refreshHalfApplied
    ) { person in
      await person.onboard()
      await person.acknowledge()
      await person.rest(until: 61)
      await person.tap(.refreshPlan, intent: 5)
      await person.rest(5)
    },
    // The other phone's edit creates a new row while the plan is being made, so the gate closes.
    MicroStory(
      "plan.onGated=error", breaks: .gate, devices: 2,
      faults: [Fault(kind: .latency(.constant(5)), endpoints: [.generatePlan])], among: ["replies.apply=arrival"],
      as: .gateErrorNotRecognised
    ) { person in
      await person.onboard()
      await person.logInOnSecond()
      await person.typeEdit(on: 1) { $0.currentWeight = 90 }
      await person.acknowledge()
      await person.tap(.saveEdit, intent: 3, on: 1)
      await person.rest(15)
    },
    MicroStory("plan.dates=strict", breaks: .commit, as: .firstPlanDecodeOnStrictDates) { person in
      await person.onboard()
      await person.acknowledge()
    },
    // A person who wants to keep the weight has a number of weeks before the first plan, and none after it.
    MicroStory(
      "summary.weeks=required", breaks: .commit, among: ["plan.fetch=bothOrNothing"], as: .maintainNullWeeks
    ) { person in
      await person.onboard { $0.profile.primaryGoal = .maintain }
      await person.acknowledge()
      await person.tap(.terminate)
      await person.rest(60)
      await person.tap(.launch)
      await person.rest(2)
      _ = await person.open(.plans)
      await person.rest(3)
    },
    MicroStory("summary.host=form", breaks: .once, as: .summarySheetUnmounted) { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.rest(10)
    },
    MicroStory("auth.logoutCall=unknownRoute", breaks: .token, as: .logoutDoesNotRevoke) { person in
      await person.onboard()
      await person.tap(.logOut)
      await person.rest(5)
    },
    // A second pick happens while the first uploads.
    MicroStory(
      "photo.clear=allOnSuccess", breaks: .photo, among: ["photo.onChange=waits"], as: .selectionClearedMidUpload
    ) { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(1)
      await person.tap(.pickPhotos([Person.photo(1)]), intent: 5)
      await person.rest(0.01)
      await person.tap(.pickPhotos([Person.photo(2)]), intent: 6)
      await person.rest(10)
    },
  ]
}

extension MicroStory {
  // MARK: Selections, categories, and values of one row

  static let selections = [
    // An uploaded photo leaves the selection before its images have been read.
    MicroStory("photo.images=reloaded", breaks: .photo, as: .photoSelectionLoadReorder) { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(1)
      await person.tap(.pickPhotos((1...4).map { Person.photo($0, fileSize: 9_000_000) }), intent: 5)
      await person.rest(10)
    },
    MicroStory("tasks.filter=anyReply", breaks: .mono, as: .taskFilterReorder) { person in
      await person.onboard()
      _ = await person.open(.tasks)
      await person.tap(.filterTasks(category: 1))
      await person.rest(0.01)
      await person.tap(.filterTasks(category: 2))
      await person.rest(5)
    },
    MicroStory("plan.bmi=confused", breaks: .views, as: .twoBmiValues) { person in
      await person.onboard()
      await person.acknowledge()
    },
    MicroStory(
      "replies.cache=regardlessOfAge", breaks: .agree, among: ["replies.apply=arrival"], as: .httpCacheStaleGet
    ) { person in
      await person.onboard()
      await person.acknowledge()
      _ = await person.open(.home)
      await person.rest(3)
    },
  ]
}

extension Person {
  /// Signs up, answers onboarding in another way, and waits until the metrics exist.
  fileprivate func onboard(_ change: (inout OnboardingRequest) -> Void) async {
    await signUp()
    var answers = Self.answers()
    change(&answers)
    await tap(.completeOnboarding(answers), intent: 1)
    await wait(.sheetSettled)
    await tap(.exitSummary(.getStartedButton))
    await rest(10)
    await tap(.pullToRefresh)
    await wait(.tabSettled)
  }

  /// Opens the form, types and saves.
  fileprivate func save(_ change: (inout EditDraft) -> Void) async {
    await typeEdit(change)
    await tap(.saveEdit, intent: 3)
    await rest(5)
  }

  fileprivate static func photo(_ number: Int32, fileSize: Int = 1_000_000) -> PhotoPick {
    PhotoPick(item: PhotoItemID(number), contentType: .jpeg, fileSize: fileSize, longerSide: 2000, isImage: true)
  }
}
