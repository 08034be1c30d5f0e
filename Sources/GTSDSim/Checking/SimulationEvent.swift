package import GTSDModel

/// One thing that happened in a world. Small and free of references, since a run sees hundreds a user.
package struct SimulationEvent: Sendable {
  /// Virtual nanoseconds since the world began.
  package var time: Int64
  /// The person, by global index.
  package var user: UInt32
  /// The account: 0 is the person's own, 1 another account of the household on the same device.
  package var account: UInt8
  /// The person's device, 0 or 1; `server` for what happens on the backend.
  package var device: UInt8
  /// The device's session, from 1; 0 before the first and on the server.
  package var session: UInt16
  package var kind: Kind

  /// `device` of server-side events.
  package static let server: UInt8 = 255

  package enum Kind: Sendable, Equatable {
    // MARK: The person and the app's life
    case sessionStarted(cold: Bool)
    case sessionEnded
    case background
    case foreground
    /// The person did something; what a person wants once has one intent, however often it is tapped or retried.
    case action(PersonAction, intent: Int32)
    /// The device's signed-in account changed; nil when signed out.
    case authenticated(account: UInt8?)

    // MARK: Requests
    case sent(Endpoint, request: Int32, operation: Operation, intent: Int32)
    /// A reply, or the client's giving up. `revision` is the reply's `asOf`, -1 without one. `latency` in nanoseconds.
    case received(Endpoint, request: Int32, outcome: Outcome, revision: Int32, latency: Int64)

    // MARK: Client operations and state
    case began(Operation)
    case ended(Operation)
    case published(StateVariable, value: Int64, cause: Cause)
    /// A view took over a reply's value: which resource, read at which revision, for which account.
    case applied(Resource, view: View, revision: Int32, origin: UInt8)
    /// A view dropped what it held.
    case cleared(Resource, view: View)
    case photoItem(PhotoItemID, PhotoItemState)
    /// Client code would have trapped here (index outside its selection, forced unwrap).
    case trap(Operation)
    case analytics(AnalyticsEvent)

    // MARK: The server
    case committed(Commit, revision: Int32, intent: Int32)
    /// A plan request reached the server, whatever became of it; open means acknowledged or without metrics.
    case planRequested(gateOpen: Bool)
  }

  /// How a request ended for the client.
  package enum Outcome: Hashable, Sendable {
    case status(Int16)
    case undecodable
    case network
    case timedOut
    case cancelled

    /// The status of a reply that could be read.
    package var statusCode: Int16? {
      if case .status(let status) = self { status } else { nil }
    }
  }
}

/// A piece of asynchronous client work with one loading flag, error slot and guard of its own.
package enum Operation: UInt8, CaseIterable, Sendable {
  case signUp, logIn, logOut, restore, refreshToken
  case onboarding, summary
  case homeLoad, homeTasks, homeStreak, homeSummary, homeMetrics
  case plansMetrics, plansFetch, plansRefresh, acknowledge
  case profileLoad, editLoad, editSave
  case photosLoad, photoUpload, photoDelete
  case tasksLoad, streaksLoad
  case evidence, photoImages
}

/// Why a state variable changed.
package enum Cause: UInt8, Sendable {
  case launch, start, reply, failure, cancellation, acknowledgment, dismissal, person, signOut, settle
}

/// The views that hold values of their own.
package enum View: UInt8, CaseIterable, Sendable {
  case home, plans, profile, edit, photos, tasks, streaks, onboarding, summary, root
}

/// What a reply's value is a value of.
package enum Resource: UInt8, CaseIterable, Sendable {
  case metrics, plan, summary, tasks, streak, profile, preferences, photos, user
}

