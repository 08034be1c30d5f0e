import Foundation

/// How many schedules these tests run.
enum Size {
  /// Whether `GTSD_APP_LONG` asks for the whole study, for which a release build is due.
  static let isLong = ProcessInfo.processInfo.environment["GTSD_APP_LONG"] != nil
  /// Of the app as it is shipped.
  static let sound = isLong ? 10_000 : 60
  /// Of an app that lacks a repair: by then what it is for is to be found.
  static let broken = 100
  /// Searches of an app that lacks a repair.
  static let seeds: Range<UInt64> = isLong ? 1..<10 : 1..<2
}
