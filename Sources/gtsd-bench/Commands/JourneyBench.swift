package import GTSDCommandLine
import GTSDFields
import GTSDModel

/// Runs `gtsd-bench journey`: how fast is the engine?
package enum JourneyBench {
  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let users = arguments[integer: .users] ?? 100_000
    let seed = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    if !arguments[flag: .quiet] { console.error("journey: \(users) users, seed \(seed)\n") }
    var actorSeconds: [Double] = []
    var plainSeconds: [Double] = []
    // Memory is exact in the first run only, since later runs reuse released memory.
    var first: JourneyBenchmark.Result?
    for _ in 0..<(arguments[integer: .repeats] ?? 5) {
      let actors = measure { JourneyBenchmark.runActors(users: users, seed: seed) }
      let plain = measure { JourneyBenchmark.runPlainLoop(users: users, seed: seed) }
      guard actors.result.digest == plain.result.digest else {
        throw CommandFailure(code: .failure, message: "the actors and the plain loop came to different digests")
      }
      actorSeconds.append(actors.seconds)
      plainSeconds.append(plain.seconds)
      if first == nil { first = actors.result }
    }
    guard let result = first else { preconditionFailure("the parser let 0 repetitions through") }
    show(
      Measured(
        users: users, seed: seed, runs: actorSeconds.count, result: result, actorSeconds: median(actorSeconds),
        plainSeconds: median(plainSeconds), ratio: median(zip(plainSeconds, actorSeconds).map { $0 / $1 })),
      asJSON: arguments[flag: .json], console)
    return .success
  }

  private struct Measured {
    var users: Int
    var seed: UInt64
    var runs: Int
    var result: JourneyBenchmark.Result
    var actorSeconds: Double
    var plainSeconds: Double
    /// The median over pairs of neighbouring runs, which other load on the machine slows alike.
    var ratio: Double
  }

  /// The median of at least one value.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func show(_ measured: Measured, asJSON: Bool, _ console: Console) {
    let result = measured.result
    let digest = hexadecimal(result.digest)
    let rate = Double(result.events) / measured.actorSeconds
    let plainRate = Double(result.events) / measured.plainSeconds
    if asJSON {
      let node = JSONNode.object([
        "benchmark": "journey", "bytesPerUser": .int(result.bytesPerUser), "digest": .string(digest),
        "doneInTimeShare": .number(result.doneInTimeShare), "events": .int(result.events),
        "eventsPerSecond": .number(rate), "jobsOfTasksShare": .number(result.jobsOfTasksShare ?? 0),
        "plainEventsPerSecond": .number(plainRate),
        "ratioToPlain": .number(measured.ratio),
        "runs": .int(measured.runs), "seconds": .number(measured.actorSeconds), "seed": .int(measured.seed),
        "users": .int(measured.users),
        "version": .int(1),
      ])
      console.out(node.prettyText + "\n")
    } else {
      console.out(
        """
        digest            \(digest)
        events            \(result.events)
        runs              \(measured.runs) of each, alternating; medians below
        actors            \(Int(rate)) events/s
        plain heap loop   \(Int(plainRate)) events/s
        ratio             \((measured.ratio * 1000).rounded() / 1000)
        memory            \(result.bytesPerUser) bytes a user
        jobs of tasks     \(((result.jobsOfTasksShare ?? 0) * 1000).rounded() / 10) % of all

        """)
    }
  }

  private static func measure(
    _ body: () -> JourneyBenchmark.Result
  ) -> (result: JourneyBenchmark.Result, seconds: Double) {
    let start = ContinuousClock.now
    let result = body()
    return (result, (ContinuousClock.now - start).inSeconds)
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
