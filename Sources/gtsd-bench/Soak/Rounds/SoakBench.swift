import GTSDCommandLine
import GTSDModel
import GTSDSim

/// `gtsd-bench soak`: past finds first, then rounds without end. Each round has random programs for the engine, random
/// scenarios under `correct`, and random scenarios that are run in every way that must give the same result.
enum SoakBench {
  /// Programs for the engine in each round; they are small.
  private static let programs: UInt64 = 200
  /// Populations and stories under `correct` in each round. Stories are small: together they take about as long as all
  /// the rest.
  private static let populations: UInt64 = 4
  private static let stories: UInt64 = 240
  /// The number of stories similar to those of past finds, about one for each of them.
  private static let near: UInt64 = 60
  /// The usual number of schedules of each story. A faulty fix shows more often in another story than in another order.
  private static let schedules = 40
  /// The smallest number of schedules of each past find.
  private static let schedulesOfPastFinds = 150

  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let soak = Soak(schedules: arguments[integer: .schedules] ?? schedules)
    let loud = arguments[flag: .quiet] ? nil : console
    let rounds = SoakRounds(arguments, usually: 100)
    let outcome = rounds.run(console) { round, report in
      engine(round, report)
      if round == rounds.first {
        correct(
          round, SoakGenerator.pastFinds, Soak(schedules: max(soak.schedules, schedulesOfPastFinds)), loud, report)
      }
      correct(round, cases(of: round), soak, loud, report)
      equality(round, report)
    }
    console.out(
      "\(outcome.lead)\(outcome.rounds) rounds from \(outcome.first): \(outcome.rounds * Int(programs)) programs for the engine; "
        + "\(outcome.rounds * Int(populations)) populations and \(outcome.rounds * Int(stories + near)) stories, "
        + "\(outcome.rounds * Int(near)) of them near past finds, under `correct`, after \(SoakGenerator.pastFinds.count) "
        + "past finds as they were; "
        + "\(2 * outcome.rounds) cases ran in every way; \(outcome.finds) finds\n")
    return outcome.code
  }

  /// Runs programs for the engine, and reports the first one of the round that differs from the model or from its own
  /// repetition.
  private static func engine(_ round: UInt64, _ report: (String) -> Void) {
    for seed in round * programs..<(round + 1) * programs {
      let program = EngineProgram(seed: seed)
      for driver in EngineProgram.Driver.allCases {
        let (observed, expected) = (program.run(by: driver), program.expected(of: driver))
        guard observed == expected else {
          return report("engine: program \(seed), \(driver): \(difference(observed, expected, "the model"))")
        }
      }
      let (random, recorded) = program.replayed(seed: seed)
      guard recorded == random else {
        return report("engine: program \(seed), replayed: \(difference(recorded, random, "its record"))")
      }
    }
  }

  private static func difference(_ log: EngineProgram.Log, _ other: EngineProgram.Log, _ whose: String) -> String {
    if let place = zip(log.lines, other.lines).first(where: { $0 != $1 }) {
      return "`\(place.0)`, where \(whose) has `\(place.1)`"
    }
    return "\(log.lines.count) lines, \(log.stuck) stuck, \(log.left) left; \(whose) has \(other.lines.count), "
      + "\(other.stuck), \(other.left)"
  }

  /// The populations and stories of a round.
  private static func cases(of round: UInt64) -> [SoakCase] {
    (0..<populations).map { SoakGenerator.make(.population, seed: round * populations + $0) }
      + (0..<near).map { SoakGenerator.near(place: round * near + $0, seed: round * near + $0) }
      + (0..<stories).map { SoakGenerator.make(.story, seed: round * stories + $0) }
  }

  /// Runs cases of the correct generation, which must break nothing. Reports a find to the console before shrinking
  /// it.
  private static func correct(
    _ round: UInt64, _ cases: [SoakCase], _ soak: Soak, _ console: Console?, _ report: (String) -> Void
  ) {
    for attack in cases {
      do {
        let found = try soak.signatures(of: attack)
        guard let first = found.first else { continue }
        // Shrinking may take minutes. If it is interrupted, the case has already been printed.
        console?.error("round \(round): found \(first); making it small:\n\(text(of: attack))\n")
        guard let find = try soak.find(in: attack) else { continue }
        report("correct: \(find.signatures.joined(separator: ", "))\n\(text(of: find.smallest))")
      } catch {
        report("correct: \(error)")
      }
    }
  }

  /// Checks that a population and a story of any generation give the same results in every way of running them.
  private static func equality(_ round: UInt64, _ report: (String) -> Void) {
    for kind in SoakCase.Kind.allCases {
      do {
        let equality = EqualityRound(kind, seed: round)
        guard let first = try equality.problems().first else { continue }
        let smallest = equality.attack.smallest(tries: 60) { smaller in
          var other = equality
          other.attack = smaller
          return (try? other.problems().first.map(Self.kind)) == Self.kind(first)
        }
        report(
          "equality: \(first) (\(equality.jobs) threads, \(equality.shards) shards)\n"
            + text(of: smallest, generation: equality.generation))
      } catch {
        // The drawn values contradict each other, such as more cells than servers, so there is nothing to compare.
      }
    }
  }

  /// The problem without its numbers, which differ from case to case.
  private static func kind(_ problem: String) -> String { problem.filter { !$0.isNumber } }

  private static func text(of attack: SoakCase, generation: String = "correct") -> String {
    let sets = attack.settings.map { " --set '\($0)'" }.joined()
    return "\(attack.text(generation: generation))  --seed \(attack.seed)\(sets)"
  }
}
