/// Integers that were read from a file and that no fold has.
package struct FoldStateError: Error, Equatable, Sendable {
  /// The part of the fold.
  package var place: String

  package init(
    place: String
  ) {
    self.place = place
  }

  /// A count, if it is one.
  package static func checked(_ count: Int, _ place: String) throws(FoldStateError) -> Int {
    guard count >= 0, count <= LogHistogram.State.countLimit else { throw FoldStateError(place: place) }
    return count
  }

  /// The histogram of a state, if it has one.
  package static func checked(_ state: LogHistogram.State, _ place: String) throws(FoldStateError) -> LogHistogram {
    guard let histogram = LogHistogram(state) else { throw FoldStateError(place: place) }
    return histogram
  }
}
