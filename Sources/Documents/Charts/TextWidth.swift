/// The estimated width of a text at 12 pixels. No browser is available to measure it, so the estimate is on the large
/// side.
package enum TextWidth {
  package static func of(_ text: String, isStrong: Bool = false) -> Double {
    text.reduce(0) { $0 + width($1) } * (isStrong ? 1.07 : 1)
  }

  private static func width(_ character: Character) -> Double {
    switch character {
    case "i", "l", "j", "I", ".", ",", ":", ";", "'", "|", "!": 3.6
    case "f", "t", "r", " ", "-", "(", ")", "[", "]", "/": 4.8
    case "m", "w", "M", "W", "%", "—", "…", "→", "≥", "≤", "∞": 11
    case "A"..."Z": 8.6
    default: character.isASCII ? 7 : 12
    }
  }

  /// The text cut to a width, with an ellipsis if it was cut.
  package static func cut(_ text: String, to width: Double, isStrong: Bool = false) -> String {
    if of(text, isStrong: isStrong) <= width { return text }
    var result = text
    while !result.isEmpty, of(result + "…", isStrong: isStrong) > width { result.removeLast() }
    while result.last == " " { result.removeLast() }
    return result + "…"
  }
}
