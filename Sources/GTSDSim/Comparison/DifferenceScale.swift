import Foundation
import Statistics

/// The unit and the decimals that a difference and both ends of its interval share, so that they can be read together.
struct DifferenceScale {
  /// The unit as it follows a number: ` points`, ` min`; empty for counts.
  let suffix: String
  private let unit: String
  private let factor: Double
  private let decimals: Int

  init(_ numbers: [Double], unit: String) {
    let reach = numbers.filter(\.isFinite).map(abs).max() ?? 0
    self.unit = unit
    let usual: Int
    switch unit {
    case "share":
      (suffix, factor) = (" points", 100)
      usual = Self.pointDecimals(reach)
    case "s":
      let (number, name) = Wording.scaled(reach)
      (suffix, factor) = (" \(name)", reach == 0 ? 1 : number / reach)
      usual = number < 10 ? 2 : number < 100 ? 1 : 0
    default:
      // Large counts are whole, as those that they are the difference of.
      (suffix, factor) = ("", 1)
      usual = reach < 10 ? 2 : reach < 100 ? 1 : 0
    }
    let scale = factor
    decimals = Self.decimals(of: numbers.map { $0 * scale }, usual)
  }

  /// The decimals with which no end of an interval that excludes 0 looks like 0, at most two more than usual.
  private static func decimals(of numbers: [Double], _ usual: Int) -> Int {
    guard let low = numbers.min(), let high = numbers.max(), low > 0 || high < 0 else { return usual }
    let least = min(abs(low), abs(high))
    return (usual...usual + 2).first { least * pow(10, Double($0)) >= 0.5 } ?? usual
  }

  /// The decimals that show at least two digits of the largest number: `1.2`, `0.12`, `0.012` points.
  private static func pointDecimals(_ reach: Double) -> Int {
    guard reach > 0, reach < 0.01 else { return 1 }
    return min(6, Int((-log10(reach)).rounded(.up)) - 1)
  }

  /// A number without its unit and without a plus.
  func text(_ number: Double) -> String {
    number == 0 && unit != "share" ? "0" : Wording.separated(Wording.fixed(number * factor, decimals))
  }
}
