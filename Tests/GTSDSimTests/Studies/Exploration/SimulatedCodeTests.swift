import Foundation
import TestSupport
import Testing

@testable import GTSDStudies

/// The source code that reports show around a line of the simulated app.
struct SimulatedCodeTests {
  @Test("The report embeds the code of the simulated app and its server")
  func builtInIsTheCode() throws {
    let root = Checkout.root.appending(path: "Sources/GTSDWorld")
    let paths = ["App", "Backend"].flatMap { folder in
      (FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects as? [String] ?? [])
        .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }
    .sorted()
    let list = paths.map { "{\"\($0)\", (const char[]){\n#embed \"../GTSDWorld/\($0)\" suffix(,)\n0}},\n" }
    let file = Checkout.root.appending(path: "Sources/CFolders/sources.h")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" { try Data(list.joined().utf8).write(to: file) }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == list.joined(),
      "RECORD_SNAPSHOTS=1 swift test --filter SimulatedCodeTests writes the list anew")
    #expect(SimulatedCode.paths == paths)
    // A report names a line by its file's name without a folder.
    #expect(Set(paths.map { $0.split(separator: "/").last }).count == paths.count)
  }

  @Test("A source line is shown with three lines around it, and fewer at the end of a file")
  func linesAround() throws {
    let excerpt = try #require(SimulatedCode.excerpt(at: "HomeModel.swift:10"))
    #expect((excerpt.path, excerpt.line, excerpt.first) == ("App/Home/HomeModel.swift", 10, 7))
    #expect(excerpt.lines.count == 7 && !excerpt.isOfServer)
    #expect(SimulatedCode.excerpt(at: "BackendState.swift:1")?.lines.count == 4)
    #expect(SimulatedCode.excerpt(at: "BackendState.swift:1")?.isOfServer == true)
    for other in ["Elsewhere.swift:1", "HomeModel.swift:0", "HomeModel.swift:100000", "HomeModel.swift"] {
      #expect(SimulatedCode.excerpt(at: other) == nil)
    }
  }
}
