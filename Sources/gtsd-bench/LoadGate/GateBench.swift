import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim

/// Runs `gtsd-bench gate`: how often does the comparison of two load runs find a real difference?
enum GateBench {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let study = LoadGateStudy(
      pairs: arguments[integer: .limit] ?? 100, seed: arguments[text: .seed].flatMap { UInt64($0) } ?? 1)
    let result = study.run()
    if arguments[flag: .json] {
      console.out(
        JSONNode.object([
          "benchmark": "gate", "version": .int(1), "pairs": .int(result.pairs),
          "falseAlarms": .int(result.falseAlarms), "found": .int(result.found),
        ]).prettyText + "\n")
    } else {
      console.write(
        """
        Pairs of load runs of a model, \(Int(study.rate)) requests per second for \(study.seconds) s:
        of \(result.pairs) of equal servers, \(result.falseAlarms) were called worse;
        of \(result.pairs) with 10 % more at p95, \(result.found) were called worse there.

        """)
    }
    // The limits are 7 of 100 and 90 of 100.
    let isGood = result.falseAlarms * 100 <= 7 * result.pairs && result.found * 100 >= 90 * result.pairs
    return arguments[flag: .check] && !isGood ? .failure : .success
  }
}
