@testable import Statistics

/// Weeks in remission of 42 children with leukaemia: Freireich et al., Blood 21 (1963), in every textbook of survival
/// analysis.
enum Remission {
  /// Under 6-mercaptopurine: 9 relapses among 21.
  static let treated: [KaplanMeier.Observation] = [
    (6, 3, 1), (7, 1, 0), (9, 0, 1), (10, 1, 1), (11, 0, 1), (13, 1, 0), (16, 1, 0), (17, 0, 1), (19, 0, 1),
    (20, 0, 1), (22, 1, 0), (23, 1, 0), (25, 0, 1), (32, 0, 2), (34, 0, 1), (35, 0, 1),
  ].map { KaplanMeier.Observation(time: $0.0, events: $0.1, censored: $0.2) }

  /// Under placebo: 21 relapses among 21.
  static let placebo: [KaplanMeier.Observation] = [
    (1, 2), (2, 2), (3, 1), (4, 2), (5, 2), (8, 4), (11, 2), (12, 2), (15, 1), (17, 1), (22, 1), (23, 1),
  ].map { KaplanMeier.Observation(time: $0.0, events: $0.1, censored: 0) }

  /// The same group in histograms, whose buckets are exact below 256.
  static func histograms(_ group: [KaplanMeier.Observation]) -> (events: LogHistogram, censored: LogHistogram) {
    var (events, censored) = (LogHistogram(), LogHistogram())
    for observation in group {
      if observation.events > 0 { events.record(Int64(observation.time), times: observation.events) }
      if observation.censored > 0 { censored.record(Int64(observation.time), times: observation.censored) }
    }
    return (events, censored)
  }
}