/// A published variable of the client. Booleans are 0 and 1; -1 is nil; hashes stand for lists.
package enum StateVariable: UInt8, CaseIterable, Sendable {
  case signedIn, tab, onboarded, toast
  /// Whether Home's model says an acknowledgment is needed.
  case homeNeed
  /// Whether the card is shown, animation included.
  case homeCard
  case homeZeroState, homeLoading, homeError, homeTasks, homeStreak, homeSummary
  /// Whether Plans' model says an acknowledgment is needed.
  case plansNeed
  /// A `PlansScreen`.
  case plansScreen
  /// Row shown on the acknowledgment screen: whole second of computedAt, -1 for none.
  case plansRow
  case plansLoading, plansError, plansPlan, plansTargets
  case metricsLoading, metricsError, acknowledging, acknowledgeError
  case onboardingLoading, onboardingError
  /// A `SummarySheet`.
  case summarySheet
  case profileLoading, profileError
  /// Hash of the preferences that the Profile tab shows.
  case profilePreferences
  case editLoading, editSaving, editError
  /// Hash of the preferences in the edit form.
  case editPreferences
  /// Hash of the preferences that a save has just reported as stored.
  case preferencesSaved
  case photosUploading, photosError, photosSelected, photosShown
  case tasksLoading, tasksError, streaksLoading, streaksError
  /// The task whose photos are on screen, 0 for none.
  case photosTask
  /// Which fields of the open edit form were typed, and which of them differ from what was loaded (`EditModel.typed`).
  case editTyped
  /// The category that Tasks is to show, 0 for all, and the one whose list it shows.
  case tasksFilter, tasksShown
  /// Hashes of the readable photos that are selected, and of the images that are shown of them.
  case photosPicked, photosImages
  /// The photo whose image the person has just taken out.
  case photosTapped
  /// The body mass index that Plans shows, hundredths, -1 for none.
  case plansBmi
}

/// Where one picked photo stands in the UI.
package enum PhotoItemState: UInt8, Sendable {
  case selected, invalid, uploading, uploaded, failed, removed
}

/// A committed change on the server.
package enum Commit: Sendable, Equatable {
  case account
  /// Name or e-mail changed.
  case basicProfile
  /// Onboarding stored; complete means height and weight above 0.
  case onboarded(complete: Bool)
  /// Height, weight, goal or activity changed; complete as above.
  case profile(complete: Bool, changed: ProfileFields = [])
  /// A metrics row; `row` is the whole second of computedAt.
  case metrics(row: Int64)
  case acknowledgment(row: Int64, newest: Bool, first: Bool)
  /// A plan; `sameWeek` counts the account's unforced plans of its week, this one included if it is unforced.
  case plan(id: Int32, forced: Bool, gateOpen: Bool, sameWeek: Int32)
  /// Stored preferences: hash before and after, and the device that wrote them.
  case preferences(before: Int64, after: Int64, device: UInt8)
  case photo(item: PhotoItemID, id: Int32)
  case photoDeleted(id: Int32)
  case signedIn
  /// A refresh token was rotated; `live` counts this account's tokens that descend from one log-in and still work.
  case rotated(live: Int32)
  case refreshRefused
  case loggedOut
  /// A completed task; `counted` counts how often the streak has counted this day.
  case evidence(task: Int32, counted: Int32)
  /// The computation of metrics refused a complete profile.
  case metricsRefused
  /// What an onboarding, edit or plan left of the targets: those stored, those that follow from the stored profile, a
  /// hash of what they follow from, and whether the reply told the stored ones.
  case targets(stored: Int64, demanded: Int64, inputs: Int32, toldAsStored: Bool)
}

extension DietPreferences {
  /// A stable hash of the lists and the number of meals, never -1 or 0.
  package var stableHash: Int64 {
    var hash = StableHash()
    for item in dietaryPreferences {
      for byte in item.utf8 { hash.combine(byte) }
      hash.combine(UInt8(0x1f))
    }
    hash.combine(UInt8(0x1e))
    for item in allergies {
      for byte in item.utf8 { hash.combine(byte) }
      hash.combine(UInt8(0x1f))
    }
    hash.combine(UInt8(truncatingIfNeeded: mealsPerDay))
    return Int64(bitPattern: hash.value >> 2) | 1
  }
}
