import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// Photos over a link. Processor sharing has closed forms.
@Suite struct UplinkTests {
  private static let second = 1_000_000_000 as Int64

  /// Runs transfers that begin at these instants in seconds, and returns the times at which each is complete.
  private static func ends(_ megabits: Double, _ bodies: [(at: Int64, bytes: Int)], cut: [Int: Int64] = [:]) -> [Double]
  {
    var uplink = Uplink(megabits: megabits)
    var ends = [Double](repeating: .nan, count: bodies.count)
    var numbers: [Int: Int] = [:]
    var now: Int64 = 0
    while true {
      let starts = bodies.indices.filter { !numbers.values.contains($0) && bodies[$0].at >= now && ends[$0].isNaN }
      let start = starts.min { bodies[$0].at < bodies[$1].at }
      let leaving = cut.filter { $0.value > now && ends[$0.key].isNaN }.min { $0.value < $1.value }
      let through = uplink.nextEnd(after: now)
      guard let next = [start.map { bodies[$0].at }, leaving?.value, through].compactMap(\.self).min() else {
        return ends
      }
      now = next
      for (number, index) in numbers where uplink.isThrough(number, at: now) {
        uplink.end(number, at: now)
        numbers[number] = nil
        ends[index] = Double(now) / 1e9
      }
      if let leaving, leaving.value == now, let (number, _) = numbers.first(where: { $0.value == leaving.key }) {
        uplink.end(number, at: now)
        numbers[number] = nil
        ends[leaving.key] = .infinity
      }
      if let start, bodies[start].at == now { numbers[uplink.begin(bytes: bodies[start].bytes, at: now)] = start }
    }
  }

