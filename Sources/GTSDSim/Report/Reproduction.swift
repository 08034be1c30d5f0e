/// How to have a report made again.
struct Reproduction {
  var command: String
  /// What the command takes to give the same.
  var note: String

  /// Nil where code made the report, and for a part of a run.
  init?(_ report: Report) {
    guard let command = report.command, report.shard == nil else { return nil }
    self.command = command
    note = report.load == nil ? "" : "Another run measures other numbers. "
    let isOfTwo = report.comparison?.sides.contains { $0.resolved != nil } ?? false
    if isOfTwo || report.scenario.resolved != nil {
      let place = isOfTwo ? "comparison.sides" : "scenario.resolved"
      note += "The scenario as it was is in `\(place)` of the report's JSON."
    }
  }
}

extension HTMLPage {
  /// The command that makes this report again.
  var again: Section? {
    guard let reproduction = Reproduction(report) else { return nil }
    return Section(
      id: "again", title: "Run it again", note: reproduction.note, body: Self.copyable(reproduction.command))
  }

  /// A command with a button that copies it.
  static func copyable(_ command: String) -> String {
    // A line that ended within the dashes of an option would read as another option.
    let words = command.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.hasPrefix("-") ? "<span>\(escaped(String(word)))</span>" : escaped(String(word))
    }
    return """
      <div class="copy"><code>\(words.joined(separator: " "))</code><button type="button" data-copy="\(escaped(command))"\
       aria-label="Copy the command">Copy</button></div>
      """
  }
}
