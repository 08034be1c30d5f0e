import Foundation
import Testing

@testable import Statistics

struct SobolTests {
  /// Joe and Kuo's program and scipy 1.17 `qmc.Sobol(scramble=False)`, which give the same points.
  @Test(arguments: [
    (0, [0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125, 0.1875]),
    (1, [0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625, 0.3125]),
    (2, [0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375, 0.9375]),
    (63, [0, 0.5, 0.75, 0.25, 0.125, 0.625, 0.875, 0.375, 0.6875]),
  ])
  func firstPoints(dimension: Int, expected: [Double]) {
    let sequence = SobolSequence(dimensions: 64)
    for (index, value) in expected.enumerated() {
      #expect(Double(sequence.word(index, dimension: dimension)) * 0x1p-32 == value)
      #expect(sequence.point(index)[dimension] == value + 0x1p-33)
    }
  }

  /// All 64 dimensions of 4,096 points, as a hash (FNV-1a over the upper twelve bits, point by point) of the output of
  /// scipy 1.17 `qmc.Sobol(64, scramble=False, bits=32)`.
  @Test func allDimensions() {
    let sequence = SobolSequence(dimensions: SobolSequence.limit)
    #expect(sequence.dimensions == 64)
    var hash = 0xCBF2_9CE4_8422_2325 as UInt64
    for index in 0..<4_096 {
      for dimension in 0..<64 {
        hash = (hash ^ UInt64(sequence.word(index, dimension: dimension) >> 20)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == 0xC35E_7AD8_43FF_D525)
  }

  /// With or without scrambling: of 2^k points, one falls into each of 2^k slices of every axis, and in the first two
  /// axes one into each cell of every grid of 2^k cells.
  @Test(arguments: [nil, 1, 77] as [UInt64?])
  func sobolPointsFillEverySliceAndGridCell(seed: UInt64?) {
    let sequence = SobolSequence(dimensions: 20, scramble: seed)
    for dimension in 0..<20 {
      #expect(Set((0..<256).map { sequence.word($0, dimension: dimension) >> 24 }).count == 256)
    }
    for bits in 0...8 as ClosedRange<UInt64> {
      let cells = (0..<256).map { index in
        let column = UInt64(sequence.word(index, dimension: 0)) >> (32 - bits)
        let row = UInt64(sequence.word(index, dimension: 1)) >> (24 + bits)
        return column * 256 + row
      }
      #expect(Set(cells).count == 256)
    }
  }

  /// Scrambled points are uniform at every position of the sequence.
  @Test func scrambledPointsAreUniform() {
    var counts = [Int](repeating: 0, count: 16)
    for seed in 0..<4_000 as Range<UInt64> {
      counts[Int(SobolSequence(dimensions: 3, scramble: seed).word(5, dimension: 2) >> 28)] += 1
    }
    let statistic = counts.reduce(0.0) { $0 + (Double($1) - 250) * (Double($1) - 250) / 250 }
    #expect(ChiSquareDistribution.upperTail(statistic, degrees: 15) > 0.001)
  }

  private func ishigami(_ u: [Double]) -> Double {
    let x = u.map { (2 * $0 - 1) * Double.pi }
    let square = x[2] * x[2]
    return sin(x[0]) + 7 * sin(x[1]) * sin(x[1]) + 0.1 * square * square * sin(x[0])
  }

  private func evaluate(_ design: SobolDesign, _ f: ([Double]) -> Double) -> [Double] {
    (0..<design.count).map { f(design.point($0)) }
  }

  /// Ishigami and Homma (1990) with a = 7, b = 0.1. By their closed form V = a2/8 + b pi4/5 + b2 pi8/18 + 1/2, first
  /// orders 0.3139, 0.4424, 0, totals 0.5576, 0.4424, 0.2437; Saltelli et al., Global Sensitivity Analysis, section 2.
  @Test func ishigamiWithinAHundredth() throws {
    let design = SobolDesign(dimensions: 3, rows: 1_024, seed: 1)
    let result = try #require(SobolIndices(design, outputs: evaluate(design, ishigami)))
    for (index, wanted) in zip(result.inputs, [(0.3139, 0.5576), (0.4424, 0.4424), (0, 0.2437)]) {
      #expect(abs(index.first.value - wanted.0) < 0.01 && abs(index.total.value - wanted.1) < 0.01)
      #expect(index.first.interval.high - index.first.interval.low < 0.03)
    }
    #expect(abs(result.mean - 3.5) < 0.01 && abs(result.variance - 13.8446) < 0.05)
  }

  /// Sobol's g-function with a = 0, 1, 4.5, 9 and four times 99: V_i = 1 / (3 (1 + a_i)2), and the total variance is
  /// the product of all 1 + V_i, less 1.
  @Test func gFunctionOfEightInputs() throws {
    let a = [0, 1, 4.5, 9, 99, 99, 99, 99]
    let design = SobolDesign(dimensions: 8, rows: 1_024, seed: 2)
    let outputs = evaluate(design) { point in
      zip(point, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
    }
    let result = try #require(SobolIndices(design, outputs: outputs))
    let parts = a.map { 1 / (3 * (1 + $0) * (1 + $0)) }
    let product = parts.reduce(1) { $0 * (1 + $1) }
    for (index, part) in zip(result.inputs, parts) {
      #expect(abs(index.first.value - part / (product - 1)) < 0.01)
      #expect(abs(index.total.value - part * product / (1 + part) / (product - 1)) < 0.01)
    }
  }

  /// Whole designs with other seeds: the intervals contain the truth about as often as they state.
  @Test func intervalsCover() throws {
    var (first, total) = (0, 0)
    let trials = 200
    for seed in 0..<UInt64(trials) {
      let design = SobolDesign(dimensions: 3, rows: 16, replicates: 8, seed: seed)
      let result = try #require(SobolIndices(design, outputs: evaluate(design, ishigami)))
      let (one, all) = (result.inputs[0].first.interval, result.inputs[0].total.interval)
      if one.low <= 0.31391, 0.31391 <= one.high { first += 1 }
      if all.low <= 0.55759, 0.55759 <= all.high { total += 1 }
    }
    // Student's interval over jackknife values is approximate: the band is that of 90 % to 98 %.
    let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.9)
    let high = BinomialDistribution.quantile(0.9995, trials: trials, probability: 0.98)
    #expect((low...high).contains(first))
    #expect((low...high).contains(total))
  }

  @Test func sobolDesignMixesTheTwoMatrices() {
    let design = SobolDesign(dimensions: 3, rows: 5, replicates: 2, seed: 3)
    #expect(design.rows == 8 && design.count == 2 * 8 * 5)
    for row in 0..<16 {
      let points = (0..<5).map { design.point(row * 5 + $0) }
      for input in 0..<3 {
        let mixed = points[2 + input]
        #expect((0..<3).allSatisfy { mixed[$0] == points[$0 == input ? 1 : 0][$0] })
      }
    }
    let constant = [Double](repeating: 2, count: design.count)
    #expect(SobolIndices(design, outputs: constant) == nil)
  }
}
