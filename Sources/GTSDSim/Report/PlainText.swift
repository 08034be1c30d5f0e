/// Text where there is nothing but ASCII.
package enum PlainText {
  private static let replacements: [Character: String] = [
    "→": "->", "⇒": "=>", "…": "..", "·": "-", "–": "-", "—": "-", "✗": "x", "✓": "+", "≥": ">=", "≤": "<=",
    "─": "-", "█": "#", "░": ":", "│": "|", "±": "+-", "∞": "inf", "µ": "u", "“": "\"", "”": "\"", "’": "'",
    "×": "x", "−": "-", "∧": "and", "∨": "or", "⊇": ">=", "⊆": "<=",
  ]

  /// A text with ASCII in place of the few other characters that reports use.
  ///
  /// - Parameter keepsOthers: leaves what is not of ours, such as names of files, as it is; otherwise it becomes `?`.
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
