import Foundation
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

/// Rules of this project that a compiler does not check, applied to the text of the sources.
struct SourceLintTests {
  struct SourceFile: Sendable, CustomTestStringConvertible {
    var path: String
    var lines: [Substring]
    var testDescription: String { path }
  }

  static func sources(_ folder: String) throws -> [SourceFile] {
    let base = Checkout.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(".swift") }
    return try names.sorted().map { name in
      let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
      return SourceFile(
        path: "\(folder)/\(name)", lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  /// Calls that would make two runs of one seed differ.
  static let ambient = [
    "Date()", "Date.now", "UUID()", "SystemRandomNumberGenerator", ".random(in:", ".randomElement()", ".shuffled()",
    "ContinuousClock", "SuspendingClock", "Task.sleep", "DispatchTime.now", "clock_gettime",
  ]

  /// Whether a line has a word that is not the end of a longer one.
  static func names(_ line: Substring, _ word: String) -> Bool {
    line.ranges(of: word).contains { range in
      range.lowerBound == line.startIndex || !line[line.index(before: range.lowerBound)].isLetter
        || !(word.first?.isLetter ?? false)
    }
  }

  /// Files that may read the system's clock: worlds that a search is compared with, and everything over HTTP.
  static let realTime = [
    "Sources/Interleaving/RealExecutors.swift", "Sources/HTTPLoop/Loop/MonotonicClock.swift",
    "Sources/GTSDLoad/LoadTeam.swift", "Sources/GTSDLoad/RunID.swift",
  ]

  @Test func modelAndSimulationReadNoAmbientTimeOrChance() throws {
    let all =
      try [
        "GTSDFields", "GTSDModel", "Randomness", "Statistics", "HTTPLoop", "Documents", "Interleaving", "GTSDWorld",
        "GTSDLogs",
      ]
      .flatMap { try Self.sources("Sources/\($0)") }
      + ["GTSDStudies", "GTSDLoad", "GTSDSim", "gtsd-bench/Studies", "gtsd-bench/Soak/Cases"]
      .flatMap { try Self.sources("Sources/\($0)") }
    let files = all.filter { !Self.realTime.contains($0.path) }
    #expect(files.count == all.count - Self.realTime.count)
    #expect(files.count > 20)
    for file in files {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in Self.ambient where Self.names(line, word) {
          Issue.record("\(file.path):\(number + 1) uses \(word)")
        }
      }
    }
  }

  /// A leaf module that imported the model could not be reused elsewhere.
  @Test(arguments: [
    ("Interleaving", ["GTSDModel", "Foundation"]), ("Statistics", ["GTSDModel"]), ("HTTPLoop", ["GTSDModel"]),
    ("Documents", ["GTSDModel"]), ("Randomness", ["GTSDModel"]),
  ])
  func leafModulesImportNoOtherModules(folder: String, forbidden: [String]) throws {
    let files = try Self.sources("Sources/\(folder)")
    #expect(files.count > 3)
    for file in files {
      for line in file.lines where line.contains("import ") && !line.contains("//") {
        for module in forbidden where line.contains("import \(module)") {
          Issue.record("\(file.path) has \(line)")
        }
      }
    }
  }

  /// Code that takes over a process is for test targets only, and is never linked with the simulator.
  @Test(arguments: ["GTSDModel", "GTSDWorld", "GTSDStudies", "GTSDSim", "gtsd-sim", "gtsd-bench"])
  func nothingOfTheCaptureIsLinked(target: String) throws {
    for file in try Self.sources("Sources/\(target)") {
      for line in file.lines
      where ["GTSDExplore", "InterleavingTesting", "CInterpose"].contains(where: { line.contains("import \($0)") }) {
        Issue.record("\(file.path) has \(line)")
      }
    }
  }

  @Test("The model module imports only the modules for fields and random numbers")
  func modelImportsNothingElseOfOurs() throws {
    for file in try Self.sources("Sources/GTSDModel") {
      for line in file.lines where line.contains("import GTSD") && !line.hasSuffix("import GTSDFields") {
        Issue.record("\(file.path) has \(line)")
      }
    }
    for file in try Self.sources("Sources/GTSDFields") {
      for line in file.lines where line.contains("import GTSD") { Issue.record("\(file.path) has \(line)") }
    }
  }

  /// Texts refer to documents by title, not by the names of files that readers do not have.
  @Test(
    "What users see names documents by their titles",
    arguments: ["Sources", "scenarios", "Tests/GTSDSimTests/Fixtures"])
  func documentsHaveTitles(folder: String) throws {
    let base = Checkout.root.appending(path: folder)
    var count = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: base.path) {
      guard let text = try? String(contentsOf: base.appending(path: name), encoding: .utf8) else { continue }
      count += 1
      #expect(!text.contains(/00[0-9]_[0-9a-f]{16}/), "\(folder)/\(name)")
    }
    #expect(count > 20)
  }

  /// The folders that contain an app's code and the people who use it.
  static let natural = ["GTSDWorld/App", "GTSDWorld/People"]

  /// The words of code that waits, or enters an actor, in another way than an `async` function of the actor.
  static let machines = [
    "LaneHandler", "TimerHandler", ".schedule(", "WaitedForOnce", "OneShotState", "continueWhenWoken",
    "UnsafeContinuation", "CheckedContinuation", "unsafeBitCast", "unsafeDowncast", "assumeIsolated", "Unmanaged",
    "@unchecked Sendable", "nonisolated(unsafe)",
  ]

