extension Population {
  /// The number of worlds that this population is split into.
  public var cellCount: Int { (size + cellSize - 1) / cellSize }

  /// The global indices of a cell's users. Cells are counted from 0.
  public func users(ofCell cell: Int) -> Range<Int> {
    precondition((0..<cellCount).contains(cell), "cell \(cell) of \(cellCount)")
    return cell * cellSize..<min(size, (cell + 1) * cellSize)
  }

  /// The cell's share of the whole backend's capacity: floor(c E(k) / U) - floor(c E(k-1) / U), where E(k) is the
  /// number of users up to the end of cell k. The shares of all cells add up to the total.
  public func share(of total: Int, users: Range<Int>) -> Int {
    total * users.upperBound / size - total * users.lowerBound / size
  }
}
