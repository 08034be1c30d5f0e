extension Experiment {
  /// The arms' shares among people who sign up at this time. They add up to 1.
  ///
  /// The share of an arm that is not open yet, or that is rolled back, goes to the control. An arm in stages has its
  /// stage's share, none before the first stage or in one that is written as a number of users; the other arms have the
  /// rest by their weights.
  public func shares(at time: TimeSpan) -> [Double] {
    var weights = arms.map { $0.stages.isEmpty ? $0.weight : 0 }
    for index in arms.indices.dropFirst() where arms[index].opens > time || arms[index].isRolledBack(at: time) {
      weights[0] += weights[index]
      weights[index] = 0
    }
    let total = weights.reduce(0, +)
    guard let staged = arms.firstIndex(where: { !$0.stages.isEmpty }) else { return weights.map { $0 / total } }
    let share = arms[staged].isRolledBack(at: time) ? 0 : arms[staged].stages.last { $0.from <= time }?.share ?? 0
    var shares = weights.map { $0 / total * (1 - share) }
    shares[staged] = share
    return shares
  }
}

extension Arm {
  /// Whether the arm is rolled back at a time, so that no new person gets it.
  package func isRolledBack(at time: TimeSpan) -> Bool { rollback.map { $0 <= time } ?? false }
}
