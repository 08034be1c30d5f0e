import GTSDModel

/// Times that were rounded, for example to minutes by a spreadsheet.
enum CoarseTimes {
  /// The units to which tools round, in milliseconds, with their names.
  private static let units: [(length: Int64, name: String)] = [
    (Milliseconds.day, "days"), (Milliseconds.hour, "hours"), (100_000, "hundreds of seconds"),
    (Milliseconds.minute, "minutes"), (30_000, "half minutes"), (10_000, "tens of seconds"),
  ]
  /// The smallest number of events with which rounding is reported, and the share of events that must be rounded.
  private static let fewest = 100
  private static let mostly = 0.95
  /// The rounding, in milliseconds, from which the order of taps is lost, and not only the time between them.
  private static let faulty: Int64 = 30_000

  static func finding(_ log: EventLog) -> LogFinding? {
    guard log.count >= fewest else { return nil }
    let unit = units.first { unit in
      let rounded = (0..<log.users).reduce(0) { $0 + log.events(of: $1).count { $0.time % unit.length == 0 } }
      return Double(rounded) >= mostly * Double(log.count)
    }
    guard let unit else { return nil }
    let isFault = unit.length >= faulty
    // Whole hours also hide when people come back.
    let hidesDays = unit.length >= Milliseconds.hour
    let timings =
      (["fillOnboarding", "summaryDwell", "considerCard", "readMetrics"] + (hidesDays ? ["sessionGap"] : []))
      .flatMap { ["timings.\($0).median", "timings.\($0).sigma"] }
    let taps = Set(ObservedEvent.Name.allCases.flatMap(\.paths)).filter { hidesDays || $0.hasPrefix("decisions.") }
    return LogFinding(
      .clocks,
      "Times are whole \(unit.name). \(isFault ? "The order of taps and times of seconds are lost" : "Times of seconds are less exact"). "
        + "Export times with seconds.",
      isFault: isFault, paths: isFault ? Array(taps.union(timings)).sorted() : timings)
  }
}
