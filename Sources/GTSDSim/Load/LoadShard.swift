import Documents
import Foundation
import GTSDFields
package import GTSDLoad
package import GTSDModel
package import GTSDWorld
import Statistics

/// The measurements of one of several load generators, for a file.
package struct LoadShard: Sendable {
  package var fold: LoadFold
  package var kpis: KPIFold
  package var observed: ObservedFold
  package var uncounted: Int
  /// The server's ids of the accounts that were created.
  package var names: [Int]
  /// The delay of the generator's start, in seconds.
  package var startedLate: Double
  package var complete: Bool
  package var loops: Int

  private struct Kept: Codable {
    var fold: String
    var kpis: String
    var observed: String
    var uncounted: Int
    var names: [Int]
    var startedLate: Double
    var complete: Bool
    var loops: Int
  }

  package init(_ outcome: LoadRun.Outcome, loops: Int) {
    fold = outcome.fold
    kpis = outcome.kpis
    observed = ObservedFold(kept: outcome.observed.kept(since: outcome.began)) ?? ObservedFold()
    uncounted = outcome.uncounted
    names = outcome.names
    startedLate = outcome.startedLate
    complete = outcome.complete
    self.loops = loops
  }

  /// The shard as JSON.
  package var bytes: [UInt8] {
    let state = FoldState(kpis: kpis.state, violations: ViolationFold().state)
    let kept = Kept(
      fold: String(decoding: fold.kept, as: UTF8.self), kpis: state.json.text,
      observed: String(decoding: observed.kept(since: 0), as: UTF8.self), uncounted: uncounted, names: names,
      startedLate: startedLate, complete: complete, loops: loops)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(kept) else { preconditionFailure("a shard could not be written") }
    return Array(data)
  }

  /// Reads a shard of these settings from its ``bytes``; nil if the bytes are something else.
  package init?(_ settings: LoadSettings, _ bytes: [UInt8]) {
    guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
      [kept.fold, kept.observed].allSatisfy(Self.canBeAddedUp),
      let fold = LoadFold(settings, kept: Array(kept.fold.utf8)),
      let observed = ObservedFold(kept: Array(kept.observed.utf8)),
      let state = try? JSONDecoder().decode(RecordReading<FoldState>.self, from: Data(kept.kpis.utf8)).value,
      let kpis = try? KPIFold(state.kpis),
      let uncounted = try? FoldStateError.checked(kept.uncounted, "uncounted"), (1...1024).contains(kept.loops),
      (0...1e9).contains(kept.startedLate)
    else { return nil }
    (self.fold, self.observed, self.kpis) = (fold, observed, kpis)
    (self.uncounted, names, startedLate) = (uncounted, kept.names, kept.startedLate)
    (complete, loops) = (kept.complete, kept.loops)
  }

  /// Whether the numbers of a JSON text are small enough to be added to those of other generators. Sums of latencies
  /// are the largest; their limit is two years per slice of time.
  private static func canBeAddedUp(_ text: String) -> Bool {
    func isSmall(_ node: JSONNode, _ key: String = "") -> Bool {
      switch node.value {
      case .number(let number):
        // The minimum of an empty set.
        if key == "minimum", number == "\(Int64.max)" { return true }
        return node.number.map { abs($0) <= 0x1p56 } ?? false
      case .object(let members): return members.allSatisfy { isSmall($0.node, $0.key) }
      case .array(let elements):
        // Histograms begin with their sum as a text. Their bounds are checked when they are read.
        if case .string? = elements.first?.value { return true }
        return elements.allSatisfy { isSmall($0) }
      case .string, .bool, .null: return true
      }
    }
    return (try? JSONReader.read(bytes: Array(text.utf8), limit: .max)).map { isSmall($0) } ?? false
  }

  /// The largest delay of a generator's start, in seconds.
  package static let latest = 0.1

  /// The problem that makes this generator's part unusable; nil if there is none.
  package func problem(_ settings: LoadSettings) -> String? {
    if !complete { return "was interrupted" }
    if startedLate > Self.latest {
      return "began \(Wording.seconds(startedLate)) late: by its clock the others had begun"
    }
    let section = LoadSection(settings, fold, target: "", loops: loops)
    return section.isOfGenerator ? "was at its own limit, not the server's" : nil
  }

  /// The common report of all generators, independent of the order of their files.
  ///
  /// - Parameter shards: by generator, nil for one that is missing.
  package static func report(
    _ shards: [LoadShard?], scenario: Scenario, digest: String, target: String, run: String
  ) -> Report? {
    let settings = scenario.load ?? LoadSettings()
    let there = shards.compactMap(\.self)
    guard var total = there.first else { return nil }
    for shard in there.dropFirst() {
      total.fold.merge(shard.fold)
      total.kpis.merge(shard.kpis)
      total.observed.merge(shard.observed)
      total.uncounted += shard.uncounted
      total.loops += shard.loops
    }
    var seen: Set<Int> = []
    for shard in there { for id in shard.names where !seen.insert(id).inserted { total.observed.addShared(id: id, 0) } }
    // The plan covers all generators, so the missing one's starts were due and did not happen.
    if let plan = LoadPlan(settings, seed: scenario.seed), plan.model == .rate {
      let loops = there[0].loops
      for (index, shard) in shards.enumerated() where shard == nil {
        for loop in 0..<loops {
          var starts = plan.starts(loop: loop * shards.count + index, of: loops * shards.count)
          while let start = starts.next() { total.fold.drop(scheduledAt: start.at, isMissed: true) }
        }
      }
    }
    var report = LoadReport(
      scenario: scenario, scenarioDigest: digest, target: target, loops: total.loops, fold: total.fold,
      version: GTSDSimVersion.current)
    report.missingGenerators = shards.indices.filter { shards[$0] == nil }.map { $0 + 1 }
    report.run = run
    report.kpis = total.kpis
    report.violations = total.observed.reportRows()
    report.checks = total.observed.evaluated(.invariant(.user)) > 0 ? total.observed.reportChecks : []
    report.notes.append("\(Wording.count(shards.count, "generator")) made this load, each its part of one plan.")
    for (index, shard) in shards.enumerated() {
      let problem = shard.map { $0.problem(settings) } ?? "is missing"
      guard let problem else { continue }
      report.complete = false
      report.notes.append(
        "Generator \(index + 1) of \(shards.count) \(problem): the load was not the one that was planned.")
    }
    return report.make()
  }
}
