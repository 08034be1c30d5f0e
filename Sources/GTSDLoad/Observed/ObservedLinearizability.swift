import GTSDModel
import GTSDWorld

/// The result of checking the operations of one key. Not nested in the generic history, because it would then be
/// resolved at run time.
enum ObservedJudgement: Sendable {
  case holds
  case breach(ObservedBreach)
  /// The history cannot be checked: too many operations are kept.
  case unjudged

  var isHolding: Bool {
    if case .holds = self { true } else { false }
  }
}

/// The operations on one key of an account, checked whenever none is in progress.
///
/// Most operations come one after the other and leave a known state; nothing else is then kept. Overlapping operations
/// are kept until a read alone determines the state again. An operation without a known outcome stays, since it may
/// take effect at any time or never.
struct ObservedLinearizability<Model: ObservedModel>: Sendable {
  typealias Operation = HistoryOperation<Model.Call, Model.Result>

  /// The largest number of kept operations; also the largest number of kept operations without a known outcome.
  static var limit: Int { 64 }
  static var pendingLimit: Int { 8 }

  private(set) var state = Model.unknown
  private(set) var operations: [Operation] = []
  private var requests: [ObservedRequest] = []
  /// The latest operation before the kept ones.
  private var last: (request: ObservedRequest, call: Model.Call, result: Model.Result)?
  /// Whether checking has stopped, since more outcomes are unknown than can be kept.
  private(set) var isGivenUp = false

  mutating func add(_ call: Model.Call, _ result: Model.Result?, _ request: ObservedRequest, from: Int64, to: Int64) {
    guard !isGivenUp else { return }
    let operation: Operation =
      if let result { Operation(0, call, result, from: from, to: max(from, to)) } else {
        Operation(0, pending: call, from: from)
      }
    operations.append(operation)
    requests.append(request)
  }

  /// Checks the kept operations; nil if nothing is new since the last check. Must be called while no operation is in
  /// progress.
  mutating func judge(_ key: StaticString) -> ObservedJudgement? {
    guard let newest = operations.last, !isGivenUp else { return nil }
    if operations.count == 1, let result = newest.result {
      let before = state
      let request = requests[0]
      forget()
      defer { last = (request, newest.call, result) }
      guard let next = Model(before).step(before, newest.call, result) else {
        state = Model.unknown
        return .breach(breach(key, newest.call, result, request, after: last, before: before))
      }
      state = next
      return .holds
    }
    guard operations.contains(where: { $0.returned != nil }) else {
      return trim()
    }
    switch Linearizability.check(operations, against: Model(state), budget: 20_000) {
    case .linearizable:
      settle()
      return trim() ?? .holds
    case .unknown:
      restart(Model.unknown)
      return trim() ?? .unjudged
    case .notLinearizable(let witness):
      let found = breach(key, witness)
      restart(Model.unknown)
      return .breach(found)
    }
  }

  /// Keeps only operations that may still take effect, if an operation after all others shows the state.
  private mutating func settle() {
    guard
      let index = operations.indices.filter({ operations[$0].returned != nil }).max(by: {
        operations[$0].invoked < operations[$1].invoked
      }), let result = operations[index].result, let known = Model.state(after: operations[index].call, result)
    else { return }
    let isAfterAll = operations.indices.allSatisfy {
      $0 == index || (operations[$0].returned ?? .min) < operations[index].invoked
    }
    guard isAfterAll else { return }
    let operation = operations[index]
    let request = requests[index]
    restart(known)
    last = (request, operation.call, result)
  }

  /// Restarts the history from a state and the operations without an outcome.
  private mutating func restart(_ state: Model.State) {
    let pending = operations.indices.filter { operations[$0].returned == nil }
    (operations, requests) = (pending.map { operations[$0] }, pending.map { requests[$0] })
    self.state = state
    last = nil
  }

  private mutating func forget() {
    operations.removeAll(keepingCapacity: true)
    requests.removeAll(keepingCapacity: true)
  }

  /// Drops operations over the limit.
  private mutating func trim() -> ObservedJudgement? {
    let pending = operations.count { $0.returned == nil }
    if pending > Self.pendingLimit {
      (operations, requests, isGivenUp) = ([], [], true)
      return .unjudged
    }
    guard operations.count > Self.limit else { return nil }
    restart(Model.unknown)
    return .unjudged
  }

  // MARK: Descriptions

  private func breach(_ key: StaticString, _ witness: Linearizability.Witness) -> ObservedBreach {
    let culprit = operations[witness.culprit]
    // The latest operation that returned before the faulty one was sent decides which guarantee is named.
    let before = operations.indices.filter { (operations[$0].returned ?? .max) < culprit.invoked }.max {
      (operations[$0].returned ?? 0) < (operations[$1].returned ?? 0)
    }
    let earlier = before.flatMap { index in
      operations[index].result.map { (requests[index], operations[index].call, $0) }
    }
    guard let result = culprit.result else { preconditionFailure("the culprit of a history has returned") }
    return breach(key, culprit.call, result, requests[witness.culprit], after: earlier ?? last, before: state)
  }

  private func breach(
    _ key: StaticString, _ call: Model.Call, _ result: Model.Result, _ request: ObservedRequest,
    after earlier: (request: ObservedRequest, call: Model.Call, result: Model.Result)?, before: Model.State
  ) -> ObservedBreach {
    let oracle: Oracle
    let isOlder = Model.isOlder(result, than: before)
    if isOlder {
      oracle = .monotonicReads
    } else if Model.isWrite(call) || earlier == nil {
      oracle = .linearizability
    } else {
      oracle = earlier.map { Model.isWrite($0.call) } == true ? .readYourWrites : .monotonicReads
    }
    let words = earlier.map { "after \($0.request.text) \(Model.words($0.call, $0.result))" } ?? "at first"
    return ObservedBreach(
      oracle: oracle, site: isOlder ? "metrics" : "\(key)", time: request.endedAt,
      summary: "\(words), which had ended before, came \(request.text) \(Model.words(call, result))",
      shown: Model.preferences(result), row: Model.row(result))
  }
}
