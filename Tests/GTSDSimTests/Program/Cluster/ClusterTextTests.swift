import Foundation
import GTSDModel
import Testing

@testable import Documents
@testable import GTSDCommandLine
@testable import GTSDFields
@testable import gtsd_sim

/// Texts that are parsed again by a shell, Kubernetes or another reader of YAML.
struct ClusterTextTests {
  static let awkward = [
    "plain-1.json", "", "a b", "it's", "'", "\"", "$HOME", "$(reboot)", "`x`", "a\nb", "tab\t", "\\", "\\n", "-x", "*",
    "~", "#", "a=b", "é", "'\u{301}", "a;b&c|d", "!x", "\r\n", "{}", "\u{7}",
  ]

  @Test func shellArgumentsAreQuoted() throws {
    let words = Self.awkward
    #expect(try said("/bin/sh", ["-c", "printf '%s\\0' " + ShellWord.quoted(words)]) == words)
  }

  /// The job's script, run by a shell as on a node, passes the plan's arguments to a program and records its exit code.
  @Test(arguments: [0, 11])
  func arrayJobPassesTheOptionsOn(code: Int32) throws {
    let scratch = try Scratch()
    let folder = scratch.path("it's $HOME \"x\"")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let program = folder + "/gtsd sim"
    try Data("#!/bin/sh\nprintf '%s\\0' \"$@\"\nexit \(code)\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let operand = "a\nb $(x) 'y'.json"
    let jobs = SlurmJobs(
      plan: plan(.run, options: ["--set=description=it's\n$x"], operands: [operand]), program: program,
      directory: folder, output: folder + "/o ut")
    let script = try scratch.write(jobs.array(ofRound: 1), "shard.sbatch")
    #expect(try exit(ofJob: script, task: "2") == code)
    let place = folder + "/o ut/shard-2"
    let words = try String(contentsOfFile: place + "/log", encoding: .utf8).components(separatedBy: "\0").dropLast()
    #expect(
      words == [
        "run", "--set=description=it's\n$x", "--shard=2/3", "--jobs=4", "--checkpoint=\(place)/checkpoint", "--no-fail",
        "--output=\(place)", "--", operand,
      ])
    #expect(try String(contentsOfFile: place + "/exit", encoding: .utf8) == "\(code)\n")
  }

  /// A shard of a later round receives the results of all shards, wherever they are.
  @Test func laterRoundReceivesAllResults() throws {
    let scratch = try Scratch()
    let folder = scratch.path("it's $HOME \"x\"")
    let program = folder + "/gtsd sim"
    for shard in 1...3 {
      let place = "\(folder)/o ut/shard-\(shard)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Data("x\n".utf8).write(to: URL(filePath: place + "/shard.pieces"))
    }
    try Data("#!/bin/sh\nprintf '%s\\0' \"$@\"\nexit 0\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var plan = plan(.forecast, options: ["--sensitivity"], operands: ["a b.json"])
    plan.rounds = 2
    let jobs = SlurmJobs(plan: plan, program: program, directory: folder, output: folder + "/o ut")
    #expect(jobs.files.map(\.name) == ["shard.sbatch", "shard-2.sbatch", "merge.sbatch"])
    let script = try scratch.write(jobs.array(ofRound: 2), "shard-2.sbatch")
    #expect(try exit(ofJob: script, task: "3") == 0)
    let place = folder + "/o ut/shard-3"
    let words = try String(contentsOfFile: place + "/log-2", encoding: .utf8).components(separatedBy: "\0").dropLast()
    #expect(
      words == [
        "forecast", "--sensitivity", "--shard=3/3", "--jobs=4", "--checkpoint=\(place)/checkpoint", "--no-fail",
        "--known=\(place)/../shard-1/shard.pieces", "--known=\(place)/../shard-2/shard.pieces",
        "--known=\(place)/../shard-3/shard.pieces", "--output=\(place)", "--", "a b.json",
      ])
    #expect(try String(contentsOfFile: place + "/exit-2", encoding: .utf8) == "0\n")
  }

  /// Lines for Slurm itself contain nothing from the user, and no input of the user begins a line.
  @Test func slurmLinesContainOnlyNumbers() {
    let jobs = SlurmJobs(
      plan: plan(.forecast, options: ["--set=a\n#SBATCH --evil=1"], operands: ["b"]), program: "/p",
      directory: "/d\n#SBATCH --worse=1", output: "/o")
    for text in [jobs.array(ofRound: 1), jobs.array(ofRound: 2), jobs.merge] {
      // Slurm reads its lines only up to the first command.
      let head = text.split(separator: "\n").prefix { $0.hasPrefix("#") }
      #expect(!head.contains { $0.contains("evil") || $0.contains("worse") })
      #expect(head.contains("#SBATCH --time=3") && head.contains("#SBATCH --mem=2048M"))
    }
    #expect(jobs.merge.contains("merge --jobs=4 --quiet --output=\"$place\" -- \"$place\"/shard-*/shard.pieces"))
  }

  @Test func yamlValuesSurviveARoundTrip() throws {
    var members = Self.awkward.enumerated().map { ("key \($0.offset)", JSONNode.string($0.element)) }
    members += [
      ("yes", .string("no")), ("1", .string("1")), ("null", .null), ("on", .bool(true)), ("n", .int(-3)),
      ("empty", .object([:])), ("none", .array([])),
      ("list", .array([.string("a\n b\n\n"), .object(["x": .int(1), "y": .array([.int(2)])])])),
      ("text", .string("  first\n\n# not\n   \nlast")), ("text2", .string("a\nb\n\n")), ("text3", .string("\n\na\n")),
      ("cr", .string("a\r\nb\n")), ("mark", .string("a\u{FEFF}\nb")), ("next", .string("a\u{85}b\u{2028}c\nd")),
      ("far", .string("\u{1F600}\n\u{10FFFF}\u{FFFF}")),
    ]
    let node = JSONNode.object([("outer", .object(members)), ("tail", .string("x"))])
    let text = YAMLText.of([node])
    #expect(try YAMLReader(text).document() == node)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 })
  }

  @Test(
    arguments: [
      ("4G", 4096), ("512M", 512), ("1T", 1 << 20), ("2g", 2048), ("4", nil), ("G", nil), ("-1G", nil), ("0M", nil),
      ("4GiB", nil), ("9999999999999T", nil),
    ] as [(String, Int?)])
  func sizesAreRead(text: String, size: Int?) { #expect(ClusterPlan.mebibytes(text) == size) }

  /// Runs a job's script as a node would.
  private func exit(ofJob script: String, task: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [script]
    process.environment = ["SLURM_ARRAY_TASK_ID": task, "PATH": "/usr/bin:/bin"]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func plan(_ command: CommandID, options: [String], operands: [String]) -> ClusterPlan {
    ClusterPlan(
      command: command, options: options, operands: operands, mergeOptions: [], shards: 3, cpus: 4, mebibytes: 2048,
      limit: .seconds(121))
  }

  private func said(_ program: String, _ arguments: [String]) throws -> [String] {
    let process = Process()
    let out = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = out
    try process.run()
    let data = try out.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).components(separatedBy: "\0").dropLast()
  }
}
