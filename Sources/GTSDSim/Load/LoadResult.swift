public import GTSDLoad
public import GTSDModel
import GTSDStudies
public import GTSDWorld
public import Statistics

/// What a `LoadRun` measured of a server.
public struct LoadResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: LoadSection

  /// The typed figures of a report; nil where it is of another kind.
  public init?(_ report: Report) {
    guard let section = report.load else { return nil }
    self.report = report
    self.section = section
  }

  /// Starts that were due.
  public var offered: Int { section.starts.offered }
  /// Starts that happened.
  public var started: Int { section.starts.started }
  /// Starts that were dropped, since too many were under way.
  public var dropped: Int { section.starts.dropped }
  /// Starts that came to their end.
  public var completed: Int { section.starts.completed }
  /// The seconds that were measured, after the warm-up.
  public var seconds: Double { section.measuredSeconds }
  /// All requests.
  public var requests: Requests { Requests(section.total) }
  /// The conditions of the scenario and what was measured.
  public var thresholds: [Threshold] { section.thresholds.map(Threshold.init) }

  /// The requests to one endpoint; nil without any.
  public subscript(endpoint: Endpoint) -> Requests? {
    section.endpoints.first { $0.endpoint == endpoint.name }.map(Requests.init)
  }

  /// What became of requests.
  public struct Requests: Hashable, Sendable {
    private let requests: LoadSection.Requests

    fileprivate init(_ requests: LoadSection.Requests) { self.requests = requests }

    /// How many were sent, or failed before.
    public var count: Int { requests.count }
    /// Those that failed, of all that were not cancelled.
    public var errors: Int { requests.errors }
    /// The share of those; nil without requests.
    public var errorShare: Double? { requests.errorShare }
    /// The interval of that share.
    public var errorInterval: Interval? { requests.errorInterval }
    /// How many ended how, by status or kind of failure.
    public var outcomes: [String: Int] { requests.outcomes }
    /// Seconds from when a request should have been sent until it was answered, or timed out.
    public var responseTime: DistributionSummary { requests.responseTime }
    /// Seconds from when it was sent.
    public var serviceTime: DistributionSummary { requests.serviceTime }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(outcomes) }
  }

  /// A condition and what was measured.
  public struct Threshold: Hashable, Sendable {
    /// As in a scenario file.
    public let text: String
    /// What was measured; nil where nothing was.
    public let value: Double?
    /// Whether it holds.
    public let verdict: Verdict

    fileprivate init(_ threshold: LoadSection.Threshold) {
      text = threshold.text
      value = threshold.value
      verdict = threshold.verdict
    }
  }
}

extension LoadRun {
  /// Why a server could not be driven.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it is about.
    public enum Kind: Hashable, Sendable {
      /// The scenario: it is not valid, or does not say how much load there is.
      case scenario
      /// The target: no URL of a server, or of one that nobody allowed.
      case target
      /// The server: nobody answers there.
      case unavailable
      /// The server: it gives no accounts.
      case noAccount
      /// This machine: no sockets, or no certificates.
      case system
    }

    /// What it is about.
    public let kind: Kind
    /// What is wrong, and the remedy where one is known.
    public let description: String
  }

  /// A run of a scenario with a `load` section against a server.
  ///
  /// - Parameters:
  ///   - scenario: whose users, client and `load` section it is.
  ///   - target: the server's URL, as in `http://127.0.0.1:8080`.
  ///   - allowedHosts: machines beside this one to which load may be sent: hosts, with port or scheme or without.
  ///   - caFile: a file of certificates to trust instead of the system's.
  /// - Throws: what is wrong with the target; asks the system's resolver for hosts that are allowed.
  public init(
    _ scenario: Scenario, target: String, allowedHosts: Set<String> = [], caFile: String? = nil
  ) throws(Failure) {
    do throws(LoadTargetError) {
      self.init(scenario, target: try LoadTarget(target, allowedHosts: allowedHosts, caFile: caFile))
    } catch {
      throw Failure(error)
    }
    // Accounts of an earlier run may still be on the server.
    name()
  }

  /// Drives the server to the end of the load, on threads of its own, and blocks until then.
  public func run() throws(Failure) -> LoadResult {
    try run({ _ in }, isCancelled: { false })
  }

  /// Drives the server to the end of the load without blocking. A cancelled task gets a result that is not complete, of
  /// what was measured so far.
  ///
  /// - Parameter progress: is called on some thread, about once a second.
  public func run(progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }) async throws(Failure)
    -> LoadResult
  {
    try await BackgroundThread.run { isCancelled throws(Failure) in try run(progress, isCancelled: isCancelled) }
  }

  private func run(
    _ progress: @escaping @Sendable (StudyProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws(Failure) -> LoadResult {
    do throws(ScenarioError) {
      try scenario.validate()
    } catch {
      throw Failure(kind: .scenario, description: error.description)
    }
    var run = self
    let length = Int(Nanoseconds.seconds(scenario.load?.length.nanoseconds ?? 0))
    run.progress = {
      progress(StudyProgress(phase: "seconds", done: Int(Nanoseconds.seconds($0.elapsed)), total: length))
    }
    run.isCancelled = isCancelled
    if let load = scenario.load, load.stopOnBreach {
      run.isEnough = { LoadBreach.first(in: $0, load.thresholds, until: $0.elapsed) != nil }
    }
    do throws(LoadFailure) {
      let report = try run.measure().report(of: run, scenarioDigest: scenario.digest)
      guard let result = LoadResult(report) else { preconditionFailure("a load run reports its load") }
      return result
    } catch {
      throw Failure(error, target: target.text, connections: scenario.load?.connections.most ?? 0)
    }
  }
}

extension LoadRun.Failure {
  fileprivate init(_ error: LoadTargetError) {
    let kind: Kind =
      switch error {
      case .notAnAddress, .notAllowed, .noHost, .caFileWithoutTLS: .target
      case .unresolved: .unavailable
      case .notSecure: .system
      }
    self.init(kind: kind, description: error.description)
  }

  fileprivate init(_ failure: LoadFailure, target: String, connections: Int) {
    switch failure {
    case .noLoad: self.init(kind: .scenario, description: "the scenario does not say how much load there is")
    case .unavailable(let failure): self.init(kind: .unavailable, description: "\(target) does not answer: \(failure)")
    case .notReady(let status):
      self.init(kind: .unavailable, description: "\(target) is not ready: its health check says \(status)")
    case .noAccount(let step, let reason):
      self.init(
        kind: .noAccount, description: "\(target) gave no account for single requests: \(step): \(reason)")
    case .tooFewDescriptors(let limit, let needed):
      self.init(
        kind: .system, description: LoadFailure.remedy(limit: limit, needed: needed, connections: connections))
    case .noLoop(let error): self.init(kind: .system, description: "\(error)")
    }
  }
}
