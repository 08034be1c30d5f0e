import Foundation
import GTSDSim
import Testing

@testable import Documents
@testable import Randomness

struct AxisTests {
  static let units: [Axis.Unit] = [.share, .seconds, .count, .number, .change, .points]

  @Test(arguments: units, [Axis.Scale.linear, .log])
  func ticksCoverTheDataAndAreTwoToNine(unit: Axis.Unit, scale: Axis.Scale) {
    var chance = Chance(seed: 11)
    for _ in 0..<400 {
      let axis = Axis("", unit, scale: scale, holds: chance.next(below: 2) == 0 ? [] : [scale == .log ? 1 : 0])
      let data = chance.data()
      let length = 60 + 800 * chance.uniform()
      for direction in [Axis.Direction.across, .up] {
        let ruler = axis.ruler(over: data, length: length, direction)
        let values = ruler.ticks.map(\.value)
        #expect((2...9).contains(values.count), "\(data) \(values)")
        #expect(zip(values, values.dropFirst()).allSatisfy(<), "\(values)")
        #expect(!values.contains { !$0.isFinite })
        for value in data where scale == .linear || value > 0 {
          let slack = 1e-9 * max(abs(value), ruler.high - ruler.low)
          #expect(value >= ruler.low - slack && value <= ruler.high + slack, "\(value) in \(values)")
          #expect((0...1).contains(ruler.fraction(value)))
        }
        #expect(Set(ruler.ticks.map(\.text)).count == values.count, "\(ruler.ticks) over \(data)")
      }
    }
  }

  @Test func moreThanTwoTicksHaveRoomForTheirTexts() {
    var chance = Chance(seed: 12)
    for unit in Self.units {
      for _ in 0..<200 {
        let length = 40 + 900 * chance.uniform()
        let ruler = Axis("", unit).ruler(over: chance.data(), length: length, .across)
        guard ruler.ticks.count > 2 else { continue }
        for (one, next) in zip(ruler.ticks, ruler.ticks.dropFirst()) {
          let distance = (ruler.fraction(next.value) - ruler.fraction(one.value)) * length
          #expect(distance >= (TextWidth.of(one.text) + TextWidth.of(next.text)) / 2)
        }
      }
    }
  }

  @Test func fractionAndValueAreInverse() {
    for scale in [Axis.Scale.linear, .log] {
      let ruler = Axis("", .number, scale: scale).ruler(over: [0.3, 7_000], length: 600, .across)
      for share in stride(from: 0.0, through: 1, by: 0.05) {
        #expect(abs(ruler.fraction(ruler.value(share)) - share) < 1e-12)
      }
    }
  }

  /// The ticks that readers expect on such an axis.
  struct Expected: Sendable {
    var axis: Axis
    var data: [Double]
    var length: Double
    var texts: String

    init(_ axis: Axis, _ data: [Double], _ length: Double, _ texts: String) {
      (self.axis, self.data, self.length, self.texts) = (axis, data, length, texts)
    }
  }

  static let expected: [Expected] = [
    Expected(Axis("", .share, holds: [0, 1]), [0.3], 600, "0%, 20%, 40%, 60%, 80%, 100%"),
    Expected(Axis("", .seconds), [0, 86_400], 760, "0, 3 h, 6 h, 9 h, 12 h, 15 h, 18 h, 21 h, 24 h"),
    Expected(Axis("", .seconds), [0, 86_400], 260, "0, 4 h, 8 h, 12 h, 16 h, 20 h, 24 h"),
    Expected(Axis("", .seconds), [0, 14 * 86_400], 700, "0, 2 d, 4 d, 6 d, 8 d, 10 d, 12 d, 14 d"),
    Expected(Axis("", .seconds), [0, 100], 500, "0, 15 s, 30 s, 45 s, 60 s, 75 s, 90 s, 105 s"),
    Expected(Axis("", .seconds), [0, 0.35], 500, "0, 50 ms, 100 ms, 150 ms, 200 ms, 250 ms, 300 ms, 350 ms"),
    Expected(Axis("", .count), [0, 3], 500, "0, 1, 2, 3"),
    Expected(Axis("", .count), [0, 1_200_000], 220, "0, 0.5M, 1M, 1.5M"),
    Expected(Axis("", .points), [-0.021, 0.05], 500, "−3 pp, −2 pp, −1 pp, 0 pp, +1 pp, +2 pp, +3 pp, +4 pp, +5 pp"),
    Expected(Axis("", .number, scale: .log), [1, 10_000], 300, "1, 10, 100, 1,000, 10,000"),
    Expected(Axis("", .seconds, scale: .log), [0.5, 86_400], 500, "100 ms, 1 s, 1 min, 1 h, 1 d"),
  ]

  @Test(arguments: expected.indices)
  func ticksAreAsExpected(index: Int) {
    let expected = Self.expected[index]
    let ruler = expected.axis.ruler(over: expected.data, length: expected.length, .across)
    #expect(ruler.ticks.map(\.text).joined(separator: ", ") == expected.texts)
  }

  @Test func valuesReadAsTheirUnit() {
    let expected: [(Axis.Unit, Double, String)] = [
      (.share, 0.7844, "78.4%"), (.seconds, 5_400, "90 min"), (.count, 12_345, "12,345"), (.points, 0.031, "+3.1 pp"),
      (.points, -0.0001, "0.0 pp"), (.change, -0.2, "−20.0%"), (.number, 2.5e-7, "2.5e-7"), (.number, 3.14159, "3.14"),
      (.number, .infinity, "∞"), (.share, .nan, "–"), (.number, 9.999e15, "1e16"),
    ]
    for (unit, value, text) in expected { #expect(unit.text(value) == text) }
  }

  @Test func intervalsNameTheirUnitOnce() {
    #expect(Axis.Unit.points.text(0.012, 0.05) == "+1.2 to +5.0 pp")
    #expect(Axis.Unit.share.text(0.772, 0.795) == "77.2–79.5%")
    #expect(Axis.Unit.share.text(-0.02, 0.01) == "−2.0% to 1.0%")
    #expect(Axis.Unit.points.text(-.infinity, 0.02) == "−∞ to +2.0 pp")
  }
}

/// Random data for charts, the same in every run.
struct Chance {
  private let draws: Draws
  private var step: UInt32 = 0

  init(seed: UInt64) { draws = Draws(seed: seed) }

  mutating func uniform() -> Double {
    step += 1
    return draws.uniform(user: 0, purpose: 0xC4A2, step: step)
  }

  mutating func next(below bound: Int) -> Int { Int(uniform() * Double(bound)) }

  /// One to forty numbers of any size and sign, close to each other, or all equal.
  mutating func data() -> [Double] {
    let count = 1 + next(below: 40)
    let size = pow(10, uniform() * 16 - 6)
    let centre = [0, 1, -3, 1_000][next(below: 4)] * size
    let spread = [0, 1e-6, 0.01, 1, 50][next(below: 5)] * size
    return (0..<count).map { _ in centre + (uniform() - 0.5) * spread }
  }

  mutating func word() -> String {
    let words = ["card", "delay of metrics", "WIDE MARGINS", "i", "share & <co>", "zero state, seen twice by many", ""]
    return words[next(below: words.count)]
  }
}
