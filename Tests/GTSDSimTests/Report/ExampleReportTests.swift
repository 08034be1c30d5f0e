import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// The committed examples under `reports/` equal the output of their commands.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter ExampleReportTests` writes them again, except those that take minutes or
/// need a clock; run those commands by hand.
struct ExampleReportTests {
  typealias Files = [(name: String, text: String)]

  private static let records = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  @Test(arguments: Gallery.examples.indices)
  func examplesAreUpToDate(index: Int) throws {
    let example = Gallery.examples[index]
    let folder = Gallery.folder.appending(path: example.folder)
    let isMade = example.making == .repeatable || Self.records && example.making != .recorded
    let made = try isMade ? Self.files(of: example) : Self.rendered(folder)
    for (name, text) in made {
      let file = folder.appending(path: name)
      if Self.records {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      } else {
        #expect(try Data(contentsOf: file) == Data(text.utf8), "\(example.folder)/\(name) is out of date")
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    if isMade || example.making == .recorded { #expect(names == made.map(\.name)) }
    let page = try String(contentsOf: folder.appending(path: "report.html"), encoding: .utf8)
    #expect(page.utf8.count < 1_000_000)
    #expect(PageCheck.foreign(in: page) == [])
    #expect(page.contains("id=\"again\""))
  }

  /// The files that an example's commands write, by name.
  static func files(
    of example: Gallery.Example, run: ([String]) throws -> CommandResult = { CommandResult($0) }
  ) throws -> Files {
    guard example.making == .studied else { return try files(of: example.commands, run: run) }
    let folder = Gallery.folder.appending(path: example.folder)
    let recorded = try Report(json: Data(contentsOf: folder.appending(path: "report.json")))
    let quick = example.commands.map { $0.replacing(/\ --sensitivity --solve \S+ --target \S+/, with: "") }
    #expect(quick != example.commands)
    let text = try #require(try files(of: quick, run: run).first { $0.name == "report.json" }).text
    var report = try Report(json: Data(text.utf8))
    report.command = recorded.command
    report.change(\.forecast, Report.Content.forecast) {
      $0.sensitivity = recorded.forecast?.sensitivity
      $0.solution = recorded.forecast?.solution
    }
    #expect(report.forecast?.sensitivity != nil && report.forecast?.solution != nil)
    return [("report.html", report.html), ("report.json", report.json)]
  }

  /// The files of a folder that follow from its `report.json`, by name.
  private static func rendered(_ folder: URL) throws -> Files {
    guard let json = try? Data(contentsOf: folder.appending(path: "report.json")) else { return [] }
    let report = try Report(json: json)
    let kept = Report.Format.allCases.filter {
      FileManager.default.fileExists(atPath: folder.appending(path: $0.fileName).path)
    }
    return kept.map { ($0.fileName, report.rendered(as: $0)) }.sorted { $0.0 < $1.0 }
  }

  /// The files that commands of the gallery write to their folder.
  private static func files(of commands: [String], run: ([String]) throws -> CommandResult) throws -> Files {
    let scratch = try Scratch()
    let root = Checkout.root.path(percentEncoded: false)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map { word -> String in
        if word.hasPrefix("reports/") { return scratch.path("out") }
        if word.hasPrefix("scenarios/") { return root + word }
        return word == "events.jsonl" ? scratch.path("events.jsonl") : String(word.replacing("'", with: ""))
      }
      let result = try run(words + ["--quiet", "--jobs", "2"])
      #expect(result.code == ExitCode.success, "\(command): \(result.error)")
    }
    let out = scratch.url.appending(path: "out")
    return try FileManager.default.contentsOfDirectory(atPath: out.path).sorted().map { name in
      // The gallery's commands run at the top of the repository, tests anywhere.
      let text = try String(contentsOf: out.appending(path: name), encoding: .utf8)
      return (name, text.replacing(root, with: "").replacing(scratch.path(""), with: ""))
    }
  }

  @Test func indexLinksEveryExample() throws {
    let index = Gallery.folder.appending(path: "index.html")
    if Self.records { try Data(GalleryPage.text.utf8).write(to: index) }
    let page = try String(contentsOf: index, encoding: .utf8)
    #expect(page == GalleryPage.text, "reports/index.html is out of date")
    #expect(PageCheck.foreign(in: page) == [])
    let folders = try FileManager.default.contentsOfDirectory(atPath: Gallery.folder.path).filter { !$0.contains(".") }
    #expect(folders.sorted() == Gallery.examples.map(\.folder).sorted())
    for link in page.matches(of: /href="([^#"]+)"/) {
      #expect(FileManager.default.fileExists(atPath: Gallery.folder.appending(path: String(link.1)).path), "\(link.1)")
    }
  }

  @Test func theReadmeTellsEveryCommand() throws {
    let text = try String(contentsOf: Gallery.folder.appending(path: "README.md"), encoding: .utf8)
    for command in Gallery.examples.flatMap(\.commands) { #expect(text.contains("\n\(command)\n"), "\(command)") }
  }
}
