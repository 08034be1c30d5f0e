import GTSDModel
import Synchronization
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Forecasts in shards, round after round: work that depends on the results of all shards is also done by shards.
struct ForecastRoundsTests {
  /// Counts the work that the merge does although shards could have done it.
  private final class Merging: WorkStore {
    private let pieces: PieceStore
    let more = Atomic<Int>(0)

    init(_ pieces: [UInt64: [UInt8]]) { self.pieces = PieceStore(pieces: pieces) }

    func bytes(of key: UInt64) -> [UInt8]? { pieces.bytes(of: key) }
    func keep(_ bytes: [UInt8], of key: UInt64) {
      more.add(1, ordering: .relaxed)
      pieces.keep(bytes, of: key)
    }
  }

  /// Makes a forecast in rounds of shards until no work is left, and compares it with the whole.
  ///
  /// - Parameter whole: the result of the whole forecast, if it is known.
  /// - Returns: the number of rounds.
  private func check(_ forecast: Forecast, whole: ForecastResult? = nil, shards: Int = 3) throws -> Int {
    var left: [[UInt64: [UInt8]]] = Array(repeating: [:], count: shards)
    var rounds = 0
    var isLast = false
    while !isLast, rounds < 30 {
      rounds += 1
      let known = left.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
      var said: [Bool] = []
      for index in 1...shards {
        let part = try #require(ShardPosition(index: index, of: shards))
        let store = PieceStore(part: part, pieces: left[index - 1], others: known)
        var shard = forecast
        shard.checkpoint = store
        said.append(try shard.runPart())
        #expect(left[index - 1].allSatisfy { store.pieces[$0.key] == $0.value }, "nothing is lost")
        left[index - 1] = store.pieces
      }
      // Until the last round, each round waits for results of the others.
      isLast = said.allSatisfy(\.self)
      let total = left.reduce(0) { $0 + $1.count }
      let all = left.reduce(into: Set<UInt64>()) { $0.formUnion($1.keys) }
      #expect(all.count == total, "nothing is done twice")
    }
    #expect(left.allSatisfy { !$0.isEmpty })
    let merging = Merging(left.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } })
    var merged = forecast
    merged.checkpoint = merging
    #expect(try merged.run() == whole ?? forecast.run())
    #expect(merging.more.load(ordering: .relaxed) == 0, "all was there")
    return rounds
  }

  @Test func replicationsAlone() throws {
    // A single round is recognised at once, since nothing depends on it.
    #expect(try check(Forecast(ForecastTests.simple(users: 10), replications: 6)) == 1)
  }

  @Test func replicationsAfterThePilot() throws {
    var forecast = Forecast(ForecastTests.simple(users: 10), replications: 60)
    forecast.precision = 0.05
    forecast.chanceAlone = true
    forecast.runsAlternative = false
    let report = try forecast.run()
    #expect(report.forecast?.replications ?? 0 > 20)
    let rounds = try check(forecast, whole: report, shards: 2)
    #expect(rounds == 3 && forecast.rounds == 2, "the third says that there is no more")
  }

  @Test func sharesOfVarianceAndTheMap() throws {
    var scenario = ForecastTests.simple(users: 10)
    // Both have effects that a few people are enough to show.
    let uncertain = Distribution.uniform(low: 0, high: 1)
    scenario.population.personas[0].decisions.followCard = Probability(0.6, uncertainty: uncertain)
    scenario.population.personas[0].decisions.acknowledge = Probability(0.8, uncertainty: uncertain)
    var forecast = Forecast(scenario, replications: 2)
    forecast.analysesSensitivity = true
    forecast.runsAlternative = false
    forecast.effort = .init(users: 5, points: 6, replications: 8, indices: 2, rows: 2, replicates: 2)
    let report = try forecast.run()
    let study = try #require(report.forecast?.sensitivity)
    #expect(study.indices.count == 2 && study.map != nil)
    #expect(try check(forecast, whole: report, shards: 2) == 4)
    #expect(forecast.rounds == 3)
  }

  @Test func stepsOfASearch() throws {
    var forecast = Forecast(ForecastTests.simple(users: 10), replications: 2)
    forecast.runsAlternative = false
    // Nine values are allowed, so that few are tried.
    forecast.goal = .init(path: "backend.servers", target: 0.9, range: 1...9)
    let report = try forecast.run()
    let evaluations = try #require(report.forecast?.solution).evaluations.count
    #expect(evaluations > 3)
    // Both ends in one round, each value between them in another, and one round that shows that no work is left.
    #expect(try check(forecast, whole: report, shards: 2) == evaluations)
  }

  /// Shards know which replications are rolled back only after the pilot has run.
  @Test func rolledBackReplicationsOfAPilotAndAfterIt() throws {
    var scenario = RolloutForecastTests.faulty()
    scenario.population.size = 6
    scenario.population.cellSize = 6
    scenario.horizon = .hours(48)
    var forecast = Forecast(scenario, replications: 14)
    forecast.precision = 0.02
    forecast.chanceAlone = true
    forecast.runsAlternative = false
    let report = try forecast.run()
    #expect(report.forecast?.rollout?.stops ?? 0 > 10 && report.forecast?.replications ?? 0 > 10)
    #expect(try check(forecast, whole: report, shards: 2) <= forecast.rounds + 1)
  }
}
