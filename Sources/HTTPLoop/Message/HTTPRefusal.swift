/// The reason why a server answers a request itself and does not pass it on.
package enum HTTPRefusal: Error, Hashable, Sendable {
  /// The client sent bytes that are not a valid request.
  case malformed(HTTPProblem)
  /// A method that is not known.
  case unknownMethod
  /// A method that carries a body, without a length.
  case lengthRequired
  /// The client expects something other than `100-continue`.
  case unknownExpectation
  /// The head was not received within its time limit.
  case headTimedOut
  /// The body was not received within its time limit.
  case bodyTimedOut
  /// The server has more connections than allowed.
  case overloaded
  /// More unfinished bodies than the server has memory for.
  case noRoom

  /// The status with which the server answers.
  package var status: Int {
    switch self {
    case .malformed(let problem):
      switch problem {
      case .startLine, .field, .length, .chunk, .host: 400
      case .version: 505
      case .coding: 501
      case .targetTooLong: 414
      case .headTooLarge: 431
      case .bodyTooLarge: 413
      }
    case .unknownMethod: 501
    case .lengthRequired: 411
    case .unknownExpectation: 417
    case .headTimedOut, .bodyTimedOut: 408
    case .overloaded, .noRoom: 503
    }
  }

  /// The text of the error response.
  package var message: String {
    switch self {
    case .malformed(let problem):
      switch problem {
      case .startLine: "The request line is malformed"
      case .version: "Only HTTP/1.0 and HTTP/1.1 are supported"
      case .field: "A header field is malformed"
      case .length: "The length of the body is contradictory or not a number"
      case .coding: "The only transfer coding is chunked"
      case .chunk: "The chunked body is malformed"
      case .targetTooLong: "The target is too long"
      case .headTooLarge: "The header fields are too large"
      case .bodyTooLarge: "The body is too large"
      case .host: "The request must name exactly one host"
      }
    case .unknownMethod: "The method is unknown"
    case .lengthRequired: "The length of the body is missing"
    case .unknownExpectation: "The expectation cannot be met"
    case .headTimedOut, .bodyTimedOut: "The request took too long"
    case .overloaded: "There are too many connections"
    case .noRoom: "The limit of unfinished bodies is reached"
    }
  }
}
