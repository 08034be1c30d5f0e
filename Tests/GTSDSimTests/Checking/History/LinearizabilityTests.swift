import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

typealias Register = RegisterModel<Int>
typealias RegisterOperation = HistoryOperation<Register.Call, Register.Result>

/// The checker compared with published examples and with a search over all orders, and at its limits.
struct LinearizabilityTests {
  private static func write(_ client: Int, _ value: Int, _ from: Int64, _ to: Int64) -> RegisterOperation {
    RegisterOperation(client, .write(value), .done, from: from, to: to)
  }

  private static func read(_ client: Int, _ value: Int, _ from: Int64, _ to: Int64) -> RegisterOperation {
    RegisterOperation(client, .read, .value(value), from: from, to: to)
  }

  private static func isLinearizable(_ history: [RegisterOperation]) -> Bool {
    Linearizability.check(history, against: Register(0)).isLinearizable
  }

  // MARK: Published examples

  /// Porcupine's two examples: concurrent reads that see 0 and 100 around a write of 100, in the right order and not.
  @Test func porcupinesRegisterExamples() {
    #expect(Self.isLinearizable([Self.write(0, 100, 0, 100), Self.read(1, 100, 25, 75), Self.read(2, 0, 30, 60)]))
    #expect(!Self.isLinearizable([Self.write(0, 200, 0, 100), Self.read(1, 200, 10, 30), Self.read(2, 0, 40, 90)]))
  }

