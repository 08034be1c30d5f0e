public import GTSDLoad
public import GTSDModel
import GTSDStudies
public import GTSDWorld
public import Statistics

/// The measurements of a `LoadRun`.
public struct LoadResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: LoadSection

  /// Takes the typed figures from a report; nil for a report of another kind.
  public init?(_ report: Report) {
    guard let section = report.load else { return nil }
    self.report = report
    self.section = section
  }

  /// The number of starts that were due.
  public var offered: Int { section.starts.offered }
  /// The number of starts that were made.
  public var started: Int { section.starts.started }
  /// The number of starts that were dropped because too many were running.
  public var dropped: Int { section.starts.dropped }
  /// The number of starts that were completed.
  public var completed: Int { section.starts.completed }
  /// The measured time in seconds, after the warm-up.
  public var seconds: Double { section.measuredSeconds }
  /// The figures of all requests.
  public var requests: Requests { Requests(section.total) }
  /// The thresholds of the scenario with the measured values.
  public var thresholds: [Threshold] { section.thresholds.map(Threshold.init) }

  /// The figures of the requests to one endpoint; nil if there are none.
  public subscript(endpoint: Endpoint) -> Requests? {
    section.endpoints.first { $0.endpoint == endpoint.name }.map(Requests.init)
  }

  /// The outcomes of requests.
  public struct Requests: Hashable, Sendable {
    private let requests: LoadSection.Requests

    fileprivate init(_ requests: LoadSection.Requests) { self.requests = requests }

    /// The number of requests that were sent, or that failed before they could be sent.
    public var count: Int { requests.count }
    /// The number of failed requests, out of those that were not cancelled.
    public var errors: Int { requests.errors }
    /// The share of failed requests; nil without requests.
    public var errorShare: Double? { requests.errorShare }
    /// The interval of the share of failed requests.
    public var errorInterval: Interval? { requests.errorInterval }
    /// The number of requests by outcome: a status or a kind of failure.
    public var outcomes: [String: Int] { requests.outcomes }
    /// The seconds from the time at which a request should have been sent to its answer or time-out.
    public var responseTime: DistributionSummary { requests.responseTime }
    /// The seconds from the time at which a request was sent to its answer or time-out.
    public var serviceTime: DistributionSummary { requests.serviceTime }

    /// Hashes the outcomes, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(outcomes) }
  }

  /// A threshold with the measured value.
  public struct Threshold: Hashable, Sendable {
    /// The threshold as written in a scenario file.
    public let text: String
    /// The measured value; nil if nothing was measured.
    public let value: Double?
    /// The verdict on the threshold.
    public let verdict: Verdict

    fileprivate init(_ threshold: LoadSection.Threshold) {
      text = threshold.text
      value = threshold.value
      verdict = threshold.verdict
    }
  }
}

extension LoadRun {
  /// The reason why a server could not be driven.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
      /// The scenario is not valid, or does not set an amount of load.
      case scenario
      /// The target is not a URL of a server, or the server was not allowed.
      case target
      /// No server answers.
      case unavailable
      /// The server refuses to create accounts.
      case noAccount
      /// This machine lacks sockets or certificates.
      case system
    }

    /// The kind of failure.
    public let kind: Kind
    /// The problem, and the remedy where one is known.
    public let description: String
  }

  /// Creates a run of a scenario with a `load` section against a server.
  ///
  /// - Parameters:
  ///   - scenario: the scenario whose users, client and `load` section are used.
  ///   - target: the server's URL, as in `http://127.0.0.1:8080`.
  ///   - allowedHosts: other machines to which load may be sent, as hosts with or without port and scheme.
  ///   - caFile: a file of certificates to trust instead of the system's.
  /// - Throws: a description of the problem with the target. Resolves the names of allowed hosts.
  public init(
    _ scenario: Scenario, target: String, allowedHosts: Set<String> = [], caFile: String? = nil
  ) throws(Failure) {
    do throws(LoadTargetError) {
      self.init(scenario, target: try LoadTarget(target, allowedHosts: allowedHosts, caFile: caFile))
    } catch {
      throw Failure(error)
    }
    // The server may still have accounts of an earlier run.
    name()
  }

  /// Sends the load from several threads and blocks until it has ended.
  public func run() throws(Failure) -> LoadResult {
    try run({ _ in }, isCancelled: { false })
  }

  /// Drives the server to the end of the load without blocking. If the task is cancelled, the result is incomplete and
  /// covers the time until then.
  ///
  /// - Parameter progress: called about once a second on an unspecified thread.
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
      throw Failure(error, target: target.text, connections: scenario.load?.mostConnections ?? 0)
    }
  }
}

extension LoadRun.Failure {
  fileprivate init(_ error: LoadTargetError) {
    let kind: Kind =
      switch error {
      case .notAnAddress, .notAllowed, .noHost, .caFileWithoutTLS, .certificateWithoutTLS: .target
      case .unresolved: .unavailable
      case .notSecure: .system
      }
    self.init(kind: kind, description: error.description)
  }

  fileprivate init(_ failure: LoadFailure, target: String, connections: Int) {
    switch failure {
    case .noLoad: self.init(kind: .scenario, description: "the scenario does not set the amount of load")
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
