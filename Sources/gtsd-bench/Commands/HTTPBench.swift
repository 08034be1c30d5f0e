import Foundation
package import GTSDCommandLine
import GTSDFields
import GTSDModel

/// Runs `gtsd-bench http`: how fast are the HTTP client and server?
package enum HTTPBench {
  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else {
      throw CommandFailure(code: .failure, message: "gtsd-bench: the path of this program is unknown")
    }
    let executable = folder.appending(path: "gtsd-sim").path
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw CommandFailure(
        code: .missingInput, message: "\(executable): no such program; `swift build -c release` builds both")
    }
    var benchmark = HTTPBenchmark(
      executable: executable, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
    if let rounds = arguments[integer: .repeats] { benchmark.rounds = rounds }
    let isQuiet = arguments[flag: .quiet]
    let rows: [HTTPBenchmark.Row]
    do throws(BenchmarkFailure) {
      rows = try benchmark.run { step in if !isQuiet { console.error("\(step)\n") } }
    } catch {
      throw CommandFailure(code: .failure, message: "gtsd-bench: \(error)")
    }
    console.out(arguments[flag: .json] ? json(rows) : table(rows))
    return .success
  }

  static func json(_ rows: [HTTPBenchmark.Row]) -> String {
    let nodes = rows.map { row in
      JSONNode.object([
        "id": .string(row.id), "what": .string(row.what), "how": .string(row.how),
        "reached": row.reached.map { .string($0) } ?? .null, "target": row.target.map { .string($0) } ?? .null,
        "met": row.isMet.map { .bool($0) } ?? .null,
        "values": .object(row.values.map { ($0.name, .number($0.number)) }),
      ])
    }
    return JSONNode.object(["benchmark": "http", "version": .int(1), "rows": .array(nodes)]).prettyText + "\n"
  }

  /// The measurements as a table of Markdown.
  static func table(_ rows: [HTTPBenchmark.Row]) -> String {
    let lines = rows.map { row in
      let verdict = row.isMet.map { $0 ? ": met" : ": **missed**" } ?? ""
      return [row.what, row.reached ?? "not measured", row.target.map { $0 + verdict } ?? "–", row.how]
    }
    return ([["What", "Reached", "Target", "How"], Array(repeating: "---", count: 4)] + lines)
      .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
