import GTSDModel
import GTSDWorld

/// The users who stored photos, by the server's numbers of the photos. A list with another user's photo is a finding.
///
/// Servers that number the photos of each account from 1 give the same number to several users. As soon as one does,
/// nothing more is found.
struct PhotoOwners {
  private var writes: [Int: (user: UInt32, request: String)] = [:]
  private var isNumberedByAccount = false

  /// The largest number of photos kept.
  private static let limit = 1_000_000

  /// Records the photo of a reply to a write; returns a breach if a list contains a photo that another user stored.
  mutating func foreign(
    in result: Result<APIReply, TransportError>, of user: UInt32, _ request: ObservedRequest
  ) -> ObservedBreach? {
    guard case .success(let reply) = result, !isNumberedByAccount else { return nil }
    switch reply.body {
    case .photo(let photo):
      if let known = writes[photo.id], known.user != user { isNumberedByAccount = true }
      if writes.count < Self.limit { writes[photo.id] = (user, request.text) }
      return nil
    case .photos(let list):
      for photo in list {
        guard let write = writes[photo.id], write.user != user else { continue }
        return ObservedBreach(
          oracle: .invariant(.user), site: "photos", time: request.endedAt,
          summary: "\(request.text) lists photo \(photo.id), which \(write.request) stored for another user")
      }
      return nil
    default: return nil
    }
  }
}
