/// An error for stored sums that no simulation can have produced.
package struct FoldStateError: Error, Equatable, Sendable {
  /// The part of the fold.
  package var place: String

  package init(
    place: String
  ) {
    self.place = place
  }

  /// A count from a file, if it is valid.
  package static func checked(_ count: Int, _ place: String) throws(FoldStateError) -> Int {
    guard count >= 0, count <= LogHistogram.State.countLimit else { throw FoldStateError(place: place) }
    return count
  }

  /// A histogram from a file's state, if it is valid.
  package static func checked(_ state: LogHistogram.State, _ place: String) throws(FoldStateError) -> LogHistogram {
    guard let histogram = LogHistogram(state) else { throw FoldStateError(place: place) }
    return histogram
  }
}
