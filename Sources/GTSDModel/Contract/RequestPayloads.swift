/// Body of `POST /auth/signup`.
public struct SignUpRequest: Sendable, Equatable {
  /// The e-mail address for signing in.
  public var email: String
  /// The password: at least 8 characters, with an upper-case and a lower-case letter, a digit and another character.
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
  /// HEIC, the format of phone cameras.
  case heic = "image/heic"
}

/// A multipart upload to `POST /v1/progress/photos`.
public struct PhotoUpload: Sendable, Equatable {
  /// The task that the photo shows.
  public var taskID: Int
  /// The picked photo. Over HTTP only its file name contains it.
  public var item: PhotoItemID
  /// The image format of the bytes.
  public var contentType: PhotoContentType
  /// The size in bytes.
  public var fileSize: Int
  /// The caption of the photo.
  public var caption: String?

  /// Creates the upload of a file for a task.
  public init(
    taskID: Int, item: PhotoItemID, contentType: PhotoContentType, fileSize: Int, caption: String? = nil
  ) {
    self.caption = caption
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
  /// The picked photo.
  public var item: PhotoItemID
  /// The image format of the bytes.
  public var contentType: PhotoContentType
  /// The size in bytes.
  public var fileSize: Int
  /// The task that the photo shows; nil if there is none.
  public var taskID: Int?

  /// Creates the confirmation of a stored file.
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

/// A photo that a person picked, unique within that person's account.
public struct PhotoItemID: Hashable, Sendable {
  /// The number of the pick, counted from 0 for each person.
  public var rawValue: Int32

  /// Creates the id of a pick.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
