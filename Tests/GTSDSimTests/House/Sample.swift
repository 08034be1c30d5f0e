import Foundation

/// A part of a long list of cases, so that `swift test` is quick. `GTSD_WHOLE=1` takes all of them.
enum Sample {
  /// Whether all cases are taken.
  static let isWhole = ProcessInfo.processInfo.environment["GTSD_WHOLE"] == "1"

  /// Each n-th case, from the first.
  static func of<Case>(_ all: some Sequence<Case>, each n: Int) -> [Case] {
    all.enumerated().filter { isWhole || $0.offset.isMultiple(of: n) }.map(\.element)
  }
}
