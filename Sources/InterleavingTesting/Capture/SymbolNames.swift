import CInterpose
import Foundation
import Interleaving

/// Names of functions for reports, from addresses.
enum SymbolNames {
  /// The name of the function that contains an address, as in `HomeViewModel.load()`; nil if it has no name, or does
  /// not belong to the code under test.
  static func function(_ address: UnsafeRawPointer) -> String? { plain(address).flatMap { short($0) } }

  /// The full name, as in the source, of the function at an address; nil if it has none.
  static func plain(_ address: UnsafeRawPointer) -> String? {
    guard let symbol = capture_symbol(address) else { return nil }
    defer { free(symbol) }
    // A name that is not from Swift is already readable.
    guard let plain = capture_demangle(symbol) else { return String(cString: symbol) }
    defer { free(plain) }
    return String(cString: plain)
  }

  /// The beginnings of names that belong to system libraries or to the search itself. Reports leave these out.
  private static let libraries =
    [
      "Swift.", "_Concurrency.", "Synchronization.", "Testing.", "XCTest.", "Foundation", "Observation.", "Dispatch.",
      "__C.",
    ]
    + [String(reflecting: SymbolNames.self), String(reflecting: Scheduler.self)].map { "\($0.prefix { $0 != "." })." }

  /// Whether the compiler generated a function. It is in no source file, and the runtime may call it while holding a
  /// lock.
  static func isOfCompiler(_ name: some StringProtocol) -> Bool {
    ["thunk ", "witness", "one-time init", "metadata", "outlined ", "lazy ", "instantiate"].contains {
      name.contains($0)
    }
  }

  /// The part of a name that a reader recognises, without module, types of arguments or part number.
  static func short(_ name: String) -> String? {
    var name = Substring(name.replacing("@Sendable ", with: ""))
    // Private names come as "(name in _FILE)".
    while let end = name.range(of: " in _"), let start = name[..<end.lowerBound].lastIndex(of: "("),
      let close = name[end.upperBound...].firstIndex(of: ")")
    {
      name = name[..<start] + name[name.index(after: start)..<end.lowerBound] + name[name.index(after: close)...]
    }
    while let start = name.range(of: "(extension in "), let end = name[start.upperBound...].range(of: "):") {
      name = name[..<start.lowerBound] + name[end.upperBound...]
    }
    // The name reads as in "(2) suspend resume partial function for static Module.Type.function(label: Int) async
    // throws -> ()".
    while let range = name.range(of: " for "), name[..<range.lowerBound].hasSuffix("function") {
      name = name[range.upperBound...]
    }
    while name.hasPrefix("generic ") || name.hasPrefix("function signature "), let range = name.range(of: "> of ") {
      name = name[range.upperBound...]
    }
    if name.hasPrefix("partial apply forwarder for ") { name = name.dropFirst(28) }
    if name.hasPrefix("implicit ") { name = name.dropFirst(9) }
    guard !isOfCompiler(name) else { return nil }
    // Of nested functions, the outermost named one: "Module.function()" in "$defer #1 () -> () in closure #2 () -> ()
    // in Module.function() -> ()".
    let isClosure = name.contains("closure #")
    if isClosure || name.contains(" #"), let range = name.range(of: " in ", options: .backwards) {
      name = name[range.upperBound...]
    }
    let isInitial = name.range(of: "variable initialization expression of ")
    if let isInitial { name = name[isInitial.upperBound...] }
    if name.hasPrefix("static ") { name = name.dropFirst(7) }
    guard !libraries.contains(where: name.hasPrefix) else { return nil }
    guard let text = isInitial == nil ? function(name) : variable(name) else { return nil }
    return isClosure ? "a closure of \(text)" : text
  }

  /// A function with its labels, or the variable that an accessor belongs to.
  private static func function(_ name: Substring) -> String? {
    for accessor in [".getter", ".setter", ".modify", ".read", ".willset", ".didset"] {
      if let range = name.range(of: "\(accessor) : ") { return variable(name[..<range.lowerBound]) }
    }
    guard let parenthesis = name.firstIndex(of: "(") else { return nil }
    return path(name[..<parenthesis]).map { "\($0)(\(labels(name[parenthesis...])))" }
  }

  private static func variable(_ name: Substring) -> String? { path(name.prefix { $0 != " " && $0 != ":" }) }

  /// The last two components of a name.
  private static func path(_ name: Substring) -> String? {
    let parts = name.prefix { $0 != "<" }.split(separator: ".")
    return parts.count > 1 ? parts.suffix(min(2, parts.count - 1)).joined(separator: ".") : nil
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
