import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// The documentation is correct: commands run, scenarios are valid, code compiles, links lead somewhere.
@Suite(.limitedWait)
struct DocumentationTests {
  static let guides = [
    "GTSDSim", "WritingAScenario", "PeopleInDetail", "WritingAStory", "ScenarioLibrary", "Studio", "StudioInternals",
    "ReadingAReport", "HuntingARace", "Acceptance", "Forecasting", "BringingYourEvents", "ExperimentsInLogs",
    "LoadTesting", "LoadReports", "Shards", "Clusters", "UsingItInSwiftTesting", "ExploringYourOwnCode",
    "SimulatedBackend", "ControlledCode", "Extending", "Architecture", "CommandLine", "Performance", "Evidence",
    "WhatItCannotDo", "OtherServers", "LogProblems", "FaultsAndExperiments", "LoadInDetail", "ScenariosInCode",
    "SearchesInDetail", "AddingHazards",
  ]

  /// The greatest number of lines of the pages that are longer than two screens. Both are lists to look something up in,
  /// and may only become shorter.
  private static let longer = ["Acceptance": 561, "Evidence": 474]

  @Test("A guide has at most two screens", arguments: guides)
  func guidesAreShort(guide: String) throws {
    let path = Checkout.root.appending(path: "Sources/GTSDSim/GTSDSim.docc/\(guide).md")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 <= Self.longer[guide] ?? 124)
  }

  @Test func allPagesAreThere() {
    let expected = Set(
      ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "reports/README.md"]
        + Self.guides.map { "Sources/GTSDSim/GTSDSim.docc/\($0).md" })
    #expect(Set(MarkdownDocument.all.map(\.path)) == expected)
    for page in MarkdownDocument.all { #expect(!page.prose.isEmpty, "\(page.path)") }
  }

  /// The front page of each module lists each public type once, grouped by topic.
  @Test(arguments: [
    ("GTSDModel", "GTSDModel"), ("GTSDSim", "GTSDSim"), ("GTSDStudies", "GTSDStudies"), ("GTSDLoad", "GTSDLoad"),
    ("GTSDWorld", "GTSDWorld"), ("GTSDExplore", "GTSDExplore"),
    ("Interleaving", "Interleaving"), ("InterleavingTesting", "InterleavingTesting"),
  ])
  func publicTypesAreCurated(module: String, folder: String) throws {
    var declared: [String: Set<String>] = [:]
    for file in try SourceLintTests.sources("Sources/\(folder)") {
      for line in file.lines where line.hasPrefix("public ") || line.hasPrefix("open ") {
        guard
          let match = line.firstMatch(
            of: /^(?:public|open) (?:final |indirect )?(?:class|struct|enum|protocol|actor) (\w+)/)
        else {
          continue
        }
        declared[module, default: []].insert(String(match.output.1))
      }
    }
    let page = Checkout.root.appending(path: "Sources/\(folder)/\(module).docc/\(module).md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let topics = text.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
    let own = declared[module, default: []]
    #expect(!own.isEmpty)
    #expect(Set(topics) == own)
    #expect(Set(topics).count == topics.count)
  }

  @Test("The front page of GTSDSim names the modules that have pages of their own")
  func theFrontPageNamesTheModules() throws {
    let page = Checkout.root.appending(path: "Sources/GTSDSim/GTSDSim.docc/GTSDSim.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for module in ["GTSDWorld", "GTSDStudies", "GTSDLoad", "Statistics"] { #expect(text.contains("`\(module)`")) }
  }

  @Test("The code on the engine's documentation page is part of its examples")
  func enginePageShowsItsExamples() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }
    func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let blocks = try text("Sources/Interleaving/Interleaving.docc/Interleaving.md").components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") }.map { words(String($0.dropFirst(6))) }
    #expect(blocks.count == 2)
    let examples = try ["Queue", "LostUpdate"].map {
      words(try text("Examples/\($0)/Tests/\($0)Tests/\($0)Tests.swift"))
    }
    for block in blocks { #expect(examples.contains { $0.contains(block) }, "\(block)") }
  }

  @Test("The tests on the page of templates are those of an example, which passes")
  func templatesAreCompiled() throws {
    let tests = MarkdownDocument("Sources/InterleavingTesting/InterleavingTesting.docc/Templates.md").blocks
      .filter { $0.text.contains("@Test") || $0.text.contains("XCTestCase") }
      .map { $0.lines.drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n") }
    let file = Checkout.root.appending(path: "Examples/Races/Tests/TemplateTests/TemplateTests.swift")
    let compiled = try String(contentsOf: file, encoding: .utf8)
    #expect(tests.count == 8)
    #expect(compiled.hasSuffix("\n\n" + tests.joined(separator: "\n\n") + "\n"))
  }

  /// The modules' own pages have no commands, so the test of the guides leaves them out.
  @Test("Each block of code on the modules' pages is compiled")
  func modulePagesAreCompiled() throws {
    let sources = Checkout.root.appending(path: "Sources")
    let files =
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let pages = files.filter { $0.pathExtension == "md" && !$0.path.contains("/GTSDSim.docc/") }
      .map { MarkdownDocument("Sources/" + $0.path.dropFirst(sources.path.count + 1)) }
    let blocks = pages.flatMap { page in page.blocks.filter { $0.language == "swift" }.map { (page, $0) } }
    #expect(blocks.count >= 13)
    for (page, block) in blocks {
      #expect(try Self.code(block) == [], "\(page.path):\(block.line)")
    }
  }

  @Test("The test of the search's front page is a whole file that is compiled")
  func frontPageCanBePasted() throws {
    let page = MarkdownDocument("Sources/InterleavingTesting/InterleavingTesting.docc/InterleavingTesting.md")
    let file = Checkout.root.appending(path: "Examples/Races/Tests/FrontPage/CellTests.swift")
    #expect(
      try page.blocks.filter { $0.language == "swift" }.map { $0.text + "\n" } == [
        String(contentsOf: file, encoding: .utf8)
      ])
  }

  /// Each page's commands are run in order. `StudyTests` runs pages with long commands, with a program built for
  /// release. Without one, only the README is run, except for the lines that take long.
  @Test(
    arguments: MarkdownDocument.all.filter { page in
      page.hasCommands ? page.path == "README.md" && ReleaseProgram.path == nil : true
    })
  func codeBlocksOfGuidesBehaveAsShown(page: MarkdownDocument) throws {
    for problem in try Self.problems(of: page, DocumentationSession()) { Issue.record("\(problem)") }
  }

  /// The differences between a page and the actual behaviour.
  static func problems(of page: MarkdownDocument, _ session: DocumentationSession) throws -> [String] {
    try page.blocks.flatMap { block in
      let problems: [String]
      switch block.language {
      case "sh": problems = try session.run(block)
      case "text", "": problems = session.missing(of: block).map { "was not printed: \($0)" }
      case "json", "jsonc": problems = try scenario(block, session)
      case "swift": problems = try code(block)
      default: problems = ["nobody knows what to do with a block of `\(block.language)`"]
      }
      return problems.map { "\(page.path):\(block.line): \($0)" }
    }
  }

  /// A scenario, stored if its first line names a file; or a part of one, if that line names its path.
  private static func scenario(_ block: MarkdownDocument.Block, _ session: DocumentationSession) throws -> [String] {
    let first = block.lines.first ?? ""
    do {
      if first.hasPrefix("// map.json") {
        _ = try EventMap(json: Array(block.text.utf8))
        try session.write(block.text, "map.json")
      } else if let match = first.firstMatch(of: /^\/\/ at ([^ ]+)$/) {
        let part = block.lines.dropFirst().joined(separator: "\n")
        _ = try Scenario.parse("{}", overrides: ScenarioOverrides(sets: ["\(match.output.1)=\(part)"]))
      } else {
        _ = try Scenario.parse(block.text)
        if let match = first.firstMatch(of: /^\/\/ ([a-z-]+\.json)\b/) {
          try session.write(block.text, String(match.output.1))
        }
      }
      return []
    } catch {
      return ["\(error)"]
    }
  }

  /// Code that is compiled in `DocumentationSnippets`, in `OwnCodeSnippets` or by a package of `Examples`, or that names
  /// parts of this package's manifest.
  private static func code(_ block: MarkdownDocument.Block) throws -> [String] {
    func read(_ path: String) throws -> String {
      try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }
    if block.text.contains(".package(") {
      let manifest = try read("Package.swift")
      let names = block.text.matches(of: /(?:product\(name|package): "([^"]+)"/).map { String($0.output.1) }
      let isKnown = names.count == 2 && names.allSatisfy { manifest.contains("name: \"\($0)\"") }
      return isKnown ? [] : ["names \(names), not products of this package"]
    }
    let isCompiled = compiledFiles.contains { $0.contains(block) }
    return isCompiled ? [] : ["is in no file that is compiled"]
  }

  /// A Swift file that a build compiles, for a comparison with pages that ignores white space.
  private struct CompiledFile {
    var lines: Set<String>
    var words: String

    init(_ url: URL) throws {
      let text = try String(contentsOf: url, encoding: .utf8)
      lines = Set(text.split(separator: "\n").map { String($0) })
      words = Self.words(text)
    }

    /// Whether the file has the code of a block as a whole, and its imports.
    func contains(_ block: MarkdownDocument.Block) -> Bool {
      let (imports, code) = (
        block.lines.filter { $0.hasPrefix("import ") }, block.lines.filter { !$0.hasPrefix("import ") }
      )
      return imports.allSatisfy { lines.contains($0) } && words.contains(Self.words(code.joined(separator: "\n")))
    }

    private static func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  /// The snippets of this package, and all files of the examples, which `.ci/run` builds.
  private static let compiledFiles: [CompiledFile] = {
    let snippets = ["DocumentationSnippets", "OwnCodeSnippets"].map { "Tests/GTSDSimTests/House/\($0).swift" }
    let examples = Checkout.root.appending(path: "Examples")
    let files =
      FileManager.default.enumerator(at: examples, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let all = files.filter { $0.pathExtension == "swift" && !$0.pathComponents.contains(".build") }
    return (snippets.map { Checkout.root.appending(path: $0) } + all).compactMap { try? CompiledFile($0) }
  }()

  // MARK: Running text

  @Test(arguments: MarkdownDocument.all)
  func commandsInTheTextCanBeTyped(page: MarkdownDocument) {
    let options = Set(CommandTable.options.map(\.long)).union(["--filter"])
    for (line, text) in page.code {
      // A command's name without arguments is only a mention.
      let isMentioned = CommandID.allCases.contains { text == "gtsd-sim \($0.rawValue)" }
      if text.hasPrefix("gtsd-sim "), !isMentioned, text != "gtsd-sim help COMMAND" {
        #expect(throws: Never.self, "\(page.path):\(line)") {
          try Invocation.parse(ShellLine(text).words.dropFirst().map { $0 })
        }
      }
      for option in text.matches(of: /(?:^|\s)(--[a-z][a-z-]*)/) {
        #expect(options.contains(String(option.output.1)), "\(page.path):\(line): \(option.output.1)")
      }
    }
  }

  @Test(arguments: MarkdownDocument.all)
  func linksLeadSomewhere(page: MarkdownDocument) {
    let folder = Checkout.root.appending(path: page.path).deletingLastPathComponent()
    for (line, target) in page.links where !target.hasPrefix("https://") {
      if let guide = target.split(separator: ":").last, target.hasPrefix("doc:") {
        #expect(Self.guides.contains(String(guide)), "\(page.path):\(line): \(target)")
      } else {
        let path = folder.appending(path: target).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page.path):\(line): \(target)")
      }
    }
  }

  /// Every file and folder that the guides name by path exists; `ID` and `X` stand for any name.
  @Test(arguments: MarkdownDocument.all)
  func filesInTheTextExist(page: MarkdownDocument) {
    for (line, text) in page.code {
      guard let match = text.wholeMatch(of: /(?:Sources|Tests|scenarios|reports)\/[A-Za-z0-9+._\/-]+/) else { continue }
      if text.contains("ID") { continue }
      let path = Checkout.root.appending(path: String(match.output)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page.path):\(line): \(text)")
    }
  }

  @Test("The README's test compiles as a whole file in another package")
  func readmesTestCanBePasted() throws {
    let page = try #require(MarkdownDocument.all.first { $0.path == "README.md" })
    let blocks = page.blocks.filter { $0.language == "swift" && $0.text.contains("@Test") }
    let file = Checkout.root.appending(path: "Examples/ScenarioTests/Tests/ScenarioTests/ReadmeTests.swift")
    #expect(try blocks.map { $0.text + "\n" } == [String(contentsOf: file, encoding: .utf8)])
  }

  @Test func readmeIsShort() {
    let file = Checkout.root.appending(path: "README.md")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect((lines?.count ?? 0) <= 200)
  }
}

