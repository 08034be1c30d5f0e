import GTSDModel
import GTSDWorld
import Interleaving

/// A request of an app's client, as the wire shows it.
struct ClientRequest: Sendable {
  var id: Int32
  var body: APIRequest
  /// The `Idempotency-Key`, 0 if there is none.
  var key: UInt64
  /// A hash of the file that the request carries, 0 if there is none.
  var content: UInt64
  /// The time of sending, in nanoseconds.
  var sentAt: Int64
  /// The sign-in whose token the request carries. Nil if the request has no token, or one that the client never
  /// received.
  var session: Int?
  /// Whether the client has stopped waiting for the reply.
  var isAbandoned = false
  /// The version of the account's preferences that the reply contains or the request has made; -1 before it is known.
  var preferences = -1

  var endpoint: Endpoint { body.endpoint }

  /// The endpoint and the instant, such as `acknowledge of 40.0 ms`.
  var text: String { "\(endpoint.name) of \(Self.time(sentAt))" }

  static func time(_ nanoseconds: Int64) -> String {
    let tenths = nanoseconds / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// The fields of profile and preferences that the request writes, as one bit each.
  var writtenFields: UInt16 {
    func mask(_ fields: [Bool]) -> UInt16 {
      fields.enumerated().reduce(0) { $1.element ? $0 | 1 << UInt16($1.offset) : $0 }
    }
    func fields(_ update: PreferencesUpdate) -> [Bool] {
      [update.dietaryPreferences != nil, update.allergies != nil, update.mealsPerDay != nil]
    }
    switch body {
    case .updatePreferences(let update): return mask(fields(update))
    case .updateProfile(let update):
      return mask(
        fields(update.preferences) + [
          update.dateOfBirth != nil, update.gender != nil, update.height != nil, update.currentWeight != nil,
          update.targetWeight != nil, update.primaryGoal != nil, update.targetDate != nil, update.activityLevel != nil,
        ])
    case .updateBasicProfile(let name, let email): return mask([name != nil, email != nil]) << 11
    default: return 0
    }
  }
}

/// A signed-in session of the app's client.
struct ClientSession: Sendable {
  /// The index of the session's account.
  var account: Int
  /// Whether its log-out has ended.
  var isOver = false
  /// The newest metrics row that the client received.
  var row: (computedAt: Timestamp, isAcknowledged: Bool)?
  /// The newest version of the preferences that the client has read or written, -1 for none.
  var preferences = -1
  /// The client's last successful write of each field of profile and preferences, as numbers in the order of sending.
  var granted: [Int32] = Array(repeating: 0, count: 16)
}

/// The part of an account's state that a client's requests can damage.
struct ClientAccount: Sendable {
  /// The server's id of the account.
  let id: Int
  var preferences: DietPreferences?
  /// The number of writes of the preferences.
  var version = 0
  var writer: Int?
  /// The metrics rows that the client received, and the acknowledged ones among them, by `computedAt` in whole seconds.
  var rows: Set<Int64> = []
  var acknowledged: Set<Int64> = []
  /// Photos that are stored.
  var photos: [(content: UInt64, task: Int?, id: Int)] = []
}
