package import GTSDModel

/// The texts of events in timelines. Variables have their names in the code, so that the code's author can find them.
package enum StateWords {
  /// A published value in words.
  package static func value(_ variable: StateVariable, _ value: Int64) -> String {
    switch variable {
    case .tab: return Tab(rawValue: UInt8(clamping: value)).map { "\($0)" } ?? "none"
    case .plansScreen: return PlansScreen(published: value).map { words("\($0)") } ?? "\(value)"
    case .summarySheet: return SummarySheet(published: value).map { words("\($0)") } ?? "\(value)"
    case .homeTasks: return value < 0 ? "none" : "\(value & 0xFFFF) of \(value >> 16)"
    case .homeStreak, .plansPlan, .photosSelected, .photosShown, .photosTask: return value < 0 ? "none" : "\(value)"
    case .plansBmi: return value < 0 ? "none" : "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
    case .toast: return Toast(published: value).map { words("\($0)") } ?? "\(value)"
    case .onboardingStep: return OnboardingStep(published: value).map { words("\($0)") } ?? "\(value)"
    case .cover: return Cover(published: value).map { words("\($0)") } ?? "\(value)"
    case .profileFace: return ProfileFace(published: value).map { words("\($0)") } ?? "\(value)"
    case .homeCard: return HomeCard(rawValue: value).map { words("\($0)") } ?? "\(value)"
    case .photosErrorText: return PhotoErrorText(published: value).map { words("\($0)") } ?? "\(value)"
    case .plansRow: return value < 0 ? "none" : "row \(row(value))"
    case .plansTargets, .homeSummary:
      guard value >= 0 else { return "none" }
      let targets = NutritionTargets(published: value)
      return "\(targets.calories) kcal, \(targets.protein) g, \(targets.water) ml"
    case .profilePreferences, .editPreferences, .preferencesSaved:
      return value <= 0 ? "none" : "#" + String(UInt64(bitPattern: value) & 0xFFFF, radix: 16)
    default: return value == 0 ? "no" : value == 1 ? "yes" : value < 0 ? "none" : "\(value)"
    }
  }

  /// A time in words, such as `25.255 s`.
  static func seconds(_ nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
    return "\(milliseconds / 1000).\(fraction) s"
  }

  /// A measure in words: at most two decimals, and none for a whole number.
  static func measure(_ value: Double) -> String {
    let hundredths = Int64((value * 100).rounded(.toNearestOrAwayFromZero))
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    return rest == 0 ? "\(whole)" : rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\("\(100 + rest)".dropFirst())"
  }

  /// The description of a metrics row: the last digits of the second of its computation.
  static func row(_ second: Int64) -> String { "…\(second % 10_000)" }

  /// The route without the common prefix, such as `GET metrics/today`.
  package static func endpoint(_ endpoint: Endpoint) -> String {
    var path = Substring(endpoint.route.path)
    for prefix in ["/v1/profile/", "/v1/", "/"] where path.hasPrefix(prefix) {
      path = path.dropFirst(prefix.count)
      break
    }
    return "\(endpoint.route.method.rawValue) \(path)"
  }

  /// The outcome of a request in words.
  package static func outcome(_ outcome: SimulationEvent.Outcome, revision: Int32) -> String {
    let read = revision >= 0 ? ", read at revision \(revision)" : ""
    switch outcome {
    case .status(let status): return "\(status)\(read)"
    case .undecodable: return "undecodable\(read)"
    case .garbled: return "garbled"
    case .network: return "network error"
    case .timedOut: return "timed out"
    case .cancelled: return "cancelled"
    }
  }

  /// A committed change in words.
  package static func commit(_ commit: Commit) -> String {
    switch commit {
    case .account: "account"
    case .basicProfile: "name or e-mail"
    case .onboarded(let complete): complete ? "onboarding" : "onboarding with placeholders"
    case .profile(let complete, _): complete ? "profile" : "profile without height or weight"
    case .metrics(let second): "metrics row \(row(second))"
    case .acknowledgment(let second, let newest, let first):
      "acknowledgment of row \(row(second))\(newest ? "" : ", not the newest")\(first ? "" : ", repeated")"
    case .plan(let id, let forced, _, let sameWeek):
      "plan \(id)\(forced ? ", forced" : sameWeek > 1 ? ", number \(sameWeek) of its week" : "")"
    case .preferences(let before, let after, _):
      "preferences \(value(.editPreferences, before)) → \(value(.editPreferences, after))"
    case .photo(let item, let id): "photo \(item.rawValue + 1), stored as \(id)"
    case .photoDeleted(let id): "deletion of photo \(id)"
    case .signedIn: "sign-in"
    case .rotated(let live): "rotated refresh token, \(live) live"
    case .refreshRefused: "refused refresh"
    case .loggedOut: "log-out"
    case .accountDeleted: "deletion of the account"
    case .evidence(let task, let counted):
      "evidence for task \(task)\(counted > 1 ? ", the day counted \(counted) times" : "")"
    case .metricsRefused: "refused metrics"
    case .targets(let stored, let demanded, _, let isReplyAsStored):
      "targets\(stored == demanded ? "" : " that do not follow")\(isReplyAsStored ? "" : ", other targets in the reply")"
    }
  }

  /// The kind of a commit in words, as violations name it.
  static func kind(_ commit: Commit) -> String {
    switch commit {
    case .onboarded: "onboarding"
    case .basicProfile: "profile"
    case .photo: "photo"
    default: subject(commit)
    }
  }

  /// The subject of a commit, by which two competing commits are recognised.
  static func subject(_ commit: Commit) -> String {
    switch commit {
    case .acknowledgment: "acknowledgment"
    case .preferences: "preferences"
    case .plan: "plan"
    case .metrics: "metrics"
    case .profile, .onboarded: "profile"
    case .photo(let item, _): "photo \(item.rawValue + 1)"
    default: words("\(commit)".prefix { $0 != "(" })
    }
  }

  static func view(_ view: View) -> String {
    view == .root ? "app" : words("\(view)", capitalized: true)
  }

  package static func phone(_ device: UInt8) -> String { "phone \(device + 1)" }

  /// The words of a name: `home tasks` from `homeTasks`.
  package static func words(_ name: some StringProtocol, capitalized: Bool = false) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += " " }
      result += character.lowercased()
    }
    return capitalized ? result.prefix(1).uppercased() + result.dropFirst() : result
  }
}

