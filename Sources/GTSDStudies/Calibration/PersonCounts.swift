import GTSDLogs
import Statistics

/// The counts of each person that distinguish kinds of people. Counts beyond the memory of their log are in a file.
struct PersonCounts: RandomAccessCollection, Sendable {
  private var counts: SpilledArray<BinomialMixture.Unit.Count>
  /// The end of each person's counts.
  private var ends: [Int] = []

  init(_ log: EventLog) { counts = log.array(of: BinomialMixture.Unit.Count.self) }

  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  mutating func append(_ unit: BinomialMixture.Unit) {
    for count in unit.counts { counts.append(count) }
    ends.append(counts.count)
  }

  /// The counts of a person.
  subscript(person: Int) -> BinomialMixture.Unit {
    BinomialMixture.Unit(Array(counts[(person > 0 ? ends[person - 1] : 0)..<ends[person]]))
  }
}
