/// Body of `POST /auth/signup`.
public struct SignUpRequest: Sendable, Equatable {
  /// The address that signs in.
  public var email: String
  /// At least 8 characters, with an upper-case and a lower-case letter, a digit and one of another kind.
  public var password: String
  /// The user's display name.
  public var name: String

  /// Creates a sign-up request.
  public init(email: String, password: String, name: String) {
    self.email = email
    self.password = password
    self.name = name
  }
}

/// The image types that the server stores.
public enum PhotoContentType: String, CaseIterable, Sendable {
  /// JPEG.
  case jpeg = "image/jpeg"
  /// PNG.
  case png = "image/png"
  /// HEIC, as phones take pictures.
  case heic = "image/heic"
}

/// A multipart upload to `POST /v1/progress/photos`.
public struct PhotoUpload: Sendable, Equatable {
  /// The task that it shows.
  public var taskID: Int
  /// The picked item these bytes come from; over HTTP it travels only as the file name.
  public var item: PhotoItemID
  /// The image format of the bytes.
  public var contentType: PhotoContentType
  /// Bytes.
  public var fileSize: Int

  /// A file of a task.
  public init(taskID: Int, item: PhotoItemID, contentType: PhotoContentType, fileSize: Int) {
    self.taskID = taskID
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
  }
}

/// Body of `POST /v1/progress/photo/confirm`.
public struct PhotoConfirmation: Sendable, Equatable {
  /// The key that `presignPhoto` returned.
  public var fileKey: String
  /// The picked item these bytes come from.
  public var item: PhotoItemID
  /// The image format of the bytes.
  public var contentType: PhotoContentType
  /// Bytes.
  public var fileSize: Int
  /// The task that it shows; nil for none.
  public var taskID: Int?

  /// The confirmation of a stored file.
  public init(
    fileKey: String, item: PhotoItemID, contentType: PhotoContentType, fileSize: Int, taskID: Int? = nil
  ) {
    self.fileKey = fileKey
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
    self.taskID = taskID
  }
}

/// One photo that a person picked, unique within that person's account.
public struct PhotoItemID: Hashable, Sendable {
  /// Counts a person's picks from 0.
  public var rawValue: Int32

  /// The pick of this number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
