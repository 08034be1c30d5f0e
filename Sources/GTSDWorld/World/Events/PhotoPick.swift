package import GTSDModel

/// One file that a person picked.
package struct PhotoPick: Sendable, Equatable {
  package var item: PhotoItemID
  package var contentType: PhotoContentType
  /// Bytes.
  package var fileSize: Int
  /// Longer side, pixels.
  package var longerSide: Int
  /// False for a file that is not an image, which the client notices when it reads it.
  package var isImage: Bool

  package init(item: PhotoItemID, contentType: PhotoContentType, fileSize: Int, longerSide: Int, isImage: Bool) {
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
    self.longerSide = longerSide
    self.isImage = isImage
  }
}
