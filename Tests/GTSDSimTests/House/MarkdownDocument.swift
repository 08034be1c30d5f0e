import Foundation
import TestSupport
import Testing

/// A page of the documentation, parsed as far as tests need it.
struct MarkdownDocument: Sendable, CustomTestStringConvertible {
  /// A fenced block.
  struct Block: Sendable {
    /// The number of its first line in the page.
    var line: Int
    /// The text after the fence; empty for none.
    var language: String
    var lines: [String]

    var text: String { lines.joined(separator: "\n") }
  }

  /// The page's path in the package.
  var path: String
  var blocks: [Block] = []
  /// Lines outside of blocks, by their number.
  var prose: [(line: Int, text: String)] = []

  var testDescription: String { path }

  /// Whether it contains command lines.
  var hasCommands: Bool { blocks.contains { $0.language == "sh" } }

  /// README and the pages beside it, the guides, and the examples' explanations.
  static let all: [MarkdownDocument] = {
    let guides = "Sources/GTSDSim/GTSDSim.docc"
    let folder = Checkout.root.appending(path: guides)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let paths =
      ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "reports/README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(guides)/\($0)" }
    return paths.map(MarkdownDocument.init)
  }()

  /// The page at a path; empty if there is none.
  init(_ path: String) {
    self.path = path
    let file = Checkout.root.appending(path: path)
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var open: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let isFence = line.hasPrefix("```")
      if var block = open {
        if isFence {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(String(line))
          open = block
        }
      } else if isFence {
        open = Block(line: index + 2, language: String(line.dropFirst(3)), lines: [])
      } else {
        prose.append((index + 1, String(line)))
      }
    }
  }

  /// The texts between single backquotes outside of blocks.
  var code: [(line: Int, text: String)] {
    prose.flatMap { line, text in
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { (line, String($0.element)) }
    }
  }

  /// The targets of links: paths relative to the page, and `doc:Name`.
  var links: [(line: Int, target: String)] {
    prose.flatMap { line, text in
      text.matches(of: /\]\(([^)#\s]+)/).map { (line, String($0.output.1)) }
        + text.matches(of: /<(doc:[A-Za-z]+)>/).map { (line, String($0.output.1)) }
    }
  }
}

/// A command line parsed as a shell would, as far as the documentation needs it.
struct ShellLine {
  struct Unsupported: Error {
    var text: String
  }

  /// The command without its comment.
  var text: String
  var words: [String] = []
  /// The text after `#`.
  var comment = ""
  /// The file that the output is redirected to.
  var output: String?
  var isInBackground = false

  /// The exit code that the comment announces; 0 if it announces none.
  var expectedExit: Int32 {
    comment.firstMatch(of: /exits with ([0-9]+)/).flatMap { Int32($0.output.1) } ?? 0
  }

  /// The lines of a block; a line that ends with a backslash is joined with the next.
  static func all(in lines: [String]) throws -> [ShellLine] {
    var result: [ShellLine] = []
    var whole = ""
    for line in lines {
      if line.hasSuffix("\\") {
        whole += line.dropLast()
        continue
      }
      let next = try ShellLine(whole + line)
      whole = ""
      if !next.text.isEmpty { result.append(next) }
    }
    return result
  }

  init(_ line: String) throws {
    var word: String?
    var quote: Character?
    var before = ""
    var rest = Substring(line)
    while let character = rest.popFirst() {
      if let open = quote {
        before.append(character)
        if character == open { quote = nil } else { word?.append(character) }
        continue
      }
      if character == "#", word == nil {
        comment = rest.trimmingCharacters(in: .whitespaces)
        break
      }
      before.append(character)
      switch character {
      case "'", "\"":
        quote = character
        word = word ?? ""
      case " ":
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw Unsupported(text: line) }
    if let word { words.append(word) }
    text = before.trimmingCharacters(in: .whitespaces)
    if words.last == "&" {
      isInBackground = true
      words.removeLast()
    }
    if words.count > 2, words[words.count - 2] == ">" {
      output = words.removeLast()
      words.removeLast()
    }
  }
}
