import GTSDModel

/// The reads since the person last did something, and since the screen last changed. None of them may be repeated as
/// long as the phone knows of nothing newer than what it has read.
struct ReferenceReads: Sendable {
  /// A read that a screen sends to show its data.
  private struct Read: Equatable, Sendable {
    var operation: Operation
    var endpoint: Endpoint

    /// Finds the read of a request; nil for a write, for a read that finds out the outcome of a write, and for lists of
    /// photos, since each upload and each section may ask for one.
    init?(_ request: borrowing WireCall) {
      guard let operation = request.operation, request.body.endpoint.route.method == .get else { return nil }
      switch operation {
      case .homeTasks, .homeStreak, .homeSummary, .homeMetrics, .plansMetrics, .plansFetch, .plansRefresh, .profileLoad,
        .tasksLoad, .streaksLoad, .summary:
        (self.operation, endpoint) = (operation, request.body.endpoint)
      default: return nil
      }
    }
  }

  /// The granted reads, with the revision in the reply, and how often they were granted.
  private var granted: [(read: Read, revision: Int32, count: UInt8)] = []
  /// The operations that began since the last reason for reads, as one bit each, and their reads in progress. What
  /// began before a reason may be repeated.
  private var begun: UInt64 = 0
  private var underWay: [Int32] = []
  /// The read whose reply arrives at this instant.
  private var arriving: Read?
  /// The highest revision in any reply since the process or the sign-in began.
  private var known: Int32 = -1
  /// Whether an operation began on an idle phone without a tap or another screen.
  private(set) var begunByItself = false

  /// Records a reason for new reads.
  mutating func stirred() {
    begunByItself = false
    begun = 0
    arriving = nil
    if !granted.isEmpty { granted.removeAll(keepingCapacity: true) }
    if !underWay.isEmpty { underWay.removeAll(keepingCapacity: true) }
  }

  mutating func began(_ operation: Operation, isAtRest: Bool) {
    begun |= 1 << UInt64(operation.rawValue)
    if isAtRest { begunByItself = true }
  }

  /// Handles a request; returns whether it is a needless read.
  mutating func sent(_ request: borrowing WireCall) -> Bool {
    guard let read = Read(request), begun >> UInt64(read.operation.rawValue) & 1 == 1 else { return false }
    underWay.append(request.id)
    guard let before = granted.first(where: { $0.read == read }) else { return false }
    return before.revision >= known && before.count >= Self.allowed(read.operation)
  }

  mutating func received(_ request: borrowing WireCall, isGranted: Bool) {
    arriving = nil
    // What failed may be tried again, also as a part of something larger. A write, or a read that shows one to be
    // stored, is a reason to read.
    guard isGranted, let read = Read(request) else { return stirred() }
    let id = request.id
    guard let index = underWay.firstIndex(of: id) else { return }
    underWay.remove(at: index)
    arriving = read
  }

  /// Handles the revision of the reply that has just arrived.
  mutating func replied(revision: Int32) {
    known = max(known, revision)
    guard let read = arriving else { return }
    arriving = nil
    guard let index = granted.firstIndex(where: { $0.read == read }) else {
      return granted.append((read, revision, 1))
    }
    let isSame = granted[index].revision >= known
    granted[index] = (read, revision, isSame ? granted[index].count &+ 1 : 1)
  }

  /// The number of reads of the same data: Home may read its own once more when it appears.
  private static func allowed(_ operation: Operation) -> UInt8 {
    switch operation {
    case .homeTasks, .homeStreak, .homeSummary, .homeMetrics, .plansMetrics: 2
    default: 1
    }
  }
}
