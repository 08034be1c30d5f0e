import GTSDModel

/// The server's data of one account, computed from its commits.
package struct StoredAccount: Sendable, Equatable {
  package private(set) var exists = false
  private(set) var isComplete = false
  private(set) var rows = 0
  private var newestRow: Int64?
  private var acknowledgedRow: Int64?
  private(set) var plans = 0
  private(set) var preferences = DietPreferences().stableHash
  private(set) var photos = 0
  private(set) var evidence = 0

  var isAcknowledged: Bool { newestRow != nil && newestRow == acknowledgedRow }

  mutating func take(_ commit: Commit) {
    switch commit {
    case .account: exists = true
    case .accountDeleted: self = StoredAccount()
    case .onboarded(let complete): isComplete = complete
    case .profile(let complete, _): isComplete = complete
    case .metrics(let row):
      rows += 1
      newestRow = max(newestRow ?? row, row)
    case .acknowledgment(let row, _, _): acknowledgedRow = max(acknowledgedRow ?? row, row)
    case .plan: plans += 1
    case .preferences(_, let after, _): preferences = after
    case .photo: photos += 1
    case .photoDeleted: photos -= 1
    case .evidence: evidence += 1
    case .basicProfile, .signedIn, .rotated, .refreshRefused, .loggedOut, .metricsRefused, .targets: break
    }
  }

  /// The account in words.
  package var words: [String] {
    guard exists else { return ["no account"] }
    var words = [isComplete ? "profile complete" : "no height and weight"]
    if rows > 0 { words.append("metrics \(isAcknowledged ? "acknowledged" : "not acknowledged")") }
    if plans > 0 { words.append("\(plans) plan\(plans == 1 ? "" : "s")") }
    if photos > 0 { words.append("\(photos) photo\(photos == 1 ? "" : "s")") }
    if evidence > 0 { words.append("\(evidence) task\(evidence == 1 ? "" : "s") done") }
    return words
  }
}
