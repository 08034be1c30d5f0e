import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies

/// Runs `gtsd-sim compare A [B]`.
enum CompareCommand {
  /// Runs `gtsd-sim compare`.
  ///
  /// - Parameter store: the store of finished worlds, used without --checkpoint.
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts(), merged: ShardFile? = nil,
    store: (any WorkStore)? = nil
  ) throws(CommandFailure) -> ExitCode {
    if let loads = try CompareLoads.comparison(arguments, console) {
      let delivery = try Delivery(arguments, of: .compare, console)
      let hold = try delivery.prepare()
      defer { hold.release() }
      return try delivery.deliver(loads.reported())
    }
    let operands = try CompareInputs(arguments: arguments, console: console).operands()
    var comparison = try comparison(of: operands, arguments)
    let sides = operands.map { operand in
      switch operand.content {
      case .scenario(let scenario, _): (operand.name, scenario.digest, scenario.seed)
      case .result(let result): (operand.name, result.digest, result.scenario.seed)
      }
    }
    if arguments[flag: .shard], !comparison.runsTrials {
      throw .usage(of: .compare, "--shard: reports are compared without a simulation, so there are no parts")
    }
    let pieces = try StudyPieces(
      of: .compare, Inputs.identity(of: .compare, sides, arguments), arguments, console, merged: merged)
    let checkpoint = pieces.checkpoint
    comparison.checkpoint = pieces.store ?? store
    let delivery = try Delivery(arguments, of: .compare, console)
    let hold = try pieces.isShard ? pieces.prepare(console) : delivery.prepare()
    defer { hold.release() }
    let isQuiet = arguments[flag: .quiet]
    let progress = ProgressLine(console, label: operands.map(\.name).joined(separator: " against "))
    comparison.progress = { if !isQuiet { progress.show(done: $0.usersDone, of: $0.users, events: $0.events) } }
    comparison.isCancelled = { interrupts.isRequested || checkpoint?.hasFailed == true }
    let start = ContinuousClock.now
    let prepared = comparison
    if pieces.isShard {
      try interrupts.watching { () throws(CommandFailure) in prepared.runPart() }
      if !isQuiet { progress.clear() }
      return try pieces.deliver(isComplete: !prepared.isCancelled(), console)
    }
    let report = try interrupts.watching { () throws(CommandFailure) in prepared.reported() }
    let seconds = (ContinuousClock.now - start).inSeconds
    if !isQuiet { progress.clear() }
    return try delivery.deliver(
      report, timing: .object(["wallSeconds": .number(seconds)]), failure: checkpoint?.failure)
  }

  private static func comparison(
    of operands: [ComparisonOperand], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Comparison {
    let isPlan = arguments[flag: .plan]
    var comparison = Comparison(
      operands, replications: arguments[integer: .replications] ?? (isPlan ? 4 : 20), jobs: arguments[integer: .jobs])
    comparison.kpi = arguments[text: .kpi].flatMap(KPI.init(rawValue:))
    comparison.plansOnly = isPlan
    for text in arguments[all: .lift] {
      guard let lift = Lift(text) else {
        throw .usage(of: .compare, "--lift: expected a change such as 5%, -3% or 0.05; found `\(text)`")
      }
      comparison.lifts.append(lift.value)
    }
    comparison.needsBaselineOnly = isPlan && !comparison.lifts.isEmpty
    if operands.count == 1 {
      try check(operands[0], comparison.mainKPI, isPlan: isPlan)
    } else if isPlan {
      throw .usage(of: .compare, "--plan takes one scenario")
    }
    // A path without a side applies to every side, and the report repeats it.
    if operands.count > 1, !arguments[all: .set].isEmpty {
      comparison.shared = arguments[all: .set]
    }
    if !isPlan, !comparison.lifts.isEmpty, operands.count > 1 {
      throw .usage(of: .compare, "--lift needs --plan, or an experiment")
    }
    return comparison
  }

  /// Checks that a command line with a single operand names a scenario with arms, or asks for a plan.
  private static func check(
    _ operand: ComparisonOperand, _ kpi: KPI, isPlan: Bool
  ) throws(CommandFailure) {
    switch operand.content {
    case .scenario(let scenario, let arm):
      guard scenario.experiment != nil && arm == nil || isPlan else {
        throw .usage(
          of: .compare, "\(operand.name) has no experiment; name a second scenario or report to compare it with")
      }
      if isPlan, kpi.definition.kind != .rate {
        throw .usage(of: .compare, "--plan needs a share such as acknowledgment-rate-24h; \(kpi.id) is none")
      }
    case .result(let result):
      if isPlan { throw .usage(of: .compare, "--plan takes a scenario, not a report") }
      guard result.arms?.isEmpty == false else {
        throw .usage(of: .compare, "\(operand.name) has no arms; name a second scenario or report")
      }
    }
  }
}

/// A relative change on the command line: `5%`, `-3%` or `0.05`.
struct Lift {
  var value: Double

  init?(_ text: String) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number.isFinite, number != 0 else {
      return nil
    }
    value = isPercent ? number / 100 : number
    guard value > -1, value <= 10 else { return nil }
  }
}

/// Reads the operands of `compare`: a scenario file with an optional `@GENERATION` or `#ARM`, or a report.
struct CompareInputs {
  var arguments: ParsedArguments
  var console: Console

