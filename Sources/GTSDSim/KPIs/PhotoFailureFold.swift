import GTSDModel

/// How often the app showed a photo as failed, by what it was.
package struct PhotoFailureFold: Sendable, Hashable {
  /// Refused by the app before anything was sent: too large, or no image.
  package var notAllowed = 0
  package var unreached = 0
  package var timedOut = 0
  /// Refused by the server with 4xx.
  package var refused = 0
  /// 5xx.
  package var server = 0
  package var unreadable = 0

  package init() {}

  /// Counts a photo whose last request ended like this.
  mutating func count(_ outcome: SimulationEvent.Outcome) {
    switch outcome {
    case .network, .cancelled: unreached += 1
    case .timedOut: timedOut += 1
    case .undecodable: unreadable += 1
    case .status(let status): if status >= 500 { server += 1 } else { refused += 1 }
    }
  }

  /// What the report says: the classes that occurred.
  package var rows: [PhotoFailureRow] {
    [
      ("not-allowed", notAllowed), ("network", unreached), ("timeout", timedOut), ("refused", refused),
      ("server", server), ("undecodable", unreadable),
    ].filter { $0.1 > 0 }.map { PhotoFailureRow(reason: $0, count: $1) }
  }
}
