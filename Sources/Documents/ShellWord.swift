/// Quotes words of a command line for a POSIX shell.
package enum ShellWord {
  /// The word, in quotes if it contains characters that the shell would interpret.
  package static func quoted(_ word: String) -> String {
    // By scalars, since a quote with a combining accent is one character and still ends a quotation in a shell.
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", ",", "%", "@", "+": true
      default: false
      }
    }
    guard !isPlain || word.isEmpty else { return word }
    var text = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    return text + "'"
  }

  package static func quoted(_ words: [String]) -> String { words.map { quoted($0) }.joined(separator: " ") }
}
