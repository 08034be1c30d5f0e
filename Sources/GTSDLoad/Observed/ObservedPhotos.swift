import GTSDModel
import GTSDWorld

/// The photos of one account: those picked and sent, to compare with replies and lists.
struct ObservedPhotos: Sendable {
  private struct Item: Sendable {
    var item: PhotoItemID
    /// The server's id of the photo; nil before a reply contained it.
    var id: Int?
    var taskID: Int?
    /// The number of requests without a known outcome, those in progress included: each may store the photo.
    var open = 0
    /// The number of requests for the photo that the server reported as failed.
    var failed = 0
    /// Whether the person asked to delete the photo.
    var isDeleted = false
    /// The request that deleted the photo, once the server has confirmed it.
    var deletion: ObservedRequest?
    var request: ObservedRequest
  }

  /// The greatest number of photos kept.
  static let limit = 256

  /// Whether every photo of the account is known: it was created in this run, and nothing was forgotten since.
  var knowsAll = false
  private var items: [Item] = []
  /// Whether a picked photo was stored again. An unknown photo may then be its first copy.
  private var hasRepeats = false

  mutating func began(_ call: APICall) {
    switch call.body {
    case .deletePhoto(let id):
      if let index = items.firstIndex(where: { $0.id == id }) { items[index].isDeleted = true }
    default:
      guard let (item, taskID) = call.body.storedPhoto else { return }
      // The reply does not show which of them it is.
      guard item != .unknown else { return knowsAll = false }
      if let index = items.firstIndex(where: { $0.item == item }) {
        items[index].open += 1
        return
      }
      if items.count >= Self.limit {
        items.removeFirst()
        knowsAll = false
      }
      items.append(Item(item: item, taskID: taskID, open: 1, request: ObservedRequest(call)))
    }
  }

  /// Records a reply; returns the breaches that it shows.
  mutating func replied(
    _ call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64,
    _ fold: inout ObservedFold
  ) -> [ObservedBreach] {
    let request = ObservedRequest(call, endedAt: endedAt)
    guard case .success(let reply) = result else { return [] }
    if case .deletePhoto(let id) = call.body, reply.isCarriedOut, let index = items.firstIndex(where: { $0.id == id }) {
      items[index].deletion = request
      return []
    }
    if let (item, _) = call.body.storedPhoto {
      guard let index = items.firstIndex(where: { $0.item == item }) else { return [] }
      if case .photo(let photo) = reply.body {
        items[index].open -= 1
        fold.count(.invariant(.photo))
        return stored(index, photo, request)
      }
      if reply.isOwnFailure { items[index].failed += 1 }
      // A refusal shows that this request stored nothing; a server error shows nothing.
      if (400..<500).contains(reply.status) { items[index].open -= 1 }
      return []
    }
    guard case .photos(let taskID, let limit, 0) = call.body, case .photos(let list) = reply.body else { return [] }
    fold.count(.invariant(.photo))
    return listed(list, isComplete: list.count < limit, taskID: taskID, sentAt: sentAt, request)
  }

  private mutating func stored(_ index: Int, _ photo: PhotoPayload, _ request: ObservedRequest) -> [ObservedBreach] {
    let earlier = items[index]
    items[index].id = photo.id
    items[index].request = request
    items[index].deletion = nil
    guard let id = earlier.id, id != photo.id else { return [] }
    hasRepeats = true
    return [
      breach(
        "stored-twice",
        "\(earlier.request.text) stored picked photo \(earlier.item.rawValue) as \(id), and \(request.text) again as "
          + "\(photo.id)", request)
    ]
  }

  private mutating func listed(
    _ list: [PhotoPayload], isComplete: Bool, taskID: Int?, sentAt: Int64, _ request: ObservedRequest
  ) -> [ObservedBreach] {
    var breaches: [ObservedBreach] = []
    let ids = list.map(\.id).sorted()
    if let twice = zip(ids, ids.dropFirst()).first(where: { $0 == $1 })?.0 {
      breaches.append(breach("listed-twice", "\(request.text) lists photo \(twice) twice", request))
    }
    for item in items {
      guard let deletion = item.deletion, deletion.endedAt < sentAt, let id = item.id, ids.contains(id) else {
        continue
      }
      breaches.append(
        breach(
          "listed-after-deletion", "\(deletion.text) deleted photo \(id), and \(request.text), sent later, lists it",
          request))
      break
    }
    guard isComplete else { return breaches }
    for item in items where !item.isDeleted && item.request.endedAt < sentAt {
      guard let id = item.id, taskID == nil || item.taskID == taskID, !ids.contains(id) else { continue }
      breaches.append(
        breach(
          "not-listed", "\(item.request.text) stored photo \(id), \(request.text), sent later, does not list it",
          request))
      break
    }
    let foreign = ids.filter { id in !items.contains { $0.id == id } }
    let possible = items.filter { $0.id == nil && $0.open > 0 }
    if knowsAll, !hasRepeats, !foreign.isEmpty, foreign.count <= possible.count,
      items.allSatisfy({ $0.failed == $0.open }),
      let write = possible.first?.request
    {
      breaches.append(ObservedBreach(commit: write, site: "photo", seenIn: request))
      // Reported once.
      for index in items.indices { items[index].failed = 0 }
    }
    if knowsAll, foreign.count > possible.count, let first = foreign.first {
      let retried =
        items.first { $0.id != nil && $0.open > 0 }.map { "; \($0.request.text) had been tried before" } ?? ""
      breaches.append(
        breach(
          "stored-twice",
          "\(request.text) lists photo \(first), one of \(foreign.count) that no reply has named, although only "
            + "\(possible.count) picked ones have no known outcome\(retried)", request))
    }
    return breaches
  }

  private func breach(_ site: String, _ summary: String, _ request: ObservedRequest) -> ObservedBreach {
    ObservedBreach(oracle: .invariant(.photo), site: site, time: request.endedAt, summary: summary)
  }
}

extension APIRequest {
  /// The picked photo that this request stores if it succeeds, with its task.
  fileprivate var storedPhoto: (item: PhotoItemID, taskID: Int?)? {
    switch self {
    case .uploadPhoto(let upload): (upload.item, upload.taskID)
    case .confirmPhoto(let confirmation): (confirmation.item, confirmation.taskID)
    default: nil
    }
  }
}
