import GTSDModel
package import GTSDWorld

/// Checks a server's replies by the replies alone, for servers that send no revisions and whose state cannot be read.
///
/// - Linearizability, read-your-writes and monotonic reads of each account's acknowledgment (metrics row with its
///   acknowledgment) and preferences: a later read is never older, whichever client generation sends it. Operations
///   last from the first byte sent to the reply. A request without a known outcome may take effect at any later time,
///   or never.
/// - I-PHOTO: each picked photo that is confirmed is listed exactly once, and no other photo is listed.
/// - I-USER: a reply that names an account names the requesting one. No two accounts have the same id. An account never
///   shows another account's preferences or row of metrics.
/// - I-COMMIT: data that the server reported as failed (500) are not read later as stored.
///
/// It must receive every request of its users, or it may report false errors. Nobody else uses their accounts. Checkers
/// of several loops share a ``DataOwners``, so that each knows the other loops' data.
///
/// It stores at most 4 accounts and 32 tokens per person, and per account 64 operations per key and 256 photos; for
/// most keys only a known state. It stores the last `capacity` people; a person who comes back later is treated as
/// unknown.
package final class ObservedChecker: ReplyTap {
  private var people: [UInt32: Person] = [:]
  /// Users in the order of their first calls, from `oldest` on.
  private var order: [UInt32] = []
  private var oldest = 0
  private let owners: DataOwners
  private let capacity: Int

  private var found = ObservedFold()

  /// The findings so far, including acknowledgments that no later read has shown.
  package var fold: ObservedFold {
    var fold = found
    for user in people.keys.sorted() {
      for breach in people[user]?.state.doubts ?? [] {
        add(breach, of: user, isFirst: people[user]?.state.hasMet(breach) == false, to: &fold)
      }
    }
    return fold
  }

  /// The server's ids of the known accounts, for comparison with those of other generators.
  package var names: [Int] { Set(people.values.flatMap(\.state.ids)).sorted() }

  package convenience init(capacity: Int = DataOwners.standardCapacity) {
    self.init(sharing: DataOwners(capacity: capacity))
  }

  /// - Parameter owners: the owners of data that the checkers of other loops know, too.
  init(sharing owners: DataOwners) {
    capacity = owners.capacity
    self.owners = owners
  }

  package func began(_ call: APICall) {
    let user = call.caller.user
    person(user).state.began(call)
    if let written = call.body.writtenPreferences { owners.write(written, by: user) }
  }

  /// A person, changed in place.
  private final class Person {
    var state = ObservedPerson()
  }

  private func person(_ user: UInt32) -> Person {
    if let person = people[user] { return person }
    let person = Person()
    people[user] = person
    order.append(user)
    evict()
    return person
  }

  package func replied(
    to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64
  ) {
    let user = call.caller.user
    guard let person = people[user] else { return }
    let request = ObservedRequest(call, endedAt: endedAt)
    let foreign = owners.foreign(in: result, of: user, request)
    // Data of another user are not a value of this account.
    let owned: Result<APIReply, TransportError> = foreign == nil ? result : .failure(.unreachable)
    var breaches = person.state.replied(to: call, owned, sentAt: sentAt, endedAt: endedAt, &found)
    foreign.map { breaches.append($0) }
    if breaches.isEmpty, case .success(let reply) = result, let identity = ObservedAccount.identity(in: reply.body),
      let email = person.state.email(of: call),
      let breach = own(identity.id, email, ObservedRequest(call, endedAt: endedAt))
    {
      breaches.append(breach)
    }
    for breach in breaches {
      let breach = named(breach, of: user)
      add(breach, of: user, isFirst: person.state.meets(breach), to: &found)
    }
  }

  /// Records the answer to a question that a correct server always answers in the same way.
  ///
  /// - Parameters:
  ///   - wrong: the description of a wrong answer; nil for a right one.
  ///   - time: the instant of the answer.
  func note(_ kind: ProbeKind, wrong: String?, of user: UInt32, at time: Int64) {
    found.count(kind.oracle)
    guard let wrong else { return }
    let breach = ObservedBreach(oracle: kind.oracle, site: kind.site, time: time, summary: wrong)
    add(breach, of: user, isFirst: person(user).state.meets(breach), to: &found)
  }

  private func add(_ breach: ObservedBreach, of user: UInt32, isFirst: Bool, to fold: inout ObservedFold) {
    fold.add(
      breach.oracle, site: breach.site,
      ObservedFold.Example(user: Int(user), time: breach.time, summary: breach.summary),
      isFirst: isFirst)
  }

  /// Compares a breach with the data of other users. A value that this user never had and another user wrote is
  /// reported as the other's.
  private func named(_ breach: ObservedBreach, of user: UInt32) -> ObservedBreach {
    guard let other = owners.writer(of: breach.foreign, besides: user) else { return breach }
    var breach = breach
    breach.oracle = .invariant(.user)
    breach.summary += ", which user \(other) wrote and this user never wrote"
    return breach
  }

  /// Records the owner of a server's account id; returns a breach if it belonged to another user.
  private func own(_ id: Int, _ email: String, _ request: ObservedRequest) -> ObservedBreach? {
    guard !owners.own(id, email) else { return nil }
    return ObservedBreach(
      oracle: .invariant(.user), site: "shared-id", time: request.endedAt,
      summary: "\(request.text) was answered for user \(id), who is another account of this run")
  }

  /// Forgets the earliest users without requests in progress.
  private func evict() {
    while order.count - oldest > capacity {
      let user = order[oldest]
      oldest += 1
      if people[user]?.state.isIdle == false {
        order.append(user)
        break
      }
      for breach in people[user]?.state.doubts ?? [] {
        add(breach, of: user, isFirst: people[user]?.state.hasMet(breach) == false, to: &found)
      }
      if let gone = people.removeValue(forKey: user) { for id in gone.state.ids { owners.forget(id) } }
    }
    if oldest > capacity {
      order.removeFirst(oldest)
      oldest = 0
    }
  }
}
