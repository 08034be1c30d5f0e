extension Experiment {
  /// The arms' shares among people who sign up at a time. They add up to 1.
  ///
  /// Control gets the share of an arm that is not open yet or that is rolled back. An arm in stages has the share of
  /// its current stage. Its share is 0 before the first stage, and in a stage that is given as a number of users. The
  /// other arms divide the rest by their weights.
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
