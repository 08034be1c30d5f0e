import GTSDModel

/// The photos that the app showed as failed, counted by reason.
extension ArmFold {
  /// Counts a failed photo by the outcome of its last request.
  mutating func countFailedPhoto(_ outcome: SimulationEvent.Outcome) {
    switch outcome {
    case .network, .cancelled: photosUnreached += 1
    case .timedOut: photosTimedOut += 1
    case .undecodable, .garbled: photosUnreadable += 1
    case .status(let status): if status >= 500 { photosFailedByServer += 1 } else { photosRefused += 1 }
    }
  }

  /// The report's rows: the reasons for failure that occurred.
  package var photoFailures: [PhotoFailureRow] {
    [
      ("not-allowed", photosNotAllowed), ("network", photosUnreached), ("timeout", photosTimedOut),
      ("refused", photosRefused), ("server", photosFailedByServer), ("undecodable", photosUnreadable),
    ].filter { $0.1 > 0 }.map { PhotoFailureRow(reason: $0, count: $1) }
  }
}
