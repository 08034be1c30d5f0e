import Testing

/// Doc comments begin with their subject, and fit the line.
struct ProseTests {
  /// The number of comments below that are left. Lower it as comments are rewritten; never raise it.
  static let leftWithoutSubject = 0
  /// The number of first lines over 120 columns that are left. Lower it; never raise it.
  static let leftTooLong = 0

  /// First words that stand for a subject which the reader has to guess.
  private static let pronouns: Set<String> = [
    "what", "who", "whom", "whose", "where", "of", "so", "it", "its", "they", "them", "those", "such", "others",
  ]
  /// First words that are plain English before a noun, as in "Each user", but not in "Each of them".
  private static let determiners: Set<String> = [
    "all", "each", "none", "this", "these", "both", "another", "one", "that",
  ]
  private static let prepositions: Set<String> = ["of", "that", "who", "in", "on", "at", "which"]

  /// Whether the first line of a comment lacks its subject.
  static func lacksSubject(_ text: Substring) -> Bool {
    let words = text.split(whereSeparator: { !$0.isLetter }).prefix(2).map { $0.lowercased() }
    guard let first = words.first, text.drop(while: { "`\"'*".contains($0) }).first?.isLetter == true else {
      return false
    }
    if pronouns.contains(first) { return true }
    if first == "as" { return !(words.count > 1 && ["a", "an", "the"].contains(words[1])) }
    guard determiners.contains(first) else { return false }
    let rest = text.drop(while: { !$0.isLetter }).dropFirst(first.count)
    return words.count < 2 || ",.:".contains(rest.first ?? ".") || prepositions.contains(words[1])
  }

  /// The first lines of all doc comments in the sources, with their places.
  private static func firstLines() throws -> [(place: String, line: Substring, text: Substring)] {
    var found: [(place: String, line: Substring, text: Substring)] = []
    for file in try SourceLintTests.sources("Sources") {
      var isInside = false
      for (index, line) in file.lines.enumerated() {
        let text = line.drop(while: { $0 == " " })
        guard text.hasPrefix("///") else {
          isInside = false
          continue
        }
        let body = text.dropFirst(3).drop(while: { $0 == " " })
        if !isInside, !body.isEmpty, !body.hasPrefix("-") { found.append(("\(file.path):\(index + 1)", line, body)) }
        isInside = true
      }
    }
    return found
  }

  @Test("Doc comments begin with their subject")
  func commentsBeginWithTheirSubject() throws {
    let weak = try Self.firstLines().filter { Self.lacksSubject($0.text) }
    #expect(
      weak.count <= Self.leftWithoutSubject,
      "say what the symbol is, or what it does: \(weak.map { "\($0.place): \($0.text)" }.joined(separator: "\n"))")
    #expect(weak.count > Self.leftWithoutSubject - 20, "lower `leftWithoutSubject` to \(weak.count)")
  }

  @Test("Doc comments fit into 120 columns")
  func commentsFitTheLine() throws {
    let long = try Self.firstLines().filter { $0.line.count > 120 }
    #expect(long.count <= Self.leftTooLong, "\(long.map(\.place).joined(separator: "\n"))")
    #expect(long.count > Self.leftTooLong - 20, "lower `leftTooLong` to \(long.count)")
  }

  @Test(
    "The check tells a subject from a word that stands for one",
    arguments: [
      ("What is read goes into it.", true), ("One of a few on its way in.", true), ("All of it.", true),
      ("As JSON.", true), ("None.", true), ("The number of requests.", false), ("Each user's own.", false),
      ("One indicator of two sides.", false), ("As a page.", false), ("`Of` is a case.", true),
      ("Reads the log.", false),
    ])
  func subjectsAreRecognised(text: String, isWeak: Bool) {
    #expect(Self.lacksSubject(Substring(text)) == isWeak)
  }
}
