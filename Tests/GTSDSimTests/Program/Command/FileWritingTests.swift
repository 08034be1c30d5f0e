import Foundation
import GTSDModel
import Synchronization
import Testing

@testable import Documents
@testable import GTSDCommandLine
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// Computed results are never lost, whatever goes wrong when they are written.
struct FileWritingTests {
  /// A run that never begins deletes nothing of an earlier one's lines, and leaves no empty file.
  @Test func linesReplaceOthersOnlyOnceThereAreSome() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    do { _ = try LineFile(path) }
    #expect(!FileManager.default.fileExists(atPath: path))
    try "of an earlier run\n".write(toFile: path, atomically: false, encoding: .utf8)
    do { _ = try LineFile(path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "of an earlier run\n")
    let lines = try LineFile(path)
    lines.write("one\n")
    lines.write("two\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n" && lines.failure == nil)
  }

  /// Links stay unchanged if a file could not be opened or a run did not begin.
  @Test func linesThatNeverBeginLeaveLinks() throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    for target in ["none/lines", "lines"] {
      let link = scratch.path("link")
      try manager.createSymbolicLink(atPath: link, withDestinationPath: scratch.path(target))
      do { _ = try? LineFile(link) }
      #expect(try manager.destinationOfSymbolicLink(atPath: link) == scratch.path(target))
      #expect(!manager.fileExists(atPath: scratch.path(target)))
      try manager.removeItem(atPath: link)
    }
  }

  @Test func aCheckpointIsNotWhereReportsGo() throws {
    let scratch = try Scratch()
    let calm = try scratch.write(Self.calm, "calm.json")
    for command in [["run", calm], ["forecast", calm, "-n", "2"], ["compare", calm, calm, "-n", "2"]] {
      let place = scratch.path(command[0])
      let result = CommandResult(command + ["--checkpoint", place, "--output", scratch.path("./\(command[0])")])
      #expect(result.code == .usage && result.error.contains("are one directory; name two"), "\(result.error)")
    }
  }

  /// No output overwrites a file that an option reads.
  @Test func everyFileThatIsReadIsKept() throws {
    let scratch = try Scratch()
    let log = try scratch.write("", "log.jsonl")
    let map = try scratch.write("{}", "overlay.json")
    let load = try scratch.write(#"{"name": "few", "load": {"rate": 1, "duration": "1s"}}"#, "load.json")
    let accounts = try scratch.write("a@b.example secret\n", "accounts.txt")
    let merge = try scratch.write(Self.calm, "merge.yaml")
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: load)
    let lines: [[String]] = [
      ["calibrate", log, "--map", map, "--output", scratch.url.path],
      ["calibrate", log, "--scenario", map, "--output", scratch.url.path],
      ["load", load, "--target", "http://127.0.0.1:1", "--accounts", accounts, "--influx", accounts],
      ["cluster", "kubernetes", "--shards", "2", "--output", scratch.url.path, "--", "run", merge],
      ["load", load, "--target", "http://127.0.0.1:1", "--influx", load],
      ["load", load, "--target", "http://127.0.0.1:1", "--influx", link],
      [
        "load", load, "--target", "http://127.0.0.1:1", "--influx", scratch.path("report.json"), "--output",
        scratch.url.path,
      ],
    ]
    let before = try [log, map, load, accounts, merge].map { try String(contentsOfFile: $0, encoding: .utf8) }
    for line in lines {
      let result = CommandResult(line)
      #expect(result.code == .usage, "\(line): \(result.error)")
      #expect(result.error.contains("would replace") || result.error.contains("would both write"), "\(result.error)")
    }
    #expect(try [log, map, load, accounts, merge].map { try String(contentsOfFile: $0, encoding: .utf8) } == before)
  }

  private static let calm = #"{"name": "calm", "horizon": "30h", "generation": "correct", "population": {"size": 3}}"#
  private static let reports = ["report.json", "report.md", "report.html", "kpis.csv", "junit.xml"]

  /// System calls that work, except for one, which reports a full disk.
  private final class FullDisk: Sendable {
    private let left: Atomic<Int>
    init(after count: Int) { left = Atomic(count) }

    var wasMet: Bool { left.load(ordering: .relaxed) < 0 }

    private func fails() -> Bool {
      guard left.subtract(1, ordering: .relaxed).oldValue == 0 else { return false }
      errno = ENOSPC
      return true
    }

    var calls: FileCalls {
      FileCalls(
        write: { self.fails() ? -1 : FileCalls.system.write($0, $1) },
        synchronize: { self.fails() ? -1 : FileCalls.system.synchronize($0) },
        rename: { self.fails() ? -1 : FileCalls.system.rename($0, $1) })
    }
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test func aFullDiskAtAnyCallLosesNothingElse() throws {
    let whole = try Scratch()
    func line(_ scratch: borrowing Scratch) -> [String] {
      [
        "run", "-", "--json", "-q", "--no-fail", "-j", "1", "--output", scratch.path("out"), "--events",
        scratch.path("events.jsonl"),
      ]
    }
    let reference = CommandResult(line(whole), input: Self.calm)
    #expect(reference.code == .success, "\(reference.error)")
    // Some files contain the command line, which differs by its directories.
    let (root, names) = (whole.url.path, Self.reports)
    let wanted = Dictionary(
      uniqueKeysWithValues: names.map { ($0, text("\(root)/out/\($0)")?.replacing(root, with: "")) })
    var (count, isMet) = (0, true)
    while isMet {
      let scratch = try Scratch()
      let disk = FullDisk(after: count)
      let result = CommandResult(line(scratch), input: Self.calm) { $0.files.calls = disk.calls }
      isMet = disk.wasMet
      guard isMet else { break }
      #expect(result.code == .failure)
      #expect(result.error.contains("cannot be written: No space left on device"), "\(count): \(result.error)")
      #expect(try Report(json: Data(result.out.utf8)).scenario.name == "calm")
      let events = text(scratch.path("events.jsonl"))
      #expect(events == nil || events == text(whole.path("events.jsonl")))
      let written = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
      #expect(written.count >= 4 && Set(written).isSubset(of: names), "\(count): \(written)")
      // If the events failed, the report may be of an interrupted run.
      if events != nil {
        let place = scratch.url.path
        for name in written {
          #expect(text("\(place)/out/\(name)")?.replacing(place, with: "") == wanted[name], "\(count): \(name)")
        }
      }
      #expect(Set(scratch.files).isSubset(of: ["events.jsonl", "out"]))
      count += 1
    }
    // At least three calls for each file: write, synchronise, rename.
    #expect(count >= 18)
  }

  @Test func theFirstWriteThatFailsEndsTheRun() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let many = Self.calm.replacing(#""size": 3"#, with: #""size": 40, "cellSize": 1"#)
    let result = CommandResult(["run", "-", "--json", "-q", "-j", "1", "--events", "/dev/full"], input: many)
    #expect(result.code == .failure)
    #expect(result.error == "/dev/full: cannot be written: No space left on device\n")
    let report = try Report(json: Data(result.out.utf8))
    #expect(!report.complete && (report.funnel.first?.users ?? 0) < 40)
  }

  @Test func unwritableOutputIsFoundBeforeTheRun() throws {
    let scratch = try Scratch()
    func refusal(_ make: (String) throws -> Void) throws -> CommandResult {
      let out = scratch.path("out")
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      try make(out + "/report.json")
      defer { try? FileManager.default.removeItem(atPath: out) }
      return CommandResult(["run", "-", "-q", "--output", out], input: Self.calm)
    }
    let directory = try refusal {
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
    }
    #expect(directory.code == .failure && directory.out.isEmpty)
    #expect(directory.error.hasSuffix("out/report.json: cannot be written: Is a directory\n"))
    let link = try refusal { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/no/such/x") }
    #expect(link.code == .failure && link.out.isEmpty)
    #expect(link.error.hasSuffix("out/report.json: cannot be written: No such file or directory\n"))
  }

  // MARK: Interrupted

  private func interrupted(_ line: [String]) throws -> (code: ExitCode, error: String) {
    guard case .command(_, let arguments) = try Invocation.parse(line) else { return (.usage, "") }
    let collector = Collector()
    let interrupts = Interrupts()
    interrupts.request()
    let code = try RunCommand.run(arguments, collector.console(input: Self.calm), interrupts: interrupts)
    return (code, collector.remarks)
  }

  @Test func anInterruptedRunReplacesNoCompleteOne() throws {
    let scratch = try Scratch()
    let (out, events) = (scratch.path("out"), scratch.path("events.jsonl"))
    let line = ["run", "-", "-q", "--no-fail", "--output", out, "--events", events]
    #expect(CommandResult(line, input: Self.calm).code == .success)
    let before = try Self.reports.map { try String(contentsOfFile: "\(out)/\($0)", encoding: .utf8) }
    let lines = text(events)
    let (code, error) = try interrupted(line)
    #expect(code == .interrupted)
    #expect(
      error.contains("\(out): holds a complete report, which is kept; the interrupted one is in report.partial.json, "))
    #expect(
      error.contains(
        "\(events): kept; the events of the interrupted run are in \(scratch.path("events.partial.jsonl"))"))
    #expect(try Self.reports.map { try String(contentsOfFile: "\(out)/\($0)", encoding: .utf8) } == before)
    #expect(text(events) == lines && text(scratch.path("events.partial.jsonl")) == "")
    let partial = try Report(json: Data(contentsOf: URL(filePath: out + "/report.partial.json")))
    #expect(!partial.complete)
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names == (Self.reports + Self.reports.map(PartialName.of)).sorted())
  }

  /// If no complete report exists, an interrupted run uses the proper names, and any other report replaces it.
  @Test func anInterruptedRunTakesTheNamesThatAreFree() throws {
    let scratch = try Scratch()
    let out = scratch.path("out")
    let line = ["run", "-", "-q", "--no-fail", "--output", out]
    for _ in 0..<2 {
      let (code, error) = try interrupted(line)
      #expect(code == .interrupted && error.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == Self.reports.sorted())
    }
    // A single file in another format must not be taken for a part of the incomplete report.
    #expect(CommandResult(line + ["--format", "md"], input: Self.calm).code == .success)
    #expect(text(out + "/report.json") == nil && text(out + "/report.partial.json") != nil)
    let whole = text(out + "/report.md")
    #expect(try interrupted(line + ["--format", "md"]).code == .interrupted)
    #expect(text(out + "/report.md") == whole)
  }

  @Test(arguments: [
    ("a/report.json", "a/report.partial.json"), ("a.b/events", "a.b/events.partial"), (".x", ".x.partial"),
  ])
  func partialNamesKeepTheirExtension(path: String, name: String) {
    #expect(PartialName.of(path) == name)
  }

  // MARK: Locked directories

  @Test func nothingThatIsReadIsWrittenOver() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.calm, "report.json")
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "report.json")
    let lines = [
      ["run", file, "--events", file], ["run", file, "--events", link], ["run", link, "--timings", file],
      ["run", file, "--output", scratch.url.path], ["explore", file, "--output", scratch.url.path],
      ["forecast", file, "--timings", file], ["compare", "\(file)@correct", file, "--output", scratch.url.path],
      ["run", "-", "--events", scratch.path("new"), "--timings", scratch.path("./new")],
    ]
    for line in lines {
      let result = CommandResult(line, input: Self.calm)
      #expect(result.code == .usage && result.out.isEmpty, "\(line)")
      #expect(result.error.contains(" would "), "\(line): \(result.error)")
      #expect(text(file) == Self.calm)
    }
    #expect(scratch.files == ["link", "report.json"])
  }

  @Test func directoryOfARunningRunIsRefused() throws {
    let scratch = try Scratch()
    let lock = try DirectoryLock(of: scratch.url.path, owner: "gtsd-sim run first.json")
    let result = CommandResult(["run", "-", "-q", "--output", scratch.url.path], input: Self.calm)
    #expect(result.code == .failure && result.out.isEmpty)
    let who = "another run writes here (process \(getpid()), gtsd-sim run first.json)"
    #expect(result.error == "\(scratch.url.path): \(who); wait for it, or name another directory\n")
    withExtendedLifetime(lock) {}
  }

  @Test func filesLeftByKilledRunsAreRemoved() throws {
    let scratch = try Scratch()
    _ = try scratch.write("half", ".gtsd-sim-1-1.tmp")
    let line = ["run", "-", "-q", "--no-fail", "--events", scratch.path("events.jsonl")]
    #expect(CommandResult(line, input: Self.calm).code == .success)
    #expect(scratch.files == ["events.jsonl"])
  }

  // MARK: Standard output

  @Test func resultsThatAreNotWrittenAreNotComputed() throws {
    let scratch = try Scratch()
    let closed: (inout Console) -> Void = { $0.takesOutput = false }
    for line in [["run", "-"], ["run", "-", "--json", "--output", scratch.path("out")], ["list", "kpis"]] {
      let result = CommandResult(line, input: Self.calm, configure: closed)
      #expect(result.code == .failure && result.out.isEmpty)
      #expect(result.error.hasPrefix("gtsd-sim: standard output is closed"), "\(result.error)")
    }
    #expect(scratch.files.isEmpty)
    let line = ["run", "-", "-q", "--no-fail", "--output", scratch.path("out")]
    #expect(CommandResult(line, input: Self.calm, configure: closed).code == .success)
  }

  @Test func closedEventPipeEndsTheRunWithAMessage() throws {
    let scratch = try Scratch()
    let line = ["run", "-", "-q", "--events", "-", "--output", scratch.path("out")]
    let result = CommandResult(line, input: Self.calm) { $0.rawOut = { _ in EPIPE } }
    #expect(result.code == .failure && result.error == "standard output: cannot be written: Broken pipe\n")
    #expect(text(scratch.path("out/report.json")) != nil)
  }

  @Test func quotedTextHasNoTerminalCodes() {
    for (input, shown) in [
      (#"{"description": "a\u001b]0;b\u0007"}"#, #"a\u{1B}]0;b\u{7}"#), ("{\"x\u{1B}[31m\": 1}", #"\u{1B}"#),
      ("{\"name\": \"\u{202E}\"}", #"\u{202E}"#), ("{\"name\": \"a\u{2028}\"}", #"\u{2028}"#),
    ] {
      let result = CommandResult(["validate", "-"], input: input)
      #expect(result.code == .invalidInput)
      #expect(!result.error.unicodeScalars.contains { $0.isHidden })
      #expect(result.error.contains(shown) || result.error.contains("unexpected") || result.error.contains("control"))
    }
    let usage = CommandResult(["run", "--\u{1B}[31m"])
    #expect(usage.code == .usage && !usage.error.unicodeScalars.contains { $0.isHidden })
  }
}
