/// The running sums of weights as shares of their total; the last is 1.
package func cumulatedShares(_ weights: [Double]) -> [Double] {
  let total = weights.reduce(0, +)
  precondition(total > 0, "weights \(weights) do not add up to more than 0")
  var sum = 0.0
  var shares = weights.map { weight in
    sum += weight
    return sum / total
  }
  shares[shares.count - 1] = 1
  return shares
}

/// The first index whose cumulated share is above `u`.
package func choice(_ u: Double, among shares: [Double]) -> Int {
  var index = 0
  while index < shares.count - 1, u >= shares[index] { index += 1 }
  return index
}
