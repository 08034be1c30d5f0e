import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// One world with a backend, one or two devices and scripted people.
final class DeviceHarness {
  let backend: BackendHarness
  let devices: [Device]

  init(
    _ preset: Generation.Preset = .correct, devices: Int = 1, _ change: (inout Scenario) -> Void = { _ in }
  ) {
    backend = BackendHarness(preset, change)
    let (world, server) = (backend.world, backend.backend)
    self.devices = (0..<UInt8(devices)).map {
      Device(world: world, backend: server, user: 0, ordinal: $0, generation: world.scenario.generation)
    }
  }

  var events: [SimulationEvent] { backend.recorder.events }

  /// Runs a person's story, and all work that it starts, to the end.
  func run(_ body: @escaping @Sendable (Person) async -> Void) {
    let person = Person(devices: devices, scheduler: backend.world.scheduler)
    backend.world.scheduler.spawn { await body(person) }
    backend.world.scheduler.run()
  }
}

/// A person with scripted steps; times in seconds.
struct Person: Sendable {
  let devices: [Device]
  let scheduler: Scheduler

  static let own = AccountIdentity(ordinal: 0, email: "ann@example.com", password: "Secret-1", name: "Ann")
  static let other = AccountIdentity(ordinal: 1, email: "bob@example.com", password: "Secret-2", name: "Bob")

  /// Taps, on the tab that has the control.
  @discardableResult
  func tap(_ action: UserAction, intent: Int32 = 0, on device: Int = 0) async -> Screen {
    await devices[device].use(PersonStep.Tap(action: action, intent: intent), .none, until: .max).screen
  }

  func look(on device: Int = 0) async -> Screen { await devices[device].look() }

  func rest(_ seconds: Double) async {
    await scheduler.sleep(Int64(seconds * 1e9), kind: .timer)
  }

  @discardableResult
  func wait(_ condition: DeviceCondition, _ seconds: Double = 60, on device: Int = 0) async -> Screen {
    await devices[device].use(nil, PersonStep.Rest(condition: condition, patience: Int64(seconds * 1e9)), until: .max)
      .screen
  }

  /// Launches and signs up.
  func signUp(_ identity: AccountIdentity = own, on device: Int = 0) async {
    await tap(.launch, on: device)
    await tap(.signUp(identity), on: device)
    await wait(.signInSettled, on: device)
  }

  static func answers(weight: Double = 80) -> OnboardingRequest {
    let start = WorldCalendar.epoch.milliseconds
    return OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: Timestamp(milliseconds: start - 34 * 31_557_600_000), gender: .male, currentWeight: weight,
        targetWeight: 75, height: 180, primaryGoal: .loseWeight,
        targetDate: Timestamp(milliseconds: start + 200 * 86_400_000), activityLevel: .moderatelyActive),
      preferences: DietPreferences())
  }

  /// Completes onboarding and leaves the summary.
  func completeOnboarding() async {
    await tap(.completeOnboarding(Self.answers()), intent: 1)
    await wait(.sheetSettled)
    await tap(.exitSummary(.getStartedButton))
    await wait(.tabSettled)
  }

  /// Signs up, onboards, and returns to Home once the metrics exist.
  func onboard() async {
    await signUp()
    await completeOnboarding()
    await rest(10)
    await tap(.pullToRefresh)
    await wait(.tabSettled)
  }

  func open(_ tab: Tab) async -> Screen {
    await tap(.openTab(tab))
    await rest(0.02)
    return await wait(.tabSettled)
  }
}

extension [SimulationEvent] {
  /// The values that a variable took, in order.
  func values(of variable: StateVariable) -> [Int64] {
    compactMap {
      if case .published(let published, let value, _) = $0.kind, published == variable { value } else { nil }
    }
  }

  func sent(_ endpoint: Endpoint) -> Int {
    count { if case .sent(let to, _, _, _) = $0.kind { to == endpoint } else { false } }
  }

  var analytics: [AnalyticsEvent] {
    compactMap { if case .analytics(let event) = $0.kind { event } else { nil } }
  }

  func states(of item: PhotoItemID) -> [PhotoItemState] {
    compactMap { if case .photoItem(let of, let state) = $0.kind, of == item { state } else { nil } }
  }
}

/// Carries the observations of a story out of its task.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class Notebook<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
