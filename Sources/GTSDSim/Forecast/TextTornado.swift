import GTSDModel

/// Bars to both sides of a line at zero, in characters.
struct TextTornado {
  private let zero: Int
  private let left: Double
  private let right: Double
  private let columns: Int

  /// Creates a scale from the smallest to the largest change, including zero, over a number of columns, at least 3.
  init(least: Double, most: Double, columns: Int) {
    let (least, most) = (min(0, least), max(0, most))
    let cells = Double(max(3, columns) - 1)
    self.columns = max(3, columns)
    zero = most > least ? Int((-least / (most - least) * cells).rounded()) : Int(cells / 2)
    // The number of cells on each side of zero, per unit of change.
    left = least < 0 ? Double(zero) / -least : 0
    right = most > 0 ? Double(self.columns - 1 - zero) / most : 0
  }

  /// The changes at both ends of a parameter. If both are on one side, the shorter bar is drawn on the longer one.
  func bar(low: Double, high: Double) -> String {
    var cells = Array(repeating: Character(" "), count: columns)
    let bars: [(change: Double, sign: Character)] = [(low, "░"), (high, "█")]
    for bar in bars.ordered(by: { abs($0.change) > abs($1.change) }) {
      let length = Int((abs(bar.change) * (bar.change < 0 ? left : right)).rounded())
      for step in 0..<length {
        let place = bar.change < 0 ? zero - 1 - step : zero + 1 + step
        if cells.indices.contains(place) { cells[place] = bar.sign }
      }
    }
    cells[zero] = "│"
    return String(cells)
  }
}
