import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct ViolationFoldTests {
  /// A user whose Home keeps the banner, and whose card returns, this many times.
  private func fold(user: UInt32, episodes: Int) -> ViolationFold {
    let story = Story.ready(user: user)
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    story.wait()
    for _ in 1..<episodes {
      story.publish(.homeNeed, 0)
      story.publish(.homeNeed, 1)
    }
    return story.end()
  }

  @Test func mergingAddsCountsAndKeepsTheFirstExamples() {
    var total = fold(user: 0, episodes: 3)
    total.merge(fold(user: 1, episodes: 4))
    let entry = total.entries.first { $0.key.invariant == .views }
    #expect(entry?.episodes == 7)
    #expect(entry?.users == 2)
    #expect(entry?.examples.map(\.user) == [0, 0, 0, 1, 1])
  }

  @Test("The violations list begins with identity violations, then the most frequent ones")
  func identityComesFirst() {
    let violations = [("I-LIVE", 9), ("I-USER", 1), ("I-VIEWS", 12)].map { invariant, count in
      Violation(
        invariant: invariant, hazard: nil, count: count, users: 1, key: "\(invariant)/unclassified/site", examples: [])
    }
    #expect(violations.sorted(by: Violation.comesFirst).map(\.invariant) == ["I-USER", "I-VIEWS", "I-LIVE"])
  }

  @Test func mergingIsAssociative() {
    let folds = (0..<4).map { fold(user: UInt32($0), episodes: 2 + $0) }
    var left = ViolationFold()
    for fold in folds { left.merge(fold) }
    var first = folds[0]
    first.merge(folds[1])
    var second = folds[2]
    second.merge(folds[3])
    first.merge(second)
    #expect(left == first)
    #expect(left.episodes == folds.reduce(0) { $0 + $1.episodes })
  }

  /// The case of merged shards: each contains every third unit, and more examples than are kept.
  @Test(arguments: 1...20)
  func firstExamplesAreKeptInAnyMergeOrder(seed: UInt64) {
    var random = RandomFolds(seed: seed)
    let units = (0..<12).map { random.violations(in: .init(replication: UInt32($0 / 4), cell: $0 % 4)) }
    var whole = ViolationFold()
    for unit in units { whole.merge(unit) }
    var parts = (0..<3).map { part in
      units.enumerated().filter { $0.offset % 3 == part }.reduce(into: ViolationFold()) { $0.merge($1.element) }
    }
    parts.swapAt(0, Int(seed % 3))
    #expect(parts.reduce(into: ViolationFold()) { $0.merge($1) } == whole)
    #expect(whole.entries.contains { $0.examples.count == ViolationFold.exampleLimit })
  }

  @Test func oneCheckerOverAllUsersFindsTheSameAsOneForEach() {
    let users = 0..<3
    let together = InvariantChecker(users: users, scenario: Scenario(name: "story"))
    var apart = ViolationFold()
    for user in users {
      let alone = InvariantChecker(users: user..<user + 1, scenario: Scenario(name: "story"))
      for event in events(user: UInt32(user)) {
        alone.observe(event)
        together.observe(event)
      }
      alone.finish(at: 0)
      apart.merge(alone.fold)
    }
    together.finish(at: 0)
    #expect(together.fold.entries == apart.entries)
    #expect(together.fold.reportChecks == apart.reportChecks)
    #expect(!together.fold.entries.isEmpty && together.fold.entries.allSatisfy { $0.users == 3 })
  }

  private func events(user: UInt32) -> [SimulationEvent] {
    let kinds: [SimulationEvent.Kind] = [
      .sessionStarted(cold: true), .authenticated(account: 0), .published(.homeCard, value: 1, cause: .reply),
      .published(.homeZeroState, value: 1, cause: .reply),
    ]
    return kinds.enumerated().map {
      SimulationEvent(time: Int64($0) * 1_000, user: user, account: 0, device: 0, session: 1, kind: $1)
    }
  }

  @Test func rowsCarryKeysSummariesAndTokens() throws {
    var scenario = Scenario(name: "story")
    scenario.seed = 42
    let fold = fold(user: 5, episodes: 2)
    let row = try #require(fold.reportRows(of: scenario, digest: "abc").first { $0.invariant == "I-VIEWS" })
    #expect(row.key == "I-VIEWS/banner-after-ack-instance-drift/home-needs-plans-does-not")
    #expect(row.hazard == "banner-after-ack-instance-drift")
    #expect(row.count == 2)
    let example = try #require(row.examples.first)
    #expect(example.summary == "device 0, session 1: Home asks for the acknowledgment, Plans does not")
    let token = try ReplayToken.decode(example.replay)
    #expect(token.user == 5)
    #expect(token.seed == 42)
    #expect(token.digest == "abc")
    #expect(Double(token.time) / 1e9 == example.atSeconds)
  }

  @Test func everyInvariantIsListedInTheChecks() {
    #expect(ViolationFold().reportChecks.map(\.invariant) == Invariant.allCases.map(\.id))
  }
}

