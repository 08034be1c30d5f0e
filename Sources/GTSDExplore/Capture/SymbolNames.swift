internal import CInterpose
internal import Foundation

/// Names of functions for reports, from addresses.
enum SymbolNames {
  /// The function that holds an address, as in `HomeViewModel.load()`; nil if it has no name, or is not of the code
  /// under test.
  static func function(_ address: UnsafeRawPointer) -> String? {
    guard let symbol = capture_symbol(address) else { return nil }
    defer { free(symbol) }
    guard let plain = capture_demangle(symbol) else { return nil }
    defer { free(plain) }
    return short(String(cString: plain))
  }

  /// Names that begin so are of libraries that a reader does not look into.
  private static let libraries = [
    "Swift.", "_Concurrency.", "Synchronization.", "Testing.", "GTSDExplore.", "Foundation", "Observation.",
    "Dispatch.",
  ]

  /// The part of a plain name that a reader knows: no module, no types of arguments, no part number.
  static func short(_ name: String) -> String? {
    var name = Substring(name)
    // As in "(2) suspend resume partial function for static Module.Type.function(label: Int) async throws -> ()".
    while let range = name.range(of: " for "), name[..<range.lowerBound].hasSuffix("function") {
      name = name[range.upperBound...]
    }
    if name.contains("thunk ") || name.hasPrefix("protocol witness") { return nil }
    let isClosure = name.hasPrefix("closure #")
    if isClosure, let range = name.range(of: " in ", options: .backwards) { name = name[range.upperBound...] }
    if name.hasPrefix("static ") { name = name.dropFirst(7) }
    if name.hasPrefix("(extension in "), let colon = name.firstIndex(of: ":") {
      name = name[name.index(after: colon)...]
    }
    // Private names come as "(name in _FILE)".
    if let start = name.firstIndex(of: "("), let end = name[start...].range(of: " in _"),
      let close = name[end.upperBound...].firstIndex(of: ")")
    {
      name = name[..<start] + name[name.index(after: start)..<end.lowerBound] + name[name.index(after: close)...]
    }
    guard !libraries.contains(where: name.hasPrefix), let parenthesis = name.firstIndex(of: "(") else { return nil }
    var path = name[..<parenthesis].prefix { $0 != "<" }.split(separator: ".")
    guard path.count > 1 else { return nil }
    path.removeFirst(max(1, path.count - 2))
    let text = "\(path.joined(separator: "."))(\(labels(name[parenthesis...])))"
    return isClosure ? "a closure of \(text)" : text
  }

  /// The labels of a list of arguments in parentheses.
  private static func labels(_ list: Substring) -> String {
    var labels = ""
    var depth = 0
    var argument = ""
    for character in list {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if depth == 0 || depth == 1 && character == "," {
        if !argument.isEmpty {
          labels += argument.firstIndex(of: ":").map { "\(argument[..<$0].filter { $0 != " " }):" } ?? "_:"
        }
        argument = ""
        if depth == 0 { break }
      } else if depth > 1 || character != "(" {
        argument.append(character)
      }
    }
    return labels
  }
}
