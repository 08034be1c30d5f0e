/// The natural order, changed by constraints: an arrival that must come after another one waits for it, as long as
/// the window allows and there is something else to do.
public final class ConstraintPolicy: SchedulePolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  /// The constraints, in the order in which they were given.
  public let constraints: [OrderConstraint]
  /// Whether each constraint was met: both arrivals came, in that order.
  public private(set) var honoured: [Bool]
  /// The numbers of the identities in constraints.
  private var numbers = IdentityTable()
  /// The constraints in which each number is the later one.
  private var predecessors: [[Int]] = []
  private var hasCome: [Bool]
  private var befores: [Int] = []

  /// Creates the policy.
  public init(_ constraints: [OrderConstraint], window: Int64, picksJobs: Bool = false) {
    self.constraints = constraints
    self.window = window
    self.picksJobs = picksJobs
    honoured = Array(repeating: false, count: constraints.count)
    hasCome = []
    for (index, constraint) in constraints.enumerated() {
      befores.append(number(of: constraint.before))
      predecessors[number(of: constraint.after)].append(index)
    }
  }

  private func number(of id: UInt64) -> Int {
    if let number = numbers[id] { return Int(number) }
    numbers[id] = UInt32(predecessors.count)
    predecessors.append([])
    hasCome.append(false)
    return predecessors.count - 1
  }

  /// Starts again from the beginning.
  public func begin() {
    for index in hasCome.indices { hasCome[index] = false }
    for index in honoured.indices { honoured[index] = false }
  }

  /// Picks the first choice that no constraint holds back; if all are held back, the first choice.
  public func pick(from choices: [ReadyChoice]) -> Int {
    let index = choices.firstIndex { !isBlocked($0.id) } ?? 0
    if let number = numbers[choices[index].id].map({ Int($0) }), !hasCome[number] {
      hasCome[number] = true
      for constraint in predecessors[number] { honoured[constraint] = hasCome[befores[constraint]] }
    }
    return index
  }

  private func isBlocked(_ id: UInt64) -> Bool {
    guard let number = numbers[id] else { return false }
    return predecessors[Int(number)].contains { !hasCome[befores[$0]] }
  }
}
