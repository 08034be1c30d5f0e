/// The estimated width of a text at 12 pixels. No browser is available to measure it, so the estimate is on the large
/// side: that of DejaVu Sans, the widest of the fonts that browsers choose for pages.
package enum TextWidth {
  package static func of(_ text: String, isStrong: Bool = false) -> Double {
    text.reduce(0) { $0 + width($1) } * (isStrong ? 1.12 : 1)
  }

  private static func width(_ character: Character) -> Double {
    switch character {
    case "i", "l", "j", "I", ".", ",", ":", ";", "'", "|", " ": 4
    case "f", "t", "r", "-", "(", ")", "[", "]", "/", "!": 5
    case "w", "+", "=", "<", ">", "#", "~", "^", "−", "×", "±", "→", "≥", "≤", "∞": 10.1
    case "m", "M", "W", "%", "@": 12
    case "A"..."Z": 9.2
    default: character.isASCII || character == "–" ? 7.7 : 12
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
