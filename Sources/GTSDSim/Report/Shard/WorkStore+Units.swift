import Foundation
import GTSDModel

/// How units are kept: a line with the unit's numbers of events and jobs and the length of its state, the state, its
/// events.
extension WorkStore {
  package func keep(_ fold: UnitFold, of unit: RunUnit, key: UInt64) {
    let state = Array(ShardUnit(unit, fold).json.compactText.utf8)
    keep(Array("\(fold.events) \(fold.jobs) \(state.count)\n".utf8) + state + fold.lines, of: key)
  }

  package func fold(of unit: RunUnit, key: UInt64) -> UnitFold? {
    guard let bytes = bytes(of: key), let end = bytes.prefix(80).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let numbers = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    let rest = bytes[(end + 1)...]
    guard numbers.count == 3, (0...rest.count).contains(numbers[2]),
      let kept = try? JSONDecoder().decode(
        RecordReading<ShardUnit>.self, from: Data(rest.prefix(numbers[2]))
      ).value,
      kept.checksum == kept.ownChecksum, kept.replication == unit.replication, kept.cell == unit.cell,
      var fold = try? kept.fold()
    else { return nil }
    fold.events = numbers[0]
    fold.jobs = numbers[1]
    fold.lines = Array(rest.dropFirst(numbers[2]))
    return fold
  }
}
