import GTSDModel
import GTSDWorld
import Interleaving

extension CommandTable {
  /// The formats of logs that `--from` takes.
  package static let logFormats = [
    "amplitude", "mixpanel", "posthog", "ga4", "segment", "rudderstack", "snowplow", "heap", "csv", "jsonl",
  ]
  package static let formats = ReportFormat.allCases.map(\.rawValue)

  package static let options: [OptionSpec] = [
    OptionSpec(
      id: .seed, value: .seed("N"), help: "Seed of every random stream.", standard: "the scenario's", ),
    OptionSpec(
      id: .users, value: .integer("N", 1...10_000_000), help: "Number of users.", standard: "the scenario's",
      variants: [
        .init(
          command: .load, help: "Keep so many users at it (a closed model), whatever the scenario says of load.",
          standard: "the scenario's load")
      ]),
    OptionSpec(
      id: .set, value: .text("PATH=VALUE"), help: "Set any value of the scenario by its path. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .setB, value: .text("PATH=VALUE"),
      help: "Set a value in B alone, which is A where no B is named. May be repeated.", isRepeatable: true),
    OptionSpec(
      id: .setC, value: .text("PATH=VALUE"), help: "The same for a third variant of A.", isRepeatable: true),
    OptionSpec(
      id: .setD, value: .text("PATH=VALUE"), help: "The same for a fourth variant of A.", isRepeatable: true),
    OptionSpec(
      id: .setE, value: .text("PATH=VALUE"), help: "The same for a fifth variant of A.", isRepeatable: true),
    OptionSpec(
      id: .uncertainty, value: .text("F"),
      help: "The factor within which assumptions without a source are drawn; 1 leaves chance alone.",
      standard: "the scenario's, 1.5"),
    OptionSpec(
      id: .generation, short: "g", value: .text("NAME"), help: "Replace the app generation.",
      standard: "the scenario's"),
    OptionSpec(
      id: .jobs, short: "j", value: .integer("N", 1...1024), help: "Threads; the report does not depend on it.",
      standard: "one for each processor",
      variants: [.init(command: .load, help: "Event loops that drive the server, a thread each.", standard: "1")]),
    OptionSpec(
      id: .replications, short: "n", value: .integer("N", 1...1_000_000),
      help: "How often the whole population lives through it."),
    OptionSpec(
      id: .shard, value: .shard("I/N"), help: "Run only the I-th of N parts, for `gtsd-sim merge`.",
      standard: "the whole"),
    OptionSpec(
      id: .known, value: .input("FILE"),
      help: "What a shard has left before, one FILE for each of them: goes on with what follows from all.",
      isRepeatable: true),
    OptionSpec(
      id: .checkpoint, value: .directory("DIR"),
      help:
        "Keep what each finished piece of work left behind there, and go on from it: the same command with the same "
        + "directory gives the report of an uninterrupted one, however often it was ended before."),
    OptionSpec(
      id: .schedules, value: .integer("N", 1...Int(UInt32.max)), help: "Number of schedules to search.",
      variants: [
        .init(command: .run, help: "Number of schedules to search for each cell of a matrix.", standard: "500")
      ]),
    OptionSpec(
      id: .matrix, help: "Search each story under each generation, and show which generation keeps which story."),
    OptionSpec(
      id: .timeBudget, value: .duration("TIME"),
      help: "Begin no schedule after so long, such as 60s or 5m; without --schedules, the only limit."),
    OptionSpec(
      id: .policy, value: .choice("NAME", SearchStrategy.allCases.map(\.rawValue)),
      help: "What chooses the order of what could come next.", standard: "portfolio"),
    OptionSpec(
      id: .hazard, value: .member("ID", HazardID.allCases.map(\.rawValue), list: .hazards),
      help: "A hazard of `gtsd-sim list hazards`."),
    OptionSpec(id: .noMinimize, help: "Show a find as it was met, without shrinking it."),
    OptionSpec(
      id: .kpi, value: .member("ID", KPI.allCases.map(\.id), list: .kpis),
      help: "The indicator that --precision, --sensitivity and --solve are about, of `gtsd-sim list kpis`.",
      standard: "acknowledgment-rate-24h",
      variants: [
        .init(
          command: .compare, help: "The main indicator, which answers the question, of `gtsd-sim list kpis`.",
          standard: "the metric of the experiment, else acknowledgment-rate-24h")
      ]),
    OptionSpec(
      id: .precision, value: .text("P"),
      help: "Run until the indicator's mean is known to within P, in its unit; --replications is then the most."),
    OptionSpec(id: .sensitivity, help: "Find out what moves the indicator; takes several hundred trials."),
    OptionSpec(
      id: .reach,
      help: "Rank what a product team can change (card text, reminders, metrics, roll-out, app) by what it does."),
    OptionSpec(
      id: .solve, value: .text("PATH[=LOW..HIGH]"),
      help: "Find the value of one number of the scenario that reaches --target; `*` stands for every persona."),
    OptionSpec(
      id: .target, value: .text("X"),
      help: "What the indicator's mean shall be for --solve, such as 0.8 or 80%.",
      variants: [
        .init(
          command: .load, value: .text("URL"), help: "Where the server is, such as http://127.0.0.1:8080.",
          standard: "the scenario's `backend.remote`"),
        .init(
          command: .studio, value: .text("URL"),
          help: "The server that the page may send load to, such as http://127.0.0.1:8080.", standard: "none"),
      ]),
    OptionSpec(
      id: .rate, value: .text("N/s"), help: "Start so many sessions (or requests) a second, whatever the server does.",
      standard: "the scenario's"),
    OptionSpec(
      id: .stages, value: .text("LIST"),
      help: "Levels of rate, as LEVEL:TIME,…: each is reached in a straight line over its time."),
    OptionSpec(
      id: .duration, value: .duration("TIME"), help: "For how long things are started.", standard: "the scenario's"),
    OptionSpec(
      id: .maxInFlight, value: .integer("N", 1...10_000_000),
      help: "Starts under way at once; what is due beyond that is dropped, and counted.", standard: "the scenario's"),
    OptionSpec(
      id: .maxDropped, value: .text("P"), help: "Exit with 10 when a larger share of starts is dropped, such as 0.1%."),
    OptionSpec(
      id: .allowHost, value: .text("HOST"),
      help:
        "A host beside this machine that may be sent to, as HOST, HOST:PORT or SCHEME://HOST:PORT; uploads go to no "
        + "other port of it. May be repeated.", isRepeatable: true),
    OptionSpec(
      id: .caFile, value: .input("FILE"), help: "Certificates to trust, as PEM.", standard: "the system's"),
    OptionSpec(
      id: .accounts, value: .input("FILE"),
      help: "Accounts that exist, a line each of e-mail, blank, password; users log in instead of signing up."),
    OptionSpec(
      id: .header, value: .text("FIELD"),
      help: "A field of every request to the server, as 'NAME: VALUE'; shown nowhere. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .ramp, value: .duration("TIME"), help: "With --users, reach them in a straight line over so long, first."),
    OptionSpec(
      id: .waitReady, value: .duration("TIME"),
      help: "Wait so long for a server that does not answer yet, or whose health check says an error."),
    OptionSpec(
      id: .run, value: .text("ID"),
      help:
        "What tells this run from others, 1 to 32 letters and digits that the server has not seen: in the addresses of "
        + "accounts, X-Request-ID and traceparent.", standard: "64 random bits"),
    OptionSpec(
      id: .startAt, value: .text("TIME"),
      help: "When to begin: +10s from now, or an instant such as 2026-11-22T12:00:00Z.", standard: "at once"),
    OptionSpec(
      id: .prometheus, value: .integer("PORT", 0...65_535),
      help: "Serve what is measured at /metrics of this port of 127.0.0.1 while it runs; 0 picks one."),
    OptionSpec(
      id: .dashboard, value: .integer("PORT", 0...65_535),
      help: "Serve the report as it stands at this port of 127.0.0.1 while it runs; 0 picks one."),
    OptionSpec(
      id: .influx, value: .file("FILE"), help: "Write a line a second in InfluxDB's line protocol while it runs."),
    OptionSpec(id: .shards, value: .integer("N", 1...100_000), help: "In how many parts the command is cut."),
    OptionSpec(id: .cpus, value: .integer("N", 1...1024), help: "Processors of a shard, a thread each.", standard: "1"),
    OptionSpec(
      id: .memory, value: .text("SIZE"), help: "Memory of a shard, such as 512M or 4G.", standard: "1G"),
    OptionSpec(
      id: .time, value: .duration("TIME"), help: "How long a shard may take.", standard: "as long as the engine lets it"
    ),
    OptionSpec(
      id: .image, value: .text("NAME"), help: "The image that has this program, for kubernetes.",
      standard: "gtsd-sim:\(GTSDSimVersion.current)"),
    OptionSpec(
      id: .storage, value: .text("SIZE"), help: "Size of the claim for shards and report, for kubernetes.",
      standard: "1Gi"),
    OptionSpec(id: .submit, help: "Submit to Slurm, follow, run again what failed, merge, and print the report."),
    OptionSpec(id: .dryRun, help: "Print the files, and write none."),
    OptionSpec(
      id: .port, value: .integer("N", 0...65_535), help: "Port to listen at; 0 picks a free one.", standard: "8080",
      variants: [.init(command: .studio, help: "Port of this machine to listen at; 0 picks a free one.", standard: "0")]
    ),
    OptionSpec(id: .noOpen, help: "Do not open a browser; the address is printed anyway."),
    OptionSpec(id: .host, value: .text("HOST"), help: "Address to listen at.", standard: "127.0.0.1"),
    OptionSpec(id: .plan, help: "Plan an experiment: how many users a wished-for change takes."),
    OptionSpec(
      id: .lift, value: .text("P"), help: "A relative change to plan for, such as 5%. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .scenario, value: .input("FILE"), help: "The scenario that the token was made of.",
      standard: "what the report holds, else the one in `scenarios` that the token names",
      variants: [
        .init(
          command: .calibrate, help: "The scenario that the fit starts from, and that holds what events do not tell.",
          standard: "the defaults")
      ]),
    OptionSpec(
      id: .output, short: "o", value: .directory("DIR"),
      help: "Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.",
      variants: [
        .init(
          command: .calibrate,
          help: "Write overlay.json there, and report.json, report.md, report.html, kpis.csv and junit.xml or what "
            + "--format says."),
        .init(command: .play, help: "Write play.json, play.md and play.html there, or what --format says."),
        .init(command: .cluster, help: "Where job files, shards and the report go; every node must reach it."),
      ]),
    OptionSpec(
      id: .format, short: "f", value: .choices("LIST", formats), help: "Formats to write, separated by commas.",
      standard: "all",
      variants: [
        .init(
          command: .play, value: .choices("LIST", ["json", "md", "html"]),
          help: "Formats to write, separated by commas.", standard: "all")
      ]),
    OptionSpec(id: .events, value: .file("FILE"), help: "Write the analytics events as JSON Lines."),
    OptionSpec(id: .json, help: "Print JSON on standard output, and nothing else there."),
    OptionSpec(id: .timings, value: .file("FILE"), help: "Write how long it took, as JSON."),
    OptionSpec(
      id: .profile, value: .file("FILE"), help: "Write where the time went, by group (engine, app, …), as JSON."),
    OptionSpec(id: .quiet, short: "q", help: "No progress and no remarks on standard error."),
    OptionSpec(id: .noColor, help: "No colour. NO_COLOR and TERM=dumb say the same."),
    OptionSpec(id: .noFail, help: "Exit with 0 although a target was missed (10) or a violation was found (11)."),
    OptionSpec(
      id: .maxBad, value: .text("N|P%"),
      help: "How many lines may be rejected, or which share of them; repeated lines do not count.",
      standard: "half of them; more than 5% is a fault (10)"),
    OptionSpec(
      id: .map, value: .input("FILE"),
      help:
        "How the log names things: events, fields, properties, experiments, the form and the zone of times, as JSON."),
    OptionSpec(
      id: .from, value: .choice("FORMAT", logFormats), help: "The format of the log.",
      standard: "what the first lines look like"),
    OptionSpec(id: .explain, help: "Print how the first ten lines are read, and fit nothing."),
    OptionSpec(
      id: .repeats, value: .integer("N", 1...1000), help: "How often to measure; speeds are medians.", standard: "5"),
    OptionSpec(
      id: .blocks, value: .integer("N", 1...10_000), help: "Blocks of schedules, each with a seed of its own.",
      standard: "20"),
    OptionSpec(
      id: .check, help: "Exit with 1 if a measurement falls short of what is promised.",
      variants: [
        .init(
          command: .load,
          help:
            "Ask for every endpoint of the contract once, say which works and what is wrong with the others, and send no "
            + "load; exits with 69 unless all work.")
      ]),
    OptionSpec(
      id: .cert, value: .input("FILE"),
      help: "The client's certificate, as PEM with its chain, for a server that asks for one; --key has its key."),
    OptionSpec(id: .key, value: .input("FILE"), help: "The key of the certificate in --cert, as PEM."),
    OptionSpec(
      id: .limit, value: .integer("N", 1...1_000_000), help: "Replays for each scenario, or rounds, at most.",
      standard: "120; 100 rounds"),
    OptionSpec(id: .help, short: "h", help: "Show help."),
    OptionSpec(id: .version, help: "Show the version."),
  ]
}
