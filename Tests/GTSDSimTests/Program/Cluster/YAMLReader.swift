import GTSDModel

@testable import GTSDFields

/// Reads the subset of YAML that manifests use, by YAML's rules and independently of the writer: blocks by their
/// indentation, plain and double-quoted scalars, and literal blocks with their own indentation.
struct YAMLReader {
  struct Problem: Error { var line: String }

  private var lines: [Substring]

  init(_ text: String) {
    // By scalars, since a carriage return and a line feed are one character, and two here.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
    if lines.last == "" { lines.removeLast() }
  }

  mutating func documents() throws -> [JSONNode] {
    var result: [JSONNode] = []
    while !lines.isEmpty {
      result.append(try node(indent(of: lines[0])))
      if let line = lines.first {
        guard line == "---" else { throw Problem(line: String(line)) }
        lines.removeFirst()
      }
    }
    return result
  }

  func document() throws -> JSONNode {
    var reader = self
    let all = try reader.documents()
    guard all.count == 1 else { throw Problem(line: "\(all.count) documents") }
    return all[0]
  }

  private func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

  private mutating func node(_ indent: Int) throws -> JSONNode {
    guard let first = lines.first, self.indent(of: first) == indent else {
      throw Problem(line: String(lines.first ?? ""))
    }
    return first.dropFirst(indent).hasPrefix("-") && first.dropFirst(indent + 1).first.map { $0 == " " } ?? true
      ? try sequence(indent) : try mapping(indent)
  }

  private mutating func sequence(_ indent: Int) throws -> JSONNode {
    var elements: [JSONNode] = []
    while let line = lines.first, self.indent(of: line) == indent, line.dropFirst(indent).hasPrefix("-") {
      let rest = line.dropFirst(indent + 1).drop { $0 == " " }
      if rest.isEmpty {
        lines.removeFirst()
        elements.append(try node(self.indent(of: lines.first ?? "")))
      } else if try key(rest) != nil || rest.hasPrefix("- ") {
        let inner = line.count - rest.count
        lines[0] = Substring(String(repeating: " ", count: inner) + rest)
        elements.append(try node(inner))
      } else {
        lines.removeFirst()
        elements.append(try scalar(rest, indent))
      }
    }
    return .array(elements)
  }

  private mutating func mapping(_ indent: Int) throws -> JSONNode {
    var members: [(String, JSONNode)] = []
    while let line = lines.first, self.indent(of: line) == indent, line != "---" {
      guard let (name, rest) = try key(line.dropFirst(indent)) else { throw Problem(line: String(line)) }
      lines.removeFirst()
      if rest.isEmpty {
        members.append((name, try node(self.indent(of: lines.first ?? ""))))
      } else {
        members.append((name, try scalar(rest, indent)))
      }
    }
    return .object(members)
  }

  /// A key and the text after its colon; nil for a line without a key.
  private func key(_ text: Substring) throws -> (String, Substring)? {
    var name = ""
    var rest = text
    if text.hasPrefix("\"") {
      (name, rest) = try quoted(text)
    } else {
      name = String(text.prefix { $0 != ":" && $0 != "\"" })
      rest = text.dropFirst(name.count)
    }
    guard rest.hasPrefix(":"), rest.count == 1 || rest.dropFirst().hasPrefix(" ") else { return nil }
    return (name, rest.dropFirst().drop { $0 == " " })
  }

  private mutating func scalar(_ text: Substring, _ indent: Int) throws -> JSONNode {
    if text.hasPrefix("\"") {
      let (value, rest) = try quoted(text)
      guard rest.isEmpty else { throw Problem(line: String(text)) }
      return .string(value)
    }
    if text.hasPrefix("|") { return .string(try literal(text.dropFirst(), indent)) }
    switch text {
    case "{}": return .object([:])
    case "[]": return .array([])
    case "null", "~": return .null
    case "true", "yes", "on": return .bool(true)
    case "false", "no", "off": return .bool(false)
    default: return Double(text) != nil ? JSONNode(.number(String(text))) : .string(String(text))
    }
  }

  private mutating func literal(_ header: Substring, _ indent: Int) throws -> String {
    guard let step = header.first.flatMap({ Int(String($0)) }) else { throw Problem(line: String(header)) }
    let margin = indent + step
    var content: [String] = []
    while let line = lines.first, line.allSatisfy({ $0 == " " }) || self.indent(of: line) >= margin {
      content.append(String(line.unicodeScalars.dropFirst(margin)))
      lines.removeFirst()
    }
    let text = content.joined(separator: "\n")
    let bare = String(text.unicodeScalars.reversed().drop { $0 == "\n" }.reversed().map(Character.init))
    switch header.dropFirst() {
    case "-": return bare
    case "+": return text + "\n"
    case "": return bare + "\n"
    default: throw Problem(line: String(header))
    }
  }

  private func quoted(_ text: Substring) throws -> (String, Substring) {
    var value = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return (String(value), Substring(rest)) }
      guard scalar == "\\" else {
        value.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": value.append("\n")
      case "t": value.append("\t")
      case "\"": value.append("\"")
      case "\\": value.append("\\")
      case let letter? where letter == "u" || letter == "U":
        let width = letter == "u" ? 4 : 8
        guard let number = UInt32(String(rest.prefix(width)), radix: 16), let scalar = Unicode.Scalar(number) else {
          throw Problem(line: String(text))
        }
        rest = rest.dropFirst(width)
        value.append(scalar)
      default: throw Problem(line: String(text))
      }
    }
    throw Problem(line: String(text))
  }
}
