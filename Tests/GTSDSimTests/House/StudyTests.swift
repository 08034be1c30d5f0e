import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics
@testable import gtsd_sim

/// Tests that take minutes in a debug build. The suite has a small version of each; these are complete. The program
/// built for release does the work, ten to thirty times as fast, and the tests judge its reports.
///
/// `GTSD_SIM=.build/release/gtsd-sim swift test --filter StudyTests` runs them, as `.ci/run` does; without the variable
/// they are skipped.
@Suite(.limitedWait, .enabled(if: ReleaseProgram.path != nil, "GTSD_SIM names no program built for release"))
struct StudyTests {
  /// The report of a command that prints it.
  private static func report(_ arguments: [String]) throws -> Report {
    let result = try ReleaseProgram.run(arguments + ["--json", "--quiet", "--no-fail"])
    try #require(result.code == .success, "\(arguments): \(result.error)")
    return try Report(json: Data(result.out.utf8))
  }

  /// Writes the scenario with a closed form: everybody sees the card once, and four of five who follow it acknowledge.
  private static func closedForm(_ scratch: borrowing Scratch, follow: Double, users: Int) throws -> String {
    try scratch.write(ForecastTests.simple(follow: follow, users: users).resolved.text, "closed-form.json")
  }

  /// A smoke test names the defect in either wire form, which the seed chooses. Two tests, because most of their time is
  /// spent waiting.
  @Test("A server's defect is found with the contract's names", .serialized, arguments: SmokeTests.defects)
  func serversDefect(defect: ForeignServer.Defect, key: String) async throws {
    let keys = try await SmokeTests.accusations(defect, seed: 1)
    #expect(keys.contains(key), "\(keys)")
  }

  @Test("A server's defect is found with renamed fields", .serialized, arguments: SmokeTests.defects)
  func defectOfServerWithOtherNames(defect: ForeignServer.Defect, key: String) async throws {
    let keys = try await SmokeTests.accusations(defect, seed: 2)
    #expect(keys.contains(key), "\(keys)")
  }

  /// On a busy machine a reply may arrive after the app has given up. This server then stores the repeated photo again,
  /// which is correctly reported.
  @Test("A correct server has no contradictions at any of four seeds") func soundServer() async throws {
    for seed in 1...4 {
      let report = try await SmokeTests.report(of: nil, seed: seed)
      let isOnTime = report.load?.total.errors == 0
      #expect(!isOnTime || report.violations.map(\.key) == [], "seed \(seed)")
    }
  }

