extension String {
  /// The text with its line breaks written as escapes such as `\u{A}`, so that quoted input cannot look like a separate
  /// message.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if Character(scalar).isNewline {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
