/// A file of `--map` that corrects a problem of a log. The command and the studio name it in their own words, since the
/// studio has none of the command's options.
package struct LogRemedy: Codable, Hashable, Sendable {
  /// The text of the file, or what it contains.
  package var map: String
  /// The effect of the file, such as `names another field`.
  package var effect: String

  package init(map: String, effect: String) { (self.map, self.effect) = (map, effect) }

  /// The file for local times that are marked as UTC.
  package static let localTimes = LogRemedy(
    map: "a `timeForm` whose `Z` is in quotation marks, and a `zone`,", effect: "reads local times rightly")

  /// The sentence for people who use the command.
  package var ofCommand: String { "A file of `--map` with \(map) \(effect)." }

  /// The sentences for people who use the studio. ``opening`` follows them.
  package var ofStudio: String {
    "The studio reads no such file, but the command does: `gtsd-sim calibrate EVENTS --map FILE --output FOLDER`. A FILE "
      + "with \(map) \(effect)."
  }

  /// The reason for a problem and its remedy, if there is one, for people who use the command.
  package static func advice(on reason: String, _ remedy: LogRemedy?) -> String {
    remedy.map { "\(reason). \($0.ofCommand)" } ?? reason
  }

  /// The sentence on the way back from the command to the studio.
  package static let opening = "`gtsd-sim studio FOLDER/overlay.json` then opens the fitted scenario here."
}
