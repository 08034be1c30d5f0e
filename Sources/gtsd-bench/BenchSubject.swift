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
    case .causes: [.hazard, .seed, .limit, .schedules, .jobs, .quiet]
    case .replays: [.hazard, .seed, .schedules, .limit, .json, .quiet]
    case .http: [.repeats, .json, .quiet]
    case .own: [.quiet]
    case .mutants: [.users, .schedules, .seed, .jobs, .json, .quiet]
    case .soak: [.seed, .limit, .timeBudget, .schedules, .jobs, .quiet]
    case .inputs: [.seed, .limit, .timeBudget, .jobs, .quiet]
    case .coverage: [.users, .seed, .limit, .jobs, .json, .quiet]
    case .gate: [.seed, .limit, .check, .json, .quiet]
    }
  }

  /// The sentence in the list of subjects.
  var summary: String {
    switch self {
    case .journey: "Events a second of a fixed model lived by actors, beside a plain loop over a heap."
    case .explore: "How surely and how fast the search finds each hazard of scenarios/races."
    case .hard: "How surely each policy finds the stories of scenarios/hard."
    case .causes: "Whether the cause of each hazard is the same for every seed."
    case .replays: "Whether failing schedules replay event by event."
    case .http: "The HTTP client and server beside wrk and nginx."
    case .own: "The command that measures the search of an app's own code."
    case .mutants: "Which story and which population notice a planted defect."
    case .soak: "Random programs and scenarios that must break nothing."
    case .inputs: "Mutated inputs to everything that reads what others wrote."
    case .coverage: "How often the interval of one world holds the value of many."
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
      Lives a fixed model through actors with a lane each, and through a plain loop over a heap; both must come to the
      same digest. Default: 100,000 users, seed 1.
      """
    case .explore:
      """
      Searches each scenario of `scenarios/races`, or that of --hazard. The table in Markdown says how many blocks find the
      hazard within 500 schedules (5,000 for causes of more than 3 constraints), after how many schedules, how small the
      cause is, how fast the search is, and what the sound twin shows in 20,000 schedules. --schedules limits every
      search. A plain stress loop on the system's executors has the same budget. With --check, exits with 1 if a hazard
      is not found in 99 % of the blocks or a twin reports; the stress loop is left out, and so are speeds unless
      --repeat asks for them.
      """
    case .hard:
      """
      Searches each scenario of `scenarios/hard`, where several orders must go wrong at once, with each policy. The table
      says how many of the blocks find the hazard within 500 schedules, and how many blocks of a plain stress loop with
      the same budget. With --check, exits with 1 if a hazard is not found within 20,000 schedules or a twin reports.
      """
    case .causes:
      """
      Searches each scenario of `scenarios/races`, or that of --hazard, with --limit seeds (12) from --seed (1), for
      --schedules schedules (1,000) each. The table says how many seeds name the same cause, and what the others name.
      """
    case .replays:
      """
      Runs failing schedules of each scenario twice and compares all their events; exits with 1 if two differ. The digests
      are the same in every process and build. Default: at most 120 replays for each scenario.
      """
    case .http:
      """
      Compares our client, full users, `gtsd-sim serve` and our HTTP server with wrk on nginx, which it runs if they are on
      the PATH. Then it measures thinking users, scheduled starts, and a server that stands still for two seconds. Each
      ratio is the median of --repeat rounds, each measurement right after its reference. Only this machine is sent
      anything. `gtsd-sim` must stand beside this program.
      """
    case .own:
      "The search of an app's own code runs in test programs alone. This prints the command that measures it."
    case .mutants:
      """
      Says which story notices a defect of this program within --schedules (500), under sound twins of all stories, and
      which population of --users people (400), under `correct`. The program as it is has no defect planted: the script
      `Mutants/study` builds a copy that has them all, and runs this there with one after the other at work.
      """
    case .soak:
      """
      Tests the simulator round by round from --seed. Each round has 200 random programs, lived by the engine and by a model
      of it; random harsh populations and stories, and stories near past finds, which must break nothing under `correct`;
      and a population and a story of any generation, lived on one thread and several, in shards, ended and gone on with,
      replayed from tokens and read back from JSON, which must come to the same bytes. A failure is made small and printed,
      and the exit code is 1. Default: 100 rounds; with --time-budget, as many as fit.
      """
    case .inputs:
      """
      Gives mutated scenarios, settings, tokens, reports, logs, checkpoints, command lines and messages of HTTP to what
      reads them, 1,000 of each a round: nothing may trap or hang, and what is taken must hold together. The input that is
      being read stands in a file `gtsd-sim-input-…` of the temporary directory, which a trap leaves there.
      """
    case .coverage:
      """
      Lives through --limit worlds (400) of --users people (60) of three scenarios, and counts how often the interval that
      one world gives for an indicator holds the value of all worlds together. Prints tables in Markdown.
      """
    case .gate:
      """
      Compares --limit pairs (100) of load runs of a model in which neighbouring seconds are slow together: how often equal
      servers are told apart, and how often 10 % more at p95 is found. With --check, exits with 1 where more than 7 of 100
      equal pairs are told apart, or fewer than 90 of 100 slower servers are found.
      """
    }
  }

  /// A usage error: each option is allowed, but their combination is not.
  func usage(_ message: String) -> CommandFailure {
    CommandFailure(code: .usage, message: "gtsd-bench: \(message)\nUsage: gtsd-bench \(rawValue) [OPTIONS]")
  }
}
