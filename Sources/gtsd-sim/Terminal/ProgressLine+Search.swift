import GTSDCommandLine
import GTSDSim
import GTSDStudies

extension ProgressLine {
  /// Shows the progress of a search.
  func show(_ search: Exploration.Progress, limits: SearchLimits) {
    draw(isLast: search.schedules >= limits.schedules) { seconds, width in
      Self.text(label, search, limits: limits, seconds: seconds, width: width)
    }
  }

  /// One line with a bar, the number of schedules, their speed, classes met, the part not met, finds and the time left.
  /// Leaves out what does not fit.
  static func text(
    _ label: String, _ search: Exploration.Progress, limits: SearchLimits, seconds: Double, width: Int
  ) -> String {
    let share = limits.share(schedules: search.schedules, seconds: seconds)
    let bar = bar(share)
    let schedules = limits.isUnlimited ? "\(search.schedules)" : "\(search.schedules)/\(limits.schedules)"
    let rate = rate(search.schedules, seconds: seconds).map { ", \($0)/s" } ?? ""
    let unseen = "\((search.unseenMass * 1000).rounded() / 10) %"
    let finds = "\(search.finds) \(search.finds == 1 ? "find" : "finds")"
    let left = share > 0 ? "\(span(seconds / share - seconds)) left" : "…"
    let classes = "\(search.classes) classes, \(unseen) unseen"
    return fitting(
      [
        "\(label) \(bar) \(schedules) schedules\(rate)  \(classes)  \(finds)  \(left)",
        "\(bar) \(schedules) schedules\(rate)  \(classes)  \(finds)  \(left)",
        "\(schedules) schedules\(rate)  \(classes)  \(finds)  \(left)",
        "\(schedules) schedules  \(classes)  \(finds)  \(left)", "\(schedules) schedules  \(finds)  \(left)",
      ], width: width) ?? finds
  }
}

/// The limits that end a search.
struct SearchLimits: Sendable, Equatable {
  /// The number of schedules without `--schedules`.
  static let standard = 10_000

  var schedules: Int
  /// Whether the search is limited by time only.
  var isUnlimited = false
  /// The time limit, in seconds.
  var timeBudget: Double?

  /// Determines the limits of a command line: a time budget alone leaves the number of schedules open.
  init(_ arguments: ParsedArguments) {
    timeBudget = arguments[seconds: .timeBudget]
    isUnlimited = timeBudget != nil && !arguments[flag: .schedules]
    schedules = arguments[integer: .schedules] ?? (timeBudget == nil ? Self.standard : Int(UInt32.max))
  }

  /// The completed share of the search, by the limit that is nearest.
  func share(schedules done: Int, seconds: Double) -> Double {
    max(Double(done) / Double(schedules), timeBudget.map { min(1, seconds / $0) } ?? 0)
  }
}
