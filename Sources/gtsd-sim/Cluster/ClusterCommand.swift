import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim

/// `gtsd-sim cluster ENGINE -- COMMAND…`
enum ClusterCommand {
  enum Engine: String, CaseIterable {
    case slurm, kubernetes
  }

  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts(),
    system: SlurmSystem = .system, program: String? = Bundle.main.executablePath,
    directory: String = FileManager.default.currentDirectoryPath
  ) throws(CommandFailure) -> ExitCode {
    let engines = Engine.allCases.map(\.rawValue)
    guard let engine = Engine(rawValue: arguments.operands[0]) else {
      let nearest = NearestName.of(arguments.operands[0], in: engines).map { "did you mean `\($0)`?" }
      throw .usage(
        of: .cluster,
        "unknown ENGINE `\(arguments.operands[0])`; \(nearest ?? "one of \(engines.joined(separator: ", "))")")
    }
    let (command, inner) = try command(Array(arguments.operands.dropFirst()))
    var plan = try ClusterPlan(arguments, command, inner)
    plan.rounds = try rounds(command, inner, console)
    guard let output = arguments[text: .output] else {
      throw .usage(of: .cluster, "--output DIR, where jobs, shards and report go, is missing")
    }
    switch engine {
    case .slurm:
      for option in [OptionID.image, .storage] where arguments[flag: option] {
        throw .usage(of: .cluster, "--\(option.rawValue) is for kubernetes")
      }
      guard let program else { preconditionFailure("a program without a path") }
      let jobs = SlurmJobs(
        plan: plan, program: program, directory: directory, output: URL(filePath: output).standardizedFileURL.path)
      return try SlurmSubmission(
        jobs: jobs, shownOutput: output,
        queue: SlurmQueue(system: system, output: jobs.output, shards: plan.shards, rounds: plan.rounds),
        arguments: arguments, console: console, interrupts: interrupts
      ).run()
    case .kubernetes:
      if arguments[flag: .submit] {
        throw .usage(of: .cluster, "--submit is for slurm; manifests are applied by `kubectl apply -f`")
      }
      return try kubernetes(plan, output, arguments, console)
    }
  }

  /// The command behind the engine.
  private static func command(_ words: [String]) throws(CommandFailure) -> (CommandID, ParsedArguments) {
    do throws(UsageError) {
      guard case .command(let command, let parsed) = try Invocation.parse(words) else {
        throw UsageError(message: "a command to split into shards is missing", command: .cluster)
      }
      return (command, parsed)
    } catch {
      throw CommandFailure(
        code: .usage, message: "gtsd-sim: \(error.message)\n\(HelpText.usage(of: error.command ?? .cluster))")
    }
  }

  /// Checks the input before it waits in a queue.
  ///
  /// - Returns: the number of rounds in which all shards run.
  private static func rounds(
    _ command: CommandID, _ inner: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> Int {
    switch command {
    case .load: _ = try LoadCommand.scenario(inner, console)
    case .compare: _ = try CompareInputs(arguments: inner, console: console).operands()
    case .forecast: return try ForecastCommand.settings(inner, console).forecast.rounds
    default: if !inner.operands.isEmpty { _ = try Inputs.scenarios(inner, console: console) }
    }
    return 1
  }

  private static func kubernetes(
    _ plan: ClusterPlan, _ output: String, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let manifests = try KubernetesManifests(
      plan, image: arguments[text: .image] ?? "gtsd-sim:\(GTSDSimVersion.current)",
      storage: arguments[text: .storage] ?? "1Gi")
    let files = manifests.all
    if arguments[flag: .dryRun] {
      show(files, in: output, console)
      return .success
    }
    let hold = try console.files.open(
      OutputPlan(directories: [.init(path: output, formats: [], extras: files.map(\.name))]), of: .cluster, arguments)
    defer { hold.release() }
    try console.files.write(files, to: output)
    if !arguments[flag: .quiet] {
      let place = ShellWord.quoted(output)
      let rounds = (1...plan.rounds).map { round in
        """
          kubectl apply -f \(place)/\(KubernetesManifests.shardsName(ofRound: round))
          kubectl wait --for=condition=complete --timeout=24h job/\(manifests.shardsJobName(ofRound: round))
        """
      }
      console.write(
        """
        Written: \(files.map { "\(output)/\($0.name)" }.joined(separator: ", ")). Next:
        \(rounds.joined(separator: "\n"))
          kubectl apply -f \(place)/\(KubernetesManifests.mergeName)
          kubectl wait --for=condition=complete --timeout=1h job/\(manifests.name)-merge
          kubectl logs job/\(manifests.name)-merge > \(place)/report.json
          gtsd-sim report \(place)/report.json

        """)
    }
    return .success
  }

  /// Prints files instead of writing them.
  static func show(_ files: [(name: String, text: String)], in directory: String, _ console: Console) {
    for file in files { console.out("# \(PlainText.visible(directory))/\(file.name)\n\(file.text)\n") }
  }
}
