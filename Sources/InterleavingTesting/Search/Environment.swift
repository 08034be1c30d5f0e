import Foundation

/// Settings from environment variables for all searches of a process, for continuous integration.
///
/// - `GTSD_EXPLORE_SCHEDULES`: the number of schedules of every search, instead of the test's own.
/// - `GTSD_EXPLORE_SEED`: the seed.
/// - `GTSD_EXPLORE_SECONDS`: real time after which a search begins no further schedule.
/// - `GTSD_EXPLORE_PATIENCE`: real time in seconds after which a job that does not end is reported, instead of 5.
/// - `GTSD_EXPLORE_REPORTS`: a directory for the timelines of finds.
/// - `GTSD_REPLAY`: the token of a find. Its test runs only that order, with the arguments of the find; its other cases
///   do not run. Other tests are searched as usual.
struct ExplorationEnvironment {
  var schedules: Int?
  var seed: UInt64?
  var seconds: Double?
  var patience: Double?
  var reports: URL?
  var replay: ExplorationToken?

  /// Reads the settings from a set of variables.
  init(_ variables: [String: String]) throws(ExplorationError) {
    schedules = try Self.value("SCHEDULES", of: variables, "a whole number from 1 on") {
      Int($0).flatMap { $0 > 0 ? $0 : nil }
    }
    seed = try Self.value("SEED", of: variables, "a whole number from 0 on") { UInt64($0) }
    seconds = try Self.value("SECONDS", of: variables, "a number above 0", Self.time)
    patience = try Self.value("PATIENCE", of: variables, "a number above 0", Self.time)
    replay = try variables["GTSD_REPLAY"].map { text throws(ExplorationError) in try ExplorationToken(text) }
    reports = variables["GTSD_EXPLORE_REPORTS"].map { URL(filePath: $0, directoryHint: .isDirectory) }
  }

  private static func time(_ text: String) -> Double? {
    Double(text).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
  }

  private static func value<Value>(
    _ name: String, of variables: [String: String], _ form: String, _ read: (String) -> Value?
  ) throws(ExplorationError) -> Value? {
    guard let text = variables["GTSD_EXPLORE_\(name)"] else { return nil }
    guard let value = read(text) else {
      throw .parameter("GTSD_EXPLORE_\(name) is \"\(text)\" in the environment: set it to \(form), or not at all.")
    }
    return value
  }

  /// The settings from the environment of this process.
  static func current() throws(ExplorationError) -> ExplorationEnvironment {
    try ExplorationEnvironment(ProcessInfo.processInfo.environment)
  }

  /// Writes the timeline of a finding to a file.
  func write(_ text: String, named name: String) throws {
    guard let reports else { return }
    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
    try text.write(to: reports.appending(path: name), atomically: true, encoding: .utf8)
  }
}
