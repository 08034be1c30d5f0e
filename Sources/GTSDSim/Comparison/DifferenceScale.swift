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
    switch unit {
    case "share":
      (suffix, factor) = (" points", 100)
      decimals = Self.pointDecimals(reach)
    case "s":
      let (number, name) = Wording.scaled(reach)
      (suffix, factor) = (" \(name)", reach == 0 ? 1 : number / reach)
      decimals = number < 10 ? 2 : number < 100 ? 1 : 0
    default:
      (suffix, factor) = ("", 1)
      decimals = reach < 10 ? 2 : 1
    }
  }

  /// The decimals that show at least two digits of the largest number: `1.2`, `0.12`, `0.012` points.
  private static func pointDecimals(_ reach: Double) -> Int {
    guard reach > 0, reach < 0.01 else { return 1 }
    return min(6, Int((-log10(reach)).rounded(.up)) - 1)
  }

  /// A number without its unit and without a plus.
  func text(_ number: Double) -> String {
    switch unit {
    case "share": Wording.fixed(number * factor, decimals)
    case "s": number == 0 ? "0" : Wording.fixed(number * factor, decimals)
    default: Wording.grouped(number, decimals)
    }
  }
}
