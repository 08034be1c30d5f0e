import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

struct LoadPlanTests {
  private func plan(_ text: String, seed: UInt64 = 7) throws -> LoadPlan {
    let load = try #require(try Scenario.parse("{\"load\": \(text)}").load)
    return try #require(LoadPlan(load, seed: seed))
  }

  private static let ramp = """
    "stages": [{"level": 0, "duration": "2s"}, {"level": 300, "duration": "10s"}, {"level": 300, "duration": "5s"},
    {"level": 0, "duration": "4s"}]
    """

  /// The expected number of starts until a time under `ramp`, computed by hand.
  private static func area(_ t: Double) -> Double {
    switch t {
    case ..<2: 0
    case ..<12: 15 * (t - 2) * (t - 2)
    case ..<17: 1_500 + 300 * (t - 12)
    default: 3_000 + 300 * (t - 17) - 37.5 * (t - 17) * (t - 17)
    }
  }

  @Test func constantStartsAreEvenlySpaced() throws {
    let starts = Array(try plan("{\"rate\": 500, \"arrivals\": \"constant\", \"duration\": \"10s\"}").starts())
    #expect(starts.count == 5_000)
    #expect(starts.map(\.index) == Array(0..<5_000))
    #expect(starts.first?.at == 1_000_000)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { abs($1.at - $0.at - 2_000_000) <= 1 })
  }

  @Test func constantStartsUnderStagesLieWhereTheIntegralIsHalfway() throws {
    let plan = try plan("{\"arrivals\": \"constant\", \(Self.ramp)}")
    let starts = Array(plan.starts())
    #expect(starts.count == 3_600)
    for start in starts {
      let area = Self.area(Double(start.at) / 1e9)
      #expect(abs(area - Double(start.index) - 0.5) < 1e-5)
    }
    for time in stride(from: 0.0, through: 21, by: 0.37) {
      #expect(abs(plan.expectedStarts(until: Int64(time * 1e9)) - Self.area(time)) < 1e-4)
    }
    #expect(plan.level(at: 7_000_000_000) == 150 && plan.level(at: 13_000_000_000) == 300)
    #expect(plan.level(at: 19_000_000_000) == 150 && plan.level(at: 21_000_000_000) == 0)
  }

  /// On the scale of the integrated rate, Poisson starts have rate 1: gaps are exponential with mean 1.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func poissonGapsAreExponential(seed: UInt64) throws {
    let plan = try plan("{\(Self.ramp)}", seed: seed)
    let starts = Array(plan.starts())
    // Five standard deviations around the expected number.
    #expect(abs(Double(starts.count) - 3_600) < 300)
    let areas = starts.map { Self.area(Double($0.at) / 1e9) }
    let gaps = zip(areas, [0] + areas).map { $0 - $1 }.sorted()
    let n = Double(gaps.count)
    let distance =
      gaps.enumerated().map { index, gap in
        let share = 1 - PortableMath.exp(-gap)
        return max(abs(share - Double(index) / n), abs(Double(index + 1) / n - share))
      }.max() ?? 1
    // Kolmogorov and Smirnov at a level of 0.1 %.
    #expect(distance < 1.95 / n.squareRoot())
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(starts.allSatisfy { $0.at < plan.length })
  }

  @Test func theSeedDecidesAndTheNumberOfLoopsDoesNot() throws {
    let whole = Array(try plan("{\(Self.ramp)}").starts())
    #expect(try whole == Array(plan("{\(Self.ramp)}").starts()))
    #expect(try whole != Array(plan("{\(Self.ramp)}", seed: 8).starts()))
    for loops in [2, 3, 5] {
      let parts = try (0..<loops).map { Array(try plan("{\(Self.ramp)}").starts(loop: $0, of: loops)) }
      #expect(parts.joined().sorted { $0.index < $1.index } == whole)
      #expect(parts.enumerated().allSatisfy { loop, starts in starts.allSatisfy { $0.index % loops == loop } })
    }
  }

  @Test func jumpsAndIterationsAndTheEnd() throws {
    let jump = """
      {"arrivals": "constant", "stages": [{"level": 10, "duration": "0s"}, {"level": 10, "duration": "1s"},
      {"level": 100, "duration": "0s"}, {"level": 100, "duration": "1s"}]}
      """
    let starts = Array(try plan(jump).starts())
    #expect(starts.count == 110 && starts.count { $0.at < 1_000_000_000 } == 10)
    #expect(try plan(jump).level(at: 1_000_000_000) == 100)
    let limited = try plan("{\"rate\": 100, \"iterations\": 42}")
    #expect(Array(limited.starts()).count == 42)
    #expect((0..<4).compactMap { limited.iterations(loop: $0, of: 4) } == [11, 11, 10, 10])
    #expect(Array(try plan("{\"rate\": 100, \"iterations\": 42, \"duration\": \"100ms\"}").starts()).count < 42)
  }

  @Test func recordedStartsAreThoseRecorded() throws {
    let plan = try plan("{\"arrivals\": {\"recorded\": [\"0ms\", \"12ms\", \"12ms\", \"2s\"]}}")
    #expect(plan.starts().map(\.at) == [0, 12_000_000, 12_000_000, 2_000_000_000])
    #expect(plan.starts(loop: 1, of: 2).map(\.index) == [1, 3])
    #expect(plan.model == .rate)
  }

  @Test func usersFollowTheirStages() throws {
    let plan = try plan(
      """
      {"stagesOf": "users", "stages": [{"level": 10, "duration": "10s"}, {"level": 10, "duration": "5s"},
      {"level": 4, "duration": "3s"}]}
      """)
    let steps = plan.userSteps()
    #expect(steps.prefix(2).map(\.at) == [500_000_000, 1_500_000_000])
    #expect(steps.prefix(10).map(\.users) == Array(1...10))
    #expect(steps.dropFirst(10).map(\.users) == [9, 8, 7, 6, 5, 4, 0])
    #expect(steps.last?.at == 18_000_000_000)
    for loops in [1, 3, 4] {
      let changes = (0..<loops).map { plan.userSteps(loop: $0, of: loops) }
      // Never at the exact instant of a change.
      for instant in stride(from: Int64(0), to: 18_000_000_000, by: 71_000_003) {
        let users = (0..<loops).map { plan.users(at: instant, loop: $0, of: loops) }
        #expect(users.reduce(0, +) == plan.users(at: instant))
        #expect((users.max() ?? 0) - (users.min() ?? 0) <= 1)
        for loop in 0..<loops {
          let step = changes[loop].last { $0.at <= instant }
          #expect(step?.users ?? 0 == users[loop], "\(instant) \(loop) of \(loops)")
        }
      }
    }
    let constant = try self.plan("{\"users\": 5, \"duration\": \"2s\"}")
    #expect(constant.userSteps() == [.init(at: 0, users: 5), .init(at: 2_000_000_000, users: 0)])
  }

  @Test func settingsWithoutAnAmountHaveNoPlan() {
    #expect(LoadPlan(LoadSettings(), seed: 1) == nil)
  }
}
