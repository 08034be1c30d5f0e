import GTSDModel
import GTSDSim

/// `gtsd-sim bench journey`
enum BenchCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let users = arguments[integer: .users] ?? 100_000
    let seed = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    if !arguments[flag: .quiet] { console.error("journey: \(users) users, seed \(seed)\n") }
    let actors = measure { JourneyBenchmark.runActors(users: users, seed: seed) }
    let plain = measure { JourneyBenchmark.runPlainLoop(users: users, seed: seed) }
    guard actors.result.digest == plain.result.digest else {
      throw CommandFailure(code: .failure, message: "the actors and the plain loop came to different digests")
    }
    let ratio = plain.seconds / actors.seconds
    let digest = hexadecimal(actors.result.digest)
    let rate = Double(actors.result.events) / actors.seconds
    let plainRate = Double(plain.result.events) / plain.seconds
    if arguments[flag: .json] {
      let node = JSONNode.object([
        "benchmark": "journey", "bytesPerUser": .int(actors.result.bytesPerUser), "digest": .string(digest),
        "doneInTimeShare": .number(actors.result.doneInTimeShare), "events": .int(actors.result.events),
        "eventsPerSecond": .number(rate), "plainEventsPerSecond": .number(plainRate), "ratioToPlain": .number(ratio),
        "seconds": .number(actors.seconds), "seed": .int(seed), "users": .int(users), "version": .int(1),
      ])
      console.out(node.prettyText + "\n")
    } else {
      console.out(
        """
        digest            \(digest)
        events            \(actors.result.events)
        actors            \(Int(rate)) events/s
        plain heap loop   \(Int(plainRate)) events/s
        ratio             \((ratio * 1000).rounded() / 1000)
        memory            \(actors.result.bytesPerUser) bytes a user

        """)
    }
    return .success
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
