import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The smoke test against a correct independent server, and against the same with a defect.
///
/// One at a time, since each has a server and a generator, and many at once would leave no processor to answer in time.
@Suite(.limitedWait, .serialized) struct SmokeTests {
  /// The scenario of the library with more people, so that less time is enough. It lasts as long as needed, and has no
  /// threshold that depends on this machine's speed.
  static func smoke(seed: Int = 1) throws -> Scenario {
    let url = Checkout.root.appending(path: "scenarios/load/smoke.json")
    return try Scenario.parse(
      Data(contentsOf: url), path: url.path,
      overrides: ScenarioOverrides(
        sets: [
          "seed=\(seed)", "load.limits.duration=1h", "load.duration=1h", "load.rate=4", "load.tourEvery=250ms",
          "load.thinkTimeScale=0.005",
          #"load.thresholds=["rate(api-error-rate)<1%"]"#,
        ]))
  }

  /// The number of rounds through all endpoints that a run ends after.
  static let rounds: Int64 = 5

  /// The report of a run that lasts until this many rounds are complete.
  static func report(_ scenario: Scenario, _ target: LoadTarget, rounds: Int64 = rounds) throws -> Report {
    var run = LoadRun(scenario, target: target)
    run.name()
    let without = scenario.load?.without ?? []
    run.isEnough = { fold in
      Endpoint.allCases.filter { $0 != .deleteAccount && !without.contains($0) }
        .allSatisfy { fold.endpoints[Int($0.rawValue)].count >= rounds }
    }
    return try run.measure().report(of: run, scenarioDigest: scenario.digest)
  }

  @Test(arguments: ForeignServer.Wire.allCases)
  func correctServerWithOtherNamesPasses(wire: ForeignServer.Wire) async throws {
    let scenario = try Self.smoke()
    let (report, calls, complaints) = try await aside {
      try ForeignServer.serving(wire) { try Self.report(scenario, $0) }
    }
    #expect(report.violations.isEmpty, "\(report.violations.map(\.examples))")
    #expect(report.load?.total.errors == 0, "\(complaints.prefix(5))")
    #expect(complaints.isEmpty, "\(complaints.prefix(5))")
    #expect(report.exitCode == 0 || report.load?.isOfGenerator == true)
    // Every route of the contract, in every round. The last rounds may not have deleted an account yet.
    #expect(calls.count == 27, "\(calls.keys.sorted())")
    #expect(calls.filter { !$0.key.hasPrefix("DELETE /auth") }.values.allSatisfy { $0 >= Self.rounds }, "\(calls)")
    #expect(report.checks.allSatisfy { $0.evaluated > 0 }, "\(report.checks)")
    #expect(Headline(report).sentences.last?.finding == "The server never contradicted itself.")
  }

  static let defects: [(ForeignServer.Defect, String)] = [
    (.acknowledgmentForgotten, "read-your-writes/observed/acknowledgment-lost"),
    (.acknowledgmentLate, "read-your-writes/observed/acknowledgment-late"),
    (.acknowledgmentExpired, "monotonic-reads/observed/acknowledgment"),
    (.othersPhotos, "I-USER/observed/photos"),
    (.repeatedUploads, "I-PHOTO/observed/stored-twice"),
    (.deletionForgotten, "I-PHOTO/observed/listed-after-deletion"),
    (.staleMetrics, "monotonic-reads/observed/metrics"), (.duplicatePhotos, "I-PHOTO/observed/stored-twice"),
    (.othersPreferences, "I-USER/observed/preferences"), (.commitAnswered500, "I-COMMIT/observed/preferences"),
    (.anyToken, "I-USER/observed/forged-token"), (.noToken, "I-USER/observed/no-token"),
    (.anyPassword, "I-USER/observed/wrong-password"), (.secondAccount, "I-USER/observed/taken-address"),
    (.refreshTwice, "I-TOKEN/observed/used-refresh-token"),
    (.logOutForgotten, "resurrection/observed/logged-out-token"),
    (.anyonesPhoto, "I-USER/observed/deleted-by-another"), (.pagesIgnored, "I-PHOTO/observed/pages"),
    (.nameForgotten, "read-your-writes/observed/name"), (.weightForgotten, "read-your-writes/observed/profile"),
    (.heightWiped, "lost-update/observed/profile-wiped"), (.lastWriterWins, "lost-update/observed/written-at-once"),
    (.acknowledgedAnew, "I-ONCE/observed/acknowledged-again"),
    (.accountKept, "resurrection/observed/deleted-account-session"),
    (.othersMetrics, "I-USER/observed/metrics"),
    (.keysForgotten, "I-PHOTO/observed/stored-twice"), (.datesShifted, "read-your-writes/observed/dates"),
  ]

  /// Findings that would name a defect for something else.
  static let mistakes: [ForeignServer.Defect: [String]] = [
    .acknowledgmentForgotten: ["acknowledgment-late"], .acknowledgmentLate: ["acknowledgment-lost"],
    .othersPhotos: ["I-PHOTO"], .othersPreferences: ["lost-update"], .staleMetrics: ["I-USER"],
  ]

