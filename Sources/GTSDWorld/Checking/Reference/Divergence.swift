package import GTSDModel

/// A difference of a reply or a screen from the reference model.
package enum Divergence: Hashable, Sendable {
  /// A reply contains data that do not follow from the requests granted so far.
  case replyMismatch(Endpoint)
  /// A reply has another revision than its data: one that was told before for less, or another than that of the first
  /// reply to the same request.
  case revisionMismatch(Endpoint)
  /// The server granted a request that it had to refuse.
  case granted(Endpoint)
  /// The server refused a request that it had to grant.
  case refused(Endpoint)
  /// The server rightly refused a request, but with another status than the contract gives for the reason.
  case refusedOtherwise(Endpoint)
  /// The server granted a request with another status than the contract has.
  case grantedOtherwise(Endpoint)
  /// A reply contains data of another account than the one whose token was sent.
  case replyOfOtherAccount(Endpoint)
  /// A plan was requested although the newest read of the metrics has found none.
  case planWithoutMetrics
  /// A plan was granted although the newest reported row is not acknowledged.
  case planBeforeAcknowledgment
  /// A screen shows other data than the newest that the phone has received for it.
  case shownOther(StateVariable)
  /// The screen changes too early or too late.
  case waitsOther(StateVariable)
  /// A request counts as lost although the network has lost neither it nor its reply.
  case lostByItself(Endpoint)
  /// A failure is not shown.
  case errorNotShown(StateVariable)
  /// The app reports a success without a reply that confirms it.
  case successUnfounded(Operation)
  /// A tap, or the appearance of a screen, did not start the load that it should.
  case loadNeverBegan(Endpoint)
  /// A screen at rest shows neither the data of its read nor an error.
  case neitherShown(Endpoint)
  /// A screen at rest shows older data than the phone has learned of, and nothing reads them again.
  case staysOld(Endpoint)
  /// A button does nothing because of work that is not under way.
  case tapIgnored(Operation)
  /// A tap did not change the screen as it does at once, without any request.
  case tapWithoutEffect(StateVariable)
  /// Something left the screen although neither a tap nor a reply is a reason for it.
  case disappeared(StateVariable)
  /// The screen changed without a tap.
  case movedUnasked(StateVariable)
  /// A request contains other data than the person saw on screen and sent by a tap.
  case sentOther(Endpoint)
  /// A request carries no token, a token that the server never gave, or without a renewal first, a token that was
  /// replaced or that has expired by the phone's own clock.
  case sentWithOldToken(Endpoint)
  /// A request carries a token of another account than the one signed in on this phone.
  case sentAsOther(Endpoint)
  /// A token was renewed although the phone had no reason to consider it expired.
  case renewedEarly
  /// The app cancelled a request that stores data, or that a pull has sent, although the user did not sign out.
  case brokenOff(Endpoint)
  /// A request was sent by an idle phone without a tap or another screen, or it changes data and was sent without a tap
  /// for a screen that the person has left.
  case sentUnasked(Endpoint)
  /// The screen still shows data of the previous account after its sign-out.
  case leftAtSignOut(StateVariable)
  /// A request that failed was sent again in the same instant, without a tap.
  case repeatedAtOnce(Endpoint)
  /// A request without a key whose outcome is unknown was sent again, without a tap and without a read that shows the
  /// outcome.
  case repeatedUnread(Endpoint)
  /// The shown progress of a photo is more than its link can have sent.
  case progressAhead
  /// More photos are sent at the same time than the app sends.
  case tooManyUploads
  /// The rows of progress are not those of the photos that are being sent, or that were stored just now.
  case progressDiffers
  /// The app waited for a reply for longer than its time-out, or gave up before.
  case outwaited(Endpoint)
  /// Data were read again although nothing newer was known, and although nothing was tapped, stored or refused since.
  case readAgain(Endpoint)
  /// A request with an effect was sent again while the first was in flight, or after it had succeeded.
  case sentAgain(Endpoint)
  /// Two requests that store different data have the same idempotency key.
  case keyShared(Endpoint)
  /// A request with an effect was sent again under another idempotency key, without a tap.
  case keyRenewed(Endpoint)
  /// An operation counts as failed although its outcome is unknown and was asked for less often than promised.
  case givenUp(Operation)
  /// Analytics received a false report, by the index of the event's name.
  case reportedOther(name: Int)
  /// Analytics received a second report of one tap or save, by the index of the event's name.
  case reportedAgain(name: Int)
  /// Analytics did not receive a report of an event, by the index of the event's name.
  case unreported(name: Int)

  static func reportedOther(_ event: AnalyticsEvent) -> Divergence { .reportedOther(name: event.nameIndex) }
  static func unreported(_ event: AnalyticsEvent) -> Divergence { .unreported(name: event.nameIndex) }
}