struct ReplayTokenTests {
  private let token = ReplayToken(
    scenario: "first-day", digest: "xxh64:0123456789abcdef", overrides: ["population.size=10", "name=Ä"],
    seed: .max, subject: .unit(replication: 3, cell: 17), user: 17_042, time: 86_400_000_000_001,
    key: ReplayToken.hash(of: "I-ONCE/double-tap-acknowledge/x"))

  @Test func tokenSurvivesARoundTrip() throws {
    let text = token.encode()
    #expect(try ReplayToken.decode(text) == token)
    #expect(text.hasPrefix("gtsd3-"))
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
  }

  @Test func scheduleTokenSurvivesARoundTrip() throws {
    let constraints = [OrderConstraint(before: 3, after: .max), OrderConstraint(before: 1 << 40, after: 0)]
    for order in [.natural, .searched(.portfolio), .constrained(constraints)] as [Schedule.Order] {
      var token = token
      token.subject = .schedule(
        Schedule(number: .max, order: order, drawsLatencies: true, faults: 5, leftOut: 1 << 63))
      #expect(try ReplayToken.decode(token.encode()) == token)
    }
  }

  @Test func tokenEncodesAnyFault() throws {
    for place in [0, 63, 64, 127, 128, 999] {
      var faults = FaultSet()
      faults.insert(place)
      faults.insert(5)
      var token = token
      token.subject = .schedule(Schedule(number: 1, order: .natural, drawsLatencies: true, faults: faults, leftOut: 0))
      #expect(try ReplayToken.decode(token.encode()) == token)
      #expect(faults.places == [5, place].sorted() && faults.contains(place) && faults.count == 2)
      faults.remove(place)
      #expect(faults == (place == 5 ? FaultSet() : 32))
    }
  }

  /// Each fault of a scenario is on in a quarter of the schedules, whatever its position.
  @Test func everyFaultIsDrawn() {
    var counts = [Int](repeating: 0, count: 1_000)
    for number in 0..<200 {
      let schedule = Schedule(number: UInt32(number), strategy: .random, seed: 3, faults: 1_000, optional: 0)
      for place in schedule.faults.places { counts[place] += 1 }
    }
    #expect(counts.allSatisfy { (15...90).contains($0) })
  }

  @Test func anyChangedCharacterIsNoticed() {
    let text = Array(token.encode().utf8)
    for index in text.indices.dropFirst("gtsd3-".count) {
      var damaged = text
      damaged[index] = damaged[index] == 0x41 ? 0x42 : 0x41
      #expect(throws: ReplayTokenError.self) { try ReplayToken.decode(String(decoding: damaged, as: UTF8.self)) }
    }
  }

  @Test func invalidFoldNamesItsProblem() {
    let text = token.encode()
    #expect(throws: ReplayTokenError.malformed) { try ReplayToken.decode("") }
    #expect(throws: ReplayTokenError.malformed) { try ReplayToken.decode("hello") }
    #expect(throws: ReplayTokenError.malformed) { try ReplayToken.decode("gtsd3-a b") }
    #expect(throws: ReplayTokenError.otherVersion(2)) { try ReplayToken.decode("gtsd2-" + text.dropFirst(6)) }
    #expect(throws: ReplayTokenError.damaged) { try ReplayToken.decode(String(text.dropLast(4))) }
  }
}

struct CatalogueTests {
  @Test func hazardTableIsComplete() {
    #expect(Hazard.all.map(\.id) == HazardID.allCases)
    for hazard in Hazard.all {
      #expect(hazard.invariants.isEmpty != hazard.predicate.isEmpty, "\(hazard.id.rawValue)")
    }
  }

  @Test func everyInvariantHasAHazard() {
    for invariant in Invariant.allCases where invariant != .prec {
      #expect(Hazard.all.contains { $0.invariants.contains(invariant) }, "\(invariant.id)")
    }
  }

  @Test func invariantsAreFoundById() {
    #expect(Invariant.allCases.count == 18)
    #expect(Invariant.allCases.allSatisfy { Invariant(id: $0.id) == $0 })
    #expect(Invariant(id: "I-NONE") == nil)
  }
}
