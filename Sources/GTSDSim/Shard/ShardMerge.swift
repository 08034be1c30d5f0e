import GTSDFields
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The problems for which shards cannot be merged: one line each, with the file.
package struct ShardMergeError: Error, Equatable, Sendable, CustomStringConvertible {
  package var problems: [String]

  package var description: String { problems.map(\.onOneLine).joined(separator: "\n") }
}

/// Merges the shards of a run, one at a time, into the report of the whole run, byte for byte.
///
/// The results of each shard are added up when it is read. Only the shard's name and the hashes of its units are kept.
package struct ShardMerge {
  /// The part of a shard that is kept after its results were added up.
  private struct Piece {
    var path: String
    var position: ShardPosition
    /// The scenario's summary, by which shards of other runs are recognised. Its resolved scenario is that of the first
    /// shard.
    var scenario: ScenarioSummary
    var overrides: [String]
    /// The digests of the shard's units, in their order.
    var digests: [UInt64]
    /// The problems with the shard's units.
    var damage: [String]
  }

  private let version: String
  /// The problems of single shards.
  private var problems: [String] = []
  private var pieces: [Piece] = []
  /// The scenario of the first shard; nil if its parts contradict each other.
  private var scenario: Scenario?
  private var digest = ""
  private var kpis = KPIFold(arms: 1)
  private var violations = ViolationFold()

  package init(version: String = GTSDSimVersion.current) {
    self.version = version
  }

  /// Adds a part, in any order.
  ///
  /// - Parameter path: the part's name for messages.
  package mutating func add(_ report: Report, path: String) {
    guard report.kind == .simulation, let shard = report.shard else {
      problems.append("\(path): is a whole report, not a shard")
      return
    }
    guard let position = ShardPosition(index: shard.index, of: shard.of) else {
      problems.append("\(path): claims to be shard \(shard.index) of \(shard.of)")
      return
    }
    if report.tool.version != version {
      problems.append("\(path): was made by version \(report.tool.version) of this program, which is \(version)")
    }
    if !report.complete { problems.append("\(path): shard \(position.index) was interrupted; run it again") }
    var piece = Piece(
      path: path, position: position, scenario: report.scenario, overrides: shard.overrides,
      digests: shard.units.map(\.digest), damage: [])
    piece.scenario.resolved = nil
    if pieces.isEmpty { take(report.scenario, path) }
    if let scenario, report.complete, pieces.first.map({ Self.differences(of: piece, from: $0).isEmpty }) ?? true {
      piece.damage = damage(in: shard, position, scenario, report.scenario.replications, path)
      if piece.damage.isEmpty {
        do throws(FoldStateError) {
          try take(shard.state)
        } catch {
          piece.damage = ["\(path): shard \(position.index) of \(position.of) is damaged: its \(error.place)"]
        }
      }
    }
    pieces.append(piece)
  }

  /// The report of the whole run.
  ///
  /// - Throws: all problems with the parts at once.
  package func report() throws(ShardMergeError) -> Report {
    var problems = problems
    if let first = pieces.first {
      for piece in pieces.dropFirst() {
        problems += Self.differences(of: piece, from: first).map { "\(piece.path): \($0), unlike \(first.path)" }
      }
      problems += Self.gaps(in: pieces.filter { $0.position.of == first.position.of })
    }
    problems += pieces.flatMap(\.damage)
    guard problems.isEmpty, let scenario, let first = pieces.first else { throw ShardMergeError(problems: problems) }

    let digests = pieces.ordered { $0.position.index < $1.position.index }.map(\.digests)
    let units = first.scenario.replications * scenario.population.cellCount
    let total = RunFold(
      kpis: kpis, violations: violations,
      digests: (0..<units).lazy.map { digests[$0 % digests.count][$0 / digests.count] })
    return Report(
      SimulationResult(
        of: scenario, digest: digest, overrides: first.overrides, replications: first.scenario.replications,
        total: total, complete: true),
      version: version)
  }

  // MARK: Compatibility of shards

  /// The differences between the runs of two shards.
  private static func differences(of piece: Piece, from first: Piece) -> [String] {
    let (a, b) = (piece.scenario, first.scenario)
    var result: [String] = []
    if piece.position.of != first.position.of { result.append("is one of \(piece.position.of) shards") }
    if a.name != b.name { result.append("is of the scenario `\(a.name)`") }
    if a.seed != b.seed { result.append("has the seed \(a.seed)") }
    if a.replications != b.replications { result.append("has \(Wording.count(a.replications, "replication"))") }
    if piece.overrides != first.overrides {
      result.append(
        piece.overrides.isEmpty
          ? "has no overrides" : "has the overrides \(piece.overrides.joined(separator: ", "))")
    }
    // Runs with different seeds have different digests anyway.
    if a.digest != b.digest, (a.name, a.seed) == (b.name, b.seed) {
      result.append("is of a scenario of the digest \(a.digest)")
    }
    return result
  }

  /// The missing and the repeated shards.
  private static func gaps(in pieces: [Piece]) -> [String] {
    guard let of = pieces.first?.position.of else { return [] }
    var result: [String] = []
    var missing: [String] = []
    var next = 1
    let sorted = pieces.enumerated().ordered {
      ($0.element.position.index, $0.offset) < ($1.element.position.index, $1.offset)
    }
    func note(upTo end: Int) {
      if next < end { missing.append(next == end - 1 ? "\(next)" : "\(next) to \(end - 1)") }
    }
    var index = 0
    while index < sorted.count {
      let position = sorted[index].element.position.index
      let same = sorted[index...].prefix { $0.element.position.index == position }
      if same.count > 1 {
        result.append("\(same.map(\.element.path).joined(separator: ", ")): are all shard \(position) of \(of)")
      }
      note(upTo: position)
      next = position + 1
      index += same.count
    }
    note(upTo: of + 1)
    if !missing.isEmpty {
      let isOne = missing.count == 1 && Int(missing[0]) != nil
      result.append(
        "\(isOne ? "shard" : "shards") \(missing.joined(separator: ", ")) of \(of) \(isOne ? "is" : "are") missing")
    }
    return result
  }

  // MARK: Contents

  /// Uses the scenario in the first shard as the run's, if it is the one that the shard names.
  private mutating func take(_ summary: ScenarioSummary, _ path: String) {
    guard let resolved = summary.resolved else {
      problems.append("\(path): holds no resolved scenario")
      return
    }
    guard let scenario = try? Scenario.parse(bytes: Array(resolved.utf8)), scenario.digest == summary.digest,
      scenario.seed == summary.seed, scenario.story == nil, summary.replications > 0
    else {
      problems.append("\(path): its resolved scenario does not have the digest \(summary.digest)")
      return
    }
    self.scenario = scenario
    digest = summary.digest
    kpis = KPIFold(arms: scenario.armCount)
  }

  private mutating func take(_ state: FoldState) throws(FoldStateError) {
    let added = try KPIFold(state.kpis)
    guard added.arms.count == kpis.arms.count else { throw FoldStateError(place: "arms") }
    violations.merge(try ViolationFold(state.violations))
    kpis.merge(added)
  }

  /// The problems of a shard's units: missing, additional or changed ones.
  private func damage(
    in shard: Report.Shard, _ position: ShardPosition, _ scenario: Scenario, _ replications: Int, _ path: String
  ) -> [String] {
    let cells = scenario.population.cellCount
    let (count, overflow) = replications.multipliedReportingOverflow(by: cells)
    guard !overflow, shard.units.count == position.share(of: count) else {
      return [
        "\(path): holds \(Wording.count(shard.units.count, "unit")), but shard \(position.index) of \(position.of) has "
          + (overflow ? "another number" : "\(Wording.whole(position.share(of: count)))")
      ]
    }
    var result: [String] = []
    for (unit, index) in zip(shard.units, position.indices(of: count))
    where unit.replication != index / cells || unit.cell != index % cells {
      result.append(
        "\(path): replication \(unit.replication), cell \(unit.cell) is where replication \(index / cells), "
          + "cell \(index % cells) belongs")
    }
    if result.isEmpty, shard.checksum != shard.ownChecksum {
      result.append("\(path): shard \(position.index) of \(position.of) is damaged: its checksum does not fit")
    }
    return result
  }
}

