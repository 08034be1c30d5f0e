import GTSDModel

extension CommandTable {
  package static let commands: [CommandSpec] = [
    CommandSpec(
      id: .run, summary: "Simulate people, and compare the indicators with their targets.",
      operand: .init(name: "SCENARIO", count: 1...100, isFile: true),
      options: subject(of: .run) + [.replications, .matrix, .schedules, .profile] + delivery(of: .run),
      discussion: """
        Runs each scenario in virtual time and prints a summary. Equal scenario and seed give an equal report, byte for
        byte, whatever the number of threads. With several scenarios, --output makes a directory for each by its name.
        Without --output and --format, the scenario's `output` sets the directory and the formats. SCENARIO is a file, the
        name of a scenario of the library, or - for standard input.

        With --shard I/N, runs every N-th cell (of all replications), beginning with the I-th. A shard gives no verdict and
        exits with 0 or 11. If there are fewer cells than shards, some shards run nothing. A shard stores the sums of its
        cells, about 0.1 MB. `gtsd-sim merge` makes the report of the whole run from them.

        With --checkpoint DIR, a run continues after an interrupt, a kill or a full disk: at most one cell per thread is run
        again. A directory of another scenario, seed, version or option is refused with 65.

        With --matrix, each SCENARIO is a story, or a directory of stories. Each story is searched under every generation, or
        only under that of --generation; the story's own generation is ignored. The table shows whether a story passes (✓),
        fails (✗, with the first failure) or does not apply (n/a, with the reason). --output then writes matrix.json,
        matrix.md, matrix.html and junit.xml. Exits with 11 if any story fails under `correct`.

        Examples:
          gtsd-sim run scenarios/first-day.json --no-fail
          gtsd-sim run scenarios/first-day.json --users 500 --generation correct --output out
          gtsd-sim run scenarios/first-day.json --set population.personas.casual.decisions.followCard=0.6 --json
          gtsd-sim run scenarios/week-one.json --shard 2/3 --output shard-2
          gtsd-sim run scenarios/acceptance --matrix --output out
        """),
    CommandSpec(
      id: .explore, summary: "Search the orders of events for one that breaks the app's state, and explain it.",
      operand: .init(name: "SCENARIO", count: 0...1, isFile: true),
      options: [.schedules, .timeBudget, .policy, .hazard, .noMinimize]
        + subject(of: .explore)
        + delivery(of: .explore),
      discussion: """
        Runs a scenario under many schedules: orders of replies, timers and taps, with drawn latencies and some of the
        scenario's faults. A schedule that breaks an invariant or checker is shrunk to a smallest cause, replayed twice, and
        shown with its timeline. Equal scenario, seed and number of schedules give equal finds, whatever the number of
        threads. Default: 10,000 schedules; fewer once a depth-first search (`dfs`) has run every order.

        With --hazard and a SCENARIO, only finds of that hazard count. With --hazard alone, the hazard's own story
        `scenarios/races/ID.json` is searched. SCENARIO is a file, the name of a scenario of the library, or - for standard
        input. Exits with 11 if anything was found. A search without finds is no proof; the report estimates how many kinds
        of orders were not seen.

        With --checkpoint DIR, an interrupted search continues: schedules are not run again, but finds are shrunk again. A
        depth-first search has no checkpoint. With --shard I/N, searches every N-th chunk of the schedules; `gtsd-sim merge`
        combines the shards and shrinks their finds.

        Examples:
          gtsd-sim explore scenarios/races/double-tap-acknowledge.json
          gtsd-sim explore --hazard stale-get-overwrites-ack --output out
          gtsd-sim explore scenarios/first-day.json --users 3 --time-budget 60s --no-minimize
        """),
    CommandSpec(
      id: .play, summary: "Run a story once in its natural order, step by step.",
      operand: .init(name: "STORY", count: 1...1, isFile: true),
      options: subject(of: .play) + delivery(of: .play),
      discussion: """
        Runs a scenario's story once in its natural order: with median latencies, without the story's optional faults, and
        with events in the order of their times. Prints each step with its virtual time, whether it took effect or why
        it was ignored, whether its expectations hold, and the screen after it. --output also draws the timeline. STORY is a
        file, the name of a story of the library, or - for standard input. Exits with 11 if an expectation does not hold or
        an invariant breaks.

        Examples:
          gtsd-sim play scenarios/acceptance/new-user-acknowledges.json
          gtsd-sim play scenarios/acceptance/new-user-acknowledges.json --generation seed-current --no-fail
        """),
    CommandSpec(
      id: .replay, summary: "Repeat one violation exactly, and show its timeline.",
      operand: .init(name: "TOKEN|FILE", count: 1...1, isFile: true),
      options: [.scenario] + delivery(of: .replay),
      discussion: """
        Takes a token that `run` or `explore` printed, or a report.json (- for standard input) with tokens. Shows a timeline
        for one token, and a line each for several. A token contains its scenario's name, the overrides, the seed and the
        schedule, and fits only the unchanged scenario. --output and --format take one token. Exits with 11 if every
        violation happened again, with 1 if any did not.

        Examples:
          gtsd-sim replay gtsd3-…
          gtsd-sim replay gtsd3-… --scenario my-story.json --output out
          gtsd-sim replay out/report.json
        """),
    CommandSpec(
      id: .forecast, summary: "Estimate how likely each target is met, and what influences that.",
      operand: .init(name: "SCENARIO", count: 1...1, isFile: true),
      options: [.kpi, .replications, .precision, .sensitivity, .reach, .solve, .target, .uncertainty]
        + subject(of: .forecast)
        + [.known]
        + delivery(of: .forecast),
      discussion: """
        Runs a scenario many times with other draws. Reports how likely each target is met, how certain that is, and how the
        indicators spread. Values that the scenario states as distributions, and assumptions without a source, are drawn for
        each pair of replications, which separates chance from uncertainty. The report names the assumption to measure
        first. --uncertainty 1 leaves only chance. Default: 100 replications; with --precision as many as needed, at most
        10,000. For a staged roll-out, it also reports when the roll-back triggers would fire. Equal scenario and options
        give an equal report, whatever the number of threads.

        --sensitivity varies the uncertain values in trials of at most 500 users. If no value is uncertain, it varies every
        decision, habit and timing, and the backend. It first varies all values at once and ranks them by correlation. It
        then varies the ten with the highest rank one by one (tornado). Values whose effect differs clearly from zero get
        Sobol's shares of variance. --reach ranks the changes that a product team can make by their effect on the indicator
        and on the probability of its target, with the same people. It lists habits that nobody controls separately, and
        marks assumed effects. --solve uses the same people at every value; its answer can be that no value in the range
        reaches the target.

        With --shard I/N, runs every N-th cell of the work that needs no result of another shard: the replications (with
        --precision the pilot), the first step of --sensitivity, and both ends of --solve. `gtsd-sim merge` does the rest,
        or a second round of the shards, with --known for the shard.pieces of each shard.

        Examples:
          gtsd-sim forecast scenarios/first-day.json --replications 200 --no-fail
          gtsd-sim forecast scenarios/first-day.json --precision 0.002 --sensitivity --output out
          gtsd-sim forecast scenarios/first-day.json --reach -n 20 --no-fail
          gtsd-sim forecast scenarios/first-day.json --solve 'population.personas.*.decisions.followCard' --target 85%
        """),
    CommandSpec(
      id: .compare, summary: "Compare two scenarios, generations, arms or reports: differences with intervals.",
      operand: .init(name: "A [B]", count: 1...2, isFile: true),
      options: [.kpi, .plan, .lift]
        + subject(of: .compare)
        + [.setB, .setC, .setD, .setE, .replications]
        + delivery(of: .compare),
      discussion: """
        Compares B with A, the baseline. Each is a scenario file, FILE@GENERATION, FILE#ARM (everybody in this arm of its
        experiment), or a report.json of `run`; - is standard input. Two scenarios run with common random numbers: the same
        people with the same draws in both, so that most of the chance cancels (default: 20 replications). Reports are
        compared by their figures, unpaired.

        --set-b sets values of B. Without an operand B, B is A with these values. --set-c to --set-e make more variants of
        A. --set applies to every side. PATH*=FACTOR multiplies a value, or the odds of a probability.

        With A alone, every arm of its experiment is compared with the control. The report shows what the experiment can
        find: its power, the smallest detectable changes, the simulated power, and the effect of looking every day (each
        replication runs four times, with effects scaled by 0, 0.5, 1 and 1.5). With --plan, 4 replications of every arm
        give the control's share, each arm's assumed change and the sample sizes. With --plan and --lift, the size for that
        lift comes first, and only the control is simulated: 4 replications of at most 1,000 people. The report then says
        how precise the size is.

        With --shard I/N, runs every N-th cell of all replications; `gtsd-sim merge` compares the results of all shards.

        Two report.json of `load` are compared by latency, errors, dropped starts and rate, with intervals from resampling
        blocks of seconds. The command exits with 10 if any of these is worse.

        The p-values of all but the main indicator are adjusted for their number (Bonferroni). Exits with 11 if B breaks an
        invariant that A keeps, and with 10 if the main indicator is worse or if B misses a target `versus: control` of its
        scenario. Targets that each side meets or misses by itself do not change the exit code.

        Examples:
          gtsd-sim compare scenarios/first-day.json scenarios/first-day-fixed.json
          gtsd-sim compare scenarios/card-copy.json#A scenarios/card-copy.json#B --users 1000
          gtsd-sim compare scenarios/first-day.json --set-b backend.metricsDelay=5m --users 200
          gtsd-sim compare scenarios/zero-state.json --plan --lift 15%
          gtsd-sim compare load-main/report.json load-branch/report.json
        """),
    CommandSpec(
      id: .studio, summary: "Ask questions, change assumptions and watch people in the browser.",
      operand: .init(name: "SCENARIO", count: 0...1, isFile: true),
      options: [.port, .noOpen, .target, .allowHost, .caFile, .accounts, .header] + delivery(of: .studio),
      discussion: """
        Opens a page for this machine only: questions with their answers, assumptions to change, variants side by side,
        people to watch, races to step through, and logs to fit. Every answer has its interval and the command line that
        gives the same. Without a SCENARIO it begins with first-day of the library. Prints the address, which ends with a
        secret that changes with every start. One command runs at a time; closing the page cancels its commands. A file is
        written only when you save it on the page.

        With --target, the page can send load to that server, as `load` does, and to no other. A server on another machine
        must also be named by --allow-host.

        Examples:
          gtsd-sim studio
          gtsd-sim studio scenarios/card-copy.json --port 8090 --no-open
          gtsd-sim studio --target http://127.0.0.1:8080
        """),
    CommandSpec(
      id: .load, summary: "Put a real server under load, over HTTP and in real time.",
      operand: .init(name: "SCENARIO", count: 1...1, isFile: true),
      options: [
        .target, .check, .rate, .stages, .ramp, .duration, .maxInFlight, .maxDropped, .allowHost, .caFile, .cert, .key,
        .accounts, .header, .waitReady, .run, .startAt, .prometheus, .dashboard, .dashboardOf, .influx,
      ]
        + subject(of: .load)
        + delivery(of: .load),
      discussion: """
        Lets the scenario's users use a server that speaks the GTSD contract, or sends it single requests. The scenario's
        `load` section or the options set the amount: --rate and --stages start sessions on schedule, however slow the server
        is (an open model); --users keeps a number of users active (a closed model). Response time counts from when a
        request should have been sent, service time from when it was sent. Starts that could not be made count as dropped.
        Only the plan of starts and people's intentions are repeatable.

        Sends to this machine only, unless --allow-host names the server's host. Follows no redirect, and prints what it
        will send. Starts at most 1,000 per second for 10 minutes, unless the scenario's `load.limits` allow more. Accounts
        have new addresses in every run. Passwords in --accounts are never shown.

        With --shard I/N, makes every N-th start of the plan, beginning with the I-th, and stores its figures for `gtsd-sim
        merge`. All N generators need the same --run, --start-at and --jobs, and clocks that agree.

        --check requests every endpoint once and lists the problems. `load.without` in the scenario leaves out endpoints
        that a server lacks, and `load.map` gives its other names: paths, methods, header fields, JSON fields. The client
        speaks HTTP/1.1, or HTTP/2 with --set load.http=2.

        While it runs, a terminal shows rates, latencies, errors, thresholds and the last minute. --dashboard serves the
        report so far as a page, --prometheus serves figures, and --influx writes a line per second. Exits with 10 if a threshold or
        --max-dropped is missed, with 11 if replies contradict each other, with 69 if no server answers.

        Examples:
          gtsd-sim serve --port 8080 &
          gtsd-sim load scenarios/load/smoke.json --target http://127.0.0.1:8080 --check
          gtsd-sim load scenarios/load/smoke.json --target http://127.0.0.1:8080
          gtsd-sim load scenarios/load/steady.json --target http://127.0.0.1:8080 --rate 50/s --duration 30s --output out
        """),
    CommandSpec(
      id: .serve, summary: "Serve the simulated backend over HTTP.",
      operand: .init(name: "SCENARIO", count: 0...1, isFile: true),
      options: [.port, .host] + subject(of: .serve) + delivery(of: .serve),
      discussion: """
        Answers the GTSD contract over HTTP/1.1 with the backend of a scenario: its latencies, faults, limits, rules and
        wire forms. Without a SCENARIO it answers at once and without faults. Prints its address, and shuts down at an
        interrupt. All data are in memory and are lost at the end. Its tokens can be guessed.

        Examples:
          gtsd-sim serve
          gtsd-sim serve scenarios/first-day.json --port 0
          gtsd-sim serve --generation correct --set backend.metricsDelay=2s
        """),
    CommandSpec(
      id: .merge, summary: "Merge the shards of a run or a study into the report of the whole.",
      operand: .init(name: "SHARD", count: 1...ShardPosition.limit, isFile: true),
      options: delivery(of: .merge),
      discussion: """
        Takes the shard.pieces of every shard, in any order. The merged report equals that of the unsharded command, byte
        for byte, and so does the exit code. Prints the summary, or one other format with --format, or writes files with
        --output. A shard of a `run` that --json printed can be read from standard input (-). The scenario of a `forecast`,
        `compare` or `explore` must still be in its place and unchanged, since `merge` does the work that depends on all
        shards.

        Refuses shards of other scenarios, seeds, overrides, replications or versions, and shards that are missing,
        repeated, interrupted or damaged. The error names each of them. For `load`, a shard that is missing, began late or
        was at its own limit is no error: the report names it and is incomplete.

        Examples:
          gtsd-sim merge part-*/shard.pieces --output out
          gtsd-sim merge shard-1/shard.pieces shard-2/shard.pieces shard-3/shard.pieces --json
        """),
    CommandSpec(
      id: .cluster, summary: "Run a command in shards on Slurm or Kubernetes.",
      operand: .init(name: "ENGINE -- COMMAND", count: 2...100_000),
      options: [.shards, .cpus, .memory, .time, .image, .storage, .submit, .dryRun] + delivery(of: .cluster),
      discussion: """
        Divides `run`, `forecast`, `compare`, `explore` or `load` into shards for an existing engine: ENGINE is slurm or
        kubernetes. Writes its job files to --output, or prints them with --dry-run.

        For slurm, an array job runs the shards, and a second job merges them. --submit submits both jobs, shows their
        progress, runs failed shards again at most twice, each from its checkpoint, and prints the report. After an
        interruption, the same command line shows the progress again. All nodes must share the file system of --output, the
        scenario and this program. Partition, account and the like come from the environment, such as SBATCH_PARTITION.

        For kubernetes, an Indexed Job runs the shards, with a ConfigMap of the scenario and a claim for their output, and a
        second Job merges them; `kubectl` applies them.

        Exits with the exit code of the command, with 1 if a shard failed, and with 64 to 66 for a problem with the input.

        Examples:
          gtsd-sim cluster slurm --shards 20 --output out --submit -- run scenarios/week-one.json --users 200000
          gtsd-sim cluster slurm --shards 4 --output out --dry-run -- forecast scenarios/first-day.json
          gtsd-sim cluster kubernetes --shards 8 --memory 2G --output out -- explore --hazard double-tap-acknowledge
        """),
    CommandSpec(
      id: .calibrate, summary: "Fit a scenario to observed analytics events, and check the fit.",
      operand: .init(name: "EVENTS", count: 1...1, isFile: true),
      options: [.scenario, .maxBad, .from, .map, .explain, .replications]
        + subject(of: .calibrate)
        + delivery(of: .calibrate),
      discussion: """
        EVENTS is a log as analytics services export it, or as `run --events` writes it: JSON Lines, JSON arrays, or tables
        with a header (commas, semicolons, tabs or |). Columns may contain JSON text. The file may be compressed with gzip or
        be in UTF-16, and events may be in any order; - is standard input. The format is guessed from the first lines and
        printed; --from names it, and --explain prints how the first ten lines are read. Ids on one line belong to one
        person, and so do ids in one identify or alias call. --map FILE gives the names of other logs:
          {"events": {"card_seen": "metrics_acknowledgment_card_viewed"}, "fields": {"name": "n", "time": "ts",
          "user": "who.id", "device": "phone"}, "properties": {"action": "kind"},
          "timeForm": "MM/dd/yyyy hh:mm:ss a", "zone": "Europe/Berlin"}
        Times are ISO 8601, or numbers since 1970 in s, ms or µs, or in `timeForm`.

        Fits the values that the events show, with standard errors. Lists the others, which keep the value of --scenario, or
        else the default. Lines with a problem are rejected and shown with their numbers; if more than --max-bad are
        rejected, the command exits with 65. Unknown events are ignored and counted.

        The report begins with problems of the whole log and the values that they make doubtful. The command exits with 10
        if more than 5% of the lines were dropped, if events were sent again without ids, if a kind of event begins or stops
        in the middle of the log, or if times without a zone are in doubt.

        --output also gets overlay.json, the fitted scenario, whose probabilities have their uncertainty for `forecast`. The
        log is compared with --replications populations simulated from the fit (20 by default, 2 to 10,000). A second fit,
        to the first half of the days, is compared with the other half, with at most ten populations. One test over all
        figures decides whether the fit reproduces its log; it is wrong for one correct fit in twenty. If the fit does not
        reproduce the log, the command exits with 10, and the intervals of the overlay are widened.

        If events name the arms of an experiment, the report begins with the experiment: whether people were assigned as
        planned, and each arm's effect, or why no effect is given. --map can name the fields of the arms and the planned
        shares:
          {"fields": {"experiment": "ab.test", "variant": "ab.arm"}, "experiments": {"copy": {"control": "A",
          "shares": {"A": 1, "B": 1}}}}

        Memory does not grow with events, only with people: events after the first two million are in temporary files in the
        folder of TMPDIR, about 100 bytes for each. With --checkpoint DIR, these files are in DIR, and an interrupted reading
        of the same file continues, as the simulated populations do.

        Examples:
          gtsd-sim run scenarios/first-day.json --events events.jsonl --no-fail
          gtsd-sim calibrate events.jsonl --scenario scenarios/first-day.json --output out
          gtsd-sim run out/overlay.json --no-fail
        """),
    CommandSpec(
      id: .checkEvents, summary: "Check an app's event log against the event definitions.",
      operand: .init(name: "FILE", count: 1...1, isFile: true),
      options: [.from, .map] + delivery(of: .checkEvents),
      discussion: """
        Takes the same logs as `calibrate` and checks every line for unknown names, properties that are missing or of
        another type, forbidden properties (weight, height or age), impossible times, and sessions that begin twice. Prints
        each kind of problem with the number of its lines and the first line, and counts each event and its properties.
        `gtsd-sim list events` prints events and properties. Exits with 10 if there is any problem.

        Examples:
          gtsd-sim check-events events.jsonl
          gtsd-sim check-events export.csv.gz --from rudderstack
          gtsd-sim check-events export.json --map names.json --json
        """),
    CommandSpec(
      id: .report, summary: "Render a report again in other formats.",
      operand: .init(name: "REPORT", count: 1...1, isFile: true),
      options: delivery(of: .report),
      discussion: """
        Reads a report.json (or - for standard input) and prints its summary, or one other format with --format, or writes
        files with --output. Exits as the run did.

        Examples:
          gtsd-sim report out/report.json
          gtsd-sim report out/report.json --format md
        """),
    CommandSpec(
      id: .validate, summary: "Check scenario files: every problem with its path, line and column.",
      operand: .init(name: "SCENARIO", count: 1...1000, isFile: true),
      options: subject(of: .validate) + delivery(of: .validate),
      discussion: """
        Prints one line per valid file on standard output and one line per problem on standard error. Exits with 65 if there
        is any problem. With --json, prints every value of the valid scenarios, defaults included.

        Examples:
          gtsd-sim validate scenarios/*.json
          gtsd-sim validate scenarios/first-day.json --json
        """),
    CommandSpec(
      id: .schema, summary: "Print the JSON Schema of scenario files, or of reports.",
      operand: .init(name: "WHAT", count: 0...1, choices: ["scenario", "report"]), options: delivery(of: .schema),
      discussion: """
        Examples:
          gtsd-sim schema > scenario.schema.json
          gtsd-sim schema report > report.schema.json
        """),
    CommandSpec(
      id: .list, summary: "List kpis, hazards, generations, scenarios, actions of stories, events and more.",
      operand: .init(name: "WHAT", count: 1...1, choices: Listing.allCases.map(\.rawValue)),
      options: delivery(of: .list),
      discussion: """
        Prints the list. Scenarios are the files in the folder `scenarios` of the current directory, and the built-in
        ones. Commands take them by name, such as first-day or races/double-tap-acknowledge. A file with that path takes
        precedence.

        Examples:
          gtsd-sim list kpis
          gtsd-sim list hazards --json
        """),
    CommandSpec(
      id: .completions, summary: "Print a completion script for a shell, or the manual page.",
      operand: .init(name: "SHELL", count: 1...1, choices: CompletionScript.names), options: delivery(of: .completions),
      discussion: """
        The scripts and the manual page are made from the tables of the parser. `man` prints a page for man(1).

        Examples:
          source <(gtsd-sim completions bash)
          gtsd-sim completions fish > ~/.config/fish/completions/gtsd-sim.fish
          gtsd-sim completions man > ~/.local/share/man/man1/gtsd-sim.1
        """),
  ]
}
