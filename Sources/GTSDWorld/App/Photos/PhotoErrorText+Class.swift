import GTSDModel

extension PhotoErrorText {
  /// Finds the client's message for a photo that it refuses itself.
  init(ofInvalid pick: PhotoPick, _ texts: Generation.Photo.ErrorTexts) {
    switch texts {
    case .generic: self = .generic
    case .ownChecks, .byClass: self = pick.isImage ? .tooLarge : .notAnImage
    }
  }

  /// Finds the client's message for a request that failed.
  init(of failure: CallFailure, _ texts: Generation.Photo.ErrorTexts) {
    guard texts == .byClass else {
      self = .generic
      return
    }
    switch failure {
    case .network, .timedOut: self = .network
    case .refused(let status, _, _):
      switch status {
      case 401: self = .sessionExpired
      case 413: self = .tooLarge
      case 429: self = .tooManyRequests
      case 500...: self = .server
      default: self = .refused
      }
    case .undecodable, .cancelled, .discarded: self = .generic
    }
  }
}
