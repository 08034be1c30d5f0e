import Foundation
import TestSupport
import Testing

/// Targets are folders, and dependencies point down: between targets as `Package.swift` states, and between the folders
/// of `GTSDWorld`, which imports cannot show inside one module.
///
/// Reads which type names a file declares and which it uses. Names that are declared twice, and members of extensions,
/// are not covered.
struct ModuleTests {
  /// The module whose folders have a table of their own.
  static let world = "GTSDWorld"

  /// The rows of a table of the architecture page, from the bottom up: the allowed dependencies of each.
  static func table(after heading: String) throws -> [(name: String, uses: [String])] {
    let page = Checkout.root.appending(path: "Sources/GTSDSim/GTSDSim.docc/Architecture.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) })
    return section.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 3 else { return nil }
      let names = cells[2].split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      return (cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`")), names.filter { $0 != "nothing" })
    }
  }

  /// A file: its target, its folder inside the target, and the types that it declares and mentions.
  struct RoomFile {
    var path: String
    /// The folder; empty for a file at the top of its target.
    var folder: String
    /// Types at the top level.
    var declared: [String]
    /// All mentioned names, except those of types that the file itself declares inside others.
    var mentioned: Set<String>
  }

  /// All sources, read once.
  private static let all: [(path: String, words: SwiftWords)] =
    ((try? SourceLintTests.sources("Sources")) ?? []).map { ($0.path, SwiftWords($0.lines)) }

  static func files(_ folder: String) throws -> [RoomFile] {
    all.filter { $0.path.hasPrefix("\(folder)/") }.map { path, words in
      let inside = path.dropFirst(folder.count + 1)
      return RoomFile(
        path: path, folder: inside.contains("/") ? String(inside.prefix { $0 != "/" }) : "",
        declared: words.declared, mentioned: words.mentioned.subtracting(words.nested))
    }
  }

  /// The folder of each type that is declared once.
  static func homes(_ files: [RoomFile]) -> [String: RoomFile] {
    var homes: [String: [RoomFile]] = [:]
    for file in files {
      for name in file.declared { homes[name, default: []].append(file) }
    }
    return homes.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// The folders that each folder uses.
  static func arrows(_ files: [RoomFile]) -> [String: Set<String>] {
    let homes = homes(files)
    var arrows: [String: Set<String>] = [:]
    for file in files {
      for name in file.mentioned {
        if let home = homes[name], home.folder != file.folder { arrows[file.folder, default: []].insert(home.folder) }
      }
    }
    return arrows
  }

  /// The folders that depend on themselves through others.
  static func circle(_ arrows: [String: Set<String>]) -> [String] {
    arrows.keys.filter { start in
      var met: Set<String> = []
      var open = Array(arrows[start, default: []])
      while let next = open.popLast() {
        if met.insert(next).inserted { open += arrows[next, default: []] }
      }
      return met.contains(start)
    }.sorted()
  }

  @Test("Each target is a folder with its name, and the architecture page lists its dependencies")
  func targetsAreFolders() throws {
    let manifest = try String(contentsOf: Checkout.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(manifest.ranges(of: "path:").count == 1 && manifest.contains("path: \"Tests/\\(name)\""))
    #expect(manifest.ranges(of: "exclude:").count == 1, "fixtures of the tests alone are no sources")
    let rows = try Self.table(after: "The targets")
    let ours = /(?:library|program)\(\s*"([\w-]+)"(?:,\s*on: \[([^\]]*)\])?/
    var targets: [String: [String]] = [:]
    for match in manifest.matches(of: ours) {
      let names = (match.output.2 ?? "").split(separator: ",").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \n\""))
      }
      targets[String(match.output.1)] = names.filter { !$0.isEmpty }
    }
    #expect(Set(rows.map(\.name)) == Set(targets.keys))
    let order = rows.map(\.name)
    for (index, row) in rows.enumerated() {
      // Dependencies point down only, so no cycle is possible.
      #expect(row.uses.allSatisfy { order[..<index].contains($0) }, "\(row.name) may use \(row.uses)")
      let depends = targets[row.name, default: []].filter { !$0.hasPrefix("C") }
      #expect(row.uses.sorted() == depends.sorted(), "what \(row.name) uses")
    }
  }

  @Test("Only products re-export what they import")
  func productsAloneHandOn() throws {
    let handing = try SourceLintTests.sources("Sources").filter { file in
      file.lines.contains { $0.hasPrefix("@_exported") }
    }
    #expect(handing.map(\.path).sorted() == ["Sources/GTSDExplore/Reexports.swift", "Sources/GTSDSim/Reexports.swift"])
  }

  @Test("The engine knows nothing of GTSD")
  func engineStandsAlone() throws {
    let files =
      try SourceLintTests.sources("Sources/Interleaving") + SourceLintTests.sources("Sources/InterleavingTesting")
    #expect(files.count > 80)
    for file in files {
      for line in file.lines where line.contains("import GTSD") { Issue.record("\(file.path) has \(line)") }
    }
  }

  @Test("Folders of GTSDWorld depend only on the folders that Architecture.md names")
  func everyArrowGoesDown() throws {
    let table = try Self.table(after: "The folders of GTSDWorld")
    let order = table.map(\.name)
    #expect(order.count == 6)
    for (index, row) in table.enumerated() {
      #expect(row.uses.allSatisfy { order[..<index].contains($0) }, "\(row.name) may use \(row.uses)")
    }
    let files = try Self.files("Sources/\(Self.world)")
    let homes = Self.homes(files)
    #expect(files.count > 200 && homes.count > 200)
    let allowed = Dictionary(uniqueKeysWithValues: table.map { ($0.name, Set($0.uses)) })
    for file in files where !file.path.hasSuffix("/Reexports.swift") {
      guard let uses = allowed[file.folder] else {
        Issue.record("\(file.path) is in no folder that Architecture.md lists")
        continue
      }
      for name in file.mentioned.sorted() {
        guard let home = homes[name], home.folder != file.folder, !uses.contains(home.folder) else { continue }
        Issue.record("\(file.path) uses \(name) of \(home.path), which Architecture.md does not allow")
      }
    }
    // An allowed dependency that nobody uses must be removed from the table.
    let met = Self.arrows(files)
    for row in table { #expect(Set(row.uses) == met[row.name, default: []], "what \(row.name) uses") }
  }

  /// The folders of targets, and of worlds, that are part of a cycle. This list may only shrink.
  static let circles: [String: [String]] = [
    "GTSDWorld/App": ["Device", "Home", "Navigation", "Onboarding", "Photos", "Plans", "Profile", "Session"]
  ]

  @Test("Folders inside a target form no dependency cycle that is not listed")
  func circlesOnlyShrink() throws {
    let targets = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: "Sources").path)
    let folders = try Self.table(after: "The folders of GTSDWorld").map { "\(Self.world)/\($0.name)" }
    for folder in (targets.filter { $0 != Self.world } + folders).sorted() {
      let files = try Self.files("Sources/\(folder)").filter { !$0.folder.isEmpty }
      #expect(Self.circle(Self.arrows(files)) == Self.circles[folder, default: []], "\(folder)")
    }
  }

  @Test("The check finds a cycle and a forbidden dependency")
  func faultsAreSeen() throws {
    #expect(Self.circle(["a": ["b"], "b": ["c"], "c": ["b"]]) == ["b", "c"])
    #expect(Self.circle(["a": ["b"], "b": ["c"]]) == [])
    var files = try Self.files("Sources/\(Self.world)")
    let index = try #require(files.firstIndex { $0.folder == "World" })
    files[index].mentioned.insert("SyntheticUser")
    #expect(Self.arrows(files)["World", default: []].contains("People"))
  }

  @Test("A type that many files use is in a file with its name")
  func sharedTypeStandsInAFileOfItsName() throws {
    for target in [
      "Documents", "HTTPLoop", "Randomness", "Statistics", Self.world, "GTSDStudies", "GTSDLoad", "GTSDSim",
    ] {
      let files = try Self.files("Sources/\(target)")
      let homes = Self.homes(files)
      var users: [String: Int] = [:]
      for file in files {
        for name in file.mentioned where homes[name] != nil && homes[name]?.path != file.path {
          users[name, default: 0] += 1
        }
      }
      for (name, count) in users.sorted(by: { $0.key < $1.key }) where count > 3 {
        let path = try #require(homes[name]).path
        #expect(path.hasSuffix("/\(name).swift"), "\(count) files use \(name), which stands in \(path)")
      }
    }
  }

  /// The reference model is independent of the code that it judges: it uses the events of a world, and no app, backend
  /// or checker.
  @Test func theReferenceModelKnowsOnlyTheWorld() throws {
    let files = try Self.files("Sources/\(Self.world)")
    let homes = Self.homes(files)
    let folder = "Sources/\(Self.world)/Checking/Reference/"
    let own = files.filter { $0.path.hasPrefix(folder) }
    #expect(own.count > 4)
    for file in own {
      for name in file.mentioned.sorted() {
        guard let home = homes[name], !home.path.hasPrefix(folder) else { continue }
        #expect(home.folder == "World", "\(file.path) uses \(name) of \(home.path)")
      }
    }
  }
}

/// The words of a Swift file that are neither in comments nor in strings.
struct SwiftWords {
  /// Types at the top level that other files can see.
  private(set) var declared: [String] = []
  /// Types inside of others.
  private(set) var nested: Set<String> = []
  private(set) var mentioned: Set<String> = []

  private static let keywords: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

  init(_ lines: [Substring]) {
    var isInText = false
    for line in lines {
      let quotes = line.ranges(of: "\"\"\"").count
      if isInText {
        if quotes > 0 { isInText = false }
        continue
      }
      if quotes == 1 { isInText = true }
      let words = Self.words(of: line)
      mentioned.formUnion(words.filter { $0.first?.isUppercase ?? false }.map(String.init))
      if line.first == " ", let keyword = words.firstIndex(where: Self.keywords.contains), keyword + 1 < words.count {
        nested.insert(String(words[keyword + 1]))
      }
      // Top-level declarations are not indented.
      guard let first = line.first, first != " ", first != "}", !words.contains("private"),
        !words.contains("fileprivate"), let keyword = words.firstIndex(where: Self.keywords.contains),
        keyword + 1 < words.count, words[..<keyword].allSatisfy({ $0.first?.isLowercase ?? false })
      else { continue }
      declared.append(String(words[keyword + 1]))
    }
  }

  /// Runs of letters, digits and underscores before a comment and outside of strings.
  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    var isInString = false
    var isEscaped = false
    var start: Substring.Index?
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line.utf8[index]
      let next = line.utf8.index(after: index)
      defer { index = next }
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      if byte == UInt8(ascii: "/"), next < line.endIndex, line.utf8[next] == UInt8(ascii: "/") { break }
      let isWord =
        byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      if isWord {
        if start == nil { start = index }
      } else {
        if let begin = start { words.append(line[begin..<index]) }
        start = nil
        if byte == UInt8(ascii: "\"") { isInString = true }
      }
    }
    if let begin = start { words.append(line[begin..<index]) }
    return words
  }
}
