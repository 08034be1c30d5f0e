import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// A person who taps at random, fast and slow, on a bad network. `correct` never breaks an invariant.
@Suite struct MonkeyTests {
  private static func action(_ bits: UInt64, _ step: Int32) -> UserAction {
    let more = bits >> 8
    switch bits % 24 {
    case 0: return .openTab(.home)
    case 1: return .openTab(.plans)
    case 2: return .openTab(.tasks)
    case 3: return .openTab(.streaks)
    case 4: return .openTab(.profile)
    case 5: return .pullToRefresh
    case 6: return .reviewCard
    case 7: return more % 4 == 0 ? .dismissCard : .openTab(.plans)
    case 8, 9: return .acknowledge
    case 10: return .refreshPlan
    case 11: return .retryPlan
    case 12: return .openEdit
    case 13, 14:
      var draft = EditDraft()
      if more % 3 == 0 { draft.currentWeight = 60 + Double(more % 50) }
      if more % 3 == 1 { draft.addDietaryPreference = ["vegan", "fish", "halal"][Int(more / 3 % 3)] }
      if more % 3 == 2 { draft.allergies = more % 2 == 0 ? [] : ["nuts"] }
      return .typeEdit(draft)
    case 15: return .saveEdit
    case 16: return .closeEdit
    case 17: return .openPhotos(taskID: 1 + Int(more % 3))
    case 18:
      return .pickPhotos(
        (0..<Int32(1 + more % 3)).map {
          PhotoPick(
            item: PhotoItemID(step * 8 + $0), contentType: .jpeg, fileSize: 1_000_000, longerSide: 1000, isImage: true)
        })
    case 19: return .retryPhotos
    case 20: return .closePhotos
    case 21: return more % 8 == 0 ? .terminate : .exitSummary(.swipeDismiss)
    case 22: return .launch
    default: return more % 12 == 0 ? .logOut : more % 2 == 0 ? .continueSummary : .openTab(.home)
    }
  }

  private static func run(_ preset: Generation.Preset, seed: UInt64, devices: Int = 1) -> DeviceHarness {
    let harness = DeviceHarness(preset, devices: devices) {
      $0.seed = seed
      $0.backend.network = .lognormal(median: 0.05, sigma: 1)
      $0.backend.service = .lognormal(median: 0.1, sigma: 1)
      $0.backend.errorRate = 0.05
      $0.backend.lossRate = 0.05
      $0.backend.requestTimeout = .seconds(5)
    }
    let draws = Draws(seed: seed)
    harness.run { person in
      await person.signUp()
      for step in 0..<240 {
        let device = devices == 1 ? 0 : step / 20 % devices
        let view = await person.look(on: device)
        let bits = draws.bits(user: 0, purpose: 1, step: UInt32(step))
        let intent = Int32(step + 1)
        switch view.front {
        case .closed: await person.tap(.launch, on: device)
        case .signIn: await person.tap(step % 2 == 0 ? .logIn(Person.own) : .signUp(Person.own), on: device)
        case .onboarding: await person.tap(.completeOnboarding(Person.answers()), intent: intent, on: device)
        case .background, .summary, .form, .photos, .tab:
          await person.tap(action(bits, Int32(step)), intent: intent, on: device)
        }
        let gap = draws.uniform(user: 0, purpose: 2, step: UInt32(step))
        await person.rest(gap < 0.1 ? 8 : gap * 0.6)
      }
      await person.rest(120)
    }
    return harness
  }

  @Test(arguments: Sample.of(1...40 as ClosedRange<UInt64>, each: 3))
  func correctAppBecomesIdleAndAgreesWithTheServer(_ seed: UInt64) {
    let harness = Self.run(.correct, seed: seed, devices: seed % 2 == 0 ? 2 : 1)
    Self.comesToRest(harness, seed)
    Self.agreesWithTheServer(harness)
  }

