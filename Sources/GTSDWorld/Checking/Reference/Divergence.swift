package import GTSDModel

/// A place where what is told or shown differs from what the reference model expects.
package enum Divergence: Hashable, Sendable {
  /// A reply tells something else than follows from the requests that the server has granted before.
  case toldOther(Endpoint)
  /// The server granted what it had to refuse.
  case granted(Endpoint)
  /// The server refused what it had to grant, or with another status than its reason has.
  case refused(Endpoint)
  /// A plan was granted though the newest row that was told is not acknowledged.
  case planBeforeAcknowledgment
  /// A screen shows something else than the newest that the phone received for it.
  case shownOther(StateVariable)
  /// The screen changes before or after its time.
  case waitsOther(StateVariable)
  /// A request is lost though nothing loses any.
  case lostByItself(Endpoint)
  /// A failure is not shown.
  case errorNotShown(StateVariable)
  /// A success is reported that no reply stands behind.
  case successUnfounded(Operation)
  /// A tap or an appearance that loads something has loaded nothing.
  case loadNeverBegan(Endpoint)
  /// The screen changed without a tap.
  case movedUnasked(StateVariable)
  /// A request says something else than was on screen and tapped.
  case sentOther(Endpoint)
  /// A request carries a token that was replaced, or that has run out by the phone's own clock, and asks for no other
  /// first.
  case sentWithOldToken(Endpoint)
  /// A request carries a token of another account than the one that is signed in on this phone.
  case sentAsOther(Endpoint)
  /// A token was renewed that the phone had no reason to think old.
  case renewedEarly
  /// The app has given up a request that stores something, though nobody has signed out.
  case brokenOff(Endpoint)
  /// A request with an effect was sent for a screen that the person has left without tapping for it.
  case sentUnasked(Endpoint)
  /// A request with an effect was sent again while the first was under way or after it had succeeded.
  case sentAgain(Endpoint)
  /// Analytics were told something that is not so, by the index of the event's name.
  case reportedOther(name: Int)
  /// Analytics were not told what has happened, by the index of the event's name.
  case unreported(name: Int)

  static func reportedOther(_ event: AnalyticsEvent) -> Divergence { .reportedOther(name: event.nameIndex) }
  static func unreported(_ event: AnalyticsEvent) -> Divergence { .unreported(name: event.nameIndex) }
}
