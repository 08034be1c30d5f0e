import GTSDModel
import GTSDWorld
import Randomness
import Synchronization

/// The users to whom a server's data belong: accounts, rows of metrics, photos and lists of preferences.
///
/// All event loops of a run share it, so that data of one loop's user in a reply to another loop's are noticed.
package final class DataOwners: Sendable {
  private struct State {
    /// The owner of each account, by the server's id.
    var accounts: [Int: String] = [:]
    /// The user who received each row of metrics first.
    var rows: [UInt64: UInt32] = [:]
    /// The user who stored each photo.
    var photos = PhotoOwners()
    /// The user who last wrote each list of preferences.
    var writers: [Int64: UInt32] = [:]
  }

  private let state = Mutex(State())
  /// The largest number of people whom a checker keeps, and of rows and lists that are kept.
  let capacity: Int

  /// The usual capacity.
  package static let standardCapacity = 100_000

  init(capacity: Int = standardCapacity) {
    precondition(capacity > 0, "a checker of \(capacity) people")
    self.capacity = capacity
  }

  // MARK: Accounts

  /// Records the owner of an account id; returns whether it belongs to nobody else.
  func own(_ id: Int, _ email: String) -> Bool {
    state.withLock { state in
      if let owner = state.accounts[id] { return owner == email }
      state.accounts[id] = email
      return true
    }
  }

  /// Forgets the owner of an account id.
  func forget(_ id: Int) {
    state.withLock { $0.accounts[id] = nil }
  }

  // MARK: Preferences

  /// Records who wrote preferences.
  func write(_ preferences: ObservedPreferences.State, by user: UInt32) {
    state.withLock { state in
      guard state.writers.count < capacity else { return }
      for list in preferences.lists { state.writers[list] = user }
      if let whole = preferences.whole { state.writers[whole] = user }
    }
  }

  /// Another user who wrote one of these lists of preferences.
  func writer(of lists: [Int64], besides user: UInt32) -> UInt32? {
    guard !lists.isEmpty else { return nil }
    return state.withLock { state in
      for list in lists { if let writer = state.writers[list], writer != user { return writer } }
      return nil
    }
  }

  // MARK: Replies

  /// Records the data of a reply; returns a breach if they belong to another user.
  func foreign(
    in result: Result<APIReply, TransportError>, of user: UInt32, _ request: ObservedRequest
  ) -> ObservedBreach? {
    guard case .success(let reply) = result else { return nil }
    switch reply.body {
    case .metrics(let payload): return foreignRow(payload.metrics, of: user, request)
    case .photo, .photos: return state.withLock { $0.photos.foreign(in: result, of: user, request) }
    default: return nil
    }
  }

  /// Records which user received a row of metrics. Returns a breach if another user received the same row first.
  ///
  /// The row's values and its milliseconds together identify a person. Without milliseconds, two people may have equal
  /// rows.
  private func foreignRow(_ metrics: HealthMetrics, of user: UInt32, _ request: ObservedRequest) -> ObservedBreach? {
    guard metrics.computedAt.milliseconds % 1_000 != 0 else { return nil }
    var hash = StableHash()
    for part in [metrics.computedAt.milliseconds, Int64(metrics.bmr), Int64(metrics.tdee)] {
      hash.combine(UInt64(bitPattern: part))
    }
    hash.combine(metrics.bmi.bitPattern)
    let row = hash.value
    let owner = state.withLock { state in
      if let owner = state.rows[row] { return owner }
      if state.rows.count < capacity { state.rows[row] = user }
      return user
    }
    guard owner != user else { return nil }
    return ObservedBreach(
      oracle: .invariant(.user), site: "metrics", time: request.endedAt,
      summary: "\(request.text) returned the row of metrics that user \(owner) had received before")
  }
}