  /// The synchronous functions that people get from outside: they make a phone, and tell and ask about the time.
  static let handedToPeople = ["makePhone:", "isOver:", "leads:"]

  /// The places where an app's code is not plain actors and `async` functions.
  static func machinery(in files: [SourceFile]) -> [String] {
    var places: [String] = []
    let functions = files.flatMap(Self.functions)
    let asynchronous = Set(functions.filter(\.isAsync).map(\.name))
    for twin in functions where !twin.isAsync && asynchronous.contains(twin.name) {
      places.append("\(twin.place) declares \(twin.name), which is an async function as well")
    }
    for file in files {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        let place = "\(file.path):\(number + 1)"
        for word in machines where line.contains(word) { places.append("\(place) uses \(word)") }
        if line.contains("@escaping"), !line.contains("async"), !handedToPeople.contains(where: line.contains) {
          places.append("\(place) takes a callback")
        }
      }
    }
    return places
  }

  @Test("People and phones are actors and async functions, without handlers, casts, callbacks and twins")
  func peopleAndPhonesAreActors() throws {
    for folder in Self.natural {
      let files = try Self.sources("Sources/\(folder)")
      #expect(files.contains { $0.lines.contains { $0.contains(" async ") } }, "\(folder)")
      #expect(Self.machinery(in: files) == [])
    }
    // The request at the server is the only handler.
    let handlers = try Self.sources("Sources").filter { file in
      file.lines.contains { $0.contains(": LaneHandler") && $0.contains("class ") }
    }
    #expect(handlers.map(\.path) == ["Sources/GTSDWorld/Backend/Request.swift"])
  }

  @Test(
    "The check of actors finds what is planted",
    arguments: [
      ("final class Load: LaneHandler {", "LaneHandler"),
      ("  func waitUnseen(then body: @escaping () -> Void) {", "callback"),
      ("    let body = unsafeBitCast(step, to: Free.self)", "unsafeBitCast"),
      ("  func loadHome() {", "loadHome"),
      ("  func waitForHome() async { scheduler.schedule(after: 0, kind: .timer, handler: self) }", ".schedule("),
    ])
  func plantedMachineryIsFound(line: String, named: String) throws {
    var files = try Self.sources("Sources/GTSDWorld/App/Home")
    let index = try #require(files.firstIndex { $0.path.hasSuffix("Device+Home.swift") })
    files[index].lines += [Substring(line), "}"]
    let found = Self.machinery(in: files)
    #expect(found.count == 1 && found.allSatisfy { $0.contains(named) })
  }

  @Test("Isolation is dropped in the engine and for captured code only, and few fields go unchecked")
  func unsafeEscapesAreFew() throws {
    let outside = try Self.sources("Sources").filter { !$0.path.hasPrefix("Sources/Interleaving") }
    // Calls of C functions, by pointers from `dlsym` and `signal`.
    let casting = outside.filter { file in file.lines.contains { $0.contains("unsafeBitCast") } }.map(\.path)
    #expect(
      casting == [
        "Sources/GTSDCommandLine/Terminal/Interrupts.swift", "Sources/GTSDLogs/Input/GzipDecoder.swift",
        "Sources/HTTPLoop/TLS/OpenSSL.swift",
      ])
    let unchecked = outside.map { file in file.lines.count { $0.contains("@exclusivity(unchecked)") } }.reduce(0, +)
    #expect(unchecked <= 39, "\(unchecked) fields; this number may only shrink")
  }

  /// The functions that a file declares.
  private static func functions(of file: SourceFile) -> [(name: String, isAsync: Bool, place: String)] {
    file.lines.indices.compactMap { index in
      let line = file.lines[index]
      let words = line.split { " (<".contains($0) }
      guard let place = words.firstIndex(of: "func"), place + 1 < words.count,
        !line.drop(while: { $0 == " " }).hasPrefix("//")
      else { return nil }
      // The declaration ends with the line that opens the body; its last parenthesis closes the parameters.
      let last = file.lines[index...].firstIndex { $0.hasSuffix("{") || $0.hasSuffix("}") } ?? index
      let declaration = file.lines[index...last].joined(separator: " ")
      let result = declaration.range(of: ")", options: .backwards).map { declaration[$0.upperBound...] } ?? ""
      return (String(words[place + 1]), result.contains(" async "), "\(file.path):\(index + 1)")
    }
  }

  @Test func noFileExceedsTheLineLimit() throws {
    for file in try Self.sources("Sources") where file.lines.count > 451 {
      Issue.record("\(file.path) has \(file.lines.count) lines; the limit is 450")
    }
  }

  @Test func unsafeCodeStatesItsGuards() throws {
    let escapes = ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "as!"]
    for file in try Self.sources("Sources") + Self.sources("Tests")
    where !file.path.hasSuffix("SourceLintTests.swift") {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for escape in escapes where line.contains(escape) {
          // Named in the comment directly above it.
          let above = file.lines[..<number].reversed().prefix { $0.drop(while: { $0 == " " }).hasPrefix("//") }
          #expect(
            above.contains { $0.contains("`\(escape)`") }, "\(file.path):\(number + 1) does not say what guards it")
        }
      }
    }
  }
}
