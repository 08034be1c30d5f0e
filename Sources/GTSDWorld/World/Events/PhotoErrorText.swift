/// The text of the photo section's error: the values of `photosErrorText`, in the specification's words.
package enum PhotoErrorText: UInt8, CaseIterable, Sendable, PublishedValue {
  /// No error is shown.
  case none
  /// "Failed to upload photo. Please try again."
  case generic
  /// "Invalid image format. Please select a valid photo."
  case notAnImage
  /// "Image is too large. Please select a photo smaller than 10MB."
  case tooLarge
  /// "Network error. Please check your connection and try again."
  case network
  /// "Server error. Please try again later."
  case server
  /// "You're uploading too quickly. Please wait a moment and try again."
  case tooManyRequests
  /// "Session expired. Please log in again."
  case sessionExpired
  /// The server's reason for refusing the photo.
  case refused
}
