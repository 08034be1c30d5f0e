/// The switches of a person's account: preferences, profile, photos, tokens.
extension Generation {
  /// The strategies for editing dietary preferences.
  public struct Preferences: Sendable, Equatable {
    /// The choices for ``load``.
    public enum Load: String, CaseIterable, Sendable { case empty, server }
    /// Client. The initial content of the edit form: empty lists, or the stored ones.
    public var load: Load
    /// The choices for ``save``.
    public enum Save: String, CaseIterable, Sendable { case nonEmpty, full }
    /// Client. The fields that a save sends: only non-empty ones (and nothing at all if all are empty), or every field.
    public var save: Save
    /// The choices for ``write``.
    public enum Write: String, CaseIterable, Sendable { case lastWriterWins, conditional }
    /// Backend. Whether a write from an outdated revision is refused (409).
    public var write: Write
  }

  /// Viewing and editing the profile.
  public struct Profile: Sendable, Equatable {
    /// The choices for ``view``.
    public enum View: String, CaseIterable, Sendable { case loginSnapshot, refetch }
    /// Client. The data on the Profile tab: the user from the log-in, or a fresh read.
    public var view: View
    /// The choices for ``save``.
    public enum Save: String, CaseIterable, Sendable { case sequential, single }
    /// Client. The requests of an edit: one for the basic part and then one for preferences, or a single one.
    public var save: Save
    /// The choices for ``afterSave``.
    public enum AfterSave: String, CaseIterable, Sendable { case refill, keepEdits }
    /// Client. The form after a save: refilled from a reload, or with later edits kept.
    public var afterSave: AfterSave
    /// The choices for ``feedback``.
    public enum Feedback: String, CaseIterable, Sendable { case none, success }
    /// Client. Whether the form confirms that a save is stored before it closes.
    public var feedback: Feedback = .success
    /// The choices for ``onReadError``.
    public enum OnReadError: String, CaseIterable, Sendable { case nothing, emptyState }
    /// Client. The state of the Profile tab after a failed first read: an error, or an empty state with a button to try
    /// again.
    public var onReadError: OnReadError = .nothing
    /// The choices for ``recompute``.
    public enum Recompute: String, CaseIterable, Sendable { case always, aboveThreshold }
    /// Backend. The edits that store new targets: every edit that changes the targets, or only those that change them
    /// much.
    public var recompute: Recompute
    /// The choices for ``onRecomputeError``.
    public enum OnRecomputeError: String, CaseIterable, Sendable { case computed, swallowed }
    /// Backend. The result of recomputing after an edit outside the allowed ranges: new targets are stored all the
    /// same, or the old ones are kept and success is reported.
    public var onRecomputeError: OnRecomputeError
    /// The choices for ``reply``.
    public enum Reply: String, CaseIterable, Sendable { case stored, waterBefore }
    /// Backend. The targets in the reply to an edit: the stored ones, or those with the previous water target.
    public var reply: Reply
  }

