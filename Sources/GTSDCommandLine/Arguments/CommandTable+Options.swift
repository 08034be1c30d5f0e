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
          command: .load, help: "Keep this many users active (a closed model), instead of the scenario's load.",
          standard: "the scenario's load")
      ]),
    OptionSpec(
      id: .set, value: .text("PATH=VALUE"), help: "Set any value of the scenario by its path. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .setB, value: .text("PATH=VALUE"),
      help: "Set a value in B only. Without an operand B, B is A with this value. May be repeated.", isRepeatable: true),
    OptionSpec(
      id: .setC, value: .text("PATH=VALUE"), help: "Set a value in a third variant of A. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .setD, value: .text("PATH=VALUE"), help: "Set a value in a fourth variant of A. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .setE, value: .text("PATH=VALUE"), help: "Set a value in a fifth variant of A. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .uncertainty, value: .text("F"),
      help: "Draw assumptions without a source within this factor; 1 leaves only chance.",
      standard: "the scenario's, 1.5"),
    OptionSpec(
      id: .generation, short: "g", value: .text("NAME"), help: "Replace the app generation.",
      standard: "the scenario's"),
    OptionSpec(
      id: .jobs, short: "j", value: .integer("N", 1...1024), help: "Threads; the report does not depend on it.",
      standard: "one for each processor",
      variants: [.init(command: .load, help: "Event loops that drive the server, one thread each.", standard: "1")]),
    OptionSpec(
      id: .replications, short: "n", value: .integer("N", 1...1_000_000),
      help: "Number of times that the whole population is simulated."),
    OptionSpec(
      id: .shard, value: .shard("I/N"), help: "Run only the I-th of N parts, for `gtsd-sim merge`.",
      standard: "the whole"),
    OptionSpec(
      id: .known, value: .input("FILE"),
      help:
        "The shard.pieces of a shard of the previous round, for work that depends on all of them. Repeat it for each shard.",
      isRepeatable: true),
    OptionSpec(
      id: .checkpoint, value: .directory("DIR"),
      help:
        "Store the results of finished work in DIR. After an interruption, the same command continues from there and "
        + "gives the same report."),
    OptionSpec(
      id: .schedules, value: .integer("N", 1...Int(UInt32.max)), help: "Number of schedules to search.",
      variants: [
        .init(command: .run, help: "Number of schedules to search for each cell of a matrix.", standard: "500")
      ]),
    OptionSpec(
      id: .matrix, help: "Search each story under each generation, and show which generation passes which story."),
    OptionSpec(
      id: .timeBudget, value: .duration("TIME"),
      help: "Begin no schedule after this time, such as 60s or 5m; without --schedules, the only limit."),
    OptionSpec(
      id: .policy, value: .choice("NAME", SearchStrategy.allCases.map(\.rawValue)),
      help: "The strategy that picks the next event.", standard: "portfolio"),
    OptionSpec(
      id: .hazard, value: .member("ID", HazardID.allCases.map(\.rawValue), list: .hazards),
      help: "A hazard of `gtsd-sim list hazards`."),
    OptionSpec(id: .noMinimize, help: "Show finds without shrinking them."),
    OptionSpec(
      id: .kpi, value: .member("ID", KPI.allCases.map(\.id), list: .kpis),
      help: "The indicator of --precision, --sensitivity and --solve, one of `gtsd-sim list kpis`.",
      standard: "acknowledgment-rate-24h",
      variants: [
        .init(
          command: .compare, help: "The main indicator, which decides the answer, one of `gtsd-sim list kpis`.",
          standard: "the metric of the experiment, else acknowledgment-rate-24h")
      ]),
    OptionSpec(
      id: .precision, value: .text("P"),
      help: "Run until the indicator's mean is known within P, in its unit; --replications is then the limit."),
    OptionSpec(id: .sensitivity, help: "Find out what influences the indicator; takes several hundred trials."),
    OptionSpec(
      id: .reach,
      help: "Rank changes that a product team can make (card text, reminders, metrics, roll-out, app) by effect."),
    OptionSpec(
      id: .solve, value: .text("PATH[=LOW..HIGH]"),
      help: "Find the value of one number of the scenario that reaches --target; `*` stands for every persona."),
    OptionSpec(
      id: .target, value: .text("X"),
      help: "The value of the indicator's mean for --solve, such as 0.8 or 80%.",
      variants: [
        .init(
          command: .load, value: .text("URL"), help: "The server's URL, such as http://127.0.0.1:8080.",
          standard: "the scenario's `backend.remote`"),
        .init(
          command: .studio, value: .text("URL"),
          help: "The server that the page may send load to, such as http://127.0.0.1:8080.", standard: "none"),
      ]),
    OptionSpec(
      id: .rate, value: .text("N/s"), help: "Sessions (or requests) to start per second, whatever the server does.",
      standard: "the scenario's"),
    OptionSpec(
      id: .stages, value: .text("LIST"),
      help: "Levels of rate, as LEVEL:TIME,…: the rate changes linearly to each level over its time."),
    OptionSpec(
      id: .duration, value: .duration("TIME"), help: "Time during which sessions (or requests) are started.",
      standard: "the scenario's"),
    OptionSpec(
      id: .maxInFlight, value: .integer("N", 1...10_000_000),
      help: "Largest number of starts in progress; further ones are dropped and counted.", standard: "the scenario's"),
    OptionSpec(
      id: .maxDropped, value: .text("P"), help: "Exit with 10 if a larger share of starts is dropped, such as 0.1%."),
    OptionSpec(
      id: .allowHost, value: .text("HOST"),
      help:
        "Another machine that load may be sent to, as HOST, HOST:PORT or SCHEME://HOST:PORT; uploads go to no other "
        + "port of it. May be repeated.", isRepeatable: true),
    OptionSpec(
      id: .caFile, value: .input("FILE"), help: "Certificates to trust, as PEM.", standard: "the system's"),
    OptionSpec(
      id: .accounts, value: .input("FILE"),
      help: "Existing accounts, one per line: e-mail, blank, password. Users log in instead of signing up."),
    OptionSpec(
      id: .header, value: .text("FIELD"),
      help: "A field of every request to the server, as 'NAME: VALUE'; never shown. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .ramp, value: .duration("TIME"), help: "With --users, first increase their number linearly over this time."),
    OptionSpec(
      id: .waitReady, value: .duration("TIME"),
      help: "Wait this long for a server that does not answer yet, or whose health check fails."),
    OptionSpec(
      id: .run, value: .text("ID"),
      help:
        "The id of this run, 1 to 32 letters and digits that the server has not seen. Part of the addresses of "
        + "accounts, X-Request-ID and traceparent.", standard: "64 random bits"),
    OptionSpec(
      id: .startAt, value: .text("TIME"),
      help: "Time to begin: +10s from now, or an instant such as 2026-11-22T12:00:00Z.", standard: "at once"),
    OptionSpec(
      id: .prometheus, value: .integer("PORT", 0...65_535),
      help: "Serve the measurements at /metrics of this port of 127.0.0.1 during the run; 0 picks a port."),
    OptionSpec(
      id: .dashboard, value: .integer("PORT", 0...65_535),
      help: "Serve the report so far at this port of 127.0.0.1 during the run; 0 picks a port."),
    OptionSpec(
      id: .dashboardOf, value: .text("URL"),
      help: "Add another generator's figures to --dashboard, by the address of its own dashboard. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .influx, value: .file("FILE"), help: "Write a line per second in InfluxDB's line protocol during the run."),
    OptionSpec(id: .shards, value: .integer("N", 1...100_000), help: "Number of shards."),
    OptionSpec(
      id: .cpus, value: .integer("N", 1...1024), help: "Processors per shard, one thread each.", standard: "1"),
    OptionSpec(
      id: .memory, value: .text("SIZE"), help: "Memory per shard, such as 512M or 4G.", standard: "1G"),
    OptionSpec(
      id: .time, value: .duration("TIME"), help: "Time limit of a shard.", standard: "the limit of the engine"
    ),
    OptionSpec(
      id: .image, value: .text("NAME"), help: "The container image with this program, for kubernetes.",
      standard: "gtsd-sim:\(GTSDSimVersion.current)"),
    OptionSpec(
      id: .storage, value: .text("SIZE"), help: "Size of the volume claim for shards and report, for kubernetes.",
      standard: "1Gi"),
    OptionSpec(
      id: .submit, help: "Submit to Slurm, show the progress, rerun failed shards, merge, and print the report."),
    OptionSpec(id: .dryRun, help: "Print the files instead of writing them."),
    OptionSpec(
      id: .port, value: .integer("N", 0...65_535), help: "Port to listen at; 0 picks a free one.", standard: "8080",
      variants: [.init(command: .studio, help: "Port of this machine to listen at; 0 picks a free one.", standard: "0")]
    ),
    OptionSpec(id: .noOpen, help: "Do not open a browser; the address is printed anyway."),
    OptionSpec(id: .host, value: .text("HOST"), help: "Address to listen at.", standard: "127.0.0.1"),
    OptionSpec(id: .plan, help: "Plan an experiment: the number of users needed to find a change."),
    OptionSpec(
      id: .lift, value: .text("P"), help: "A relative change to plan for, such as 5%. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .scenario, value: .input("FILE"), help: "The scenario that the token was made from.",
      standard: "that of the report, or the one in `scenarios` that the token names",
      variants: [
        .init(
          command: .calibrate,
          help: "The scenario with the start values of the fit, and the values that events do not show.",
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
        .init(command: .play, help: "Write play.json, play.md, play.html and junit.xml there, or what --format says."),
        .init(command: .cluster, help: "Where job files, shards and the report go; every node must reach it."),
      ]),
    OptionSpec(
      id: .format, short: "f", value: .choices("LIST", formats), help: "Formats to write, separated by commas.",
      standard: "all",
      variants: [
        .init(
          command: .play, value: .choices("LIST", ["json", "md", "html", "junit"]),
          help: "Formats to write, separated by commas.", standard: "all")
      ]),
    OptionSpec(id: .events, value: .file("FILE"), help: "Write the analytics events as JSON Lines."),
    OptionSpec(id: .json, help: "Print JSON on standard output, and nothing else there."),
    OptionSpec(id: .timings, value: .file("FILE"), help: "Write the elapsed times as JSON."),
    OptionSpec(
      id: .profile, value: .file("FILE"), help: "Write the processor time by group (engine, app, …) as JSON."),
    OptionSpec(id: .quiet, short: "q", help: "No progress and no remarks on standard error."),
    OptionSpec(id: .noColor, help: "No colour, as with NO_COLOR or TERM=dumb."),
    OptionSpec(id: .noFail, help: "Exit with 0 even if a target was missed (10) or a violation was found (11)."),
    OptionSpec(
      id: .maxBad, value: .text("N|P%"),
      help: "Number or share of lines that may be rejected; repeated lines do not count.",
      standard: "half of them; more than 5% is a fault (10)"),
    OptionSpec(
      id: .map, value: .input("FILE"),
      help:
        "The log's names of events, fields, properties and experiments, and its time format and zone, as JSON."),
    OptionSpec(
      id: .from, value: .choice("FORMAT", logFormats), help: "The format of the log.",
      standard: "guessed from the first lines"),
    OptionSpec(id: .explain, help: "Print how the first ten lines are read, without a fit."),
    OptionSpec(
      id: .repeats, value: .integer("N", 1...1000), help: "Number of measurements; speeds are medians.", standard: "5"),
    OptionSpec(
      id: .blocks, value: .integer("N", 1...10_000), help: "Blocks of schedules, each with its own seed.",
      standard: "20"),
    OptionSpec(
      id: .check, help: "Exit with 1 if a measurement misses its goal.",
      variants: [
        .init(
          command: .load,
          help:
            "Request every endpoint of the contract once and list the problems; sends no load. Exits with 69 unless all "
            + "work.")
      ]),
    OptionSpec(
      id: .cert, value: .input("FILE"),
      help: "The client's certificate, as PEM with its chain, for a server that requests one; needs --key."),
    OptionSpec(id: .key, value: .input("FILE"), help: "The key of the certificate in --cert, as PEM."),
    OptionSpec(
      id: .limit, value: .integer("N", 1...1_000_000), help: "Largest number of replays per scenario, or of rounds.",
      standard: "120; 100 rounds"),
    OptionSpec(id: .help, short: "h", help: "Show help."),
    OptionSpec(id: .version, help: "Show the version."),
  ]
}
