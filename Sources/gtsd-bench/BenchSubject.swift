import GTSDCommandLine
import GTSDModel

/// A measurement of the simulator itself; the raw value is its name on the command line.
enum BenchSubject: String, CaseIterable {
  case journey, explore, hard, causes, replays, http, own, mutants, soak, inputs, coverage, gate

  /// The options, besides `--no-color` and `--help`.
  var options: [OptionID] {
    switch self {
    case .journey: [.users, .seed, .repeats, .json, .quiet]
    case .explore: [.hazard, .seed, .blocks, .schedules, .repeats, .check, .jobs, .json, .quiet]
    case .hard: [.seed, .blocks, .schedules, .check, .jobs, .json, .quiet]
    case .causes: [.hazard, .seed, .limit, .schedules, .check, .jobs, .quiet]
    case .replays: [.hazard, .seed, .schedules, .limit, .json, .quiet]
    case .http: [.repeats, .json, .quiet]
    case .own: [.quiet]
    case .mutants: [.users, .schedules, .seed, .jobs, .json, .quiet]
    case .soak: [.seed, .limit, .timeBudget, .schedules, .jobs, .quiet]
    case .inputs: [.seed, .limit, .timeBudget, .jobs, .quiet]
    case .coverage: [.users, .seed, .limit, .replications, .jobs, .json, .quiet]
    case .gate: [.seed, .limit, .check, .json, .quiet]
    }
  }

  /// The sentence in the list of subjects.
  var summary: String {
    switch self {
    case .journey: "Speed of a fixed model on actors, compared with a plain loop over a heap."
    case .explore: "How often and how fast the search finds each hazard of scenarios/races."
    case .hard: "How often each policy finds the hazards of scenarios/hard."
    case .causes: "Whether the cause of each hazard is the same for every seed."
    case .replays: "Whether failing schedules replay event by event."
    case .http: "Speed of the HTTP client and server, compared with wrk and nginx."
    case .own: "Prints the command that measures the search of an app's own code."
    case .mutants: "Which story and which population notice a planted defect."
    case .soak: "Random programs and scenarios that must not violate anything."
    case .inputs: "Mutated inputs to every reader of files and requests."
    case .coverage: "How often the interval of one study contains the value of many studies."
    case .gate: "How often two load runs are told apart, rightly and wrongly."
    }
  }

  /// The rows of the option table, with the texts for this subject.
  var optionRows: [OptionSpec] { (options + [.noColor, .help]).map(CommandTable.spec(of:)) }

  /// The longer text of its help.
  var discussion: String {
    switch self {
    case .journey:
      """
      Runs a fixed model on actors with a lane each, and as a plain loop over a heap. Both must have the same digest.
      Default: 100,000 users, seed 1.
      """
    case .explore:
      """
      Searches each scenario of `scenarios/races`, or that of --hazard. The table in Markdown contains the blocks that
      find the hazard within 500 schedules (5,000 for causes of more than 3 constraints), the schedules they need, the
      size of the cause, the speed of the search, and the findings of the sound twin in 20,000 schedules. --schedules
      limits every search. A plain stress loop on the system's executors has the same budget. With --check, exits with 1
      if a hazard is not found in 99 % of the blocks or a twin has a finding. It then leaves out the stress loop, and
      speeds unless --repeat is given.
      """
    case .hard:
      """
      Searches each scenario of `scenarios/hard`, whose hazards need several orders at once, with each policy. The table
      contains the number of blocks that find the hazard within 500 schedules, and the same for a plain stress loop. With
      --check, exits with 1 if a hazard is not found within 20,000 schedules or a twin has a finding.
      """
    case .causes:
      """
      Searches each scenario of `scenarios/races`, or that of --hazard, with --limit seeds (12) from --seed (1), for
      --schedules schedules (1,000) each. The table contains the number of seeds with the same cause, and the other causes.
      With --check, draws --limit (20) of the scenarios at random instead, and replays the find of each as it is and with
      its cause reversed: two arrivals exchanged, or else the fault or the faulty strategy left out. Exits with 1 if a
      story does not pass then.
      """
    case .replays:
      """
      Runs failing schedules of each scenario twice and compares all their events; exits with 1 if two differ. The digests
      are the same in every process and build. Default: at most 120 replays for each scenario.
      """
    case .http:
      """
      Compares our client, full users, `gtsd-sim serve` and our HTTP server with wrk on nginx, which it runs if they are on
      the PATH. Then it measures thinking users, scheduled starts, and a server that stops for two seconds. Each ratio is
      the median of --repeat rounds, in which each measurement follows its reference. All requests go to this machine.
      `gtsd-sim` must be in the same directory as this program.
      """
    case .own:
      "The search of an app's own code runs only in test programs. This prints the command that measures it."
    case .mutants:
      """
      Prints which story notices a planted defect within --schedules (500) of the sound twins of all stories, and which
      population of --users people (400) under `correct`. The library's come first, then random ones, as `soak` draws them.
      This program has no planted defects: the script `Mutants/study` builds a copy with all of them, and runs this command
      there with one defect active at a time.
      """
    case .soak:
      """
      Tests the simulator round by round from --seed. Each round has three parts. 200 random programs run in the engine and
      in a model of it. Random populations and stories, and variations of past finds, must not fail under `correct`. A
      population and a story of any generation run on one thread and several, in shards, interrupted and resumed, from
      tokens and from JSON, and must give the same bytes. A failure is shrunk and printed, and the exit code is 1.
      Default: 100 rounds; with --time-budget, as many as fit.
      """
    case .inputs:
      """
      Gives mutated scenarios, settings, tokens, reports, logs, checkpoints, command lines and HTTP messages to their
      readers, 1,000 of each per round. No reader may trap or hang, and accepted input must be consistent. The present
      input is in a file `gtsd-sim-input-…` of the temporary directory, which remains there after a trap.
      """
    case .coverage:
      """
      Simulates --limit worlds (400) of --users people (60) of three scenarios, and counts how often the interval that
      one world gives for an indicator holds the value of all worlds together. With --replications N, does so for --limit
      forecasts (200) of N replications, and for as many comparisons with the app `correct`. Prints tables in Markdown.
      """
    case .gate:
      """
      Compares --limit pairs (100) of load runs of a model in which neighbouring seconds are slow together. Counts how
      often equal servers seem different, and how often a server with 10 % more at p95 is found to be slower. With
      --check, exits with 1 if more than 7 of 100 equal pairs seem different, or fewer than 90 of 100 slower servers are
      found.
      """
    }
  }

  /// A usage error: each option is allowed, but their combination is not.
  func usage(_ message: String) -> CommandFailure {
    CommandFailure(code: .usage, message: "gtsd-bench: \(message)\nUsage: gtsd-bench \(rawValue) [OPTIONS]")
  }
}