  /// The strategies for uploading photos.
  public struct Photo: Sendable, Equatable {
    /// The choices for ``upload``.
    public enum Upload: Sendable, Equatable {
      /// The client uploads one photo after the other.
      case sequential
      /// The client uploads all photos at once.
      case unboundedParallel
      /// The client uploads at most this many photos at once, 1 or more.
      case bounded(Int)
    }
    /// Client. How the items of a selection are uploaded.
    public var upload: Upload
    /// The choices for ``retry``.
    public enum Retry: String, CaseIterable, Sendable { case none, selection, failedOnly }
    /// Client. The photos that a retry sends: the current selection, or exactly the failed items.
    public var retry: Retry
    /// The choices for ``checks``.
    public enum Checks: String, CaseIterable, Sendable { case none, before }
    /// Client. Whether the app checks the size and dimensions of a photo before sending it, or leaves that to the
    /// server.
    public var checks: Checks = .before
    /// The choices for ``onChange``.
    public enum OnChange: String, CaseIterable, Sendable { case restart, waits, enqueueNew }
    /// Client. The effect of adding items during an upload: a second loop over everything, nothing, or a queue of the
    /// new items only.
    public var onChange: OnChange
    /// The choices for ``clear``.
    public enum Clear: String, CaseIterable, Sendable { case all, allOnSuccess, uploadedOnly }
    /// Client. The items that are cleared when a loop ends: the whole selection, the whole selection only if nothing
    /// failed, or the uploaded items.
    public var clear: Clear
    /// The choices for ``cache``.
    public enum Cache: String, CaseIterable, Sendable { case replace, perTask }
    /// Client. The storage of photo lists: one shared list that each task's photos replace, or one list per task.
    public var cache: Cache
    /// Client. The largest number of photos in all lists together. Beyond it, the least recently read photos are
    /// dropped.
    public var cacheItems: Int
    /// The choices for ``images``.
    public enum Images: String, CaseIterable, Sendable { case reloaded, derived }
    /// Client. The source of the images of a selection: a reload after each change, where the last load to end wins, or
    /// the selection itself.
    public var images: Images
    /// The choices for ``flow``.
    public enum Flow: String, CaseIterable, Sendable { case multipart, presign }
    /// Client. Whether a photo is sent as multipart in one request, or by three requests: presign, store and confirm.
    public var flow: Flow
    /// The choices for ``confirm``.
    public enum Confirm: String, CaseIterable, Sendable { case unique, checkThenInsert }
    /// Backend. The reply to a second confirmation of a file while the first is being served: the stored photo, or a
    /// 500 from the unique index.
    public var confirm: Confirm
    /// Client. The largest file that is sent, in bytes.
    public var maxBytes: Int
    /// The choices for ``progress``.
    public enum Progress: String, CaseIterable, Sendable { case none, stages, sent }
    /// Client. The progress shown during an upload: none, fixed stages, or the share of the file that was sent.
    public var progress: Progress = .sent
    /// The choices for ``errorTexts``.
    public enum ErrorTexts: String, CaseIterable, Sendable { case generic, ownChecks, byClass }
    /// Client. The content of an error text: a general text, the result of the app's own checks, or also the reason for
    /// the network or server failure.
    public var errorTexts: ErrorTexts = .byClass
  }

  /// Tokens, logging in and out.
  public struct Auth: Sendable, Equatable {
    /// The choices for ``refresh``.
    public enum Refresh: String, CaseIterable, Sendable { case none, naive, singleFlight }
    /// Client. The reaction to a 401: nothing, a refresh by each affected request, or one shared refresh.
    public var refresh: Refresh
    /// The choices for ``restore``.
    public enum Restore: String, CaseIterable, Sendable { case none, wipeOnError, keep }
    /// Client. The use of the stored session at a cold launch: show the log-in screen, restore it but log out on any
    /// error, or restore it and keep it through network errors.
    public var restore: Restore
    /// The choices for ``onboardingFlag``.
    public enum OnboardingFlag: String, CaseIterable, Sendable { case fromServer, neverRegresses }
    /// Client. The onboarding flag after the user is read again: the server's value, false if the value is missing, or
    /// never true again once false.
    public var onboardingFlag: OnboardingFlag
    /// The choices for ``logout``.
    public enum Logout: String, CaseIterable, Sendable { case waitsForNetwork, immediate }
    /// Client. Whether logging out takes effect after the server's answer, or at once.
    public var logout: Logout
    /// The choices for ``logoutCall``.
    public enum LogoutCall: String, CaseIterable, Sendable { case unknownRoute, revokes }
    /// Client. The way in which the server learns of a log-out: a route that does not exist, a call without the token,
    /// or a call that revokes the token.
    public var logoutCall: LogoutCall
    /// The choices for ``inFlightAtLogout``.
    public enum InFlightAtLogout: String, CaseIterable, Sendable { case applied, discarded }
    /// Client. The treatment of replies that arrive after a log-out: they are applied or discarded.
    public var inFlightAtLogout: InFlightAtLogout
    /// The choices for ``rotation``.
    public enum Rotation: String, CaseIterable, Sendable { case unlocked, transactional }
    /// Backend. Whether rotating one refresh token twice at once succeeds twice.
    public var rotation: Rotation
  }
}