extension ShardMerge {
  /// The report of the whole run, from parts in any order.
  ///
  /// - Throws: all problems with the parts at once.
  package static func report(
    of parts: [(path: String, report: Report)], version: String = GTSDSimVersion.current
  ) throws(ShardMergeError) -> Report {
    var merge = ShardMerge(version: version)
    for part in parts { merge.add(part.report, path: part.path) }
    return try merge.report()
  }
}

/// Shards of studies other than runs are files of pieces rather than reports. They are combined into one.
extension ShardFile {
  /// Combines all shards of a study, in any order.
  ///
  /// - Parameters:
  ///   - files: the shards, each with its name for messages.
  ///   - toleratesMissing: whether some may be missing.
  /// - Throws: all problems at once, one per line.
  package static func merged(
    _ files: [(path: String, file: ShardFile)], toleratesMissing: Bool = false
  ) throws(ShardMergeError) -> ShardFile {
    guard let (firstPath, first) = files.first else { throw ShardMergeError(problems: ["no shard"]) }
    var problems: [String] = []
    var paths: [Int: [String]] = [:]
    var result = first
    for (path, file) in files {
      if file.position.of != first.position.of {
        problems.append("\(path): is one of \(file.position.of) shards, unlike \(firstPath), of \(first.position.of)")
        continue
      }
      var differences = zip(first.identity, file.identity).filter { $0 != $1 }.map { mine, other in
        "\(path): its \(other.name) is `\(other.value)`, unlike `\(mine.value)` of \(firstPath)"
      }
      if differences.isEmpty, file.identity.count != first.identity.count || file.command != first.command {
        differences = ["\(path): belongs to another study than \(firstPath)"]
      }
      problems += differences
      // Pieces of another study exist, but they are not a part of this one.
      paths[file.position.index, default: []].append(path)
      if differences.isEmpty { result.pieces.merge(file.pieces) { mine, _ in mine } }
    }
    for (index, paths) in paths.ordered(by: { $0.key < $1.key }) where paths.count > 1 {
      problems.append("\(paths.joined(separator: ", ")): are all shard \(index) of \(first.position.of)")
    }
    let missing = toleratesMissing ? [] : (1...first.position.of).filter { paths[$0] == nil }
    for index in missing.prefix(20) { problems.append("shard \(index) of \(first.position.of) is missing") }
    if missing.count > 20 { problems.append("and \(missing.count - 20) more are missing") }
    guard problems.isEmpty else { throw ShardMergeError(problems: problems) }
    return result
  }
}
