/// The numbers of trials and hits, such as those of one person: the input of a ``ClusterFold``.
package struct TrialTally: Equatable, Sendable {
  package var trials: Int64 = 0
  package var counted: Int64 = 0

  package init(trials: Int64 = 0, counted: Int64 = 0) { (self.trials, self.counted) = (trials, counted) }

  package mutating func count(_ success: Bool) {
    trials += 1
    if success { counted += 1 }
  }
}
