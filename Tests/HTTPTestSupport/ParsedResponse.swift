package import HTTPLoop

/// The result of a parser for bytes in pieces.
package enum ParsedResponse: Hashable {
  case complete(HTTPResponse, taken: Int, keepsAlive: Bool)
  case endedByClose(HTTPResponse)
  case cut
  case refused(HTTPProblem)

  /// - Parameter cuts: where one piece ends and the next begins, in order.
  package init(
    _ bytes: [UInt8], cuts: some Sequence<Int>, isBodiless: Bool = false,
    limits: HTTPResponseParser.Limits = HTTPResponseParser.Limits()
  ) {
    var parser = HTTPResponseParser(limits: limits)
    parser.begin(isBodiless: isBodiless)
    var start = 0
    for end in Array(cuts) + [bytes.count] where end > start {
      do throws(HTTPProblem) {
        // A separate copy, so that reading beyond the end of a piece is detected.
        let piece = Array(bytes[start..<end])
        let progress = try piece.withUnsafeBufferPointer { buffer throws(HTTPProblem) in
          try parser.take(UnsafeRawBufferPointer(buffer))
        }
        if case .done(let taken) = progress {
          self = .complete(parser.takeResponse(), taken: start + taken, keepsAlive: parser.keepsAlive)
          return
        }
      } catch {
        self = .refused(error)
        return
      }
      start = end
    }
    self = parser.end() ? .endedByClose(parser.takeResponse()) : .cut
  }

  /// The result in the words of the corpus's names.
  package var outcome: String {
    switch self {
    case .complete: "complete"
    case .endedByClose: "ended-by-close"
    case .cut: "cut"
    case .refused(let problem): "\(problem)"
    }
  }
}