extension StateVariable {
  /// The view that shows the variable.
  var view: View {
    switch self {
    case .signedIn, .tab, .onboarded, .toast, .cover: .root
    case .homeNeed, .homeCard, .homeZeroState, .homeLoading, .homeError, .homeTasks, .homeStreak, .homeSummary,
      .homeMetricsLoading, .homeMetricsError:
      .home
    case .plansNeed, .plansScreen, .plansRow, .plansLoading, .plansError, .plansPlan, .plansTargets, .plansBmi,
      .metricsLoading,
      .metricsError, .acknowledging, .acknowledgeError:
      .plans
    case .onboardingLoading, .onboardingError, .onboardingStep: .onboarding
    case .summarySheet: .summary
    case .profileLoading, .profileError, .profilePreferences, .profileFace: .profile
    case .editLoading, .editSaving, .editError, .editPreferences, .editTyped, .preferencesSaved,
      .editPartStored, .editSaved, .editConflict:
      .edit
    case .photosUploading, .photosError, .photosListError, .photosSelected, .photosShown, .photosTask, .photosPicked,
      .photosImages, .photosTapped, .photosErrorText, .photosRetry:
      .photos
    case .tasksLoading, .tasksError, .tasksFilter, .tasksShown: .tasks
    case .streaksLoading, .streaksError: .streaks
    }
  }
}

extension Operation {
  /// The view for which the operation loads or stores data.
  var view: View {
    switch self {
    case .signUp, .logIn, .logOut, .restore, .refreshToken, .accountDeletion: .root
    case .onboarding: .onboarding
    case .summary: .summary
    case .homeLoad, .homeTasks, .homeStreak, .homeSummary, .homeMetrics: .home
    case .plansMetrics, .plansFetch, .plansRefresh, .acknowledge: .plans
    case .profileLoad, .dataExport: .profile
    case .editLoad, .editSave: .edit
    case .photosLoad, .photoUpload, .photoDelete, .photoImages: .photos
    case .tasksLoad, .evidence: .tasks
    case .streaksLoad: .streaks
    }
  }
}

extension Site {
  /// The view on which the violation was noticed; nil if the site names none.
  var view: View? {
    switch kind {
    case .homeNeedsPlansDoesNot, .cardReturned, .cardMissing, .cardMissingAfterOther, .zeroStateWithCard,
      .zeroStateThoughComplete:
      .home
    case .plansNeedsHomeDoesNot, .planOlderThanProfile: .plans
    case .repliesWentBack, .appliedForOther, .heldForOther: View(rawValue: second)
    case .loadingWhenQuiet, .idleWhenLoading, .loadsOverlap, .cancellationShown, .outdatedError, .errorLost,
      .errorUnseen,
      .shownOther, .errorNotShown, .movedUnasked, .waitsOther, .spinsAtRest, .cameBack, .leftAtSignOut:
      StateVariable(rawValue: detail)?.view
    case .successUnfounded, .neverEnds, .tapIgnored, .givenUp: Operation(rawValue: detail)?.view
    case .replyMismatch, .replyOfOtherAccount, .granted, .refused, .refusedOtherwise, .sentAsOther, .reportedForOther,
      .planGrantedUnacknowledged, .lostByItself, .loadNeverBegan, .neitherShown, .staysOld, .sentAgain, .sentOther,
      .sentUnasked,
      .sentWithOldToken, .renewedEarly, .brokenOff, .reportedOther, .reportedAgain, .unreported, .repeatedAtOnce,
      .readAgain, .grantedOtherwise, .keyShared, .keyRenewed, .revisionDiffers, .repeatedUnread, .outwaited:
      nil
    case .typedFieldNotStored, .untypedFieldWritten: .edit
    case .planWithOlderSummary, .gateNotShown, .bmiDiffers: .plans
    case .summaryNotShown: .summary
    case .photosNotShown, .imagesOfOldSelection, .otherPhotoRemoved, .progressUnfounded, .progressAhead,
      .progressDiffers, .tooManyUploads:
      .photos
    case .cardMissingAfterError: .home
    case .onboardingForgotten, .logOutRefused: .root
    case .committedTwice, .reportedTwice, .storedUngranted: nil
    default: View(rawValue: detail)
    }
  }
}
