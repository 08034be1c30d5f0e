/// A path with variable parts: `/people/:user/photos/:id`.
package struct PathTemplate: Sendable, Equatable {
  /// A piece of a path.
  package enum Piece: Sendable, Equatable {
    case fixed(String)
    case part(String)
  }

  package var pieces: [Piece] = []

  /// Creates a template. Nil for an invalid path: a path begins with a slash, and each colon after a slash begins a
  /// name.
  package init?(_ text: String) {
    guard text.hasPrefix("/"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      return nil
    }
    var fixed = ""
    var rest = text[...]
    while let character = rest.first {
      guard character == ":", let last = fixed.last, "/=.-".contains(last) else {
        fixed.append(character)
        rest = rest.dropFirst()
        continue
      }
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard !name.isEmpty else { return nil }
      if !fixed.isEmpty { pieces.append(.fixed(fixed)) }
      pieces.append(.part(String(name)))
      fixed = ""
      rest = rest[name.endIndex...]
    }
    if !fixed.isEmpty { pieces.append(.fixed(fixed)) }
  }

  /// The names of the variable parts.
  package var parts: [String] {
    pieces.compactMap { if case .part(let name) = $0 { name } else { nil } }
  }

  /// The path with its parts filled in.
  package func filled(_ value: (String) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .fixed(let text): text
      case .part(let name): value(name)
      }
    }.joined()
  }
}
