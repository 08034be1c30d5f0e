import GTSDModel

extension CommandTable {
  package static let commands: [CommandSpec] = [
    CommandSpec(
      id: .run, summary: "Simulate: KPIs against targets, distributions, violations.",
      operand: .init(name: "SCENARIO", count: 1...100, isFile: true),
      options: subject(of: .run) + [.replications, .matrix, .schedules, .profile] + delivery(of: .run),
      discussion: """
        Runs each scenario in virtual time and prints a summary. Equal scenario and seed give an equal report, byte for
        byte, whatever the number of threads. With several scenarios, --output makes a directory for each by its name.
        A scenario's `output` says where its files go and which there are, unless the options do.
        SCENARIO is a file, a scenario of the library by its name, or - for standard input.

        With --shard I/N, runs every N-th cell (of all replications), beginning with the I-th, here or on another
        machine. A shard states no verdict and exits with 0 or 11; one may be left without a cell. It keeps the state of
        its cells, added up, of some 0.1 MB, from which `gtsd-sim merge` makes the report of the whole run.

        With --checkpoint DIR, a run that was interrupted, killed or ran out of disk goes on where it was: at most one cell
        a thread is run again. A directory of another scenario, seed, version or option is refused with 65.

        With --matrix, each SCENARIO is a story, or a directory of stories: each is searched under every generation (or
        that of --generation), whatever its own is, and the table says which keeps it (✓), which breaks it (✗, with what
        broke first) and for which it says nothing (n/a, with the reason). --output then writes matrix.json, matrix.md
        and matrix.html. Exits with 11 if `correct` breaks any.

        Examples:
          gtsd-sim run scenarios/first-day.json --no-fail
          gtsd-sim run scenarios/first-day.json --users 500 --generation correct --output out
          gtsd-sim run scenarios/first-day.json --set population.personas.casual.decisions.followCard=0.6 --json
          gtsd-sim run scenarios/week-one.json --shard 2/3 --output shard-2
          gtsd-sim run scenarios/acceptance --matrix --output out
        """),
    CommandSpec(
      id: .explore, summary: "Search interleavings and faults for violations; shrink and explain what is found.",
      operand: .init(name: "SCENARIO", count: 0...1, isFile: true),
      options: [.schedules, .timeBudget, .policy, .hazard, .noMinimize]
        + subject(of: .explore)
        + delivery(of: .explore),
      discussion: """
        Runs a scenario under many schedules: orders of replies, timers and taps, with drawn latencies and some of the
        scenario's faults. What breaks an invariant or checker is shrunk to a smallest cause, replayed twice, and shown
        with its timeline. Equal scenario, seed and number of schedules find the same, whatever the number of threads.
        Default: 10,000 schedules; fewer once a depth-first search (`dfs`) has met every order.
        With --hazard and a SCENARIO, only finds of that hazard are shown and count; without one, its scenario
        `scenarios/races/ID.json` is searched. SCENARIO is a file, a scenario
        of the library by its name, or - for standard input.
        Exits with 11 if anything was found. To find nothing is no proof: the report says how much was left unseen.
        With --checkpoint DIR, a search that was ended goes on where it was: schedules that ran are not run again, what
        was found is made small anew. A depth-first search has no checkpoint.
        With --shard I/N, searches every N-th chunk of the schedules, here or on another machine; `gtsd-sim merge` puts
        the shards together and makes what was found small.

        Examples:
          gtsd-sim explore scenarios/races/double-tap-acknowledge.json
          gtsd-sim explore --hazard stale-get-overwrites-ack --output out
          gtsd-sim explore scenarios/first-day.json --users 3 --time-budget 60s --no-minimize
        """),
    CommandSpec(
      id: .play, summary: "Live a story once in its natural order, step by step.",
      operand: .init(name: "STORY", count: 1...1, isFile: true),
      options: subject(of: .play) + delivery(of: .play),
      discussion: """
        Lives a scenario's story once, as it would go by itself: with median latencies, no fault of its menu, and nothing
        overtaking anything. Prints each step with its virtual time, what took effect, what was ignored and why, whether
        what it expects holds, and what is on screen before the next one. --output also draws the timeline. STORY is a
        file, a story of the library by its name, or - for standard input. Exits with 11 if something that is expected does
        not hold, or an invariant breaks.

        Examples:
          gtsd-sim play scenarios/acceptance/new-user-acknowledges.json
          gtsd-sim play scenarios/acceptance/new-user-acknowledges.json --generation seed-current --no-fail
        """),
    CommandSpec(
      id: .replay, summary: "Run one violation again, exactly, as a timeline.",
      operand: .init(name: "TOKEN|FILE", count: 1...1, isFile: true),
      options: [.scenario] + delivery(of: .replay),
      discussion: """
        Takes a token that `run` or `explore` printed, or a report.json (or - for one on standard input) and then each
        token in it: a timeline for one, a line each for several. A token holds the name of its scenario, what was
        overridden, seed and schedule, and fits only the scenario of its digest. --output and --format take one token.
        Exits with 11 if every violation came again, with 1 if any did not.

        Examples:
          gtsd-sim replay gtsd3-…
          gtsd-sim replay gtsd3-… --scenario my-story.json --output out
          gtsd-sim replay out/report.json
        """),
    CommandSpec(
      id: .forecast, summary: "Many replications: probability of each target, sensitivity, goal seek.",
      operand: .init(name: "SCENARIO", count: 1...1, isFile: true),
      options: [.kpi, .replications, .precision, .sensitivity, .reach, .solve, .target, .uncertainty]
        + subject(of: .forecast)
        + [.known]
        + delivery(of: .forecast),
      discussion: """
        Lives through a scenario many times with other draws and says how likely each target is met, how sure that is,
        and how the indicators spread. Values that the scenario states as distributions, and assumptions without a source,
        are drawn anew for each pair of replications, so that what chance does and what is not known are told apart; the
        report names the assumption to measure first. --uncertainty 1 leaves chance alone. Default: 100 replications; with
        --precision as many as it takes, at most 10,000. With a roll-out in stages, it also says when the triggers to
        roll back would fire. Equal scenario and options give an equal report, whatever the number of threads.
        --sensitivity varies what the scenario is uncertain about, or else every decision, habit and timing and the
        backend: a tornado, rank correlations, and Sobol's shares of variance, in trials of at most 1,000 users.
        --reach ranks what a product team can change by what it does to the indicator and to the probability of its target,
        with the same people with and without it; habits that nobody controls stand apart, and assumed effects are named.
        --solve uses the same people at every value; that no value within the range reaches the target is an answer.
        With --shard I/N, runs every N-th cell of what is needed before anything is known: the replications (with
        --precision the pilot), the first two steps of --sensitivity, both ends of --solve. What follows from what all
        shards found is done in another round of them, with --known for the shard.pieces of each, or by `gtsd-sim merge`.

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
        experiment), or a report.json of `run`; - is standard input. Two scenarios run with common random numbers: the
        same people with the same draws in both, so that most of chance cancels (default: 20 replications). Reports are
        compared by what they say, unpaired.
        With --set-b, B is A with these values (or B with them, where it is named); --set-c to --set-e make further
        variants of A. --set holds for every side. PATH*=FACTOR is relative, of probabilities by their odds.
        With A alone, every arm of its experiment is compared with the control, and the report says what the experiment
        can tell: power, least changes found, simulated power, and what looking every day does (each replication runs
        four times, with the effects scaled by 0, 0.5, 1 and 1.5). With --plan, 4 replications of every arm
        show the control's share and what each arm is assumed to change, and the sizes follow. With --lift too, the size
        for that lift leads, and only the control is simulated, 4 replications of at most 1,000 people: the report says how
        many, and how far the size depends on what they do not tell.
        With --shard I/N, runs every N-th cell of all replications; `gtsd-sim merge` compares what all shards have done.
        Two report.json of `load` are compared by latency, errors, drops and rate, with intervals from drawing their seconds
        again in blocks; whatever is worse exits with 10.
        The main indicator answers the question; p-values of the others are adjusted for their number (Holm).
        Exits with 11 if B breaks an invariant that A keeps; with 10 if the main indicator is worse, or if a target
        `versus: control` that B's scenario states is missed; otherwise with 0, whatever the targets of each alone.

        Examples:
          gtsd-sim compare scenarios/first-day.json scenarios/first-day-fixed.json
          gtsd-sim compare scenarios/card-copy.json#A scenarios/card-copy.json#B --users 1000
          gtsd-sim compare scenarios/first-day.json --set-b backend.metricsDelay=5m --users 200
          gtsd-sim compare scenarios/zero-state.json --plan --lift 15%
          gtsd-sim compare load-main/report.json load-branch/report.json
        """),
    CommandSpec(
      id: .studio, summary: "Ask, assume, compare, watch and race on a page in the browser.",
      operand: .init(name: "SCENARIO", count: 0...1, isFile: true),
      options: [.port, .noOpen, .target, .allowHost, .caFile, .accounts, .header] + delivery(of: .studio),
      discussion: """
        Opens a page of this machine alone: questions with their answers, assumptions to move, variants side by side,
        people to watch, races to step through, and logs to fit. Every answer carries its interval and the command line
        that gives the same. Without a SCENARIO it begins with first-day of the library. Prints the address, which ends
        with a word that opens it and changes with every start. One piece of work runs at a time; closing the page ends
        its own. Nothing is written but what the page is asked to save.
        With --target, the page can drive that server as `load` drives it, and no other; one beyond this machine must be
        named by --allow-host, too.

        Examples:
          gtsd-sim studio
          gtsd-sim studio scenarios/card-copy.json --port 8090 --no-open
          gtsd-sim studio --target http://127.0.0.1:8080
        """),
    CommandSpec(
      id: .load, summary: "Drive a remote backend over HTTP, in wall-clock time.",
      operand: .init(name: "SCENARIO", count: 1...1, isFile: true),
      options: [
        .target, .check, .rate, .stages, .ramp, .duration, .maxInFlight, .maxDropped, .allowHost, .caFile, .cert, .key,
        .accounts, .header, .waitReady, .run, .startAt, .prometheus, .dashboard, .influx,
      ]
        + subject(of: .load)
        + delivery(of: .load),
      discussion: """
        Lets the scenario's users use a server that speaks the GTSD contract, or sends it single requests, as its `load`
        section or the options say: --rate and --stages start on schedule, whatever the server does (an open model),
        --users keeps so many at it (a closed one). Latencies count from when a request should have been sent, and
        beside that from when it was; what could not be started is counted as dropped. Nothing here is repeatable but
        the plan of starts and what people want.
        Sends to this machine alone unless --allow-host names the server's host, follows no redirect, says beforehand
        what it will send, and starts at most 1,000 a second for 10 minutes unless the scenario's `load.limits` say
        more. Accounts get addresses of their own in every run. Passwords in --accounts appear nowhere else.
        With --shard I/N, makes every N-th start of the plan, beginning with the I-th, and leaves its figures for
        `gtsd-sim merge`; all N have one --run, one --start-at and one --jobs. Clocks must agree.
        --check asks for every endpoint once and says what is wrong with which; `load.without` in the scenario leaves out what
        a server lacks, and `load.map` says what it calls otherwise: paths, methods, header fields, JSON fields. The client
        speaks HTTP/1.1.
        While it runs, a terminal shows rates, latencies, errors, thresholds and the last minute; --dashboard serves the
        report as it stands, --prometheus figures, and --influx writes a line a second.
        Exits with 10 when a threshold or --max-dropped is missed, with 11 when the replies contradict each other, with
        69 when no server answers.

        Examples:
          gtsd-sim serve --port 8080 &
          gtsd-sim load scenarios/load/smoke.json --target http://127.0.0.1:8080 --check
          gtsd-sim load scenarios/load/smoke.json --target http://127.0.0.1:8080
          gtsd-sim load scenarios/load/steady.json --target http://127.0.0.1:8080 --rate 50/s --duration 30s --output out
        """),
    CommandSpec(
      id: .serve, summary: "Serve the in-process backend over HTTP.",
      operand: .init(name: "SCENARIO", count: 0...1, isFile: true),
      options: [.port, .host] + subject(of: .serve) + delivery(of: .serve),
      discussion: """
        Answers the GTSD contract over HTTP/1.1 with the backend of a scenario: its latencies, faults, limits, rules and
        wire forms. Without a SCENARIO it answers at once and without faults. Prints the address that it listens at, and
        ends in good order at an interrupt. Everything is kept in memory and forgotten then; its tokens can be guessed.

        Examples:
          gtsd-sim serve
          gtsd-sim serve scenarios/first-day.json --port 0
          gtsd-sim serve --generation correct --set backend.metricsDelay=2s
        """),
    CommandSpec(
      id: .merge, summary: "Put the shards of a run or a study together.",
      operand: .init(name: "SHARD", count: 1...ShardPosition.limit, isFile: true),
      options: delivery(of: .merge),
      discussion: """
        Takes the shard.pieces of every shard, in any order (of a run, - for one that --json printed), and gives the
        report of the whole, byte for byte: its summary, or one other format with --format, or files with --output.
        Exits as the whole would have. The scenario of a `forecast`, `compare` or `explore` must still be where it was,
        and as it was: what no shard could know is done here.
        Of a `load`, a shard that is missing, began late or was at its own limit is named, and the report is incomplete.
        Refuses, naming them, shards of other scenarios, seeds, overrides, replications or versions, those that are
        missing, given twice, interrupted or damaged, and files that are no shards.

        Examples:
          gtsd-sim merge part-*/shard.pieces --output out
          gtsd-sim merge shard-1/shard.pieces shard-2/shard.pieces shard-3/shard.pieces --json
        """),
    CommandSpec(
      id: .cluster, summary: "Run a command in shards on Slurm or Kubernetes.",
      operand: .init(name: "ENGINE -- COMMAND", count: 2...100_000),
      options: [.shards, .cpus, .memory, .time, .image, .storage, .submit, .dryRun] + delivery(of: .cluster),
      discussion: """
        Cuts `run`, `forecast`, `compare`, `explore` or `load` into shards for an engine that is there: ENGINE is slurm or
        kubernetes. Writes its job files to --output, or with --dry-run prints them.

        For slurm, an array job runs the shards, and a job behind it puts them together; --submit submits both, follows them,
        runs failed shards again twice, each from where it was, and prints the report. A line that was interrupted follows
        its jobs again. --output must be on a file system that all nodes share, as must the scenario and this program.
        Partition, account and the like are taken from the environment, as SBATCH_PARTITION.

        For kubernetes, an Indexed Job runs the shards, with a ConfigMap of the scenario and a claim for what they leave, and
        a second Job puts them together; `kubectl` applies them.

        Exits as the command would, with 1 if a shard could not be done, and with 64 to 66 if that is the input's fault.

        Examples:
          gtsd-sim cluster slurm --shards 20 --output out --submit -- run scenarios/week-one.json --users 200000
          gtsd-sim cluster slurm --shards 4 --output out --dry-run -- forecast scenarios/first-day.json
          gtsd-sim cluster kubernetes --shards 8 --memory 2G --output out -- explore --hazard double-tap-acknowledge
        """),
    CommandSpec(
      id: .calibrate, summary: "Fit a scenario to observed analytics events, and hold the fit against them.",
      operand: .init(name: "EVENTS", count: 1...1, isFile: true),
      options: [.scenario, .maxBad, .from, .map, .explain, .replications]
        + subject(of: .calibrate)
        + delivery(of: .calibrate),
      discussion: """
        EVENTS is a log as analytics services export it, or as `run --events` writes it: JSON Lines, JSON arrays, tables
        with a header (commas, semicolons, tabs or |), also with columns of JSON text, packed with gzip or in UTF-16, in
        any order; - is standard input. The format is guessed from the first lines and printed; --from names it, and
        --explain prints how the first ten lines are read. Ids on one line are of one person, and so are those that an
        identify or alias call names. --map FILE says how other logs name things:
        {"events": {"card_seen": "metrics_acknowledgment_card_viewed"}, "fields": {"name": "n", "time": "ts", "user": "who.id",
        "device": "phone"}, "properties": {"action": "kind"}, "timeForm": "MM/dd/yyyy hh:mm:ss a", "zone": "Europe/Berlin"}.
        Times are ISO 8601 or numbers since 1970 in s, ms or µs, or of `timeForm`.
        Fits what the events tell, with standard errors, and lists what they do not, which
        keeps the value of --scenario, or else the default. Lines with something wrong are rejected and shown with their
        numbers; more than --max-bad of them end it with 65. Unknown events are ignored and counted.
        What is wrong with the log as a whole heads the report, with the values that are doubtful by it, and exits with 10:
        more than 5% of lines dropped, events sent again without ids, kinds of events that begin or stop in mid-log, and
        times without a zone.
        --output also gets overlay.json, the fitted scenario, whose probabilities carry their uncertainty for
        `forecast`. The fit is held against --replications simulated populations (here 20 by default, 2 to 10,000), and
        a fit to the first half of the days against the rest (of which ten populations are enough). A fit that does not
        reproduce its log, by all figures together with one false alarm in twenty, exits with 10, and its overlay is widened
        and says so.
        Where events name the arms of an experiment, the report leads with it: whether people fell to the arms as planned,
        and each arm's effect, or why none is stated. --map can say where arms stand, and what was planned:
        {"fields": {"experiment": "ab.test", "variant": "ab.arm"}, "experiments": {"copy": {"control": "A",
        "shares": {"A": 1, "B": 1}}}}.

        Examples:
          gtsd-sim run scenarios/first-day.json --events events.jsonl --no-fail
          gtsd-sim calibrate events.jsonl --scenario scenarios/first-day.json --output out
          gtsd-sim run out/overlay.json --no-fail
        """),
    CommandSpec(
      id: .checkEvents, summary: "Hold an app's event log against the event definitions.",
      operand: .init(name: "FILE", count: 1...1, isFile: true),
      options: [.from, .map] + delivery(of: .checkEvents),
      discussion: """
        Takes the same logs as `calibrate` and looks at every line: names that no definition has, properties of another
        type or missing, weight, height or age where they do not belong, times that cannot be, and sessions that begin
        twice. Each kind of problem comes with its number of lines and the first of them, and each event with how often it
        and its properties came. `gtsd-sim list events` names events and properties. Exits with 10 if there is any problem.

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
        Reads a report.json (or - for standard input) and prints its summary, or one other format with --format, or
        writes files with --output. Exits as the run did.

        Examples:
          gtsd-sim report out/report.json
          gtsd-sim report out/report.json --format md
        """),
    CommandSpec(
      id: .validate, summary: "Check scenario files: every problem with its path, line and column.",
      operand: .init(name: "SCENARIO", count: 1...1000, isFile: true),
      options: subject(of: .validate) + delivery(of: .validate),
      discussion: """
        Prints one line a valid file on standard output, one line a problem on standard error, and exits with 65 if
        there is any problem. With --json, prints every value of the valid scenarios, defaults included.

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
        Scenarios are those in the folder `scenarios` of the current directory, and those that are built in: a command takes
        them by name, such as first-day or races/double-tap-acknowledge. A file of that path comes first.

        Examples:
          gtsd-sim list kpis
          gtsd-sim list hazards --json
        """),
    CommandSpec(
      id: .completions, summary: "Print a completion script for a shell, or the manual page.",
      operand: .init(name: "SHELL", count: 1...1, choices: CompletionScript.names), options: delivery(of: .completions),
      discussion: """
        Everything comes from the tables that the parser and this help read. `man` prints a page for man(1).

        Examples:
          source <(gtsd-sim completions bash)
          gtsd-sim completions fish > ~/.config/fish/completions/gtsd-sim.fish
          gtsd-sim completions man > ~/.local/share/man/man1/gtsd-sim.1
        """),
  ]
}
