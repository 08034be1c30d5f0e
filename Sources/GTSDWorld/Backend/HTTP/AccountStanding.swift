import GTSDModel

/// The known state of accounts at the server, from replies. A 404 for data that an account has not created yet is not
/// an error.
///
/// Settings (profile, preferences, the explanation of targets) exist once the account's own write of them succeeded.
/// Metrics are computed after that, and exist once the account has read them.
struct AccountStanding {
  private struct Facts: OptionSet {
    let rawValue: UInt8
    static let settings = Facts(rawValue: 1)
    static let preferences = Facts(rawValue: 2)
    static let metrics = Facts(rawValue: 4)
  }

  private struct Account: Hashable {
    var user: UInt32
    var account: UInt8
  }

  private var known: [Account: Facts] = [:]
  /// The greatest number of accounts of one person.
  private static let maxAccounts: UInt8 = 8

  /// Whether 404 may be a correct reply to a request that is sent now, because the account has no such data yet.
  func mayLack(_ endpoint: Endpoint, _ caller: Caller) -> Bool {
    let needed: Facts
    switch endpoint {
    case .todayMetrics: needed = .metrics
    case .profile, .howItWorks: needed = .settings
    case .preferences: needed = .preferences
    case .signUp, .logIn, .refresh, .logOut, .me, .updateBasicProfile, .updatePreferences, .onboard, .updateProfile,
      .acknowledge, .generatePlan, .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto, .photos, .deletePhoto,
      .tasksToday, .submitEvidence, .streak, .health, .deleteAccount, .exportData:
      return false
    }
    let facts = known[Account(user: caller.user, account: caller.account)] ?? []
    return !facts.contains(needed)
  }

  /// Records a successful reply.
  mutating func note(_ request: APIRequest, _ reply: APIResponse, of caller: Caller) {
    let account = Account(user: caller.user, account: caller.account)
    switch request {
    case .signUp, .deleteAccount: known[account] = nil
    case .logIn:
      if case .session(let session) = reply, session.user.hasCompletedOnboarding {
        add(.settings, .preferences, account)
      }
    case .onboard, .updateProfile: add(.settings, .preferences, account)
    case .updatePreferences: add(.preferences, .preferences, account)
    case .todayMetrics: add(.metrics, .metrics, account)
    case .refresh, .logOut, .me, .updateBasicProfile, .preferences, .howItWorks, .profile, .acknowledge, .generatePlan,
      .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto, .photos, .deletePhoto, .tasksToday, .submitEvidence,
      .streak, .health, .exportData:
      break
    }
  }

  private mutating func add(_ one: Facts, _ other: Facts, _ account: Account) {
    known[account, default: []].formUnion(one.union(other))
  }

  /// Forgets a person who will not return.
  mutating func forget(_ user: UInt32) {
    for account in 0..<Self.maxAccounts { known[Account(user: user, account: account)] = nil }
  }
}