  /// The queue histories of Herlihy and Wing (1990), figure 1: the first and the third hold, the others do not.
  @Test func herlihyAndWingsQueues() {
    typealias Item = HistoryOperation<QueueModel.Call, Int>
    func verdict(_ history: [Item]) -> Bool {
      Linearizability.check(history, against: QueueModel()).isLinearizable
    }
    // Two overlapping additions may be removed in either order.
    #expect(
      verdict([
        Item(0, .enqueue(1), 1, from: 0, to: 10), Item(1, .enqueue(2), 2, from: 5, to: 15),
        Item(1, .dequeue, 1, from: 20, to: 30), Item(0, .dequeue, 2, from: 25, to: 35),
        Item(0, .enqueue(3), 3, from: 40, to: 50),
      ]))
    // Additions one after the other may not.
    #expect(
      !verdict([
        Item(0, .enqueue(1), 1, from: 0, to: 10), Item(1, .enqueue(2), 2, from: 20, to: 30),
        Item(0, .dequeue, 2, from: 40, to: 50),
      ]))
    // An element may be removed before its addition has returned.
    #expect(verdict([Item(0, pending: .enqueue(1), from: 0), Item(1, .dequeue, 1, from: 5, to: 15)]))
    // No element is removed twice.
    #expect(
      !verdict([
        Item(0, .enqueue(1), 1, from: 0, to: 10), Item(1, .enqueue(2), 2, from: 5, to: 15),
        Item(0, .dequeue, 2, from: 20, to: 30), Item(2, .dequeue, 2, from: 25, to: 35),
      ]))
  }

  @Test func registersDoNotGoBack() {
    let first = Self.write(0, 0, 0, 10)
    #expect(
      Self.isLinearizable([
        first, Self.write(1, 1, 20, 40), Self.read(0, 1, 25, 45), Self.write(2, 0, 30, 60), Self.read(1, 0, 50, 70),
      ]))
    #expect(
      !Self.isLinearizable([first, Self.write(1, 1, 20, 60), Self.read(0, 1, 25, 35), Self.read(0, 0, 40, 50)]))
    #expect(Self.isLinearizable([first, RegisterOperation(1, pending: .write(1), from: 20), Self.read(0, 1, 30, 40)]))
  }

  /// Knossos' compare-and-set examples: a swap that fails although its value was there, and one that a crash hides.
  @Test func compareAndSet() {
    func swap(_ client: Int, _ old: Int, _ new: Int, _ isSet: Bool, _ from: Int64, _ to: Int64) -> RegisterOperation {
      RegisterOperation(client, .compareAndSet(old, new), .isSet(isSet), from: from, to: to)
    }
    #expect(!Self.isLinearizable([Self.write(0, 1, 0, 1), swap(1, 1, 2, false, 2, 3)]))
    #expect(!Self.isLinearizable([Self.write(0, 1, 0, 1), swap(0, 1, 2, true, 2, 4), swap(1, 1, 3, true, 3, 5)]))
    #expect(Self.isLinearizable([Self.write(0, 1, 0, 1), swap(0, 1, 2, true, 2, 4), swap(1, 1, 3, false, 3, 5)]))
    #expect(
      Self.isLinearizable([
        Self.write(0, 1, 0, 1), RegisterOperation(1, pending: .compareAndSet(1, 2), from: 2), Self.read(0, 1, 3, 4),
        Self.read(0, 2, 5, 6),
      ]))
  }

  @Test func sets() {
    typealias Item = HistoryOperation<SetModel<Int>.Call, SetModel<Int>.Result>
    let added = Item(0, .add(1), .answer(true), from: 0, to: 10)
    let removed = Item(0, .remove(1), .answer(true), from: 20, to: 30)
    func verdict(_ more: Item...) -> Bool {
      Linearizability.check([added, removed] + more, against: SetModel<Int>()).isLinearizable
    }
    #expect(verdict(Item(1, .list, .elements([1]), from: 5, to: 25)))
    #expect(verdict(Item(1, .contains(1), .answer(false), from: 25, to: 40)))
    #expect(verdict(Item(1, .list, .elements([]), from: 25, to: 26)))
    #expect(!verdict(Item(1, .list, .elements([1]), from: 31, to: 40)), "a removed element is listed again")
    #expect(!verdict(Item(1, .add(1), .answer(false), from: 31, to: 40)))
    #expect(verdict(Item(1, pending: .add(1), from: 15), Item(2, .list, .elements([1]), from: 50, to: 60)))
  }

  // MARK: Witness, keys and budget

  @Test func witnessEndsAtTheFirstImpossibleReturn() {
    let history = [
      Self.write(0, 1, 0, 10), Self.read(1, 1, 12, 14), Self.read(1, 0, 20, 30), Self.write(0, 2, 40, 50),
      Self.read(1, 0, 60, 70),
    ]
    guard case .notLinearizable(let witness) = Linearizability.check(history, against: Register(0)) else {
      Issue.record("a register that goes back has an order")
      return
    }
    #expect(witness.culprit == 2)
    #expect(witness.prefix == [0, 1, 2])
    #expect(witness.ordered == [0, 1])
    #expect(witness.unplaced == [2])
  }

  @Test func eachKeyIsJudgedByItself() {
    let history = [Self.write(0, 1, 0, 10), Self.write(1, 5, 2, 12), Self.read(0, 0, 20, 30), Self.read(1, 5, 21, 31)]
    let parts = Linearizability.check(history, against: Register(0)) { $0.client }
    #expect(parts.map(\.key) == [0, 1])
    #expect(parts.map(\.operations) == [[0, 2], [1, 3]])
    #expect(parts.map(\.finding.isLinearizable) == [false, true])
  }

  /// Many concurrent writes and a read of a value that none wrote: impossible without the cache, and expensive with it.
  @Test func verdictIsUnknownBeyondTheBudget() {
    var history = (1...14).map { Self.write($0, $0, 0, 100) }
    history.append(Self.read(0, 99, 50, 150))
    #expect(Linearizability.check(history, against: Register(0), budget: 500) == .unknown(steps: 500))
    #expect(!Self.isLinearizable(history))
  }

  /// Histories with more operations than a machine word has bits.
  @Test func longHistories() {
    var history: [RegisterOperation] = []
    for index in 0..<200 {
      let start = Int64(index) * 10
      history.append(Self.write(0, index, start, start + 8))
      history.append(Self.read(1, index, start + 2, start + 12))
    }
    #expect(Self.isLinearizable(history))
    history.append(Self.read(2, 3, 5_000, 5_001))
    #expect(!Self.isLinearizable(history))
  }

  // MARK: Brute force

  /// Tries every order that keeps real time, without any memory.
  private static func bruteForce(_ history: [RegisterOperation], _ left: [Int], _ state: Int) -> Bool {
    guard left.contains(where: { history[$0].returned != nil }) else { return true }
    let model = Register(0)
    for operation in left {
      let isFirst = left.allSatisfy { (history[$0].returned ?? .max) >= history[operation].invoked }
      guard isFirst, let after = model.step(state, history[operation].call, history[operation].result) else { continue }
      if bruteForce(history, left.filter { $0 != operation }, after) { return true }
    }
    return false
  }

  private static func randomHistory(_ random: inout TestRandom) -> [RegisterOperation] {
    (0..<1 + random.below(8)).map { client in
      let from = Int64(random.below(20))
      let to = from + Int64(random.below(10))
      let isPending = random.below(8) == 0
      let call: Register.Call
      let result: Register.Result
      switch random.below(4) {
      case 0:
        call = .write(random.below(3))
        result = .done
      case 1:
        call = .compareAndSet(random.below(3), random.below(3))
        result = .isSet(random.below(2) == 0)
      default:
        call = .read
        result = .value(random.below(3))
      }
      return isPending
        ? RegisterOperation(client, pending: call, from: from)
        : RegisterOperation(client, call, result, from: from, to: to)
    }
  }

  @Test func checkerAgreesWithBruteForce() {
    var random = TestRandom(seed: 2026)
    var linearizable = 0
    for number in 0..<10_000 {
      let history = Self.randomHistory(&random)
      let expected = Self.bruteForce(history, Array(history.indices), 0)
      if expected { linearizable += 1 }
      #expect(Self.isLinearizable(history) == expected, "history \(number): \(history)")
    }
    // Both verdicts must be frequent, or the comparison would mean little.
    #expect((2_000...8_000).contains(linearizable), "\(linearizable)")
  }

  /// If the operation that breaks it is pending, the shortest bad prefix has an order.
  @Test func witnessesAreShortest() {
    var random = TestRandom(seed: 7)
    for _ in 0..<2_000 {
      let history = Self.randomHistory(&random)
      guard case .notLinearizable(let witness) = Linearizability.check(history, against: Register(0)) else { continue }
      let end = history[witness.culprit].returned ?? .max
      func cut(_ isPending: (Int) -> Bool) -> [RegisterOperation] {
        witness.prefix.map { index in
          var operation = history[index]
          if isPending(index) { (operation.returned, operation.result) = (nil, nil) }
          return operation
        }
      }
      let whole = cut { (history[$0].returned ?? .max) > end }
      // Of several operations that return at that moment, one may be pending and another still impossible to place.
      let shorter = cut { (history[$0].returned ?? .max) >= end }
      #expect(!Self.bruteForce(whole, Array(whole.indices), 0))
      #expect(Self.bruteForce(shorter, Array(shorter.indices), 0))
    }
  }
}

/// A small generator for tests (SplitMix64).
struct TestRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// A queue, first in first out.
private struct QueueModel: SequentialModel {
  enum Call { case enqueue(Int), dequeue }

  var initial: [Int] { [] }

  func step(_ state: [Int], _ call: Call, _ result: Int?) -> [Int]? {
    switch call {
    case .enqueue(let item): return state + [item]
    case .dequeue:
      guard let first = state.first, result ?? first == first else { return nil }
      return Array(state.dropFirst())
    }
  }
}
