import GTSDModel

/// The writes that a phone sends: the changes that they explain, the ones that must be sent again with a renewed token,
/// and the attempts at one whose outcome is unknown.
struct ReferenceWrites: Sendable {
  /// A write that was refused for its token.
  private struct Refused: Sendable {
    var endpoint: Endpoint
    /// A hash of the refused token.
    var token: UInt64
    /// Whether a renewal has failed since, or in the same instant, so that the write may have been given up.
    var mayBeGivenUp: Bool
  }

  /// The requests of an operation since it began.
  private struct Attempts: Sendable {
    var count = 0
    /// Whether the first request was a read, as in a deletion of health data, which is not repeated.
    var beginsWithRead = false
    /// Whether the outcome of the latest request is unknown.
    var isUnknown = false
  }

  /// The number of attempts after the first, before an operation with an unknown outcome counts as failed.
  static let repetitions = 3

  /// Whether the save since its begin has sent something besides preferences.
  private var savesBody = false
  /// Whether a reply of this instant confirms such a save, or answers to onboarding.
  private(set) var hasChangedBody = false
  private var refused: [Refused] = []
  /// Whether a renewal of the token has failed at this instant.
  private var hasRenewalFailed = false
  /// The endpoints that were requested since such a refusal, a bit each. Of several such requests it is unknown which
  /// one repeats the refused one, and none is sent a third time.
  private var repeated: UInt64 = 0
  private var (acknowledgment, answers, save) = (Attempts(), Attempts(), Attempts())
  /// The operation of the latest reply.
  private var latest: Operation?

  mutating func began(_ operation: Operation) {
    if operation == .editSave { savesBody = false }
    change(operation) { $0 = Attempts() }
  }

  mutating func sent(_ request: borrowing WireCall) {
    let endpoint = request.body.endpoint
    if case .updateProfile(let update) = request.body, update.changesBody { savesBody = true }
    if let operation = request.operation {
      change(operation) {
        if $0.count == 0 { $0.beginsWithRead = endpoint.route.method == .get }
        $0.count += 1
      }
    }
    guard !refused.isEmpty, refused.contains(where: { $0.endpoint == endpoint }) else { return }
    refused.removeAll { $0.endpoint == endpoint }
    repeated |= 1 << UInt64(endpoint.rawValue)
  }

  /// Handles a reply, or the end of the wait for one.
  ///
  /// - Parameters:
  ///   - isTyped: whether anything besides preferences was typed into the form.
  ///   - stores: whether the request stores data for the person.
  mutating func received(
    _ request: borrowing WireCall, status: Int, isGranted: Bool, isCancelled: Bool, isTyped: Bool, stores: Bool
  ) {
    latest = request.operation
    let isUnknown = !isGranted && !isCancelled && (status == 0 || (200..<300).contains(status))
    if let operation = request.operation {
      change(operation) { $0.isUnknown = isUnknown }
      if isGranted, operation == .onboarding || operation == .editSave && (savesBody || isTyped) {
        hasChangedBody = true
      }
    }
    if !isGranted, request.body.endpoint == .refresh {
      hasRenewalFailed = true
      for index in refused.indices { refused[index].mayBeGivenUp = true }
    }
    guard status == 401, stores, let token = request.accessToken else { return }
    let endpoint = request.body.endpoint
    guard repeated >> UInt64(endpoint.rawValue) & 1 == 0, refused.count < 8 else { return }
    refused.append(
      Refused(endpoint: endpoint, token: ReferenceToken.hash(token), mayBeGivenUp: hasRenewalFailed))
  }

  mutating func settle() { (hasChangedBody, hasRenewalFailed) = (false, false) }

  /// The write, on an idle phone, that was refused for an earlier token and not sent again; nil if there is none.
  ///
  /// - Parameter token: a hash of the token that the phone has.
  mutating func unrepeated(with token: UInt64) -> Endpoint? {
    repeated = 0
    guard !refused.isEmpty else { return nil }
    defer { refused = [] }
    return token == 0 ? nil : refused.first { $0.token != token && !$0.mayBeGivenUp }?.endpoint
  }

  /// The operation that an error on screen says to have failed although its outcome is unknown and it was attempted
  /// fewer times than the app promises; nil if there is none.
  func givenUp(_ error: StateVariable) -> Operation? {
    let (operation, attempts): (Operation, Attempts)
    switch error {
    case .acknowledgeError: (operation, attempts) = (.acknowledge, acknowledgment)
    case .onboardingError: (operation, attempts) = (.onboarding, answers)
    case .editError: (operation, attempts) = (.editSave, save)
    default: return nil
    }
    let isEarly = attempts.isUnknown && !attempts.beginsWithRead && attempts.count <= Self.repetitions
    return latest == operation && isEarly ? operation : nil
  }

  private mutating func change(_ operation: Operation, _ body: (inout Attempts) -> Void) {
    switch operation {
    case .acknowledge: body(&acknowledgment)
    case .onboarding: body(&answers)
    case .editSave: body(&save)
    default: break
    }
  }
}
