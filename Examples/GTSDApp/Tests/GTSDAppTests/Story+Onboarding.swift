import GTSDApp
import GTSDExplore
import GTSDModel

extension Story {
  private static func onboarding(
    _ world: ExploredWorld, _ repairs: Repairs, faults: [Fault] = []
  ) async throws -> OnboardingViewModel {
    let person = try await Person(world.backend(.correct, faults: faults), isOnboarded: false)
    let onboarding = await OnboardingViewModel(client: person.client(world, repairs: repairs), repairs: repairs)
    world.watch(onboarding, as: "onboarding")
    return onboarding
  }

  static let onboarding = [
    Story(
      hazard: "double-complete-onboarding", repair: .oneOnboarding, finding: "I-ONCE: onboard of"
    ) { world, repairs in
      let onboarding = try await onboarding(world, repairs)
      async let first: Void = onboarding.complete(Profile())
      async let second: Void = onboarding.complete(Profile())
      _ = await (first, second)
    },
    Story(
      hazard: "summary-after-continue", repair: .abandonedSummaryStaysAway, finding: "the summary came up over Home"
    ) { world, repairs in
      let slow = Fault(kind: .latency(.constant(9.8)), endpoints: [.howItWorks])
      let onboarding = try await onboarding(world, repairs, faults: [slow])
      async let complete: Void = onboarding.complete(Profile())
      try await Task.sleep(for: .seconds(10))
      await onboarding.continueWithoutSummary()
      await complete
      let sheet = await onboarding.sheet
      world.expect(sheet == .none, "the summary came up over Home")
    },
  ]
}
