import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDLoad
import GTSDModel
import GTSDSim
import GTSDWorld

/// `gtsd-sim load SCENARIO --check`: shows which endpoints of the contract a server has, and the problems of the
/// others.
enum LoadCheckCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts
  ) throws(CommandFailure) -> ExitCode {
    for option in [
      OptionID.rate, .users, .stages, .duration, .shard, .dashboard, .prometheus, .influx, .output, .format,
    ]
    where arguments[flag: option] {
      throw .usage(of: .load, "--\(option.rawValue) is about load, and --check sends none; leave one of them out")
    }
    let (path, scenario) = try LoadCommand.scenario(arguments, console)
    var run = LoadRun(scenario, target: try LoadCommand.target(arguments, scenario, path))
    run.name(try LoadCommand.runID(arguments) ?? RunID.fresh(), existing: try LoadCommand.accounts(arguments))
    run.headers = try LoadCommand.headers(arguments)
    run.patience = arguments[text: .waitReady].flatMap { try? DurationText.span($0) } ?? .zero
    run.isCancelled = { interrupts.isRequested }
    if !arguments[flag: .quiet] {
      console.error("Requests every endpoint of \(run.target.text) once, as a new user.\n\n")
    }
    let prepared = run
    let check = try interrupts.watching { () throws(CommandFailure) in
      do throws(LoadFailure) {
        return try prepared.check()
      } catch {
        throw LoadCommand.failure(error, of: prepared)
      }
    }
    let text = LoadCheckText(check: check, target: run.target.text)
    console.out(arguments[flag: .json] ? text.json : text.text)
    if interrupts.isRequested { return .interrupted }
    return check.isPassed ? .success : .unavailable
  }
}

/// A check of a server in words, and as JSON.
struct LoadCheckText {
  var check: ContractCheck
  var target: String

  // MARK: Words

  var text: String {
    let leftOut = check.rows.count(where: isLeftOut)
    let works = check.rows.count { $0.finding.isFine } - leftOut
    let names = check.rows.map { $0.endpoint.name.count }.max() ?? 0
    let lines = check.rows.map(\.line.count).max() ?? 0
    var text = "\(works) of \(check.rows.count) endpoints of the contract work at \(target)"
    text += leftOut > 0 ? "; \(leftOut) \(leftOut == 1 ? "is" : "are") left out.\n\n" : ".\n\n"
    for row in check.rows {
      let mark = row.finding.isFine ? (isLeftOut(row) ? "–" : "✓") : "✗"
      text += "  \(mark) \(padded(row.endpoint.name, names))  \(padded(row.line, lines))  \(words(row.finding))\n"
      if !row.finding.isFine, !row.sample.isEmpty { text += "      \(row.sample)\n" }
    }
    return text + "\n" + advice.map { $0 + "\n" }.joined()
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func isLeftOut(_ row: ContractCheck.Row) -> Bool {
    if case .leftOut = row.finding { true } else { false }
  }

  private func words(_ finding: ContractCheck.Finding) -> String {
    switch finding {
    case .works(let status): "works (\(status))"
    case .unsound(let status, let faults): "\(status), but \(faults.joined(separator: "; "))"
    case .unreadable(let status, let problems): "\(status), but \(problems.map(\.text).joined(separator: "; "))"
    case .missing(let status): "missing (\(status))"
    case .refused(let status, let said): "wrong status \(status)\(said.isEmpty ? "" : ": \(said.prefix(120))")"
    case .silent(let reason): "no reply: \(reason)"
    case .notAsked(let reason): "not requested: \(reason)"
    case .leftOut(let reason): "left out: \(reason)"
    }
  }

  private var advice: [String] {
    var advice = check.remarks.map { "Note: \($0)." }
    if check.isPassed { return advice + ["The server speaks the contract, as far as one round shows."] }
    if !check.guesses.isEmpty {
      let fields = check.guesses.map { "\"\($0.ours)\": \"\($0.theirs)\"" }.joined(separator: ", ")
      advice.append(
        "The check continued with the server's names of these fields; at `load`:\n"
          + "  \"map\": {\"*\": {\"reply\": {\(fields)}}}")
    }
    advice += hints
    let missing = check.missing.filter { $0 != .signUp }
    if !missing.isEmpty {
      let list = missing.map { "\"\($0.name)\"" }.joined(separator: ", ")
      advice.append(
        "Leave out endpoints that the server lacks, and translate other names in `load.map`; at `load`:\n"
          + "  \"without\": [\(list)]")
    }
    return advice
  }

  /// Hints at the parts of `load.map` that can translate the differences that were found.
  private var hints: [String] {
    let found = check.rows.flatMap { row -> [String] in
      switch row.finding {
      case .unreadable(_, let problems): problems.map(\.text)
      case .unsound(_, let faults): faults
      case .works, .missing, .refused, .silent, .notAsked, .leftOut: []
      }
    }
    func hint(_ mark: String, _ text: String) -> String? { found.contains { $0.contains(mark) } ? text : nil }
    return [
      hint(
        "no ISO 8601 instant",
        "Times in another format are translated at `load` by\n"
          + #"  "map": {"*": {"times": {"*": "milliseconds"}}}, or `seconds`, or `date`"#),
      hint(
        "is none of",
        "Other names of values are translated at `load` by\n"
          + #"  "map": {"*": {"values": {"lose_weight": "THEIRS", …}}}"#),
      hint(
        "id is a text", "Text ids are translated at `load` by\n" + #"  "map": {"*": {"ids": "text"}}"#),
      hint(
        "the body is empty",
        "Writes whose successful replies have no body are listed at `load`, each by\n"
          + #"  "map": {"update-preferences": {"emptyReply": true}}"#),
      hint(
        "by pages",
        "Lists without offset and limit are declared at `load` by\n"
          + #"  "map": {"photos": {"request": {"offset": null}}}"#),
    ].compactMap(\.self)
  }

  // MARK: JSON

  var json: String {
    let rows = check.rows.map { row in
      var members: [(String, JSONNode)] = [
        ("endpoint", .string(row.endpoint.name)), ("request", .string(row.line)),
        ("finding", .string(kind(row.finding))),
        ("works", .bool(row.finding.isFine)), ("text", .string(words(row.finding))),
      ]
      if case .unreadable(_, let problems) = row.finding {
        members.append(
          (
            "problems",
            .array(
              problems.map { problem in
                .object(
                  [("field", .string(problem.field)), ("path", .string(problem.path)), ("text", .string(problem.text))]
                    + (problem.similar.map { [("similar", .string($0))] } ?? []))
              })
          ))
      }
      if !row.sample.isEmpty { members.append(("sample", .string(row.sample))) }
      return JSONNode.object(members)
    }
    let map = check.guesses.map { ($0.ours, JSONNode.string($0.theirs)) }
    return JSONNode.object([
      ("target", .string(target)), ("passed", .bool(check.isPassed)), ("endpoints", .array(rows)),
      ("guessed", .object(map)), ("remarks", .array(check.remarks.map { .string($0) })),
    ]).text + "\n"
  }

  private func kind(_ finding: ContractCheck.Finding) -> String {
    switch finding {
    case .works: "works"
    case .unsound: "breaks-contract"
    case .unreadable: "unreadable"
    case .missing: "missing"
    case .refused: "refused"
    case .silent: "no-reply"
    case .notAsked: "not-asked"
    case .leftOut: "left-out"
    }
  }
}
