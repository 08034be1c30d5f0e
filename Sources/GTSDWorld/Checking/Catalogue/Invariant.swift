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
      A quiet device that has received a reply read at or after the last metrics row or acknowledgment shows, in every \
      view that has loaded, need = newest row not acknowledged (dismissals left out).
      """
    case .views:
      """
      On a quiet device, Home and Plans agree on whether an acknowledgment is needed (dismissals left out), once both \
      have completed a metrics load or an acknowledgment for this user in this session.
      """
    case .mono:
      """
      Per device and resource, the revision of the replies applied never decreases, and the reply of a request that the \
      person gave up changes nothing.
      """
    case .once:
      """
      One intent of a person leads to at most one commit of its kind and one success event; a row has one \
      acknowledgment, an unchanged profile one row a day, a person one summary.
      """
    case .target: "The row of a committed acknowledgment is the row that was displayed at the tap."
    case .gate:
      """
      No plan request is sent while the server holds an unacknowledged newest row, and no plan is committed in that \
      state, whether or not the server gates plans.
      """
    case .dismiss:
      """
      Dismissed in session n, the card stays hidden for the rest of n; in session n+1 it is shown after the first good \
      load if the newest row is not acknowledged. Dismissals belong to one user.
      """
    case .prec:
      """
      The zero-state card and the metrics card are never visible together, and a zero state stands for a profile \
      without height or weight, as far as Home can know.
      """
    case .live:
      """
      A quiet device shows no loading flag, and while a request of an operation is in flight its flag is set; what is \
      tapped for begins, ends by itself, and takes the time that it has.
      """
    case .err:
      """
      A visible error belongs to the latest attempt of its operation, a cancellation is no error, and a success clears \
      only its own error.
      """
    case .round:
      """
      What is reported as saved, and the photos, tasks and streaks that are stored, come back at the next read and in \
      every view, unless somebody else wrote.
      """
    case .lost:
      """
      A successful write never discards a committed value that its author had not seen, and a form does not close by \
      itself over what was typed since its save.
      """
    case .photo: "At most one copy of each picked photo is stored, and one exactly if the app reports it as uploaded."
    case .user:
      """
      Nothing of one account is applied, shown, sent or reported while another is signed in, no reply tells one account \
      of another, and nothing is sent for an account after its log-out.
      """
    case .fresh:
      """
      A plan shown by a quiet device was read after the last profile change that the device knows of, and a metrics row \
      that is read follows the last edit.
      """
    case .token:
      """
      Each client refreshes once at each expiry; no forced log-out or repeated log-in happens while a valid refresh \
      token exists.
      """
    case .week: "At most one unforced active plan per user and week."
    case .commit:
      """
      What the server committed is eventually reported as a success, or as an unknown outcome that a retry resolves \
      without a second effect.
      """
    }
  }

  /// Finds the invariant of this id, nil when there is none.
  public init?(id: String) {
    guard let match = Invariant.allCases.first(where: { $0.id == id }) else { return nil }
    self = match
  }
}
