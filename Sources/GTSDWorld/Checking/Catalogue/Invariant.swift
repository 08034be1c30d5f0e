/// A condition that every history must meet, for every client (section 4.1 of the contract, with corrections).
///
/// The exact predicates, as they are decided from events, are documented at the rule that evaluates each.
public enum Invariant: UInt8, CaseIterable, Sendable {
  /// Client and server agree on whether an acknowledgment is needed.
  case agree
  /// All views agree on whether an acknowledgment is needed.
  case views
  /// Applied replies never get older.
  case mono
  /// An intent of a person has at most one effect on the server.
  case once
  /// The acknowledged target is the one that was shown.
  case target
  /// There is no plan without an acknowledgment.
  case gate
  /// A dismissal lasts for its session and its user only.
  case dismiss
  /// Home shows either the zero state or the card, never both.
  case prec
  /// Loading flags are true exactly while something is loading.
  case live
  /// Errors belong to the latest attempt.
  case err
  /// A read returns the saved value.
  case round
  /// No write discards a value that its author has not seen.
  case lost
  /// Photos shown as uploaded are stored once.
  case photo
  /// Data of one account is never shown to another.
  case user
  /// Shown targets follow the stored profile.
  case fresh
  /// Tokens are refreshed once, and sessions survive.
  case token
  /// There is one plan per week.
  case week
  /// The client reports every change that the server committed, or a retry resolves it.
  case commit

  /// The id in reports and in `list invariants`, such as `I-VIEWS`.
  public var id: String {
    switch self {
    case .agree: "I-AGREE"
    case .views: "I-VIEWS"
    case .mono: "I-MONO"
    case .once: "I-ONCE"
    case .target: "I-TARGET"
    case .gate: "I-GATE"
    case .dismiss: "I-DISMISS"
    case .prec: "I-PREC"
    case .live: "I-LIVE"
    case .err: "I-ERR"
    case .round: "I-ROUND"
    case .lost: "I-LOST"
    case .photo: "I-PHOTO"
    case .user: "I-USER"
    case .fresh: "I-FRESH"
    case .token: "I-TOKEN"
    case .week: "I-WEEK"
    case .commit: "I-COMMIT"
    }
  }

  /// A short name for people.
  public var title: String {
    switch self {
    case .agree: "Client and server agree"
    case .views: "Views agree"
    case .mono: "Replies never go back"
    case .once: "One intent, one effect"
    case .target: "The row shown is acknowledged"
    case .gate: "No plan before acknowledgment"
    case .dismiss: "Dismissal lasts its session"
    case .prec: "Zero state or card, not both"
    case .live: "Spinners show work in progress"
    case .err: "Errors belong to the latest attempt"
    case .round: "Saved values are read back"
    case .lost: "No lost update"
    case .photo: "Photos are stored once"
    case .user: "Accounts do not mix"
    case .fresh: "Targets follow the profile"
    case .token: "Sessions survive"
    case .week: "One plan a week"
    case .commit: "Commits are reported"
    }
  }

  /// The condition, in a sentence.
  public var statement: String {
    switch self {
    case .agree:
      """
      On a device at rest (no request in progress) whose data are up to date, every loaded view asks for an \
      acknowledgment exactly if the newest row of metrics is not acknowledged. Dismissals do not count.
      """
    case .views:
      """
      On a device at rest, Home and Plans agree on whether an acknowledgment is needed, once both have loaded the \
      metrics or acknowledged them in this session. Dismissals do not count.
      """
    case .mono:
      """
      On each device, a reply never replaces newer data of its resource, and the reply to a request that the person \
      has left changes nothing.
      """
    case .once:
      """
      One intent of a person has at most one effect on the server and one success event. A row has one acknowledgment, \
      an unchanged profile one row a day, and a person one summary.
      """
    case .target: "The row that an acknowledgment marks is the row that was on screen at the tap."
    case .gate:
      """
      No plan is requested or made while the newest row of metrics is not acknowledged, whether or not the server \
      refuses such requests.
      """
    case .dismiss:
      """
      A dismissed card stays hidden for the rest of the session. In the next session it appears after the first \
      successful load if the newest row is not acknowledged. A dismissal applies to one user.
      """
    case .prec:
      """
      The zero state and the metrics card are never visible together, and the zero state appears only if, as far as \
      Home can know, height or weight is missing.
      """
    case .live:
      """
      A device at rest shows no loading indicator, and an operation with a request in progress shows one. An operation \
      begins when it is tapped, ends by itself, and lasts as long as specified.
      """
    case .err:
      """
      A visible error belongs to the latest attempt of its operation. A cancellation is no error, and a success clears \
      only its own error.
      """
    case .round:
      """
      Saved values, and stored photos, tasks and streaks, appear at the next read and in every view, unless somebody \
      else has changed them.
      """
    case .lost:
      """
      A successful write never discards a stored value that its author had not seen, and a form does not close by \
      itself if something was typed after its save.
      """
    case .photo:
      """
      The server stores at most one copy of each picked photo, and exactly one if the app reports it as uploaded.
      """
    case .user:
      """
      Data of one account are never applied, shown, sent or reported while another is signed in. No reply contains \
      another account's data, and nothing is sent for an account after its log-out.
      """
    case .fresh:
      """
      A plan on a device at rest was read after the last profile change that the device knows of, and the metrics that \
      it reads include the last edit.
      """
    case .token:
      """
      A device renews its token once at each expiry. Nobody is logged out or asked to log in again while a valid \
      refresh token exists.
      """
    case .week:
      """
      A user has at most one active plan for each week, apart from plans that were requested as replacements.
      """
    case .commit:
      """
      The app eventually reports every change that the server stored, either as a success or as an unknown outcome \
      that a retry resolves without a second effect. The server stores nothing for a request that it does not grant.
      """
    }
  }

  /// Finds the invariant of this id, nil when there is none.
  public init?(id: String) {
    guard let match = Invariant.allCases.first(where: { $0.id == id }) else { return nil }
    self = match
  }
}
