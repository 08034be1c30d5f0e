import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_bench
@testable import gtsd_sim

/// The engine compared with a model that sorts arrays, and the soak of the whole simulator.
struct EngineProgramTests {
  @Test(arguments: EngineProgram.Driver.allCases)
  func engineAgreesWithItsModel(driver: EngineProgram.Driver) {
    var lines = 0
    for seed in UInt64(0)..<400 {
      let program = EngineProgram(seed: seed)
      let result = program.run(by: driver)
      #expect(result == program.expected(of: driver), "program \(seed)")
      lines += result.lines.count
    }
    #expect(lines > 13_000)
  }

  @Test func recordedRandomOrderIsRepeated() {
    var others = 0
    for seed in UInt64(0)..<200 {
      let program = EngineProgram(seed: seed)
      let (random, recorded) = program.replayed(seed: seed)
      #expect(random == recorded, "program \(seed)")
      if random != program.expected(of: .inOrder) { others += 1 }
    }
    #expect(others > 100)
  }

  /// The programs contain the hard cases of an engine: equal instants, cancelled waits, stuck tasks.
  @Test func generatedProgramsContainEveryHardCase() {
    let logs = (UInt64(0)..<300).map { EngineProgram(seed: $0).expected(of: .inOrder) }
    let lines = logs.flatMap(\.lines)
    for words in ["was cancelled", "has none", "cancels", ": true", ": false", "released", "timer", "fulfils"] {
      #expect(lines.count { $0.contains(words) } > 20, "\(words)")
    }
    #expect(logs.count { $0.stuck > 0 } > 20)
    #expect(logs.allSatisfy { $0.left == 0 })
  }

  /// A small round of `gtsd-bench soak`, without shrinking, which takes minutes in a debug build.
  @Test(.limitedWait, arguments: SoakCase.Kind.allCases)
  func everyKindOfSoakCasePasses(kind: SoakCase.Kind) throws {
    var round = EqualityRound(kind, seed: 1)
    round.schedules = 128
    if kind == .story { round.generation = "correct" }
    if kind == .population { round.attack.users = 8 }
    #expect(try round.problems() == [])
  }
}