  /// Reads all operands; the problems of all of them are reported before anything runs.
  func operands() throws(CommandFailure) -> [ComparisonOperand] {
    if arguments.operands.count(where: { $0 == "-" }) > 1 {
      throw .usage(of: .compare, "standard input can be read once")
    }
    if let (first, second) = arguments.operands.count == 2 ? (arguments.operands[0], arguments.operands[1]) : nil,
      first == second, !arguments[all: .set].isEmpty, arguments[all: .setB].isEmpty
    {
      console.error(
        "--set applies to both sides, which are equal; --set-b PATH=VALUE sets a value in the second only\n")
    }
    if arguments[flag: .plan], !variants.isEmpty { throw .usage(of: .compare, "--plan takes one scenario") }
    var result: [ComparisonOperand] = []
    var failures: [CommandFailure] = []
    for text in arguments.operands {
      do {
        result.append(try operand(text, sets: result.isEmpty ? [] : arguments[all: .setB], of: .setB))
      } catch {
        failures.append(error)
      }
    }
    for (option, letter) in variants {
      do {
        var variant = try operand(arguments.operands[0], sets: arguments[all: option], of: option)
        let changes = arguments[all: option].map { Scenario.words(forAssignment: $0) }
        variant.name += " (\(letter): \(changes.joined(separator: ", ")))"
        result.append(variant)
      } catch {
        failures.append(error)
      }
    }
    guard let first = failures.first else { return result }
    // Invalid input is reported before a missing file, as in all commands.
    let code = failures.map(\.code).contains(.invalidInput) ? ExitCode.invalidInput : first.code
    throw CommandFailure(code: code, message: failures.map(\.message).joined(separator: "\n"))
  }

  /// The variants of A that options create, each with the letter that names it.
  private var variants: [(option: OptionID, letter: String)] {
    let all: [(OptionID, String)] = [(.setB, "B"), (.setC, "C"), (.setD, "D"), (.setE, "E")]
    return all.filter { !arguments[all: $0.0].isEmpty && !($0.0 == .setB && arguments.operands.count == 2) }
  }

  /// - Parameter option: the option that gave `sets`, which messages name.
  private func operand(_ text: String, sets: [String], of option: OptionID) throws(CommandFailure) -> ComparisonOperand
  {
    let parts = OperandParts(text)
    let (data, path) = try Inputs.text(ofScenario: parts.path, console)
    if Self.isReport(data) || ShardFile.isOne(data) {
      guard parts.generation == nil, parts.arm == nil else {
        throw .usage(of: .compare, "\(text): a report has no generation and no arm to choose")
      }
      guard sets.isEmpty else {
        throw .usage(of: .compare, "\(text): a report's values cannot be set; name its scenario")
      }
      return ComparisonOperand(name: parts.name, .result(SimulationResult(try report(parts.path, data))))
    }
    var overrides = Inputs.overrides(arguments)
    if let generation = parts.generation { overrides.generation = generation }
    overrides.sets += sets
    for text in sets { overrides.options[text] = "--\(option.rawValue) \(text)" }
    if let generation = parts.generation { overrides.generationOption = "@\(generation)" }
    let scenario: Scenario
    do {
      scenario = try Scenario.parse(data, path: path, overrides: overrides)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
    if scenario.story != nil {
      throw CommandFailure(
        code: .invalidInput,
        message: "\(path): has a `story`, which has no population to run; `gtsd-sim explore` searches it")
    }
    let arm = try parts.arm.map { name throws(CommandFailure) in try place(of: name, in: scenario, path: path) }
    let suffix = (parts.generation.map { "@\($0)" } ?? "") + (parts.arm.map { "#\($0)" } ?? "")
    return ComparisonOperand(name: scenario.name + suffix, .scenario(scenario, arm: arm))
  }

  private func place(of arm: String, in scenario: Scenario, path: String) throws(CommandFailure) -> Int {
    let names = (scenario.experiment?.arms ?? []).map(\.name)
    if let place = names.firstIndex(of: arm) { return place }
    let remedy =
      names.isEmpty
      ? "it has no experiment"
      : NearestName.of(arm, in: names).map { "did you mean `\($0)`?" } ?? "arms: \(names.joined(separator: ", "))"
    throw CommandFailure(code: .invalidInput, message: "\(path): $.experiment.arms: no arm `\(arm)`; \(remedy)")
  }

  private func report(_ path: String, _ data: Data) throws(CommandFailure) -> Report {
    let report: Report
    do {
      report = try Report(json: data)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description(in: path))
    }
    let kind = report.kind.rawValue
    guard report.kind == .simulation else {
      throw CommandFailure(
        code: .invalidInput, message: "\(path): a report of kind \(kind) has no indicators to compare")
    }
    guard report.shard == nil else {
      throw CommandFailure(code: .invalidInput, message: "\(path): a shard's report; merge it with the others first")
    }
    return report
  }

  /// Whether data are a report: a report has a version and a kind, which no scenario has.
  private static func isReport(_ data: Data) -> Bool {
    struct Header: Decodable {
      var formatVersion: Int
      var kind: String
    }
    return (try? JSONDecoder().decode(Header.self, from: data)) != nil
  }
}
