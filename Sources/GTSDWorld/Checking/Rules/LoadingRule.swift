import GTSDModel

/// I-LIVE: loading flags are set exactly while something loads.
///
/// Evaluated at the end of each instant in which something changed. On a quiet device no loading flag is set. Otherwise
/// each operation with a request in flight has its flag set, and each tab has at most one load in progress.
struct LoadingRule: DeviceRule {
  private var overlaps: UInt32 = 0

  private var staysOn: UInt64 = 0
  private var isOff: UInt64 = 0

  /// The flag of an operation, nil for one without.
  static func flag(of operation: Operation) -> StateVariable? {
    switch operation {
    case .onboarding: .onboardingLoading
    case .homeLoad, .homeTasks, .homeStreak, .homeSummary: .homeLoading
    case .homeMetrics, .plansMetrics: .metricsLoading
    case .plansFetch, .plansRefresh: .plansLoading
    case .acknowledge: .acknowledging
    case .profileLoad: .profileLoading
    case .editLoad: .editLoading
    case .editSave: .editSaving
    case .photoUpload: .photosUploading
    case .tasksLoad: .tasksLoading
    case .streaksLoad: .streaksLoading
    case .signUp, .logIn, .logOut, .restore, .refreshToken, .summary, .photosLoad, .photoDelete,
      .evidence, .photoImages, .accountDeletion, .dataExport:
      nil
    }
  }

  /// The flag of an operation on a device. Home's read has a separate flag if Home was seen to have one.
  private static func flag(of operation: Operation, _ facts: DeviceFacts) -> StateVariable? {
    operation == .homeMetrics && facts.wasRaised(.homeMetricsLoading) ? .homeMetricsLoading : flag(of: operation)
  }

  /// For each operation, all operations that share its loading flag; empty for an operation without a flag.
  static let kin: [[Operation]] = Operation.allCases.map { operation in
    guard let flag = flag(of: operation) else { return [] }
    return Operation.allCases.filter { Self.flag(of: $0) == flag }
  }

  /// The operations that a tab starts to load its content.
  private static let loads: [Operation] = [.homeLoad, .profileLoad, .tasksLoad, .streaksLoad]

  private static let flags: [StateVariable] = [
    .onboardingLoading, .homeLoading, .homeMetricsLoading, .metricsLoading, .plansLoading, .acknowledging,
    .profileLoading, .editLoading,
    .editSaving, .photosUploading, .tasksLoading, .streaksLoading,
  ]
  private static let mask = flags.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    // Operations hardly ever overlap.
    if overlaps != 0 || facts.isDoubled { judgeOverlaps(&facts, &log) }
    judgeFlags(&facts, &log)
  }

  private mutating func judgeOverlaps(_ facts: inout DeviceFacts, _ log: inout CheckLog) {
    for operation in Self.loads where facts.count(operation) > 1 || overlaps & (1 << UInt32(operation.rawValue)) != 0 {
      var episode = overlaps & (1 << UInt32(operation.rawValue)) != 0
      log.check(
        .live, facts.count(operation) <= 1, episode: &episode,
        Site(.loadsOverlap, Self.flag(of: operation) ?? .homeLoading),
        hazard: HazardClassifier.overlap(operation, facts))
      let bit: UInt32 = 1 << UInt32(operation.rawValue)
      overlaps = episode ? overlaps | bit : overlaps & ~bit
    }
  }

  private mutating func judgeFlags(_ facts: inout DeviceFacts, _ log: inout CheckLog) {
    if facts.isQuiet {
      isOff = 0
      let on = facts.flags & Self.mask
      guard on != 0 || staysOn != 0 else {
        log.holds(.live)
        return
      }
      for flag in Self.flags {
        let bit: UInt64 = 1 << UInt64(flag.rawValue)
        var episode = staysOn & bit != 0
        log.check(
          .live, on & bit == 0, episode: &episode, Site(.loadingWhenQuiet, flag),
          hazard: HazardClassifier.staysLoading(flag, facts))
        staysOn = episode ? staysOn | bit : staysOn & ~bit
      }
      return
    }
    var busy: UInt64 = 0
    for entry in facts.inFlight {
      guard let flag = Self.flag(of: entry.operation, facts) else { continue }
      busy |= 1 << UInt64(flag.rawValue)
    }
    guard busy != 0 else {
      isOff = 0
      log.vacuous(.live)
      return
    }
    let off = busy & ~facts.flags
    guard off != 0 || isOff & busy != 0 else {
      log.holds(.live)
      isOff = 0
      return
    }
    for flag in Self.flags {
      let bit: UInt64 = 1 << UInt64(flag.rawValue)
      guard busy & bit != 0 else { continue }
      var episode = isOff & bit != 0
      log.check(
        .live, off & bit == 0, episode: &episode, Site(.idleWhenLoading, flag),
        hazard: HazardClassifier.idleWhileLoading(flag, facts))
      isOff = episode ? isOff | bit : isOff & ~bit
    }
    isOff &= busy
  }

  mutating func reset(_ occasion: ResetOccasion) {
    if occasion == .process { self = LoadingRule() }
  }
}
