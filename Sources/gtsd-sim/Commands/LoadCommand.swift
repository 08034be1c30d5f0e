import Foundation
import GTSDCommandLine
import GTSDLoad
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import HTTPLoop
import Statistics

/// Runs `gtsd-sim load SCENARIO`.
enum LoadCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts(), live: LoadLive? = nil
  ) throws(CommandFailure) -> ExitCode {
    try LoadShards.check(arguments)
    if arguments[flag: .check] { return try LoadCheckCommand.run(arguments, console, interrupts: interrupts) }
    let (path, scenario) = try scenario(arguments, console)
    guard let settings = scenario.load, settings.model != nil else { throw noLoad(path) }
    let accounts = try accounts(arguments)
    try check(settings, hasAccounts: !accounts.isEmpty, path)
    let target = try target(arguments, scenario, path)
    let shard = arguments[shard: .shard]
    let delivery = try Delivery(arguments, of: .load, scenario: scenario, console)
    if arguments[text: .influx] == "-", arguments[flag: .json] {
      throw .usage(of: .load, "standard output takes one of --json and --influx")
    }
    let hold = try delivery.prepare(extras: shard == nil ? [] : [ShardFile.name], files: [.influx])
    defer { hold.release() }
    var run = LoadRun(scenario, target: target)
    run.shard = shard
    run.startAt = try LoadShards.startAt(arguments)
    run.loops = arguments[integer: .jobs] ?? 1
    run.name(try runID(arguments) ?? RunID.fresh(), existing: accounts)
    run.checksReplies = accounts.isEmpty
    run.headers = try headers(arguments)
    run.patience = arguments[text: .waitReady].flatMap { try? DurationText.span($0) } ?? .zero
    let isQuiet = arguments[flag: .quiet]
    let beside = try LoadBeside(arguments, run)
    run.isCancelled = { interrupts.isRequested || beside.failure != nil }
    live?.begin(run)
    defer { beside.close() }
    if !isQuiet {
      console.error(
        LoadBanner.text(scenario, settings, target: target, loops: run.loops, hasAccounts: !accounts.isEmpty))
      if let warning = LoadBanner.warning(settings) { console.error(warning) }
      for url in beside.urls { console.error("Measurements are at \(url).\n") }
    }
    let screen = LoadScreen(console, label: scenario.name, thresholds: settings.thresholds)
    let length = settings.length.nanoseconds
    run.progress = { fold in
      let snapshot = LoadSnapshot(fold, at: fold.elapsed, length: length)
      beside.show(fold, snapshot)
      live?.show(fold, snapshot)
      if !isQuiet { screen.show(fold, snapshot) }
    }
    if settings.stopOnBreach {
      run.isEnough = { LoadBreach.first(in: $0, settings.thresholds, until: $0.elapsed) != nil }
    }
    let prepared = run
    let outcome = try interrupts.watching { () throws(CommandFailure) in try measure(prepared) }
    if !isQuiet { screen.clear() }
    if let shard {
      let identity = LoadShards.identity(scenario, target: target.text, run: run.runID, arguments)
      let code = try LoadShards.write(outcome, shard, loops: run.loops, identity, arguments, console)
      if let failure = beside.failure { throw CommandFailure(failure) }
      return code
    }
    return try delivery.deliver(outcome.report(of: run, scenarioDigest: scenario.digest), failure: beside.failure)
  }

  /// The requests that would be sent, with warnings. Sends nothing.
  static func plan(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> String {
    let (path, scenario) = try scenario(arguments, console)
    guard let settings = scenario.load, settings.model != nil else { throw noLoad(path) }
    let target = try target(arguments, scenario, path)
    try check(settings, hasAccounts: arguments[flag: .accounts], path)
    let text = LoadBanner.text(
      scenario, settings, target: target, loops: arguments[integer: .jobs] ?? 1,
      hasAccounts: arguments[flag: .accounts])
    return text + (LoadBanner.warning(settings) ?? "")
  }

  /// Checks that existing accounts are used only by runs that neither create nor delete accounts.
  private static func check(
    _ settings: LoadSettings, hasAccounts: Bool, _ path: String
  ) throws(CommandFailure) {
    guard hasAccounts, let endpoint = settings.requestsOfOwnAccounts.first else { return }
    throw CommandFailure(
      code: .invalidInput,
      message:
        "\(path): $.load.\(settings.mix.isEmpty ? "request" : "mix"): requests to \(endpoint.name) are made with accounts "
        + "of the run's own, and --accounts gives others; leave one of them out")
  }

  private static func noLoad(_ path: String) -> CommandFailure {
    CommandFailure(
      code: .invalidInput,
      message: "\(path): $.load: the amount of load is missing; add it, or give --rate, --users or --stages")
  }

  // MARK: Options

  /// The scenario with the changes of the command line.
  static func scenario(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> (path: String, scenario: Scenario) {
    try Inputs.scenarios(arguments, console: console, overrides: try overrides(arguments))[0]
  }

  /// The command line's changes to the scenario; `--users` means the users active at once, not the population.
  private static func overrides(_ arguments: ParsedArguments) throws(CommandFailure) -> ScenarioOverrides {
    let given = [OptionID.rate, .users, .stages].filter { arguments[flag: $0] }
    if given.count > 1 {
      throw .usage(
        of: .load, "--\(given[0].rawValue) and --\(given[1].rawValue) both set the amount of load; give one")
    }
    var sets: [String] = []
    var options: [String: String] = [:]
    func set(_ option: OptionID, _ assignments: [String]) {
      sets += assignments
      for assignment in assignments { options[assignment] = "--\(option.rawValue) \(arguments[text: option] ?? "")" }
    }
    if let text = arguments[text: .rate] {
      guard let rate = LoadText.rate(text), rate > 0 else {
        throw .usage(of: .load, "--rate: expected a rate above 0, such as 500/s; found `\(text)`")
      }
      set(.rate, LoadAmount.rate(rate).assignments)
    }
    let duration = arguments[text: .duration]
    var isRamped = false
    if let text = arguments[text: .ramp] {
      guard let users = arguments[integer: .users], let ramp = try? DurationText.span(text) else {
        throw .usage(of: .load, "--ramp needs --users N")
      }
      isRamped = true
      let rest = duration.flatMap { try? DurationText.span($0) } ?? LoadSettings.standardDuration
      let stages = [
        LoadStage(level: Double(users), duration: ramp), LoadStage(level: Double(users), duration: rest),
      ]
      set(.users, LoadAmount.stages(stages, of: .users).assignments)
    } else if let users = arguments[integer: .users] {
      set(.users, LoadAmount.users(users).assignments)
    }
    if let text = arguments[text: .stages] {
      do throws(LoadText.BadStage) {
        set(.stages, LoadAmount.stages(try LoadText.stages(text), of: .rate).assignments)
      } catch {
        throw .usage(
          of: .load, "--stages: expected LEVEL:TIME such as 500:2m, separated by commas; found `\(error.part)`")
      }
    }
    if let duration, !isRamped { set(.duration, ["load.duration=\(duration)"]) }
    if let count = arguments[integer: .maxInFlight] { set(.maxInFlight, ["load.maxInFlight=\(count)"]) }
    if let text = arguments[text: .maxDropped] {
      guard let share = LoadText.share(text) else {
        throw .usage(of: .load, "--max-dropped: expected a share such as 0.1% or 0.001; found `\(text)`")
      }
      set(.maxDropped, ["load.maxDropped=\(share)"])
    }
    var overrides = Inputs.overrides(arguments)
    overrides.users = nil
    overrides.sets = sets + overrides.sets
    overrides.options = options
    return overrides
  }

  /// The server of a command line: on this machine, or a named one.
  ///
  /// - Parameter command: the command whose options apply.
  static func target(
    _ arguments: ParsedArguments, _ scenario: Scenario, _ path: String, of command: CommandID = .load
  ) throws(CommandFailure) -> LoadTarget {
    guard let text = arguments[text: .target] ?? scenario.backend.remote?.url else {
      throw .usage(of: .load, "--target URL is missing, and \(path) names no server in `backend.remote`")
    }
    let certificate = command == .load ? try certificate(arguments) : nil
    do throws(LoadTargetError) {
      return try LoadTarget(
        text, allowedHosts: Set(arguments[all: .allowHost]), caFile: arguments[text: .caFile],
        certificate: certificate)
    } catch {
      switch error {
      case .noHost: throw .usage(of: command, "\(error)")
      case .notAnAddress, .notAllowed, .caFileWithoutTLS, .certificateWithoutTLS:
        throw .usage(of: command, "--target: \(error)")
      case .unresolved: throw CommandFailure(code: .unavailable, message: "gtsd-sim: \(error)")
      case .notSecure(.trust(let file?, _)) where (try? Data(contentsOf: URL(filePath: file))) == nil:
        throw CommandFailure(code: .missingInput, message: "\(file): \(UnreadableFile.reason(file))")
      case .notSecure(.ownCertificate(let file, _)) where (try? Data(contentsOf: URL(filePath: file))) == nil:
        throw CommandFailure(code: .missingInput, message: "\(file): \(UnreadableFile.reason(file))")
      case .notSecure: throw CommandFailure(code: .failure, message: "gtsd-sim: \(error)")
      }
    }
  }

  /// The client's own certificate, if one is named.
  private static func certificate(_ arguments: ParsedArguments) throws(CommandFailure) -> ClientCertificate? {
    switch (arguments[text: .cert], arguments[text: .key]) {
    case (nil, nil): return nil
    case (let certificate?, let key?): return ClientCertificate(certificate: certificate, key: key)
    case (_?, nil), (nil, _?): throw .usage(of: .load, "--cert and --key need each other: a certificate and its key")
    }
  }

  /// The accounts of a file; nothing of its contents is ever shown.
  static func accounts(_ arguments: ParsedArguments) throws(CommandFailure) -> [ExistingAccount] {
    guard let file = arguments[text: .accounts] else { return [] }
    let data = try Inputs.data(of: file)
    let accounts: [ExistingAccount]
    do {
      accounts = try ExistingAccount.list(String(decoding: data, as: UTF8.self))
    } catch {
      throw CommandFailure(
        code: .invalidInput, message: "\(file): line \(error.number): expected an e-mail address, a blank, a password")
    }
    guard !accounts.isEmpty else { throw CommandFailure(code: .invalidInput, message: "\(file): holds no account") }
    return accounts
  }

  /// Fields of every request; their values are not shown anywhere.
  static func headers(_ arguments: ParsedArguments) throws(CommandFailure) -> [HTTPHeaderField] {
    var headers: [HTTPHeaderField] = []
    for text in arguments[all: .header] {
      do throws(HTTPHeaderField.Problem) {
        headers.append(try HTTPHeaderField(text))
      } catch {
        switch error {
        case .noField: throw .usage(of: .load, "--header takes 'NAME: VALUE'")
        case .own(let name): throw .usage(of: .load, "--header: \(name) is set by this program")
        }
      }
    }
    return headers
  }

  static func runID(_ arguments: ParsedArguments) throws(CommandFailure) -> String? {
    guard let id = arguments[text: .run] else { return nil }
    guard RunID.isOne(id) else {
      throw .usage(of: .load, "--run takes 1 to 32 letters and digits, not `\(id)`")
    }
    return id
  }

  // MARK: The run

  private static func measure(_ run: LoadRun) throws(CommandFailure) -> LoadRun.Outcome {
    do {
      return try run.measure()
    } catch {
      throw failure(error, of: run)
    }
  }

  /// The error of a run that could not be made.
  static func failure(_ failure: LoadFailure, of run: LoadRun) -> CommandFailure {
    switch failure {
    case .noLoad: preconditionFailure("a run without load was let through")
    case .unavailable(.cancelled):
      CommandFailure(code: .interrupted, message: "gtsd-sim: interrupted before \(run.target.text) answered")
    case .unavailable(let failure):
      CommandFailure(code: .unavailable, message: "gtsd-sim: \(run.target.text) does not answer: \(failure)")
    case .notReady(let status):
      CommandFailure(
        code: .unavailable, message: "gtsd-sim: \(run.target.text) is not ready: its health check says \(status)")
    case .noAccount(let step, let reason):
      CommandFailure(
        code: .failure,
        message: "gtsd-sim: \(run.target.text) gave no account for single requests: \(step): \(reason)")
    case .tooFewDescriptors(let limit, let needed):
      CommandFailure(
        code: .failure,
        message:
          "gtsd-sim: \(LoadFailure.remedy(limit: limit, needed: needed, connections: run.scenario.load?.mostConnections ?? 0))"
      )
    case .noLoop(let error): CommandFailure(code: .failure, message: "gtsd-sim: \(error)")
    }
  }
}

/// The text that `load` prints before it sends a request.
enum LoadBanner {
  /// The number of users starting at once above which a warning is due.
  static let crowd = 1_000

  /// A warning about the settings; nil if there is none.
  static func warning(_ load: LoadSettings) -> String? {
    guard load.model == .users, let first = load.levels.first, first.duration == .zero, Int(first.level) >= crowd
    else { return nil }
    return "All \(Int(first.level)) users begin at once; --ramp 1m spreads them over a minute.\n"
  }

  static func text(
    _ scenario: Scenario, _ load: LoadSettings, target: LoadTarget, loops: Int, hasAccounts: Bool = false
  ) -> String {
    let unit = load.unit == .session ? "sessions" : "requests to \(load.requestText)"
    let peak = load.levels.map(\.level).max() ?? 0
    let amount =
      load.model == .users
      ? "up to \(Self.number(peak)) users at once, \(unit)"
      : load.recorded.isEmpty
        ? "up to \(Self.number(peak)) \(unit) per second" : "\(Wording.whole(load.recorded.count)) recorded \(unit)"
    let (verb, way) = hasAccounts ? ("logs", "in") : ("signs", "up")
    let writes =
      load.unit == .session
      ? "It \(verb) people \(way), stores profiles and photos, and deletes some of what it stored.\n"
      : load.needsAccounts
        ? "It \(verb) 8 people \(way) first for each kind of write, and 8 for all that is read, and prepares their accounts.\n"
        : ""
    let checks =
      hasAccounts ? "Replies are not compared with each other, since users may share the accounts of --accounts.\n" : ""
    return """
      \(scenario.name) will send \(amount) to \(target.text) for \(DurationText.text(load.length)), \
      over \(connections(load))\(loops > 1 ? " of \(loops) loops" : "").
      \(writes)\(checks)
      """
  }

  static func connections(_ load: LoadSettings) -> String {
    switch load.connections {
    case .shared where load.http == .two: "HTTP/2 streams of one connection"
    case .shared(let count): "at most \(count) connections"
    case .perUser: "connections of each user"
    case .perSession: "connections of each session"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && value < 1e15 ? Wording.whole(Int(value)) : Wording.short(value, 2)
  }
}
