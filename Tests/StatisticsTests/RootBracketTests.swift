import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct RootBracketTests {
  private func solve(_ search: RootBracket, _ band: Double = 0, _ f: (Double) -> Double) -> (RootBracket, Int) {
    var search = search
    var asked = 0
    while let x = search.next() {
      search.record(f(x), low: f(x) - band, high: f(x) + band)
      asked += 1
    }
    return (search, asked)
  }

  private struct NotReached: Error {}

  private func reached(_ search: RootBracket) throws -> (x: Double, low: Double?, high: Double?) {
    guard case .reached(let x, let low, let high)? = search.outcome else { throw NotReached() }
    return (x, low, high)
  }

  @Test func aStraightLineIsFoundAtOnce() throws {
    let (search, asked) = solve(RootBracket(range: 0...10, target: 3)) { 2 * $0 - 4 }
    let (x, low, high) = try reached(search)
    let (left, right) = (try #require(low), try #require(high))
    #expect(close(x, 3.5) && close(left, 3.5) && close(right, 3.5))
    #expect(asked <= 8)
  }

  /// The root is found within 0.001 of the range, whatever the function's form, rising or falling.
  @Test(arguments: [0.02, 0.5, 0.97], [true, false])
  func steepAndFlatCurves(root: Double, rises: Bool) throws {
    let sign = rises ? 1.0 : -1.0
    let curves: [@Sendable (Double) -> Double] = [
      { x in
        let d = x - root; return d * d * d
      },
      { x in PortableMath.exp(20 * (x - root)) - 1 },
      { x in x < root ? -1 : 1e6 * (x - root) + 1e-9 },
    ]
    for curve in curves {
      let (search, asked) = solve(RootBracket(range: 0...1, target: 7)) { 7 + sign * curve($0) }
      let (x, _, _) = try reached(search)
      #expect(abs(x - root) <= 0.001)
      #expect(asked <= 30)
    }
  }

  /// For y = x^2 with a band of 0.1 on either side, 0.25 is reached at 0.5, and the band contains it between the roots
  /// of 0.15 and 0.35.
  @Test(arguments: [true, false])
  func theIntervalInvertsTheBand(rises: Bool) throws {
    let (search, _) = solve(RootBracket(range: 0...1, target: 0.25, tolerance: 1e-4), 0.1) {
      let x = rises ? $0 : 1 - $0
      return x * x
    }
    let (x, low, high) = try reached(search)
    let ends = [0.15, 0.35].map { rises ? $0.squareRoot() : 1 - $0.squareRoot() }.sorted()
    #expect(abs(x - 0.5) < 1e-4)
    let (left, right) = (try #require(low), try #require(high))
    #expect(abs(left - ends[0]) < 1e-4 && abs(right - ends[1]) < 1e-4)
  }

  /// Values of a few replications with common random numbers and Student's band: the inverted interval contains the
  /// root as often as the band contains the value, exactly 95 %.
  @Test func invertedIntervalHasItsCoverage() throws {
    let draws = Draws(seed: 51)
    let critical = StudentDistribution.quantile(0.975, degrees: 4)
    var covered = 0
    for trial in 0..<2_000 as Range<UInt32> {
      let noise = (0..<5 as Range<UInt32>).map {
        0.1 * PortableMath.inverseNormal(draws.uniform(user: $0, purpose: 1, step: trial))
      }
      let moments = SampleMoments(noise)
      let half = critical * (moments.variance / 5).squareRoot()
      let (search, _) = solve(RootBracket(range: -2...2, target: 0.64), half) { $0 * abs($0) + moments.mean }
      let (_, low, high) = try reached(search)
      if low ?? -2 <= 0.8, 0.8 <= high ?? 2 { covered += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: 2_000, probability: 0.95)
    let high = BinomialDistribution.quantile(0.9995, trials: 2_000, probability: 0.95)
    #expect((low...high).contains(covered))
  }

  @Test func anEndTheBandDoesNotReachIsOpen() throws {
    let (search, _) = solve(RootBracket(range: 0...1, target: 0.05), 0.1) { $0 }
    let (x, low, high) = try reached(search)
    #expect(close(x, 0.05) && low == nil)
    let right = try #require(high)
    #expect(close(right, 0.15))
  }

  @Test func unreachableTargetIsReported() throws {
    let (search, asked) = solve(RootBracket(range: 0...1, target: 2), 0.1) { $0 }
    guard case .unreachable(let best)? = search.outcome else {
      Issue.record("\(String(describing: search.outcome))")
      return
    }
    #expect(best.x == 1 && best.value == 1 && best.high == 1.1)
    #expect(asked == 5)
  }

  /// A function that reaches the target only between the ends of the range is solved. Its values at the ends alone
  /// would suggest that it never does.
  @Test func targetReachedOnlyInsideTheRangeIsFound() throws {
    let (search, _) = solve(RootBracket(range: 0...1, target: 0.9)) { 4 * $0 * (1 - $0) }
    let (x, _, _) = try reached(search)
    #expect(abs(4 * x * (1 - x) - 0.9) < 0.01)
  }

  @Test func onlyAllowedArgumentsAreAskedFor() throws {
    var search = RootBracket(range: 1...20, target: 7.5, step: 1)
    var asked: [Double] = []
    while let x = search.next() {
      asked.append(x)
      search.record(x + 0.1 * x * x / 20)
    }
    #expect(asked.allSatisfy { $0 == $0.rounded() && (1...20).contains($0) })
    #expect(Set(asked).count == asked.count && asked.count <= 9)
    let (x, _, _) = try reached(search)
    #expect(x > 7 && x < 8)
  }

  @Test func evaluationsStopAtTheLimit() {
    let (search, asked) = solve(RootBracket(range: 0...1, target: 0.3, tolerance: 1e-12, limit: 7), 0.05) {
      $0 * $0 * $0
    }
    #expect(asked == 7 && search.points.count == 7)
  }

  @Test func nothingIsSaidBeforeTheEndsAreKnown() {
    var search = RootBracket(range: 0...1, target: 0.3)
    #expect(search.outcome == nil)
    #expect(search.next() == 0 && search.next() == 0)
    search.record(0)
    #expect(search.outcome == nil && search.next() == 1)
  }
}
