import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension MicroStory {
  static let all = rows + plans + beginnings + forms + sessions + views + fields + halves + selections + server

  // MARK: Metrics and their acknowledgment

  private static let rows = [
    // Two phones of a household send the same onboarding answers within the delay of the computation.
    MicroStory("metrics.uniqueness=checkThenInsert", breaks: .once, devices: 2) { person in
      await person.signUp()
      await person.logInOnSecond()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.tap(.completeOnboarding(Person.answers()), intent: 2, on: 1)
      await person.rest(15)
    },
    MicroStory("metrics.recomputeOnEdit=off", breaks: .fresh) { person in
      await person.onboard()
      await person.acknowledge()
      await person.typeEdit { $0.currentWeight = 90 }
      await person.tap(.saveEdit, intent: 3)
      await person.rest(5)
      _ = await person.open(.home)
    },
    MicroStory("acknowledge.guard=none", breaks: .once) { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.rest(0.01)
      await person.tap(.acknowledge, intent: 2)
      await person.rest(5)
    },
    // The reply is delayed. Meanwhile the other phone's edit creates a new row, which this phone reads.
    MicroStory(
      "acknowledge.marks=held", breaks: .agree, devices: 2,
      faults: [
        Fault(kind: .reorder(.constant(5)), endpoints: [.acknowledge]),
        Fault(kind: .error(status: 503), endpoints: [.generatePlan]),
      ]
    ) { person in
      await person.onboard()
      await person.logInOnSecond()
      await person.typeEdit(on: 1) { $0.currentWeight = 90 }
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.rest(0.2)
      await person.tap(.saveEdit, intent: 3, on: 1)
      await person.rest(1)
      await person.tap(.pullToRefresh)
      await person.rest(10)
    },
    // The row on screen is no longer the newest, so the acknowledgment is refused.
    MicroStory("acknowledge.onNotFound=clearNeed", breaks: .gate, devices: 2) { person in
      await person.acknowledgeOutdatedRow()
    },
    MicroStory(
      "acknowledge.matching=anyRow", breaks: .agree, devices: 2,
      faults: [Fault(kind: .error(status: 503), endpoints: [.generatePlan])]
    ) { person in
      await person.acknowledgeOutdatedRow()
    },
    MicroStory("acknowledge.uniqueness=checkThenInsert", breaks: .once, devices: 2) { person in
      await person.onboard()
      await person.logInOnSecond()
      _ = await person.open(.plans)
      await person.tap(.openTab(.plans), on: 1)
      await person.rest(1)
      await person.tap(.acknowledge, intent: 2)
      await person.tap(.acknowledge, intent: 3, on: 1)
      await person.rest(5)
    },
  ]

  // MARK: Plans

  private static let slowPlans = [Fault(kind: .latency(.constant(5)), endpoints: [.generatePlan])]

  private static let plans = [
    // The other phone's edit creates a new row while the plan is being made.
    MicroStory("plan.gate=off", breaks: .gate, devices: 2, faults: slowPlans) { person in
      await person.onboard()
      await person.logInOnSecond()
      await person.typeEdit(on: 1) { $0.currentWeight = 90 }
      await person.acknowledge()
      await person.tap(.saveEdit, intent: 3, on: 1)
      await person.rest(15)
    },
    MicroStory("plan.invalidate=never", breaks: .fresh) { person in
      await person.onboard()
      await person.acknowledge()
      _ = await person.open(.profile)
      await person.tap(.deleteHealthData, intent: 3)
      await person.wait(.saveSettled)
      _ = await person.open(.plans)
      await person.rest(3)
    },
    MicroStory("plan.loads=overlapping", breaks: .live, faults: slowPlans) { person in
      await person.onboard()
      await person.acknowledge()
      await person.rest(10)
      await person.tap(.pullToRefresh, intent: 3)
      await person.rest(1)
      await person.tap(.pullToRefresh, intent: 4)
      await person.rest(15)
    },
    MicroStory("plan.uniqueness=checkThenInsert", breaks: .week, devices: 2, faults: slowPlans) { person in
      await person.onboard()
      await person.logInOnSecond()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.rest(1)
      await person.tap(.openTab(.plans), on: 1)
      await person.rest(15)
    },
  ]

  // MARK: Onboarding, its summary, and the zero state

  private static let beginnings = [
    MicroStory("onboarding.guard=none", breaks: .once) { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.rest(0.01)
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.rest(10)
    },
    MicroStory(
      "summary.lateReply=presents", breaks: .mono,
      faults: [Fault(kind: .latency(.constant(25)), endpoints: [.howItWorks])]
    ) { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.wait(.onboardingSettled)
      await person.wait(.sheetSettled)
      await person.tap(.continueSummary)
      await person.rest(60)
    },
    MicroStory("summary.once=off", breaks: .once) { person in
      await person.onboard()
      _ = await person.open(.profile)
      await person.tap(.deleteHealthData, intent: 2)
      await person.wait(.saveSettled)
      _ = await person.open(.home)
      await person.wait(.cardOrZeroState)
      await person.tap(.completeProfile)
      await person.tap(.completeOnboarding(Person.answers()), intent: 3)
      await person.rest(10)
    },
    MicroStory("home.reloadOnAppear=off", breaks: .prec) { person in
      await person.signUp()
      await person.tap(.skipOnboarding, intent: 1)
      await person.wait(.cardOrZeroState)
      await person.rest(2)
      await person.tap(.completeProfile)
      await person.tap(.completeOnboarding(Person.answers()), intent: 2)
      await person.wait(.sheetSettled)
      await person.tap(.exitSummary(.getStartedButton))
      await person.rest(10)
    },
    MicroStory(
      "zeroState.onSummaryError=show", breaks: .prec,
      faults: [Fault(kind: .error(status: 500), endpoints: [.howItWorks], from: .seconds(60))],
      among: ["summary.cache=none"]
    ) { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(100)
      await person.tap(.launch)
      await person.rest(3)
    },
  ]

  // MARK: The edit form

  private static let forms = [
    MicroStory(
      "profile.save=sequential", breaks: .commit,
      faults: [Fault(kind: .error(status: 500), endpoints: [.updatePreferences])]
    ) { person in
      await person.onboard()
      await person.typeEdit {
        $0.currentWeight = 90
        $0.addDietaryPreference = "vegan"
      }
      await person.tap(.saveEdit, intent: 2)
      await person.rest(5)
    },
    MicroStory("profile.afterSave=refill", breaks: .lost) { person in
      await person.onboard()
      await person.typeEdit { $0.addDietaryPreference = "vegan" }
      await person.tap(.saveEdit, intent: 2)
      await person.rest(0.05)
      var draft = EditDraft()
      draft.addDietaryPreference = "fish"
      await person.tap(.typeEdit(draft))
      await person.rest(5)
    },
  ]

  // MARK: Sessions

  private static let sessions = [
    // Photos of the account that signed out are still listed when another account signs in.
    MicroStory("photo.cache=replace", breaks: .user) { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(2)
      await person.tap(.closePhotos)
      await person.tap(.logOut)
      await person.wait(.signedOut)
      await person.signUpOther()
      await person.rest(5)
    },
    MicroStory("auth.refresh=none", breaks: .token) { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(3600)
      await person.tap(.launch)
      await person.rest(5)
    },
    MicroStory("auth.restore=none", breaks: .token) { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(3600)
      let view = await person.tap(.launch)
      if view.front == .signIn { await person.tap(.logIn(Person.own)) }
      await person.rest(5)
    },
    // The server receives the log-out late, and the person continues to tap.
    MicroStory(
      "auth.logout=waitsForNetwork", breaks: .user,
      faults: [Fault(kind: .latency(.constant(5)), endpoints: [.logOut])]
    ) { person in
      await person.onboard()
      await person.tap(.logOut)
      await person.rest(1)
      await person.tap(.openTab(.tasks))
      await person.rest(10)
    },
  ]
}

extension Person {
  /// Acknowledges a row after the other phone has edited the weight since this phone's read.
  func acknowledgeOutdatedRow() async {
    await onboard()
    await logInOnSecond()
    await typeEdit(on: 1) { $0.currentWeight = 90 }
    _ = await open(.plans)
    await tap(.saveEdit, intent: 3, on: 1)
    await wait(.saveSettled, on: 1)
    await tap(.acknowledge, intent: 4)
    await rest(10)
  }

  fileprivate func signUpOther() async {
    await tap(.signUp(Self.other))
    await wait(.signInSettled)
  }
}
