/// Elementary functions that give the same bits on every platform.
///
/// C libraries differ in the last bit, and one bit is enough to make two runs diverge. These functions use only
/// additions, multiplications, divisions and square roots, which IEEE 754 defines exactly; Swift never fuses a product
/// and a sum by itself. `log` and `exp` follow the algorithms of Sun's fdlibm (e_log.c, e_exp.c): errors below one unit
/// in the last place.
package enum PortableMath {
  @usableFromInline static let log2High = 6.93147180369123816490e-01
  @usableFromInline static let log2Low = 1.90821492927058770002e-10

  /// The natural logarithm; -infinity for 0, not a number for negative arguments.
  package static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    // x = 2^exponent (1 + f) with sqrt(2)/2 < 1 + f < sqrt(2).
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
      mantissa *= 0.5
      exponent += 1
    }
    let f = mantissa - 1
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    let odd =
      z
      * (6.666666666666735130e-01
        + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)))
    let rest = even + odd
    let half = 0.5 * f * f
    return exponent * log2High - ((half - (s * (half + rest) + exponent * log2Low)) - f)
  }

  /// The exponential function; 0 below about -745, infinity above about 709.78.
  package static func exp(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x < 709.782712893383973096 else { return .infinity }
    guard x > -745.13321910194110842 else { return 0 }
    // x = k ln 2 + r with |r| <= ln 2 / 2.
    let k = (x * 1.44269504088896338700).rounded(.toNearestOrEven)
    let high = x - k * log2High
    let low = k * log2Low
    let r = high - low
    let t = r * r
    let c =
      r - t
      * (1.66666666666666019037e-01
        + t
        * (-2.77777777770155933842e-03
          + t
          * (6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))))
    let y = 1 - ((low - (r * c) / (2 - c)) - high)
    // Computed in two steps, so that results near the smallest numbers are rounded once and 2^1024 is never formed.
    let exponent = Int(k)
    let first = exponent / 2
    return y * power2(first) * power2(exponent - first)
  }

  /// `base` to the power of `exponent` for a base >= 0, as exp(exponent log(base)).
  ///
  /// The relative error grows with the size of the logarithm of the result: about |ln result| x 2^-53.
  package static func pow(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    if base == 0 { return exponent > 0 ? 0 : .infinity }
    return exp(exponent * log(base))
  }

  /// 2 to a power from -1022 to 1023.
  private static func power2(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(exponent + 1023) << 52)
  }
}
