import GTSDModel

/// The photos that a phone sends, and the rows that show their progress.
///
/// A row begins and ends together with the upload of its photo, whichever section is open. Only after a success does it
/// stay for a moment, with all of the photo sent.
struct ReferenceUploads: Sendable {
  /// The photos that are being sent, or were sent while their row was visible.
  private var photos: [(item: PhotoItemID, state: PhotoItemState)] = []
  private var rows: [(item: PhotoItemID, percent: UInt8)] = []
  /// Whether anything has changed at this instant.
  private(set) var areUnjudged = false

  mutating func changed(_ item: PhotoItemID, _ state: PhotoItemState) {
    if let index = photos.firstIndex(where: { $0.item == item }) {
      photos[index].state = state
    } else if state == .uploading {
      photos.append((item, state))
    } else {
      return
    }
    areUnjudged = true
  }

  /// The number of photos that are being sent.
  var underWay: Int { photos.count { $0.state == .uploading } }

  /// Handles a row's new progress in percent; nil ends the row.
  mutating func progressed(_ item: PhotoItemID, _ percent: UInt8?) {
    areUnjudged = true
    rows.removeAll { $0.item == item }
    if let percent { rows.append((item, percent)) }
  }

  /// Ends an instant.
  ///
  /// - Returns: whether each photo that is being sent has a row, and each row belongs to a photo that is being sent, was
  ///   removed meanwhile or is stored.
  mutating func settle() -> Bool {
    areUnjudged = false
    let holds = photos.allSatisfy { $0.state != .uploading || isShown($0.item) } && rows.allSatisfy(isFounded)
    if photos.count > rows.count {
      photos.removeAll { [rows] photo in photo.state != .uploading && !rows.contains { $0.item == photo.item } }
    }
    return holds
  }

  private func isShown(_ item: PhotoItemID) -> Bool { rows.contains { $0.item == item } }

  private func isFounded(_ row: (item: PhotoItemID, percent: UInt8)) -> Bool {
    switch photos.first(where: { $0.item == row.item })?.state {
    case .uploading: row.percent < 100
    case .uploaded: row.percent == 100
    case .removed: true
    case .selected, .failed, .invalid, nil: false
    }
  }
}
