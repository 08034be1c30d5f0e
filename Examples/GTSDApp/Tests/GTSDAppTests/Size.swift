import Foundation

/// The numbers of schedules that these tests run.
enum Size {
  /// Whether `GTSD_APP_LONG` requests the whole study, which needs a release build.
  static let isLong = ProcessInfo.processInfo.environment["GTSD_APP_LONG"] != nil
  /// The number of schedules of the app as it is shipped.
  static let sound = isLong ? 10_000 : 60
  /// The number of schedules of an app without a repair, within which the defect must be found.
  static let broken = 100
  /// The seeds of searches of an app without a repair.
  static let seeds: Range<UInt64> = isLong ? 1..<10 : 1..<2
}