/// The helpers reject invalid input.
struct DocumentationToolTests {
  @Test func commandLinesAreSplitAsByAShell() throws {
    let lines = try ShellLine.all(in: [
      "gtsd-sim run a.json --set 'x y=1' \\", "  --json > out.json   # exits with 11", "", "# nothing",
      "gtsd-sim compare a.json#B \"c d\" &",
    ])
    #expect(
      lines.map(\.words) == [
        ["gtsd-sim", "run", "a.json", "--set", "x y=1", "--json"], ["gtsd-sim", "compare", "a.json#B", "c d"],
      ])
    #expect(lines.map(\.expectedExit) == [11, 0])
    #expect(lines[0].output == "out.json" && lines[1].isInBackground)
    #expect(throws: ShellLine.Unsupported.self) { try ShellLine("gtsd-sim run 'a") }
  }

  @Test func documentationSessionReportsDifferences() throws {
    let session = try DocumentationSession()
    func run(_ lines: String...) throws -> [String] {
      try session.run(MarkdownDocument.Block(line: 1, language: "sh", lines: lines))
    }
    #expect(try run("gtsd-sim list kpis", "swift test").isEmpty)
    #expect(
      session.missing(of: .init(line: 1, language: "", lines: ["acknowledgment-rate-24h  …", "nonsense"])) == [
        "nonsense"
      ])
    #expect(try run("gtsd-sim list kpis # exits with 11").count == 1)
    #expect(try run("gtsd-sim run no-such-file.json").first?.contains("exit 66") == true)
    #expect(try run("rm -rf .").count == 1)
    #expect(try run("gtsd-sim serve").count == 1)
    #expect(throws: UsageError.self) { try run("gtsd-sim rnu") }
  }
}
