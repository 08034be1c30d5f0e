package import GTSDModel

/// A pause of a person. It has the name of the property of `Timings` that contains its distribution.
///
/// The raw value is the key of the random draw: append only, never renumber. Pauses have 61 to 120.
package enum PersonPause: UInt32, CaseIterable, Sendable {
  case thinkOnLaunch = 61
  case fillOnboarding = 62
  case summaryDwell = 63
  case firstLookAtHome = 64
  case considerCard = 65
  case readMetrics = 66
  case doubleTapGap = 67
  case tabDwell = 68
  case burstGap = 69
  case editForm = 70
  case pickPhotos = 71
  case patience = 72
  case backgroundStay = 73
  case sessionGap = 74

  /// The persona's distribution of this pause, in seconds.
  package func distribution(in timings: Timings) -> Distribution {
    switch self {
    case .thinkOnLaunch: timings.thinkOnLaunch
    case .fillOnboarding: timings.fillOnboarding
    case .summaryDwell: timings.summaryDwell
    case .firstLookAtHome: timings.firstLookAtHome
    case .considerCard: timings.considerCard
    case .readMetrics: timings.readMetrics
    case .doubleTapGap: timings.doubleTapGap
    case .tabDwell: timings.tabDwell
    case .burstGap: timings.burstGap
    case .editForm: timings.editForm
    case .pickPhotos: timings.pickPhotos
    case .patience: timings.patience
    case .backgroundStay: timings.backgroundStay
    case .sessionGap: timings.sessionGap
    }
  }
}
