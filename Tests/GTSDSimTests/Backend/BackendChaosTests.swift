import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// Many people send random requests under all faults at once. The invariants must hold nevertheless.
@Suite struct BackendChaosTests {
  private static let faults: [Fault] = [
    Fault(kind: .latency(.exponential(mean: 1)), probability: 0.2),
    Fault(kind: .error(status: 502), probability: 0.05),
    Fault(kind: .timeout, probability: 0.02),
    Fault(kind: .replyLost, probability: 0.05),
    Fault(kind: .duplicate, probability: 0.1),
    Fault(kind: .reorder(.exponential(mean: 2)), probability: 0.1),
    Fault(kind: .outage, from: .seconds(40), until: .seconds(45)),
    Fault(kind: .brownOut(capacity: 0.3), from: .seconds(20), until: .seconds(60)),
    Fault(kind: .rateLimitStorm, from: .seconds(70), until: .seconds(72)),
    Fault(kind: .restart, from: .seconds(80), until: .seconds(81)),
    Fault(kind: .clockSkew(.minutes(5)), from: .seconds(30), until: .seconds(35)),
  ]

  private func request(_ choice: UInt64, _ person: CallingPerson) -> APIRequest {
    switch choice % 14 {
    case 0: .todayMetrics
    case 1:
      .acknowledge(version: 1, metricsComputedAt: Timestamp(milliseconds: WorldCalendar.epoch.milliseconds + 5000))
    case 2: .generatePlan(forceRecompute: choice % 3 == 0)
    case 3: .updateProfile(ProfileUpdate(currentWeight: Double(60 + choice % 40)))
    case 4: .updatePreferences(PreferencesUpdate(allergies: ["milk"], ifRevision: Int(choice % 8)))
    case 5: .uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(0), contentType: .png, fileSize: 4000))
    case 6: .photos(taskID: nil, limit: 5, offset: 0)
    case 7: .deletePhoto(id: Int(choice % 100))
    case 8: .submitEvidence(taskID: 1 + Int(choice % 3))
    case 9: .refresh(refreshToken: person.refreshToken)
    case 10: .onboard(.sample(weight: Double(60 + choice % 3)))
    case 11: .howItWorks
    case 12: .me
    default: .profile
    }
  }

  private func chaos(_ preset: Generation.Preset, seed: UInt64) -> (harness: BackendHarness, answers: Int, asOf: Bool) {
    let harness = BackendHarness(preset) {
      $0.seed = seed
      $0.backend = BackendConfiguration()
      $0.backend.servers = 4
      $0.backend.queueLimit = 6
      $0.faults = Self.faults
    }
    let answers = Log<Int>()
    let revisions = Log<(user: UInt32, asOf: Int32, known: Int)>()
    let draws = Draws(seed: seed)
    for user in 0..<30 as Range<UInt32> {
      harness.start(user) { person in
        try await person.insistOnSession()
        for step in 0..<40 as Range<UInt32> {
          await person.pause(.milliseconds(Int64(draws.bits(user: user, purpose: 2, step: step) % 4000)))
          let request = request(draws.bits(user: user, purpose: 3, step: step), person)
          if let reply = try? await person.send(request, key: UInt64(step % 5), timeout: .seconds(8)) {
            let commits = harness.recorder.events.count { $0.user == user && $0.isCommit }
            revisions.append((user, reply.asOf, commits))
          }
          answers.append(1)
        }
      }
    }
    harness.world.scheduler.run()
    return (harness, answers.items.count, revisions.items.allSatisfy { Int($0.asOf) <= $0.known })
  }

  @Test(arguments: Generation.Preset.allCases, [1, 2] as [UInt64])
  func revisionsRiseByOneAndEveryCallEnds(_ preset: Generation.Preset, _ seed: UInt64) {
    let (harness, answers, asOfIsKnown) = chaos(preset, seed: seed)
    #expect(answers == 30 * 40)
    #expect(asOfIsKnown, "a reply was read at a revision that had not been committed")
    var last = [Int32](repeating: 0, count: 30)
    var total = 0
    for event in harness.recorder.events {
      guard case .committed(let commit, let revision, _) = event.kind else { continue }
      #expect(revision == last[Int(event.user)] + (commit.isNote ? 0 : 1))
      #expect(event.device == SimulationEvent.server && event.account == 0 && event.session == 0)
      last[Int(event.user)] = revision
      total += 1
    }
    #expect(total > 300)
  }

  @Test func equalSeedsGiveEqualEvents() {
    let runs = [7, 7, 8].map { chaos(.seedCurrent, seed: $0).harness.recorder.events.map { "\($0)" } }
    #expect(runs[0] == runs[1] && runs[0] != runs[2])
  }
}

extension SimulationEvent {
  fileprivate var isCommit: Bool {
    if case .committed = kind { true } else { false }
  }
}
