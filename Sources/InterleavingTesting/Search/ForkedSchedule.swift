import CInterpose
import Foundation
import Interleaving

/// A schedule in a copy of the process: it may crash there, and leaves nothing behind.
///
/// The copy has only the world's thread. A lock that another thread held at the time of the copy stays locked in it. A
/// copy that does not end is therefore repeated, with more time on each attempt, before it counts as stuck.
enum ForkedSchedule {
  /// The result of a forked copy.
  enum Outcome {
    case ran(ScheduleRecord)
    case hangs
    /// The copy ended before its schedule.
    case died(String)
    case impossible
  }

  /// Runs a schedule in a copy.
  ///
  /// - Parameters:
  ///   - patience: the time for the last attempt, in seconds.
  ///   - body: called in the copy, with a function that ends the copy early.
  static func run(
    patience: Double, _ body: (_ end: @escaping @Sendable (ScheduleRecord) -> Void) -> ScheduleRecord
  ) -> Outcome {
    var outcome = Outcome.impossible
    for patience in [0.1, 0.2, 0.4, 0.8, 1.6].filter({ $0 < patience }) + [patience] {
      outcome = once(patience, body)
      guard case .hangs = outcome else { break }
    }
    return outcome
  }

  private static func once(
    _ patience: Double, _ body: (_ end: @escaping @Sendable (ScheduleRecord) -> Void) -> ScheduleRecord
  ) -> Outcome {
    var child = capture_child()
    guard capture_fork(&child) else { return .impossible }
    if child.process == 0 {
      let copy = child
      let end: @Sendable (ScheduleRecord) -> Void = { record in
        let data = (try? JSONEncoder().encode(record)) ?? Data()
        data.withUnsafeBytes { bytes in
          withUnsafePointer(to: 0 as UInt8) { capture_end_child(copy, bytes.baseAddress ?? .init($0), bytes.count) }
        }
      }
      end(body(end))
    }
    var (results, output) = (capture_bytes(), capture_bytes())
    let isInTime = capture_await_child(child, Int64(patience * 1e9), &results, &output)
    defer {
      free(results.bytes)
      free(output.bytes)
    }
    guard isInTime else { return .hangs }
    let said = String(decoding: UnsafeRawBufferPointer(start: output.bytes, count: output.count), as: UTF8.self)
    let data = Data(
      bytes: UnsafeRawPointer(results.bytes ?? output.bytes ?? .allocate(capacity: 1)), count: results.count)
    guard var record = try? JSONDecoder().decode(ScheduleRecord.self, from: data) else { return .died(said) }
    for index in record.failures.indices where record.failures[index].isCrash {
      record.failures[index].addLastLine(said)
    }
    return .ran(record)
  }
}

extension Failure {
  /// Adds the last line that a crash printed to the failure. Leaves out the stack trace that the runtime prints.
  fileprivate mutating func addLastLine(_ said: String) {
    let lines = said.split(separator: "\n").prefix { !$0.hasPrefix("Current stack trace:") }
    guard message.hasPrefix("crashes ("), let line = lines.last(where: { $0.contains("rror: ") }) ?? lines.last else {
      return
    }
    let place = message.range(of: "), in ").map { "in \(message[$0.upperBound...])" } ?? message
    message = "crashes: \(line)\n\(place)"
  }
}
