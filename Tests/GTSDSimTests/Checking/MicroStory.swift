import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A scripted person in a small world, in the one situation in which a faulty strategy has an effect.
struct MicroStory: Sendable, CustomTestStringConvertible {
  /// The strategy that is replaced, `path=value`.
  var strategy: String
  /// The invariant that the replacement breaks.
  var invariant: Invariant
  var devices = 1
  var faults: [Fault] = []
  /// Further strategies, `path=value`, that the situation needs and that are correct by themselves.
  var among: [String] = []
  /// The hazard to which the history is assigned; nil if that is not checked.
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

  /// Checks that the story is correct without its strategy and breaks its invariant with it, under the expected hazard.
  func verify() throws {
    let sound = check(try .correct(but: among))
    #expect(sound.entries.map(\.key.signature) == [])
    let faulty = check(try .correct(but: among + [strategy]))
    #expect(faulty.broken.contains(invariant), "broke only \(faulty.entries.map(\.key.signature))")
    if let hazard {
      #expect(faulty.hazards(of: invariant).contains(hazard), "named \(faulty.entries.map(\.key.signature))")
    }
  }

  /// Runs the story and checks every invariant.
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
  /// The correct generation with some strategies replaced, each named `path=value`.
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

  /// Opens the form and types; the caller saves.
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

  /// Waits until this many seconds of the world have passed.
  func rest(until second: Double) async {
    await rest(second - Double(scheduler.now) / 1e9)
  }
}
