/// How a cell's part of the whole backend's capacity is found.
package enum CapacityShare {
  /// The share of the cell that holds `users`, of a capacity of `whole` for `total` users.
  ///
  /// floor(c E_k / U) - floor(c E_(k-1) / U), with E_k the users up to the end of cell k: the shares of all cells sum to
  /// the whole. A cell that gets 0 servers cannot run, which validation reports.
  package static func share(of whole: Int, users: Range<Int>, total: Int) -> Int {
    precondition(
      whole >= 0 && users.lowerBound >= 0 && users.upperBound <= total,
      "a share of \(whole) was asked for users \(users) of \(total)")
    guard total > 0 else { return 0 }
    return whole * users.upperBound / total - whole * users.lowerBound / total
  }
}