  /// The method's exact coverage is 95.35 %; the bounds contain 99.9 % of all counts. `gtsd-bench coverage` counts more
  /// worlds of more scenarios.
  @Test("The intervals of 400 worlds, and of means over ten of them, contain the exact value as often as stated")
  func intervalsCover() throws {
    let scratch = try Scratch()
    let file = try Self.closedForm(scratch, follow: 0.45, users: 40)
    var values: [Double] = []
    var held = 0
    for seed in 1...400 {
      // Reads only the few needed values, since a debug build needs half a minute for a thousand complete reports.
      let run = ["run", file, "--seed", "\(seed)", "--jobs", "1", "--json", "--quiet", "--no-fail"]
      let text = try ReleaseProgram.run(run).out
      let report = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let kpis = try #require(report["kpis"] as? [[String: Any]])
      let rate = try #require(kpis.first { $0["id"] as? String == "acknowledgment-rate-24h" })
      #expect(rate["denominator"] as? Int == 40)
      let interval = try #require(rate["interval"] as? [String: Any])
      let (low, high) = (try #require(interval["low"] as? Double), try #require(interval["high"] as? Double))
      if low <= 0.36, 0.36 <= high { held += 1 }
      values.append(try #require(rate["value"] as? Double))
    }
    func count(_ share: Double, of trials: Int, _ probability: Double) -> Int {
      BinomialDistribution.quantile(share, trials: trials, probability: probability)
    }
    #expect((count(0.0005, of: 400, 0.9535)...count(0.9995, of: 400, 0.9535)).contains(held))
    let groups = stride(from: 0, to: 400, by: 10).count { start in
      let moments = SampleMoments(Array(values[start..<(start + 10)]))
      let interval = MeanInterval.student(mean: moments.mean, variance: moments.variance, count: 10)
      return interval.map { $0.low <= 0.36 && 0.36 <= $0.high } ?? false
    }
    #expect(groups >= count(0.0005, of: 40, 0.95))
  }

  /// 0.6 of all people is reached at 0.75; with 12 replications of 120 people, three standard errors are 0.05 / 0.8.
  @Test func aGoalIsFoundWhereTheClosedFormHasIt() throws {
    let scratch = try Scratch()
    let file = try Self.closedForm(scratch, follow: 0.5, users: 120)
    let path = "population.personas.*.decisions.followCard"
    let report = try Self.report(["forecast", file, "--replications", "12", "--solve", path, "--target", "0.6"])
    let solution = try #require(report.forecast?.solution)
    #expect(abs(try #require(solution.value) - 0.75) < 0.065)
  }

  /// Every checker over 100 schedules of 200 people; most schedules have an order of events that time alone would not
  /// give.
  @Test(arguments: HistoryPopulationTests.scenarios)
  func correctGenerationHasNoFindings(scenario: String) throws {
    let file = Checkout.root.appending(path: "scenarios/\(scenario).json").path
    let report = try Self.report(
      ["explore", file, "--generation", "correct", "--users", "200", "--schedules", "100", "--no-minimize"])
    #expect(report.exploration?.schedules == 100)
    #expect(report.exploration?.finds.map(\.token) == [])
  }

  /// The lines of some events, since a debug build needs minutes to read all of them.
  private static func lines(of names: [String], in file: Data) -> Data {
    let starts = names.map { Array(#"{"event_name":"\#($0)""#.utf8) }
    var lines = Data()
    file.withUnsafeBytes { bytes in
      guard var line = bytes.baseAddress else { return }
      let end = line + bytes.count
      while line < end {
        let next = memchr(line, 10, line.distance(to: end)).map { UnsafeRawPointer($0) + 1 } ?? end
        let length = line.distance(to: next)
        if starts.contains(where: { $0.count < length && memcmp(line, $0, $0.count) == 0 }) {
          lines.append(contentsOf: UnsafeRawBufferPointer(start: line, count: length))
        }
        line = next
      }
    }
    return lines
  }

  /// The default people with a memory are within the required bands (assumptions, no source).
  @Test func peopleWithAMemoryAreBelievable() throws {
    let scratch = try Scratch()
    func people(_ more: [String]) throws -> PeopleSeen {
      let events = scratch.path("events.jsonl")
      let file = Checkout.root.appending(path: "scenarios/week-one.json").path
      let result = try ReleaseProgram.run(
        ["run", file, "--users", "4000", "--quiet", "--no-fail", "--events", events] + more)
      try #require(result.code == .success, "\(result.error)")
      var reader = EventReader()
      reader.read(Self.lines(of: PeopleSeen.names, in: try Data(contentsOf: URL(filePath: events))))
      return PeopleSeen(reader.finish().log, end: 15)
    }
    let usual = try people([])
    for (day, band) in [(1, 0.25...0.6), (7, 0.1...0.35), (13, 0.08...0.3)] {
      #expect(band.contains(usual.days[day]), "day \(day): \(usual.days[day])")
    }
    #expect(usual.days[1] > usual.days[7] && usual.days[7] > usual.days[13])
    #expect(usual.night < 0.06)
    #expect((0.15...0.4).contains(usual.skippers), "\(usual.skippers)")
    // Errors keep people away. With all weights 0 they do not, except people who never got in.
    let broken = try people(["--set", "backend.errorRate=0.3"])
    #expect(broken.days[7] < usual.days[7] - 0.05)
    #expect(try #require(broken.intervals[7]).high < #require(usual.intervals[7]).low)
    let numb = ["error", "wait", "contradiction", "value"].flatMap {
      ["--set", "population.memory.experience.\($0)=0"]
    }
    let calm = try people(numb)
    let numbed = try people(numb + ["--set", "backend.errorRate=0.3"])
    #expect(abs(numbed.days[7] - calm.days[7]) < 0.03, "\(numbed.days[7]), \(calm.days[7])")
  }

  /// The explained cause of each hazard's violation equals the one determined by hand.
  @Test(arguments: TrueCause.all) func explanationNamesTheExpectedCause(_ expected: TrueCause) throws {
    let file = Checkout.root.appending(path: "scenarios/races/\(expected.hazard).json").path
    let finds = try Self.report(["explore", file, "--schedules", "150"]).exploration?.finds ?? []
    let shown = finds.map {
      CauseTableTests.Shown(hazard: $0.hazard, oracle: $0.oracle, signature: String($0.signature), cause: $0.cause)
    }
    try CauseTableTests.check(shown, expected)
  }

  /// Stories whose orders take a debug build seconds; no report contains classes of orders.
  @Test(arguments: DepthFirstExplorationTests.larger)
  func depthFirstSearchLeavesOutNoOrder(story: String) throws { try DepthFirstExplorationTests.leavesNoOrderOut(story) }

  @Test("The acceptance matrix equals the one on the acceptance page")
  func theMatrixIsAsThePageShowsIt() throws {
    let result = try ReleaseProgram.run(
      ["run", "scenarios/acceptance", "--matrix", "--schedules", "\(AcceptanceCases.schedules)", "--json", "--quiet"])
    let rows = try #require(JSONReader.read(result.out)["cases"]?.elements)
    let cases = try AcceptanceCases().cases
    #expect(rows.compactMap { $0["id"]?.string }.sorted() == cases.map(\.name).sorted())
    for item in cases {
      let row = try #require(rows.first { $0["id"]?.string == item.name })
      for (preset, cell) in zip(AcceptanceCases.presets, item.cells) {
        let outcome =
          switch cell {
          case .passes: "passes"
          case .notApplicable: "notApplicable"
          case .fails: "fails"
          }
        #expect(row["cells"]?[preset.rawValue]?["outcome"]?.string == outcome, "\(item.name), \(preset.rawValue)")
      }
    }
  }

  /// Every line of every page does what the page shows, mostly with the page's own sizes.
  @Test(arguments: MarkdownDocument.all.filter(\.hasCommands))
  func codeBlocksOfGuidesBehaveAsShown(page: MarkdownDocument) throws {
    let session = try DocumentationSession(program: ReleaseProgram.run)
    for problem in try DocumentationTests.problems(of: page, session) { Issue.record("\(problem)") }
  }

  /// Examples that the suite only renders again, recomputed here by their commands.
  @Test(arguments: Gallery.examples.indices.filter { [.long, .studied].contains(Gallery.examples[$0].making) })
  func slowExamplesAreUpToDate(index: Int) throws {
    let example = Gallery.examples[index]
    let made = try ExampleReportTests.files(of: example, run: ReleaseProgram.run)
    let folder = Gallery.folder.appending(path: example.folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == made.map(\.name))
    for (name, text) in made {
      let file = folder.appending(path: name)
      #expect(try Data(contentsOf: file) == Data(text.utf8), "\(example.folder)/\(name) is out of date")
    }
  }
}
