import Documents
import Foundation
import GTSDFields
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The storage of units: a line with the unit's numbers of events and jobs and the lengths of the following parts,
/// then its state, its outcomes by day, its events.
extension WorkStore {
  package func keep(_ fold: UnitFold, of unit: RunUnit, key: UInt64) {
    let state = Array(KeptUnit(unit, fold).json.text.utf8)
    let daily = Array((try? JSONEncoder().encode(fold.kpis.daily.map(\.counts))) ?? Data())
    let head = Array("\(fold.events) \(fold.jobs) \(state.count) \(daily.count)\n".utf8)
    keep(head + state + daily + fold.lines, of: key)
  }

  package func fold(of unit: RunUnit, key: UInt64) -> UnitFold? {
    guard let bytes = bytes(of: key), let end = bytes.prefix(80).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let numbers = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    let rest = bytes[(end + 1)...]
    guard numbers.count == 4, let events = try? FoldStateError.checked(numbers[0], "events"),
      let jobs = try? FoldStateError.checked(numbers[1], "jobs"), (0...rest.count).contains(numbers[2]),
      (0...rest.count - numbers[2]).contains(numbers[3]),
      let kept = try? JSONDecoder().decode(
        RecordReading<KeptUnit>.self, from: Data(rest.prefix(numbers[2]))
      ).value,
      kept.checksum == kept.ownChecksum, kept.replication == unit.replication, kept.cell == unit.cell,
      var fold = try? kept.fold(),
      let daily = try? JSONDecoder().decode(
        [[[Int]]].self, from: Data(rest.dropFirst(numbers[2]).prefix(numbers[3]))),
      daily.count == fold.kpis.daily.count
    else { return nil }
    for (index, counts) in daily.enumerated() {
      guard let own = DailyFold(counts: counts) else { return nil }
      fold.kpis.daily[index] = own
    }
    fold.events = events
    fold.jobs = jobs
    fold.lines = Array(rest.dropFirst(numbers[2] + numbers[3]))
    return fold
  }
}

/// The outcomes by day, as stored for the units of a comparison. Shards of a run do not store them.
extension DailyFold {
  /// For each indicator, the successes and trials of each day in turn.
  fileprivate var counts: [[Int]] {
    Self.kpis.map { kpi in (rates(of: kpi) ?? []).flatMap { [$0.successes, $0.trials] } }
  }

  fileprivate init?(counts: [[Int]]) {
    self.init()
    guard counts.count == Self.kpis.count else { return nil }
    for (kpi, days) in zip(Self.kpis, counts) {
      guard days.count.isMultiple(of: 2) else { return nil }
      for day in stride(from: 0, to: days.count, by: 2) {
        guard let trials = try? FoldStateError.checked(days[day + 1], kpi.id), (0...trials).contains(days[day]) else {
          return nil
        }
        add(RateFold(successes: days[day], trials: trials), to: kpi)
      }
    }
  }
}
