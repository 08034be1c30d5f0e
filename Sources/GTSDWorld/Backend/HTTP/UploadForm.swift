import GTSDModel

/// The image format and the task of photos for a remote server.
///
/// People number their tasks 1, 2 and 3. If the server lists tasks of its own, these numbers are positions in that
/// list.
///
/// Used on the thread of one world.
final class UploadForm {
  private let photos: LoadSettings.Photos
  /// The server's ids of an account's tasks. Above a limit of accounts, only the latest is kept.
  private var tasks: [Caller: [Int]] = [:]

  private static let limit = 100_000

  init(photos: LoadSettings.Photos) {
    self.photos = photos
  }

  /// Records the tasks that the server lists.
  func note(_ payload: TasksPayload, of caller: Caller) {
    guard !payload.ids.isEmpty else { return }
    if tasks.count >= Self.limit { tasks.removeAll() }
    tasks[caller.asAccount] = payload.ids
  }

  /// The request in the form that the server expects.
  func outward(_ request: APIRequest, of caller: Caller) -> APIRequest {
    switch request {
    case .uploadPhoto(var upload):
      upload.contentType = sent(upload.contentType)
      upload.taskID = known(upload.taskID, caller)
      return .uploadPhoto(upload)
    case .presignPhoto(let name, let type, let size):
      guard sent(type) != type else { return request }
      let stem = name.prefix { $0 != "." }
      return .presignPhoto(
        fileName: "\(stem).\(sent(type).fileExtension)", contentType: sent(type), fileSize: size)
    case .storePhoto(let key, let type, let size):
      return .storePhoto(fileKey: key, contentType: sent(type), fileSize: size)
    case .confirmPhoto(var confirmation):
      confirmation.contentType = sent(confirmation.contentType)
      confirmation.taskID = confirmation.taskID.map { known($0, caller) }
      return .confirmPhoto(confirmation)
    case .photos(let taskID?, let limit, let offset):
      return .photos(taskID: known(taskID, caller), limit: limit, offset: offset)
    case .submitEvidence(let taskID):
      return .submitEvidence(taskID: known(taskID, caller))
    default:
      return request
    }
  }

  private func sent(_ type: PhotoContentType) -> PhotoContentType {
    switch photos {
    case .jpeg: .jpeg
    case .heic: .heic
    case .asPicked: type
    }
  }

  private func known(_ task: Int, _ caller: Caller) -> Int {
    guard let ids = tasks[caller.asAccount], task > 0 else { return task }
    return ids[(task - 1) % ids.count]
  }
}

extension Caller {
  /// The account as a caller, without the device.
  fileprivate var asAccount: Caller { Caller(user: user, account: account, device: 0) }
}