  private static func comesToRest(_ harness: DeviceHarness, _ seed: UInt64) {
    let events = harness.events
    for device in UInt8(0)...1 {
      let own = events.filter { $0.device == device }
      // Every running operation began once, and a flag is up exactly while its operation runs.
      var flags: [StateVariable: Int64] = [:]
      var running: [Operation: Int] = [:]
      var open: Set<Int32> = []
      var revisions: [Resource: (account: UInt8, revision: Int32)] = [:]
      var needs: (home: Int64, plans: Int64) = (0, 0)
      for event in own {
        switch event.kind {
        case .sessionStarted:
          flags = [:]
          running = [:]
          revisions = [:]
          needs = (0, 0)
        case .began(let operation): running[operation, default: 0] += 1
        case .ended(let operation): running[operation, default: 0] -= 1
        case .sent(_, let request, _, _): open.insert(request)
        case .received(_, let request, _, _, _): open.remove(request)
        case .published(let variable, let value, let cause):
          flags[variable] = value
          if variable == .homeNeed { needs.home = value }
          if variable == .plansNeed { needs.plans = value }
          #expect(cause != .cancellation || !StateVariable.errorSlots.contains(variable) || value == 0)
        case .authenticated(nil): revisions = [:]
        case .applied(let resource, _, let revision, let origin):
          if let last = revisions[resource], last.account == origin {
            #expect(revision >= last.revision, "\(resource) went back")
          }
          revisions[resource] = (origin, revision)
        default: break
        }
        for (operation, count) in running { #expect((0...1).contains(count), "\(operation) \(count) times") }
      }
      #expect(open.isEmpty)
      for flag in StateVariable.loadingFlags { #expect(flags[flag, default: 0] == 0, "\(flag) stays up") }
      #expect(needs.home == needs.plans)
    }
    let gates = harness.backend.recorder.gates
    #expect(gates.allSatisfy { $0 } || seed % 2 == 0)
    // Each picked photo is stored once if the app says so, and otherwise not at all.
    var stored: [Int32: Int] = [:]
    for case .photo(let item, _) in harness.backend.recorder.commits { stored[item.rawValue, default: 0] += 1 }
    #expect(stored.values.allSatisfy { $0 == 1 })
  }

  /// Checks that the screen is right whenever nothing is in flight and the device knows of the latest relevant commit.
  private static func agreesWithTheServer(_ harness: DeviceHarness) {
    var relevant: Int32 = -1
    var newest: Int64?
    var acknowledged: Set<Int64> = []
    var known: [Int32] = [-1, -1]
    var running = [0, 0]
    var needs: [[View: Int64]] = [[:], [:]]
    var loaded: [Set<View>] = [[], []]
    var last: Int64 = 0
    var evaluated = 0
    for event in harness.events {
      if event.time > last {
        for device in 0...1 where running[device] == 0 && known[device] >= relevant {
          let isNeeded = newest.map { !acknowledged.contains($0) } ?? false
          for view in loaded[device] {
            evaluated += 1
            #expect((needs[device][view] == 1) == isNeeded, "\(view) of \(device) at \(event.time)")
          }
        }
      }
      last = event.time
      if case .committed(let commit, let revision, _) = event.kind {
        switch commit {
        case .metrics(let row): (newest, relevant) = (row, revision)
        case .acknowledgment(let row, _, _):
          acknowledged.insert(row)
          relevant = revision
        default: break
        }
      }
      guard event.device < 2 else { continue }
      let device = Int(event.device)
      switch event.kind {
      case .sessionStarted:
        loaded[device] = []
        needs[device] = [:]
      case .authenticated(nil): known[device] = -1
      case .sessionEnded: loaded[device] = []
      case .began: running[device] += 1
      case .ended: running[device] -= 1
      case .received(_, _, _, let revision, _): known[device] = max(known[device], revision)
      case .applied(.metrics, let view, _, _): loaded[device].insert(view)
      case .cleared(.metrics, let view): loaded[device].remove(view)
      case .published(.homeNeed, let value, _): needs[device][.home] = value
      case .published(.plansNeed, let value, _): needs[device][.plans] = value
      default: break
      }
    }
    #expect(evaluated > 20)
  }

  @Test(arguments: hosted)
  func sameSeedSameEvents(_ preset: Generation.Preset) {
    let first = Self.run(preset, seed: 3, devices: 2).events
    let second = Self.run(preset, seed: 3, devices: 2).events
    #expect(first.map(\.time) == second.map(\.time))
    #expect(first.map(\.kind) == second.map(\.kind))
    #expect(first.count > 500)
  }
}
