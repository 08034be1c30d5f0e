import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A scripted person in a small world, who meets one faulty strategy at the one moment where it shows.
struct MicroStory: Sendable, CustomTestStringConvertible {
  /// The strategy that is replaced, `path=value`.
  var strategy: String
  /// What its replacement breaks.
  var invariant: Invariant
  var devices = 1
  var faults: [Fault] = []
  /// Strategies, `path=value`, that its moment needs and that are sound by themselves.
  var among: [String] = []
  /// What the history is taken for, nil if that is not looked at.
  var hazard: HazardID?
  var body: @Sendable (Person) async -> Void

  var testDescription: String { strategy }

  init(
    _ strategy: String, breaks invariant: Invariant, devices: Int = 1, faults: [Fault] = [], among: [String] = [],
    as hazard: HazardID? = nil, _ body: @escaping @Sendable (Person) async -> Void
  ) {
    self.strategy = strategy
    self.invariant = invariant
    self.devices = devices
    self.faults = faults
    self.among = among
    self.hazard = hazard
    self.body = body
  }

  /// The story is sound without its strategy, and breaks its invariant with it, under the name it is to have.
  func verify() throws {
    let sound = check(try .correct(but: among))
    #expect(sound.entries.map(\.key.signature) == [])
    let faulty = check(try .correct(but: among + [strategy]))
    #expect(faulty.broken.contains(invariant), "broke only \(faulty.entries.map(\.key.signature))")
    if let hazard {
      #expect(faulty.hazards(of: invariant).contains(hazard), "named \(faulty.entries.map(\.key.signature))")
    }
  }

  /// Lives through the story and checks every invariant.
  func check(_ generation: Generation) -> ViolationFold {
    let harness = DeviceHarness(devices: devices) {
      $0.generation = generation
      $0.faults = faults
    }
    let world = harness.backend.world
    let checker = InvariantChecker(users: world.users, scenario: world.scenario)
    world.events.observers.append(checker)
    harness.run(body)
    checker.finish(at: world.scheduler.now)
    return checker.fold
  }
}

extension Generation {
  /// The sound generation with strategies replaced, each named `path=value`.
  static func correct(but strategies: [String]) throws -> Generation {
    var generation = Generation.preset(.correct)
    for strategy in strategies {
      let before = generation
      generation = try #require(generation.applying(strategy: strategy), "no strategy \(strategy)")
      #expect(generation != before, "\(strategy) is the sound choice")
    }
    return generation
  }
}

extension Person {
  /// Signs in on the second device.
  func logInOnSecond() async {
    await tap(.launch, on: 1)
    await tap(.logIn(Self.own), on: 1)
    await wait(.signInSettled, on: 1)
    await rest(1)
  }

  /// Opens the form, types, and leaves the save to the caller.
  func typeEdit(on device: Int = 0, _ change: (inout EditDraft) -> Void) async {
    await tap(.openTab(.profile), on: device)
    await rest(1)
    await tap(.openEdit, on: device)
    await wait(.editReady, on: device)
    var draft = EditDraft()
    change(&draft)
    await tap(.typeEdit(draft), on: device)
  }

  /// Acknowledges on Plans and waits for the plan.
  func acknowledge(intent: Int32 = 2) async {
    _ = await open(.plans)
    await tap(.acknowledge, intent: intent)
    await wait(.acknowledgeSettled)
    await rest(3)
  }

  /// Waits until so many seconds of the world have passed.
  func rest(until second: Double) async {
    await rest(second - Double(scheduler.now) / 1e9)
  }
}