  /// After half of the time half is sent, alone or shared. A transfer is at 100 % only when it is complete.
  @Test(arguments: [5.0, 0.01, 87.3]) func uploadProgressIsTheShareSent(megabits: Double) {
    for bytes in [1, 999, 3_000_000, 1_000_000_000] {
      var uplink = Uplink(megabits: megabits)
      let number = uplink.begin(bytes: bytes, at: 0)
      let whole = Int64((Double(bytes) * 8_000 / megabits).rounded(.up))
      #expect(uplink.percent(of: number, at: 0) == 0 && uplink.percent(of: number + 1, at: 0) == nil)
      var last: UInt8 = 0
      for part in 1...10 as ClosedRange<Int64> {
        let percent = uplink.percent(of: number, at: whole / 10 * part) ?? 0
        #expect(percent >= last && percent <= 10 * part)
        if whole > 10_000 { #expect(percent >= 10 * part - 1) }
        last = percent
      }
      #expect(uplink.percent(of: number, at: whole) == 100)
    }
  }

  /// The connection is lost for the length of each gap, and nothing of a gap is left out between two questions.
  @Test func gapsFollowEachOther() {
    let draws = BackendDraws(seed: 1, replication: 0)
    let gaps = NetworkLink.Gaps(after: .constant(60), length: .constant(15))
    var asked = ConnectionGaps(gaps, of: 7, draws: draws)
    let times: [Int64] = [0, 59, 60, 74, 75, 134, 135, 149, 150, 75 * 1000 + 61]
    let lost = times.map { asked.contains($0 * Self.second) }
    #expect(lost == [false, false, true, true, false, false, true, true, false, true])
    var drawn = ConnectionGaps(NetworkLink.Gaps(), of: 7, draws: draws)
    var same = ConnectionGaps(NetworkLink.Gaps(), of: 7, draws: draws)
    let hours = (0..<24 * 60).map { drawn.contains($0 * 60 * Self.second) }
    #expect(hours == (0..<24 * 60).map { same.contains($0 * 60 * Self.second) })
    #expect((5...60).contains(hours.count { $0 }))
  }

  @Test func uploadTimeIsBitsDividedByTheRate() {
    #expect(Self.ends(5, [(0, 3_000_000)]) == [4.8])
    #expect(Self.ends(100, [(7 * Self.second, 1_000_000)]) == [7.08])
    #expect(Self.ends(5, [(0, 0)]) == [0])
  }

  /// Two transfers get half of the link each. A new transfer takes its share from those in progress, and one that ends
  /// returns its share.
  @Test func uploadsShareTheLinkEvenly() {
    #expect(Self.ends(5, [(0, 3_000_000), (0, 3_000_000)]) == [9.6, 9.6])
    let half = Int64(2.4 * 1e9)
    #expect(Self.ends(5, [(0, 3_000_000), (half, 3_000_000)]) == [7.2, 9.6])
    #expect(Self.ends(5, [(0, 3_000_000), (0, 3_000_000)], cut: [1: 2 * half]) == [7.2, .infinity])
    #expect(Self.ends(8, (0..<3).map { _ in (0, 1_000_000) }) == [3, 3, 3])
    #expect(Self.ends(8, [(0, 1_000_000), (0, 2_000_000), (0, 3_000_000)]) == [3, 5, 6])
  }

  /// However it is shared, an uplink that is never idle sends all bits in the same time.
  @Test func uplinkTransfersEveryByte() {
    var generator = SplitMix64(seed: 4)
    for _ in 0..<50 {
      let bodies = (0..<12).map { _ in (at: 0 as Int64, bytes: 1 + Int(generator.next() % 4_000_000)) }
      let alone = Double(bodies.reduce(0) { $0 + $1.bytes }) * 8 / 5e6
      let last = Self.ends(5, bodies).max() ?? 0
      #expect(abs(last - alone) < 1e-6)
    }
  }

  // MARK: In the app

  private static func harness(_ megabits: Double, _ change: (inout Scenario) -> Void = { _ in }) -> DeviceHarness {
    DeviceHarness(.correct) {
      $0.backend.links = [NetworkLink(name: "mobile", uplink: megabits, latency: .constant(0.05))]
      $0.backend.network = .constant(9)
      $0.backend.service = .constant(0.1)
      ($0.backend.errorRate, $0.backend.lossRate) = (0, 0)
      change(&$0)
    }
  }

  private static func picks(_ count: Int, bytes: Int = 3_000_000) -> [PhotoPick] {
    (0..<Int32(count)).map {
      PhotoPick(
        item: PhotoItemID($0), contentType: .jpeg, fileSize: bytes, longerSide: 2_000, isImage: true)
    }
  }

  private static func durations(_ harness: DeviceHarness) -> [Int64] {
    harness.events.analytics.compactMap {
      if case .photoUploaded(_, _, let duration) = $0 { duration } else { nil }
    }
  }

  private static func stored(_ harness: DeviceHarness) -> Int {
    harness.events.count {
      if case .committed(.photo, _, _) = $0.kind { true } else { false }
    }
  }

  private static func upload(
    _ harness: DeviceHarness, _ count: Int, then: @escaping @Sendable (Person) async -> Void = { _ in }
  ) {
    harness.run { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(5)
      await person.tap(.pickPhotos(Self.picks(count)), intent: 7)
      await then(person)
      await person.wait(.uploadsSettled, 300)
      await person.rest(5)
    }
  }

  /// The case in exact figures: 3 MB at 5 Mbit/s take 4.8 s, and the round trip and the service take 0.2 s
  /// more.
  @Test func threeMegabytesAtFiveMegabits() {
    let harness = Self.harness(5)
    Self.upload(harness, 1)
    #expect(Self.durations(harness) == [5_000_000_000])
  }

  @Test func photosOfOnePhoneShareItsUplink() {
    let harness = Self.harness(10)
    Self.upload(harness, 2)
    #expect(Self.durations(harness) == [5_000_000_000, 5_000_000_000])
  }

  /// A transfer that takes longer than the client waits never arrives completely, so the server stores nothing.
  @Test func aTimeOutInMidBodyStoresNothing() {
    let harness = Self.harness(0.5)
    Self.upload(harness, 1)
    #expect(Self.durations(harness) == [])
    #expect(Self.stored(harness) == 0)
    let outcomes = harness.events.compactMap {
      if case .received(.uploadPhoto, _, let outcome, _, _) = $0.kind { outcome } else { nil }
    }
    #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0 == .timedOut })
  }

  /// In the background a transfer continues for half a minute and is then cut off. It is sent again once and stored
  /// once.
  @Test(arguments: [(20.0, true), (40.0, false)])
  func theBackgroundEndsATransfer(seconds: Double, goesThrough: Bool) {
    let harness = Self.harness(0.6) { $0.backend.requestTimeout = .seconds(90) }
    Self.upload(harness, 1) { person in
      await person.rest(1)
      await person.tap(.background)
      await person.rest(seconds)
      await person.tap(.foreground)
    }
    let outcomes = harness.events.compactMap {
      if case .received(.uploadPhoto, _, let outcome, _, _) = $0.kind { outcome } else { nil }
    }
    #expect(outcomes.first == (goesThrough ? .status(201) : .network))
    #expect(Self.stored(harness) == 1)
  }

  /// A faster link is never later, and without links nothing takes time to send.
  @Test func fasterLinksAreNeverSlower() {
    let times = [4, 8, 16, 32].map { megabits in
      let harness = Self.harness(megabits)
      Self.upload(harness, 3)
      return Self.durations(harness).max() ?? 0
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 > $1 })
    let harness = Self.harness(4) { ($0.backend.links, $0.backend.network) = ([], .constant(0.05)) }
    Self.upload(harness, 3)
    #expect(Self.durations(harness) == [200_000_000, 200_000_000, 200_000_000])
  }

  @Test func peopleHaveLinksByWeight() throws {
    let text = """
      {"backend": {"links": [{"name": "wifi", "weight": 3, "uplink": 20}, {"name": "mobile", "uplink": 2, "latency": "80ms"},
        {"name": "none", "weight": 0}]}}
      """
    let scenario = try Scenario.parse(text)
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<1)
    let lane = Lane(scheduler: world.scheduler)
    let links = (0..<4_000 as Range<UInt32>).compactMap { PhoneUplink(world: world, user: $0, lane: lane)?.link }
    #expect(abs(Double(links.count { $0 == 0 }) / 4_000 - 0.75) < 0.03 && !links.contains(2))
    #expect(try Scenario.parse(scenario.resolvedJSON).backend.links == scenario.backend.links)
    // A scenario without links is read, and has the same digest, as before links existed.
    #expect(!Scenario(name: "plain").resolvedJSON.contains("links"))
    #expect(throws: ScenarioError.self) { try Scenario.parse(text.replacing("mobile", with: "wifi")) }
    #expect(throws: ScenarioError.self) { try Scenario.parse(text.replacing("\"uplink\": 2,", with: "\"uplink\": 0,")) }
  }
}
