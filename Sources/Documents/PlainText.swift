/// Converts text to plain ASCII.
package enum PlainText {
  private static let replacements: [Character: String] = [
    "→": "->", "⇒": "=>", "…": "..", "·": "-", "–": "-", "—": "-", "✗": "x", "✓": "+", "≥": ">=", "≤": "<=",
    "─": "-", "█": "#", "░": ":", "│": "|", "±": "+-", "∞": "inf", "µ": "u", "“": "\"", "”": "\"", "’": "'",
    "×": "x", "−": "-", "∧": "and", "∨": "or", "⊇": ">=", "⊆": "<=",
  ]

  /// A text in which characters that could change the look of the text around it are shown as escapes such as `\u{1B}`.
  /// These are control characters other than line breaks and tabs, and characters that change the direction of writing.
  package static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isHidden) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isHidden {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A text in which the few special characters of reports are replaced by ASCII.
  ///
  /// - Parameter keepsOthers: whether to keep other characters, such as those of file names. Otherwise they become `?`.
  package static func ascii(_ text: String, keepsOthers: Bool = false) -> String {
    text.reduce(into: "") { result, character in
      if character.isASCII {
        result.append(character)
      } else if let replacement = replacements[character] {
        result += replacement
      } else {
        result += keepsOthers ? String(character) : "?"
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether this is a control or formatting character, which would change how a terminal or page shows the text;
  /// line breaks and tabs are not.
  package var isHidden: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    // Characters that change the order in which text is shown.
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Line and paragraph separators that some terminals and browsers follow.
    case 0x2028, 0x2029: true
    default: false
    }
  }
}
