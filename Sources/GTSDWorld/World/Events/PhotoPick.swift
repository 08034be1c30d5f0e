package import GTSDModel

/// One file that a person picked.
package struct PhotoPick: Sendable, Equatable {
  package var item: PhotoItemID
  package var contentType: PhotoContentType
  /// The size in bytes.
  package var fileSize: Int
  /// The longer side in pixels.
  package var longerSide: Int
  /// Whether the file is an image. The client notices it when it reads the file.
  package var isImage: Bool

  package init(item: PhotoItemID, contentType: PhotoContentType, fileSize: Int, longerSide: Int, isImage: Bool) {
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
    self.longerSide = longerSide
    self.isImage = isImage
  }
}
