/// Writes one JSON object on one line.
///
/// Faster than a general encoder, since event files have tens of millions of lines. It escapes nothing, so use it only
/// for text without quotes, backslashes and control characters, such as all names and labels of events.
struct JSONLine {
  private var text = "{"
  private var isFirst = true

  /// The finished line.
  var finished: String { text + "}" }

  mutating func put(_ key: String, _ value: String) {
    putKey(key)
    putText(value)
  }

  mutating func put(_ key: String, _ value: Int32) {
    putKey(key)
    text += String(value)
  }

  mutating func put(_ key: String, _ value: Bool) {
    putKey(key)
    text += value ? "true" : "false"
  }

  mutating func put(_ key: String, _ values: [String]) {
    putKey(key)
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      putText(value)
    }
    text += "]"
  }

  /// Adds a time in nanoseconds as seconds, truncated to milliseconds.
  mutating func put(_ key: String, seconds nanoseconds: Int64) {
    putKey(key)
    putDecimal(nanoseconds / 1_000_000, digits: 3)
  }

  /// Adds a number of hundredths as a fraction: 25 as 0.25.
  mutating func put(_ key: String, hundredths: Int32) {
    putKey(key)
    putDecimal(Int64(hundredths), digits: 2)
  }

  mutating func begin(_ key: String) {
    putKey(key)
    text += "{"
    isFirst = true
  }

  mutating func end() {
    text += "}"
    isFirst = false
  }

  private mutating func putKey(_ key: String) {
    if !isFirst { text += "," }
    isFirst = false
    putText(key)
    text += ":"
  }

  private mutating func putText(_ value: String) {
    text += "\""
    text += value
    text += "\""
  }

  /// Writes `value / 10^digits` as a decimal number without trailing zeros.
  private mutating func putDecimal(_ value: Int64, digits: Int) {
    if value < 0 { text += "-" }
    var scale: UInt64 = 1
    for _ in 0..<digits { scale *= 10 }
    text += String(value.magnitude / scale)
    var rest = value.magnitude % scale
    if rest > 0 { text += "." }
    while rest > 0 {
      scale /= 10
      text += String(rest / scale)
      rest %= scale
    }
  }
}
