/// The reason why bytes are not a valid message, for client and server alike.
package enum HTTPProblem: Error, Hashable, Sendable {
  /// The first line is not that of a request or a response.
  case startLine
  /// The version is not HTTP/1.0 or HTTP/1.1.
  case version
  /// A line of the head is not a header field, or contains a forbidden character.
  case field
  /// The message has both kinds of length, two different lengths, or one that is not a number.
  case length
  /// A transfer coding other than `chunked`, or not last.
  case coding
  /// A chunk's size or end is wrong.
  case chunk
  /// The request's target is longer than the limit.
  case targetTooLong
  /// The head is longer than the limit, or has too many fields.
  case headTooLarge
  /// The body is longer than the limit.
  case bodyTooLarge
  /// A request without a `Host` field, or with two.
  case host
}

extension HTTPProblem {
  /// The problem in words, such as "the head is too large".
  package var words: String {
    switch self {
    case .startLine: "the first line is not HTTP/1.1"
    case .version: "the version is neither HTTP/1.0 nor HTTP/1.1"
    case .field: "a line of the head is no header field"
    case .length: "the length of the body is given twice, or is not a number"
    case .coding: "the transfer coding is not chunked"
    case .chunk: "a chunk has a wrong size or end"
    case .targetTooLong: "the target is too long"
    case .headTooLarge: "the head is too large"
    case .bodyTooLarge: "the body is too large"
    case .host: "there is no Host field, or there are two"
    }
  }
}
