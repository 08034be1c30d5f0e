import GTSDModel

extension EventReader {
  /// Assigns each event its person, and returns the person of each id.
  ///
  /// - Parameter repeats: the indices of events that are left out, in order.
  mutating func assignPeople(except repeats: SpilledArray<UInt32>) -> IdentityGraph.People {
    let people = graph.people()
    removePlaceholders(people, except: repeats)
    for phones in sharedPhones(people) { assignShared(phones, people) }
    events.keep { _, event in
      if people.crowds.contains(event.device) { event.device = ObservedEvent.noDevice }
      event.user = event.user < 0 ? ~event.user : people.owner[Int(event.user)]
      return true
    }
    return people
  }

  /// Leaves out repeated events and those of nobody. Events under a name that stands in place of an account are those
  /// of their phone.
  private mutating func removePlaceholders(_ people: IdentityGraph.People, except repeats: SpilledArray<UInt32>) {
    guard !repeats.isEmpty || !people.placeholders.isEmpty else { return }
    var left = repeats[from: 0]
    var next = left.next()
    events.keep { index, event in
      if let repeated = next, Int(repeated) == index {
        next = left.next()
        return false
      }
      guard people.placeholders.contains(event.user) else { return true }
      let isPhone = event.device >= 0 && !people.crowds.contains(event.device)
      summary.placeholders.note(graph.name(event.user), isLost: !isPhone)
      event.user = event.device
      return isPhone
    }
  }

  /// The phones of several accounts, in groups whose events under accounts fit into memory.
  private func sharedPhones(_ people: IdentityGraph.People) -> [Set<Int32>] {
    guard !people.shared.isEmpty else { return [] }
    var counts: [Int32: Int] = [:]
    events.forEach { event in
      if people.shared.contains(event.device), !people.shared.contains(event.user) {
        counts[event.device, default: 0] += 1
      }
    }
    var groups: [Set<Int32>] = []
    var room = 0
    for phone in people.shared.sorted() {
      let count = counts[phone] ?? 0
      if groups.isEmpty || count > room {
        groups.append([])
        room = memory.events
      }
      groups[groups.count - 1].insert(phone)
      room -= count
    }
    return groups
  }

  /// Assigns events that shared phones sent while nobody was signed in to the account that signs in next, or else to
  /// the last one. These events get the bitwise complement of their person.
  private mutating func assignShared(_ phones: Set<Int32>, _ people: IdentityGraph.People) {
    var signedIn: [Int32: [(time: Int64, owner: Int32)]] = [:]
    events.forEach { event in
      if event.user >= 0, phones.contains(event.device), !people.shared.contains(event.user) {
        signedIn[event.device, default: []].append((event.time, people.owner[Int(event.user)]))
      }
    }
    for phone in phones { signedIn[phone]?.sort { ($0.time, $0.owner) < ($1.time, $1.owner) } }
    events.keep { _, event in
      if phones.contains(event.user), let accounts = signedIn[event.user], let last = accounts.last {
        var (low, high) = (0, accounts.count)
        while low < high {
          let middle = (low + high) / 2
          if accounts[middle].time < event.time { low = middle + 1 } else { high = middle }
        }
        event.user = ~(low < accounts.count ? accounts[low] : last).owner
      }
      return true
    }
  }

  /// Numbers people by their first event. Returns the number of each id, -1 for ids without events.
  mutating func numbered(_ people: IdentityGraph.People) -> [Int32] {
    var first = [Int64](repeating: .max, count: graph.count)
    var signsUp = [Bool](repeating: false, count: graph.count)
    events.forEach { event in
      first[Int(event.user)] = min(first[Int(event.user)], event.time)
      if event.name == .signedUp { signsUp[Int(event.user)] = true }
    }
    let seen = first.indices.filter { first[$0] != .max }.sorted { a, b in
      first[a] != first[b] ? first[a] < first[b] : graph.name(Int32(a)) < graph.name(Int32(b))
    }
    var ranks = [Int32](repeating: -1, count: graph.count)
    for (rank, user) in seen.enumerated() { ranks[user] = Int32(rank) }
    events.keep { _, event in
      event.user = ranks[Int(event.user)]
      return true
    }
    let order = people.owner.map { ranks[Int($0)] }
    var counts = IdentityCounts()
    counts.people = seen.count
    counts.sharedDevices = people.shared.count
    counts.crowdedPhones = people.crowds.count
    counts.crowdedAccounts = Set(people.crowdedAccounts.map { order[$0] }.filter { $0 >= 0 }).count
    var named = [Bool](repeating: false, count: seen.count)
    for (id, rank) in order.enumerated() where rank >= 0 {
      counts.ids += 1
      if graph.isAccount(id) { named[Int(rank)] = true }
    }
    counts.anonymous = zip(seen, named).count { !signsUp[$0.0] && !$0.1 }
    summary.identities = counts
    return order
  }

  mutating func countOutOfOrder() {
    var latest = [Int64](repeating: .min, count: graph.count)
    var count = 0
    events.forEach { event in
      if event.time < latest[Int(event.user)] { count += 1 }
      latest[Int(event.user)] = max(latest[Int(event.user)], event.time)
    }
    summary.outOfOrder += count
  }
}
