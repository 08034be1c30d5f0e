import Foundation
import Testing

/// The rooms of `Sources/GTSDSim` and the arrows between them, which imports cannot show inside one module.
///
/// Reads which type names a file declares and which it uses. Names declared twice and what has no name of its own, such
/// as members of extensions, are not seen.
struct RoomTests {
  /// The table in the architecture page: what each room may use, from the bottom up.
  static func table() throws -> [(room: String, uses: [String])] {
    let page = Checkout.root.appending(path: "Sources/GTSDSim/GTSDSim.docc/Architecture.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 3 else { return nil }
      let names = cells[2].split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      return (cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`")), names.filter { $0 != "nothing" })
    }
  }

  /// A file of a room: the types that it declares at its top level, and all names that it mentions.
  struct RoomFile {
    var path: String
    var room: String
    var declared: [String]
    var mentioned: Set<String>
  }

  static func files(_ folder: String = "Sources/GTSDSim") throws -> [RoomFile] {
    try SourceLintTests.sources(folder).map { file in
      let tokens = SwiftWords(file.lines)
      let inside = file.path.dropFirst(folder.count + 1)
      return RoomFile(
        path: file.path, room: String(inside.prefix { $0 != "/" }), declared: tokens.declared,
        mentioned: tokens.mentioned)
    }
  }

  /// Where each type that is declared once stands.
  static func homes(_ files: [RoomFile]) -> [String: RoomFile] {
    var homes: [String: [RoomFile]] = [:]
    for file in files {
      for name in file.declared { homes[name, default: []].append(file) }
    }
    return homes.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  @Test func everyArrowGoesDown() throws {
    let table = try Self.table()
    let order = table.map(\.room)
    #expect(order.count == 12)
    for (index, row) in table.enumerated() {
      // Down only, so no cycle is possible.
      #expect(row.uses.allSatisfy { order[..<index].contains($0) }, "\(row.room) may use \(row.uses)")
    }
    let allowed = Dictionary(uniqueKeysWithValues: table.map { ($0.room, Set($0.uses)) })
    let files = try Self.files()
    let homes = Self.homes(files)
    #expect(files.count > 300 && homes.count > 500)
    var met: [String: Set<String>] = [:]
    // `Rooms.swift` hands on what are targets of their own, and declares nothing.
    for file in files where file.room != "Rooms.swift" {
      guard let uses = allowed[file.room] else {
        Issue.record("\(file.path) stands in no room of the architecture page")
        continue
      }
      for name in file.mentioned.sorted() {
        guard let home = homes[name], home.room != file.room else { continue }
        met[file.room, default: []].insert(home.room)
        if !uses.contains(home.room) { Issue.record("\(file.path) uses \(name) of \(home.path): the arrow goes up") }
      }
    }
    // What the table allows and nobody uses is no rule but a leftover.
    for row in table { #expect(Set(row.uses) == met[row.room, default: []], "what \(row.room) uses") }
  }

  @Test func whatManyFilesUseStandsInAFileOfItsName() throws {
    let files = try Self.files()
    var users: [String: Int] = [:]
    let homes = Self.homes(files)
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

  /// The reference model asks nothing of what it judges: it knows the events of a world, and no app, backend or checker.
  @Test func theReferenceModelKnowsOnlyTheWorld() throws {
    let files = try Self.files()
    let homes = Self.homes(files)
    let folder = "Sources/GTSDSim/Checking/Reference/"
    let own = files.filter { $0.path.hasPrefix(folder) }
    #expect(own.count > 4)
    for file in own {
      for name in file.mentioned.sorted() {
        guard let home = homes[name], !home.path.hasPrefix(folder) else { continue }
        #expect(home.room == "World", "\(file.path) uses \(name) of \(home.path)")
      }
    }
  }

  @Test func oneUpwardReferenceIsSeen() throws {
    var files = try Self.files()
    let index = try #require(files.firstIndex { $0.room == "Statistics" })
    files[index].mentioned.insert("Simulation")
    #expect(Self.homes(files)["Simulation"]?.room == "Studies")
  }
}

/// The words of a Swift file that are neither in comments nor in strings.
struct SwiftWords {
  /// Types at the top level that other files can see.
  private(set) var declared: [String] = []
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
      // At the top level nothing is indented.
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