  /// The keys of a smoke test's findings about a server, in a wire form that alternates with the seed.
  static func accusations(_ defect: ForeignServer.Defect?, seed: Int) async throws -> [String] {
    try await report(of: defect, seed: seed).violations.map(\.key)
  }

  /// The report of a smoke test of a server with a defect, or of a sound one.
  static func report(of defect: ForeignServer.Defect?, seed: Int) async throws -> Report {
    let wire: ForeignServer.Wire = seed.isMultiple(of: 2) ? .flat : .nested
    return try await aside {
      try ForeignServer.serving(wire, defect) { try report(smoke(seed: seed), $0) }.0
    }
  }

  @Test(arguments: Sample.of(defects, each: 3)) func aDefectIsNamed(defect: ForeignServer.Defect, key: String)
    async throws
  {
    let scenario = try Self.smoke()
    let (report, _, _) = try await aside {
      try ForeignServer.serving(.nested, defect) { try Self.report(scenario, $0) }
    }
    #expect(report.violations.map(\.key).contains(key), "\(report.violations.map(\.key))")
    for mistake in Self.mistakes[defect] ?? [] {
      #expect(!report.violations.contains { $0.key.contains(mistake) }, "\(report.violations.map(\.examples))")
    }
    #expect(Headline(report).sentences.first?.finding.hasPrefix("The server contradicted itself") == true)
    #expect(report.exitCode == 11 || report.load?.isOfGenerator == true)
  }

  @Test("A failure in the body of a successful reply breaks the contract, but is no contradiction")
  func failuresUnderSuccess() async throws {
    let report = try await Self.report(of: .failureUnderSuccess, seed: 1)
    #expect(report.violations.isEmpty, "\(report.violations.map(\.examples))")
    #expect(report.load?.badReplies?.contains { $0.problem.contains("in a reply with a success status") } == true)
    #expect(report.exitCode == 10 || report.load?.isOfGenerator == true)
  }

  @Test func generatorsThatStartTogetherShareNothing() async throws {
    let scenario = try Self.smoke()
    let (reports, _, complaints) = try await aside {
      try ForeignServer.serving(.nested) { target in
        // One after the other, with one seed and one plan: without IDs of their own, all accounts would be taken.
        try (0..<2).map { _ in try Self.report(scenario, target, rounds: 1) }
      }
    }
    #expect(complaints.isEmpty, "\(complaints.prefix(5))")
    #expect(reports.allSatisfy { $0.violations.isEmpty && $0.load?.total.errors == 0 })
    #expect(Set(reports.map { $0.load?.plan.run }).count == 2)
  }

  @Test func requestsAreNamedByRunPersonAndNumber() {
    let call = APICall(
      request: .me, accessToken: nil, caller: Caller(user: 7, account: 0, device: 0), id: 12, timeout: 1)
    var other = call
    other.id = 13
    func text(_ put: (inout [UInt8]) -> Void) -> String {
      var bytes: [UInt8] = []
      put(&bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(text { RequestNaming(run: "ab").put(requestIDOf: call, into: &$0) } == "gtsd-7-12.ab")
    #expect(text { RequestNaming().put(requestIDOf: call, into: &$0) } == "gtsd-7-12")
    let parents = [RequestNaming(run: "ab"), RequestNaming(run: "ac")].flatMap { naming in
      [call, other].map { call in text { naming.put(traceParentOf: call, into: &$0) } }
    }
    #expect(Set(parents).count == 4)
    #expect(parents.allSatisfy { $0.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-01/) != nil })
    let kept = (1...1_000).count { number in
      var call = call
      call.id = Int32(number)
      return text { RequestNaming(run: "ab", sampled: 0.25).put(traceParentOf: call, into: &$0) }.hasSuffix("-01")
    }
    #expect((200...300).contains(kept), "\(kept)")
    #expect(RunID.isOne(RunID.fresh()) && RunID.fresh() != RunID.fresh())
    #expect(!RunID.isOne("") && !RunID.isOne("a b") && !RunID.isOne(String(repeating: "a", count: 33)))
  }

  @Test func photosAreSentAsTheScenarioSays() {
    let upload = PhotoUpload(taskID: 3, item: PhotoItemID(5), contentType: .heic, fileSize: 20_000)
    let caller = Caller(user: 1, account: 0, device: 1)
    for (photos, type) in [(.jpeg, "image/jpeg"), (.heic, "image/heic"), (.asPicked, "image/heic")]
      as [(LoadSettings.Photos, String)]
    {
      let form = UploadForm(photos: photos)
      form.note(TasksPayload(total: 2, completed: 0, currentStreak: 0, ids: [71, 72]), of: caller)
      guard case .uploadPhoto(let sent) = form.outward(.uploadPhoto(upload), of: caller),
        case .presignPhoto(let name, let presigned, _) = form.outward(
          .presignPhoto(fileName: "photo.heic", contentType: .heic, fileSize: 9), of: caller)
      else {
        Issue.record("other requests")
        continue
      }
      #expect(sent.contentType.rawValue == type && presigned == sent.contentType)
      #expect(name == "photo.\(presigned.fileExtension)")
      // The person's third task, of the server's two.
      #expect(sent.taskID == 71)
    }
  }
}
