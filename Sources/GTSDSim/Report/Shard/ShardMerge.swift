import GTSDModel

/// Why reports cannot be merged: one line a problem, each with the file that it is about.
package struct ShardMergeError: Error, Hashable, Sendable, CustomStringConvertible {
  package var problems: [String]

  package var description: String { problems.map(\.onOneLine).joined(separator: "\n") }
}

/// Puts the shards of a run together again: the report of the whole run, byte for byte.
package struct ShardMerge {
  /// A report and what messages call it.
  package struct Part: Sendable {
    package var path: String
    package var report: Report

    package init(path: String, report: Report) {
      self.path = path
      self.report = report
    }
  }

  /// A part that is a shard.
  private struct Piece {
    var path: String
    var report: Report
    var shard: Report.Shard
    var position: ShardPosition
  }

  private var problems: [String] = []
  private var pieces: [Piece] = []

  /// The report of the whole run, whatever the order of its shards.
  ///
  /// - Throws: everything that is wrong with the shards at once.
  package static func report(
    of parts: [Part], version: String = GTSDSimVersion.current
  ) throws(ShardMergeError) -> Report {
    var merge = ShardMerge()
    merge.sort(parts, version: version)
    return try merge.report(version: version)
  }

  // MARK: Which parts fit each other

  private mutating func sort(_ parts: [Part], version: String) {
    for part in parts {
      guard part.report.kind == .simulation, let shard = part.report.shard else {
        problems.append("\(part.path): is no shard, but a whole report")
        continue
      }
      guard let position = ShardPosition(index: shard.index, of: shard.of) else {
        problems.append("\(part.path): says that it is shard \(shard.index) of \(shard.of)")
        continue
      }
      let other = part.report.tool.version
      if other != version {
        problems.append("\(part.path): was made by version \(other) of this program, which is \(version)")
      }
      if !part.report.complete {
        problems.append("\(part.path): shard \(position.index) was interrupted; run it again")
      }
      pieces.append(Piece(path: part.path, report: part.report, shard: shard, position: position))
    }
    guard let first = pieces.first else { return }
    for piece in pieces.dropFirst() {
      problems += Self.differences(of: piece, from: first).map { "\(piece.path): \($0), unlike \(first.path)" }
    }
    problems += Self.gaps(in: pieces.filter { $0.position.of == first.position.of })
    pieces.removeAll { !Self.differences(of: $0, from: first).isEmpty }
  }

  /// In what a shard is not of the same run as another.
  private static func differences(of piece: Piece, from first: Piece) -> [String] {
    let (a, b) = (piece.report.scenario, first.report.scenario)
    var result: [String] = []
    if piece.position.of != first.position.of { result.append("is one of \(piece.position.of) shards") }
    if a.name != b.name { result.append("is of the scenario `\(a.name)`") }
    if a.seed != b.seed { result.append("has the seed \(a.seed)") }
    if a.replications != b.replications { result.append("has \(Wording.count(a.replications, "replication"))") }
    if piece.shard.overrides != first.shard.overrides {
      let overrides = piece.shard.overrides
      result.append(overrides.isEmpty ? "has no overrides" : "has the overrides \(overrides.joined(separator: ", "))")
    }
    // Other seeds have other digests anyway.
    if a.digest != b.digest, (a.name, a.seed) == (b.name, b.seed) {
      result.append("is of a scenario of the digest \(a.digest)")
    }
    return result
  }

  /// Which shards are missing, and which are there more than once.
  private static func gaps(in pieces: [Piece]) -> [String] {
    guard let of = pieces.first?.position.of else { return [] }
    var result: [String] = []
    var missing: [String] = []
    var next = 1
    let sorted = pieces.enumerated().sorted {
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
    if !missing.isEmpty { result.append("shard \(missing.joined(separator: ", ")) of \(of) is missing") }
    return result
  }

  // MARK: Rendering

  private mutating func report(version: String) throws(ShardMergeError) -> Report {
    guard let first = pieces.first else { throw ShardMergeError(problems: problems) }
    let scenario = scenario(of: first)
    let replications = first.report.scenario.replications
    if let scenario {
      for piece in pieces where piece.report.complete { check(piece, scenario, replications) }
    }
    guard problems.isEmpty, let scenario else { throw ShardMergeError(problems: problems) }

    pieces.sort { $0.position.index < $1.position.index }
    var total = RunFold(arms: scenario.armCount)
    for index in 0..<replications * scenario.population.cellCount {
      let piece = pieces[index % pieces.count]
      let unit = piece.shard.units[index / pieces.count]
      do throws(FoldStateError) {
        let fold = try unit.fold()
        guard fold.kpis.arms.count == scenario.armCount else { throw FoldStateError(place: "arms") }
        total.add(fold)
      } catch {
        throw ShardMergeError(problems: ["\(piece.path): \(Self.name(unit)) is damaged: its \(error.place)"])
      }
    }
    return Report(
      SimulationResult(
        of: scenario, digest: first.report.scenario.digest, overrides: first.shard.overrides,
        replications: replications, total: total, complete: true),
      version: version)
  }

  /// The scenario that a shard embeds; nil, with the problem noted, unless it is the one that the shard names.
  private mutating func scenario(of piece: Piece) -> Scenario? {
    let summary = piece.report.scenario
    guard let resolved = summary.resolved else {
      problems.append("\(piece.path): holds no resolved scenario")
      return nil
    }
    guard let scenario = try? Scenario.parse(bytes: Array(resolved.utf8)), scenario.digest == summary.digest,
      scenario.seed == summary.seed, scenario.story == nil, summary.replications > 0
    else {
      problems.append("\(piece.path): its resolved scenario does not have the digest \(summary.digest)")
      return nil
    }
    return scenario
  }

  /// Whether a shard holds the units that are its part, each as it was written.
  private mutating func check(_ piece: Piece, _ scenario: Scenario, _ replications: Int) {
    let cells = scenario.population.cellCount
    let (count, overflow) = replications.multipliedReportingOverflow(by: cells)
    let (units, position) = (piece.shard.units, piece.position)
    guard !overflow, units.count == position.share(of: count) else {
      problems.append(
        "\(piece.path): holds \(Wording.count(units.count, "unit")), but shard \(position.index) of \(position.of) has "
          + (overflow ? "another number" : "\(Wording.whole(position.share(of: count)))"))
      return
    }
    for (unit, index) in zip(units, position.indices(of: count)) {
      if unit.replication != index / cells || unit.cell != index % cells {
        problems.append(
          "\(piece.path): \(Self.name(unit)) stands where replication \(index / cells), cell \(index % cells) belongs")
      }
      if unit.checksum != unit.ownChecksum {
        problems.append("\(piece.path): \(Self.name(unit)) is damaged: its checksum does not fit")
      }
    }
  }

  private static func name(_ unit: ShardUnit) -> String { "replication \(unit.replication), cell \(unit.cell)" }
}
