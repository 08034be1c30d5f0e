import GTSDModel

/// The place in the app or backend, and the manner, in which an invariant is broken. It is the part of a violation's
/// key that distinguishes two ways to break the same invariant.
package struct Site: Hashable, Sendable {
  /// The kind of observation.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case homeNeedsPlansDoesNot, plansNeedsHomeDoesNot
    case needAfterAcknowledgment, noNeedThoughUnacknowledged
    case repliesWentBack
    case committedTwice, reportedTwice
    case otherRowAcknowledged
    case planRequestedUnacknowledged, planCommittedUnacknowledged
    case cardReturned, cardMissing, cardMissingAfterOther
    case zeroStateWithCard
    case loadingWhenQuiet, idleWhenLoading, loadsOverlap
    case cancellationShown, outdatedError, errorLost
    case shownDiffersFromSaved
    case unseenValueOverwritten
    case photoStoredTwice, photoReportedNotStored, photoStoredNotReported, photoSentAgain, photoDropped
    case appliedForOther, heldForOther
    case planOlderThanProfile
    case refreshedAtOnce, refreshedTwice, loggedOutByError
    case secondPlanOfWeek
    case acknowledgmentUnreported, onboardingUnreported, planUnreported, savePartly, saveConflictsWithItself
    case zeroStateThoughComplete, leftSheetShown, summaryShownAgain, rowAcknowledgedTwice, rowRepeated
    case targetsNotStored, targetsInReplyDiffer, targetsJumped, metricsNeverMade, readBeforeOwnWrite
    case streakCountedTwice, askedAnew, olderRowAcknowledged, photoUnreported
    case typedTextDropped, expiredNotRefreshed, askedToLogInAgain, sentAfterLogOut, rowOlderThanProfile
    case needFlipped, cardMissingAfterError, photosNotShown, onboardingForgotten
    case typedFieldNotStored, untypedFieldWritten
    case planWithOlderSummary, gateNotShown, summaryNotShown, logOutRefused
    case otherCategoryShown, imagesOfOldSelection, otherPhotoRemoved, bmiDiffers
    case replyMismatch, granted, refused, planGrantedUnacknowledged, shownOther, errorNotShown, successUnfounded
    case loadNeverBegan, movedUnasked, sentAgain, sentOther, sentUnasked, listNotReadAgain
    case progressUnfounded
    case reportedOther, unreported, waitsOther, lostByItself, sentWithOldToken, renewedEarly, brokenOff
    case sentAsOther, neverEnds
    case reportedForOther, replyOfOtherAccount, refusedOtherwise, photoSentTwice, spinsAtRest, cameBack, reportedAgain
    case photoOutOfTurn
    case leftAtSignOut, repeatedAtOnce, readAgain, grantedOtherwise, keyShared
    case tapIgnored
    case revisionDiffers, repeatedUnread, outwaited, errorUnseen, progressAhead
    case tapWithoutEffect, disappeared, keyRenewed, givenUp
    case progressDiffers, neitherShown, staysOld, storedUngranted, planWithoutMetrics, tooManyUploads

    /// The name in violation keys, such as `replies-went-back`. Keys must not change between versions, so a renamed
    /// case keeps its earlier name here.
    var name: String {
      switch self {
      case .replyMismatch: "told-other"
      case .replyOfOtherAccount: "told-of-other"
      case .targetsInReplyDiffer: "targets-told-differ"
      default: Finding.kebab("\(self)")
      }
    }
  }

  package var kind: Kind
  /// A view, resource, variable or kind of commit, depending on `kind`; 255 for none.
  package var detail: UInt8 = 255
  /// A second detail, 255 for none.
  package var second: UInt8 = 255

  package init(_ kind: Kind) {
    self.kind = kind
  }

  package init(_ kind: Kind, _ view: View) {
    self.kind = kind
    detail = view.rawValue
  }

  package init(_ kind: Kind, _ resource: Resource, _ view: View) {
    self.kind = kind
    detail = resource.rawValue
    second = view.rawValue
  }

  package init(_ kind: Kind, _ variable: StateVariable) {
    self.kind = kind
    detail = variable.rawValue
  }

  init(_ kind: Kind, _ endpoint: Endpoint) {
    self.kind = kind
    detail = endpoint.rawValue
  }

  /// Creates a site for an analytics event, by the index of its name.
  init(_ kind: Kind, eventName: Int) {
    self.kind = kind
    detail = UInt8(eventName)
  }

  init(_ kind: Kind, _ operation: Operation) {
    self.kind = kind
    detail = operation.rawValue
  }

  /// Creates a site for the first of the fields.
  init(_ kind: Kind, _ fields: ProfileFields) {
    self.kind = kind
    detail = fields.isEmpty ? 255 : UInt8(fields.rawValue.trailingZeroBitCount)
  }

  package init(_ kind: Kind, _ commit: CommitKind) {
    self.kind = kind
    detail = commit.rawValue
  }

  /// A number by which sites are ordered.
  var order: UInt32 {
    UInt32(kind.rawValue) << 16 | UInt32(detail) << 8 | UInt32(second)
  }

  /// The signature in keys, such as `replies-went-back:metrics:home`.
  package var signature: String {
    let detail = detailName
    return kind.name + (detail.isEmpty ? "" : ":" + detail)
  }

  /// The observation, in words.
  package var sentence: String {
    let what = subject
    switch kind {
    case .homeNeedsPlansDoesNot: return "Home asks for the acknowledgment, Plans does not"
    case .plansNeedsHomeDoesNot: return "Plans asks for the acknowledgment, Home does not"
    case .needAfterAcknowledgment: return "\(what) asks for an acknowledgment that is stored"
    case .noNeedThoughUnacknowledged: return "\(what) does not ask though the newest row is not acknowledged"
    case .repliesWentBack: return "an older reply replaced a newer one: \(what)"
    case .committedTwice: return "one intent was committed twice: \(what)"
    case .storedUngranted: return "the server stored something for a request that it did not grant: \(what)"
    case .planWithoutMetrics: return "a plan was requested though the newest read had found no metrics"
    case .reportedTwice: return "one intent was reported twice: \(what)"
    case .otherRowAcknowledged: return "the acknowledged row is not the one that was shown"
    case .planRequestedUnacknowledged: return "a plan was requested before the acknowledgment"
    case .planCommittedUnacknowledged: return "a plan was made before the acknowledgment"
    case .cardReturned: return "the dismissed card came back in the same session"
    case .cardMissing: return "the card did not return in the session after its dismissal"
    case .cardMissingAfterOther: return "the card is missing though this account has not dismissed it; another one has"
    case .zeroStateWithCard: return "zero state and card are visible together"
    case .loadingWhenQuiet: return "\(what) is shown though nothing is in flight"
    case .idleWhenLoading: return "\(what) is not shown though its request is in flight"
    case .loadsOverlap: return "two loads of one kind overlap: \(what)"
    case .cancellationShown: return "a cancelled request is shown as an error: \(what)"
    case .outdatedError: return "\(what) is shown though the latest attempt, if there was one, did not fail"
    case .errorLost: return "\(what) was cleared by the start or the reply of an operation that has another error"
    case .shownDiffersFromSaved: return "\(what) shows other preferences than were reported as saved"
    case .unseenValueOverwritten: return "stored preferences were overwritten unseen"
    case .photoStoredTwice: return "a photo was stored twice"
    case .photoReportedNotStored: return "a photo reported as uploaded is not stored"
    case .photoStoredNotReported: return "a stored photo is not reported as uploaded"
    case .photoSentAgain: return "a photo was sent again though it was reported as uploaded"
    case .photoSentTwice: return "a photo was sent again while its upload was under way"
    case .tooManyUploads: return "more photos are sent at the same time than the app's limit"
    case .photoOutOfTurn: return "the upload of a photo began while one that was picked before it still waited"
    case .photoDropped: return "a photo that was not uploaded left the selection by itself"
    case .appliedForOther: return "a reply of another account was applied: \(what)"
    case .heldForOther: return "a view holds another account's value: \(what)"
    case .planOlderThanProfile: return "Plans shows a plan from before the last profile change"
    case .refreshedAtOnce: return "several refreshes of one token in flight"
    case .refreshedTwice: return "after an exchange, a log-in has several refresh tokens that work"
    case .loggedOutByError:
      return "the phone signed out though nobody had logged out and its log-in still worked"
    case .secondPlanOfWeek: return "a second unforced plan was made in one week"
    case .acknowledgmentUnreported: return "an acknowledgment was stored and is shown as failed"
    case .onboardingUnreported: return "onboarding was stored and is shown as failed"
    case .planUnreported: return "a plan was made and delivered, and is shown as failed"
    case .savePartly: return "a save was stored in part and is shown as failed"
    case .saveConflictsWithItself: return "a save is refused because an earlier attempt of it is stored"
    case .zeroStateThoughComplete: return "the zero state is shown though the profile is complete"
    case .leftSheetShown:
      return "the summary appeared again though the person had left it and requested nothing new"
    case .summaryShownAgain: return "a view of the summary was reported a second time for one account"
    case .rowAcknowledgedTwice: return "one metrics row has two acknowledgments"
    case .rowRepeated:
      return "a metrics row was stored although nothing that it follows from was stored since the previous row"
    case .targetsNotStored: return "the stored targets do not follow from the stored profile"
    case .targetsInReplyDiffer: return "a reply contained other targets than the stored ones"
    case .targetsJumped: return "the targets changed though none of their inputs did"
    case .metricsNeverMade: return "a complete profile gets no metrics"
    case .readBeforeOwnWrite: return "a read of tasks or streak is older than what this device had written"
    case .streakCountedTwice: return "the streak counted one day twice"
    case .askedAnew: return "an unchanged, acknowledged profile has to be acknowledged again"
    case .olderRowAcknowledged: return "an acknowledgment was stored for a row that is not the newest"
    case .photoUnreported: return "a photo was stored and is shown as failed"
    case .typedTextDropped: return "the form closed by itself over text typed since its save"
    case .expiredNotRefreshed:
      return "a request was refused with 401, and the phone neither renewed its token nor signed out"
    case .askedToLogInAgain: return "a signed-in device asks to log in again"
    case .sentAfterLogOut: return "a request was sent after the log-out"
    case .typedFieldNotStored: return "each request of a save succeeded, and what was typed is not stored: \(what)"
    case .untypedFieldWritten: return "a save changed what nobody had typed in it: \(what)"
    case .planWithOlderSummary: return "Plans shows a new plan beside the summary of an older one"
    case .gateNotShown: return "a plan was refused because the acknowledgment is missing, and Plans does not ask for it"
    case .summaryNotShown: return "a summary that was received was never shown"
    case .logOutRefused: return "the server answered the log-out with 404, as for an unknown refresh token"
    case .otherCategoryShown: return "the list of one category is shown under the name of another"
    case .imagesOfOldSelection: return "the images shown are not those of the selected photos"
    case .otherPhotoRemoved: return "another photo than the one whose image was tapped left the selection"
    case .bmiDiffers: return "Plans shows two body mass indices for one metrics row"
    case .needFlipped: return "\(what) asks for the acknowledgment again without having read anything"
    case .cardMissingAfterError: return "the card stays away after a failed read though Plans has read the need"
    case .photosNotShown:
      return "a task shows another number of photos than were stored for it and not deleted, though they were read"
    case .onboardingForgotten: return "a person who has onboarded is sent back to onboarding"
    case .rowOlderThanProfile: return "a metrics row from before the last profile change was read"
    case .replyMismatch: return "the reply does not match the requests that the server has granted: \(what)"
    case .granted: return "the server granted what it had to refuse: \(what)"
    case .refused: return "the server refused what it had to grant: \(what)"
    case .refusedOtherwise: return "the server refused with another status than its reason has: \(what)"
    case .grantedOtherwise: return "the server granted with another status than the contract has: \(what)"
    case .replyOfOtherAccount: return "the server answered one account with data of another: \(what)"
    case .reportedForOther: return "an event was reported under an account that is not signed in here: \(what)"
    case .planGrantedUnacknowledged:
      return "a plan was granted although the newest metrics that the phone received are not acknowledged"
    case .shownOther where detail == StateVariable.editTyped.rawValue:
      return "a field of the form differs from what was typed, saved and read"
    case .shownOther where detail == StateVariable.editPreferences.rawValue:
      return "the form shows other preferences than were typed and read"
    case .shownOther where detail == StateVariable.onboardingStep.rawValue:
      return "onboarding shows another step than was tapped for, or other fields than were entered since it was opened"
    case .shownOther where detail == StateVariable.photosImages.rawValue:
      return "the images of photos are not those of the picked ones"
    case .shownOther where detail == StateVariable.plansScreen.rawValue:
      return "Plans shows other content than its metrics, its plan and its error require"
    case .shownOther where isOfValues: return "\(what) differs from what the newest reply says"
    case .shownOther: return "\(what) does not follow from what was tapped and received"
    case .errorNotShown: return "a failure is not shown: \(what)"
    case .successUnfounded: return "a success was reported without a reply that says so: \(what)"
    case .sentOther where isOfTokens:
      return "a request names another token than the one that the phone received last: \(what)"
    case .sentOther: return "a request differs from what was on screen and tapped: \(what)"
    case .loadNeverBegan:
      return "a request was not sent although a tap, a stored change or an appearance requires it: \(what)"
    case .neitherShown: return "a screen at rest shows neither the reply to its read nor an error: \(what)"
    case .staysOld:
      return "a screen at rest shows older data than the phone has learned of, and reads no others: \(what)"
    case .movedUnasked: return "the screen moved without a tap: \(what)"
    case .sentUnasked where detail == Endpoint.uploadPhoto.rawValue:
      return "a photo that was refused was sent again though nobody tapped to try it again in its task"
    case .sentUnasked: return "a request was sent without a tap, or for a screen that was left: \(what)"
    case .sentAgain:
      return "a request with an effect was sent again while the first was under way or after it had succeeded: \(what)"
    case .progressUnfounded: return "a photo is shown as finished that is not reported as uploaded"
    case .reportedOther:
      return "an analytics event was sent that does not match the taps, replies and screens: \(what)"
    case .reportedAgain: return "an analytics event was sent twice for one tap or save: \(what)"
    case .unreported: return "an analytics event that taps, replies and screens show is missing: \(what)"
    case .lostByItself: return "a request counts as lost though the network has lost nothing: \(what)"
    case .renewedEarly: return "a token was renewed long before it runs out, and nothing had been refused: \(what)"
    case .brokenOff:
      return "a request that stores something, or that a pull sent, was cancelled though nobody had signed out: \(what)"
    case .sentWithOldToken:
      return "a request carries no token, or one that the server never gave, that was replaced or has run out: \(what)"
    case .sentAsOther: return "a request carries the token of an account that is not signed in here: \(what)"
    case .spinsAtRest: return "\(what) shows work under way though nothing is"
    case .cameBack: return "\(what) came back by itself after it was deleted, removed or logged out"
    case .neverEnds: return "the app continues although no person uses it any more: \(what)"
    case .leftAtSignOut: return "\(what) of the previous account stays on screen after the sign-out"
    case .repeatedAtOnce: return "a request that failed was sent again at once, without a tap: \(what)"
    case .readAgain: return "data were read again, though nothing newer was known and nothing was tapped: \(what)"
    case .keyShared: return "two requests that store different data have the same idempotency key: \(what)"
    case .errorUnseen: return "\(what) was cleared by a read in the instant in which a failed action had set it"
    case .progressDiffers: return "the rows of progress are not those of the photos that are being sent"
    case .progressAhead: return "a photo's progress is ahead of what the fastest link can have sent of it"
    case .revisionDiffers: return "a reply has another revision than the data in it: \(what)"
    case .repeatedUnread:
      return "a request that may be stored was sent again without a tap or a read that shows whether it is: \(what)"
    case .outwaited: return "the wait for a reply did not end with its time-out: \(what)"
    case .waitsOther: return "\(what) changes too early or too late"
    case .givenUp:
      return "an operation failed whose outcome is unknown and was asked for fewer than three times again: \(what)"
    case .tapIgnored: return "a button is off without a reason: \(what)"
    case .keyRenewed: return "a request was sent again under another idempotency key, without a tap: \(what)"
    case .tapWithoutEffect: return "a tap did not change what it changes at once: \(what)"
    case .disappeared: return "\(what) disappeared though neither a tap nor a reply is a reason"
    case .listNotReadAgain: return "\(what) shows a list from before what this device had written"
    }
  }

  /// Whether requests to the endpoint contain a refresh token.
  private var isOfTokens: Bool { [Endpoint.refresh.rawValue, Endpoint.logOut.rawValue].contains(detail) }

  /// Whether the variable shows a value from replies.
  private var isOfValues: Bool {
    switch StateVariable(rawValue: detail) {
    case .signedIn, .toast, .photosPicked, .photosSelected, .photosError, .photosErrorText, .photosRetry, .tasksShown,
      .summarySheet, .photosUploading,
      .editPartStored, .editSaved, .editConflict, .cover, .acknowledgeError:
      false
    default: true
    }
  }

  /// The detail in plain words.
  private var subject: String {
    guard detail != 255 else { return "" }
    switch named {
    case .resource:
      let view = View(rawValue: second).map { " on \(StateWords.view($0))" } ?? ""
      return (Resource(rawValue: detail).map { StateWords.words("\($0)") } ?? "unknown") + view
    case .endpoint: return Endpoint(rawValue: detail).map(StateWords.endpoint) ?? "unknown"
    case .operation: return Operation(rawValue: detail).map { StateWords.words("\($0)") } ?? "unknown"
    case .event: return AnalyticsEvent.allNames[Int(detail)]
    case .variable: return StateVariable(rawValue: detail)?.words ?? "unknown"
    case .commit: return CommitKind(rawValue: detail).map { StateWords.words("\($0)") } ?? "unknown"
    case .field: return detailName.replacing("-", with: " ")
    case .view: return View(rawValue: detail).map(StateWords.view) ?? "unknown"
    }
  }

  private var detailName: String {
    guard detail != 255 else { return "" }
    switch named {
    case .resource: return name(Resource(rawValue: detail)) + ":" + name(View(rawValue: second))
    case .endpoint: return Endpoint(rawValue: detail)?.name ?? "unknown"
    case .operation: return name(Operation(rawValue: detail))
    case .event: return AnalyticsEvent.allNames[Int(detail)].replacing("_", with: "-")
    case .variable: return name(StateVariable(rawValue: detail))
    case .commit: return name(CommitKind(rawValue: detail))
    case .field:
      let names = ["name", "weight", "height", "gender", "goal", "date-of-birth", "target-date"]
      return Int(detail) < names.count ? names[Int(detail)] : "other"
    case .view: return name(View(rawValue: detail))
    }
  }

  /// The type of the thing that `detail` names.
  private enum Named { case resource, endpoint, operation, event, variable, commit, field, view }

  private var named: Named {
    switch kind {
    case .repliesWentBack, .appliedForOther, .heldForOther: .resource
    case .replyMismatch, .replyOfOtherAccount, .granted, .refused, .refusedOtherwise, .sentAsOther, .loadNeverBegan,
      .neitherShown, .staysOld,
      .sentAgain, .sentOther, .sentUnasked, .lostByItself, .sentWithOldToken, .renewedEarly, .brokenOff,
      .repeatedAtOnce, .readAgain, .grantedOtherwise, .keyShared, .keyRenewed, .revisionDiffers, .repeatedUnread,
      .outwaited:
      .endpoint
    case .successUnfounded, .neverEnds, .tapIgnored, .givenUp: .operation
    case .reportedOther, .reportedAgain, .unreported, .reportedForOther: .event
    case .loadingWhenQuiet, .idleWhenLoading, .loadsOverlap, .cancellationShown, .outdatedError, .errorLost,
      .errorUnseen, .shownOther, .errorNotShown, .movedUnasked, .waitsOther, .spinsAtRest, .cameBack, .leftAtSignOut,
      .tapWithoutEffect, .disappeared:
      .variable
    case .typedFieldNotStored, .untypedFieldWritten: .field
    case .committedTwice, .reportedTwice, .storedUngranted: .commit
    default: .view
    }
  }

  private func name<Value>(_ value: Value?) -> String {
    value.map { Finding.kebab("\($0)") } ?? "unknown"
  }
}

/// A cache of the signatures and sentences of sites, because a search uses the same few in every schedule.
struct SiteWords {
  private var known: [Site: (signature: String, sentence: String)] = [:]

  subscript(_ site: Site) -> (signature: String, sentence: String) {
    mutating get {
      if let words = known[site] { return words }
      let words = (signature: site.signature, sentence: site.sentence)
      known[site] = words
      return words
    }
  }
}
