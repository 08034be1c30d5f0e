package import GTSDModel

/// An event of a world. Small and free of references, since a run has hundreds of events per user.
package struct SimulationEvent: Sendable {
  /// Virtual nanoseconds since the world began.
  package var time: Int64
  /// The person, by global index.
  package var user: UInt32
  /// The account: 0 is the person's own, 1 another account of the household on the same device.
  package var account: UInt8
  /// The person's device, 0 or 1; `server` for events of the backend.
  package var device: UInt8
  /// The device's session, from 1; 0 before the first and on the server.
  package var session: UInt16
  package var kind: Kind

  /// A number that identifies the session among all sessions of the person, on both phones: the session's own number on
  /// the first phone, and larger numbers on the second; 0 outside of a session.
  package var sessionID: Int32 { session == 0 ? 0 : Int32(device) << 16 | Int32(session) }

  /// The value of `device` for events of the server.
  package static let server: UInt8 = 255

  package enum Kind: Sendable, Equatable {
    // MARK: The person and the app's life
    case sessionStarted(cold: Bool)
    case sessionEnded
    case background
    case foreground
    /// The person did something. Each wish of a person has one intent, however often it is tapped or retried.
    case action(PersonAction, intent: Int32)
    /// The device's signed-in account changed; nil when signed out.
    case authenticated(account: UInt8?)

    // MARK: Requests
    case sent(Endpoint, request: Int32, operation: Operation, intent: Int32)
    /// A reply, or the end of the client's wait without one. `revision` is the reply's `asOf`, -1 without one.
    /// `latency` is in nanoseconds.
    case received(Endpoint, request: Int32, outcome: Outcome, revision: Int32, latency: Int64)

    // MARK: Client operations and state
    case began(Operation)
    case ended(Operation)
    case published(StateVariable, value: Int64, cause: Cause)
    /// A view applied a reply's value: the resource, the revision at which it was read, and the account.
    case applied(Resource, view: View, revision: Int32, origin: UInt8)
    /// A view dropped its data.
    case cleared(Resource, view: View)
    case photoItem(PhotoItemID, PhotoItemState)
    /// The progress shown of a photo's upload changed, in percent; nil when it is no longer shown.
    case photoProgress(PhotoItemID, percent: UInt8?)
    /// Client code would have trapped here (index outside its selection, forced unwrap).
    case trap(Operation)
    case analytics(AnalyticsEvent)

    // MARK: The server
    case committed(Commit, revision: Int32, intent: Int32)
    /// A plan request reached the server, whatever its result. The gate is open if the metrics are acknowledged or
    /// absent.
    case planRequested(gateOpen: Bool)
  }

  /// The end of a request, as the client sees it.
  package enum Outcome: Hashable, Sendable {
    case status(Int16)
    /// A correct reply that this version of the app cannot read.
    case undecodable
    /// A reply whose body was damaged on the way, so that no app can read it.
    case garbled
    case network
    case timedOut
    case cancelled

    /// The status of a reply that could be read.
    package var statusCode: Int16? {
      if case .status(let status) = self { status } else { nil }
    }
  }
}
