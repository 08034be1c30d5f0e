import GTSDModel

/// The ids of a log, and which of them belong to one person.
///
/// Ids on one line, or in a call that links ids, belong to one person. People are the connected parts of that graph. A
/// phone on which several accounts signed in joins nobody; its events while nobody was signed in belong to the account
/// that signs in next on it. A name that many phones with accounts of their own use as an account, such as `guest`,
/// names nobody.
struct IdentityGraph: Sendable {
  private var numbers: [String: Int32] = [:]
  private var kinds: [LogID.Kind] = []
  private var texts: [String] = []
  /// Pairs of ids, the smaller number in the upper half: pairs on one line, and pairs that a call connects.
  private var edges: Set<UInt64> = []
  private var links: Set<UInt64> = []
  /// For each id, the id that was last seen on the same line. Most lines then need no look-up in the set of pairs.
  private var partner: [Int32] = []

  init() {}

  var count: Int { kinds.count }

  /// Returns the number of an id. A new id gets the next number.
  mutating func number(of id: LogID) -> Int32 {
    let key = id.key
    if let number = numbers[key] {
      // An id that was once used for an account stays an account's id.
      if id.kind == .user, kinds[Int(number)] == .anonymous { kinds[Int(number)] = .user }
      return number
    }
    let number = Int32(kinds.count)
    numbers[key] = number
    kinds.append(id.kind)
    texts.append(key)
    partner.append(-1)
    return number
  }

  /// The number of a known id; nil for any other.
  func number(known text: String) -> Int32? { numbers[text] }

  /// Connects the ids of a line. The first one is that of the person.
  mutating func join(_ ids: [LogID], isSaid: Bool = false) -> Int32 {
    let first = number(of: ids[0])
    for id in ids.dropFirst() {
      let other = number(of: id)
      if isSaid {
        links.insert(Self.edge(first, other))
      } else if partner[Int(other)] != first {
        partner[Int(other)] = first
        edges.insert(Self.edge(first, other))
      }
    }
    return first
  }

  private static func edge(_ a: Int32, _ b: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
  }

  private static func ends(_ edge: UInt64) -> (Int, Int) { (Int(edge >> 32), Int(edge & 0xFFFF_FFFF)) }

  // MARK: People

  /// The person of each id.
  struct People: Sendable {
    /// The person's number of each id.
    var owner: [Int32]
    /// Phones on which several accounts signed in.
    var shared: Set<Int32>
    /// Ids that are used in place of an account's but belong to no account.
    var placeholders: Set<Int32> = []
    /// Ids that are used in place of a phone's but belong to no single phone: one for all phones, or one for each
    /// model.
    var crowds: Set<Int32> = []
    /// The accounts on phones that many accounts share.
    var crowdedAccounts: Set<Int> = []
  }

  /// The number of other accounts on the same phones above which an id does not count as an account. Households with
  /// guests have fewer accounts.
  private static let many = 5

  /// The names that stand in place of an account on several phones, while each of these phones has an account of
  /// another person.
  private func placeholders(_ accounts: [Int: [Int]]) -> Set<Int32> {
    var others: [Int: Set<Int>] = [:]
    var phones: [Int: Int] = [:]
    for (_, names) in accounts where names.count == 2 {
      for (name, other) in [(names[0], names[1]), (names[1], names[0])] {
        others[name, default: []].insert(other)
        phones[name, default: 0] += 1
      }
    }
    return Set(
      others.filter { name, own in own.count >= Self.many && phones[name, default: 0] >= Self.many }.map {
        Int32($0.key)
      })
  }

  /// Combines the ids into people.
  func people() -> People {
    var sets = DisjointSets(count: kinds.count)
    for edge in links {
      let (a, b) = Self.ends(edge)
      sets.union(a, b)
    }
    var neighbours: [Int: [Int]] = [:]
    for edge in edges {
      let (a, b) = Self.ends(edge)
      switch (kinds[a] == .anonymous, kinds[b] == .anonymous) {
      case (false, false): sets.union(a, b)
      case (true, false): neighbours[a, default: []].append(b)
      case (false, true): neighbours[b, default: []].append(a)
      case (true, true):
        neighbours[a, default: []].append(b)
        neighbours[b, default: []].append(a)
      }
    }
    // A service's statements about persons are trusted. An account may be connected to a person's id on one line only.
    let phones = neighbours.ordered { $0.key < $1.key }
    let accounts = neighbours.mapValues { others in
      Set(others.filter { kinds[$0] != .anonymous }.map { sets.root($0) }).sorted()
    }
    let placeholders = placeholders(accounts)
    var (shared, crowds): (Set<Int32>, Set<Int32>) = ([], [])
    var crowded: Set<Int> = []
    for (phone, _) in phones {
      let own = (accounts[phone] ?? []).count { !placeholders.contains(Int32($0)) }
      if own > 1 { shared.insert(Int32(phone)) }
      if own >= Self.many {
        crowds.insert(Int32(phone))
        crowded.formUnion(accounts[phone] ?? [])
      }
    }
    for (phone, others) in phones where !shared.contains(Int32(phone)) {
      for other in others where !shared.contains(Int32(other)) && !placeholders.contains(Int32(sets.root(other))) {
        sets.union(phone, other)
      }
    }
    return People(
      owner: kinds.indices.map { Int32(sets.root($0)) }, shared: shared,
      placeholders: Set(kinds.indices.lazy.filter { placeholders.contains(Int32(sets.root($0))) }.map { Int32($0) }),
      crowds: crowds, crowdedAccounts: crowded)
  }

  /// The text of an id; used to order events with equal times.
  func name(_ number: Int32) -> String { texts[Int(number)] }

  /// Whether an id names an account.
  func isAccount(_ number: Int) -> Bool { kinds[number] == .user }
}

extension IdentityGraph: Codable {
  private enum CodingKeys: CodingKey { case kinds, texts, edges, links, partner }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    kinds = try values.decode([LogID.Kind].self, forKey: .kinds)
    texts = try values.decode([String].self, forKey: .texts)
    edges = try values.decode(Set<UInt64>.self, forKey: .edges)
    links = try values.decode(Set<UInt64>.self, forKey: .links)
    partner = try values.decode([Int32].self, forKey: .partner)
    for (number, text) in texts.enumerated() { numbers[text] = Int32(number) }
  }
}

/// Disjoint sets of numbers (union by the smaller number, with path halving).
private struct DisjointSets {
  private var parent: [Int]

  init(count: Int) { parent = Array(0..<count) }

  mutating func root(_ number: Int) -> Int {
    var number = number
    while parent[number] != number {
      parent[number] = parent[parent[number]]
      number = parent[number]
    }
    return number
  }

  mutating func union(_ a: Int, _ b: Int) {
    let (a, b) = (root(a), root(b))
    if a != b { parent[max(a, b)] = min(a, b) }
  }
}

/// Counts of the ids of a log and of the people they belong to.
package struct IdentityCounts: Codable, Sendable, Equatable {
  /// The number of different ids of people with an event.
  package var ids = 0
  /// The number of people with at least one event.
  package var people = 0
  /// The number of people who never sign up and never name an account.
  package var anonymous = 0
  /// The number of phones on which several accounts signed in.
  package var sharedDevices = 0
  /// The number of phones with many accounts, and the number of people with these accounts.
  package var crowdedPhones = 0
  package var crowdedAccounts = 0

  package init() {}

  /// The number of ids that were joined with another id of the same person.
  package var merged: Int { ids - people }
}
