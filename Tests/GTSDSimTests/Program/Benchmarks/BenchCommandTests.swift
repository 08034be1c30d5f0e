import Testing

@testable import gtsd_bench
@testable import gtsd_sim

struct BenchCommandTests {
  @Test("Help lists every subject, and a subject's help lists all its options", arguments: BenchSubject.allCases)
  func help(subject: BenchSubject) {
    #expect(CommandResult.bench(["--help"]).out.contains(subject.rawValue))
    for line in [["help", subject.rawValue], [subject.rawValue, "--help"]] {
      let result = CommandResult.bench(line)
      #expect(result.code == .success)
      for option in subject.options { #expect(result.out.contains("--\(option.rawValue)")) }
    }
  }

  @Test(
    "A wrong command line is a usage error that names the remedy",
    arguments: [
      ([], "a subject is missing"), (["explor"], "unknown subject `explor`; did you mean `explore`?"),
      (["journey", "--blocks", "3"], "unknown option `--blocks`"),
      (["journey", "--users"], "--users needs a value: --users N"), (["own", "code"], "found `code`"),
    ] as [([String], String)])
  func wrongLines(line: [String], message: String) {
    let result = CommandResult.bench(line)
    #expect(result.code == .usage && result.out.isEmpty)
    #expect(result.error.contains(message))
  }
}
