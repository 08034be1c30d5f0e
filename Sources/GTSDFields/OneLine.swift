extension String {
  /// The text with the line breaks of what it quotes as escapes such as `\u{A}`, so that nothing that a file holds
  /// looks like a line of ours.
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
