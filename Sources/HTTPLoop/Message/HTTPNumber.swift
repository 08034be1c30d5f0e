extension [UInt8] {
  /// Adds a number in decimal digits.
  @inline(__always)
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digitsOf: UInt64(number.magnitude), radix: 10, atLeast: 1)
  }

  /// Appends a number in lower-case hexadecimal digits, with leading zeros up to `count` digits.
  @inline(__always)
  package mutating func append(hexadecimal number: UInt64, atLeast count: Int = 1) {
    append(digitsOf: number, radix: 16, atLeast: count)
  }

  /// Appends the digits of a number.
  ///
  /// - Parameter radix: the base. If the call is inlined with a constant, no division is needed.
  @inline(__always)
  private mutating func append(digitsOf number: UInt64, radix: UInt64, atLeast least: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var first = digits.count
      repeat {
        first -= 1
        let digit = UInt8(truncatingIfNeeded: rest % radix)
        digits[first] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        rest /= radix
      } while rest > 0 || digits.count - first < least
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }
}
