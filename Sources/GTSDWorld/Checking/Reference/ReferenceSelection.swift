import GTSDModel

/// The photos that a person has picked, in the order in which the section must show them.
struct ReferenceSelection: Sendable {
  /// The greatest number of photos in one pick.
  static let perPick = 5

  private var items: [(id: PhotoItemID, isImage: Bool)] = []
  private var uploaded: Set<PhotoItemID> = []
  /// The index of the photo that a tap removed at this instant.
  private var removal: Int?

  mutating func picked(_ picks: [PhotoPick]) { items += picks.prefix(Self.perPick).map { ($0.item, $0.isImage) } }

  /// The number of photos that were not uploaded.
  var left: Int { items.count { !uploaded.contains($0.id) } }

  func contains(_ id: PhotoItemID) -> Bool { items.contains { $0.id == id } }

  /// The photo at an index; nil if there is no photo at the index.
  func id(at index: Int) -> PhotoItemID? { items.indices.contains(index) ? items[index].id : nil }

  mutating func tappedAway(_ index: Int) { removal = index }

  /// Handles the success of a request.
  mutating func stored(_ request: APIRequest) {
    switch request {
    case .uploadPhoto(let photo): uploaded.insert(photo.item)
    case .confirmPhoto(let photo): uploaded.insert(photo.item)
    default: break
    }
  }

  /// Ends an instant, after which the tapped photo counts as removed.
  mutating func settle() { removal = nil }

  /// Updates the images on screen.
  ///
  /// - Parameter keepsFailed: whether photos that could not be sent stay in the selection.
  /// - Returns: false if the images are not those of the remaining picked photos.
  mutating func shows(_ number: Int64, keepsFailed: Bool) -> Bool {
    guard number != 0 else {
      self = ReferenceSelection()
      return true
    }
    var kept = items
    for isTapped in [false, true] {
      if isTapped {
        guard let removal, kept.indices.contains(removal) else { break }
        kept.remove(at: removal)
      }
      let left = kept.filter { !uploaded.contains($0.id) }
      for rest in [kept, left, keepsFailed ? left : []] where Self.number(rest) == number {
        if isTapped { removal = nil }
        items = rest
        return true
      }
    }
    return false
  }

  /// Handles a change of the count on screen, which includes files that are not images.
  ///
  /// - Returns: whether it is the number of photos that are left.
  mutating func counts(_ count: Int) -> Bool {
    if let removal, items.indices.contains(removal), count == items.count - 1 {
      items.remove(at: removal)
      self.removal = nil
    }
    defer { if count == 0 { items = [] } }
    guard count != items.count else { return true }
    // Photos that were uploaded while another task's section was open are gone when this one is opened again.
    let left = items.filter { !uploaded.contains($0.id) }
    guard count == left.count else { return false }
    items = left
    return true
  }

  /// Whether a screen renders this number for no image at all.
  static func isNone(_ number: Int64) -> Bool { number == 0 || number == Self.number([]) }

  /// The number that a screen renders for images in their order.
  private static func number(_ items: [(id: PhotoItemID, isImage: Bool)]) -> Int64 {
    items.reduce(17) { $1.isImage ? ($0 &* 1_000_003 &+ Int64($1.id.rawValue)) & 0xffff_ffff_ffff : $0 }
  }
}
