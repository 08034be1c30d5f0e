import Foundation

/// A part of a long list of cases, so that `swift test` is quick; `.ci/run` takes all of them.
enum Sample {
  /// Whether all cases are taken: beside a program built for release, as `StudyTests` are, or with `GTSD_WHOLE=1`.
  static let isWhole = ReleaseProgram.path != nil || ProcessInfo.processInfo.environment["GTSD_WHOLE"] == "1"

  /// Each n-th case, from the first.
  static func of<Case>(_ all: some Sequence<Case>, each n: Int) -> [Case] {
    all.enumerated().filter { isWhole || $0.offset.isMultiple(of: n) }.map(\.element)
  }
}
