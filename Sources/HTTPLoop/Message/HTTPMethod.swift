/// The method of a request.
package enum HTTPMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// Whether a server may expect a body, so that an empty one has a length as well.
  package var carriesBody: Bool {
    switch self {
    case .post, .put, .patch: true
    case .get, .head, .delete, .options: false
    }
  }
}
