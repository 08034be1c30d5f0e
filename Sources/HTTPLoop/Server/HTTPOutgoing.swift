/// A response to a request.
///
/// The server itself sets the framing fields: `Content-Length`, `Connection` and `Date`.
package struct HTTPOutgoing: Sendable {
  package var status: Int
  package var contentType: String?
  /// Additional fields. Forbidden characters are replaced by blanks, since a value may come from a request.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(
    status: Int, contentType: String? = nil, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }

  /// Whether a message of this status has no body, nor a length.
  var isBodiless: Bool { status == 204 || status == 304 || status < 200 }

  /// The reason phrase of a status, which programs ignore.
  static func reason(_ status: Int) -> StaticString {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
