/// The paths of a world's tasks. A task's path is its parent's path and its number among the parent's children.
///
/// Unlike a counter of the runtime, paths are the same in every run that takes the same decisions up to that point. A
/// timer's handler has its own number below the task that set the timer, so the order in which two timers of one task
/// fire changes no path. Tasks of a task group and `async let` have the path of their parent. In a trace, so does a
/// task that one of them resumes without a wait of the world.
struct TaskPath {
  /// The number used for no task, and for every task while paths are not traced.
  static let none = 0 as UInt32

  /// The kind of a number in a path. Keeps the hashes of the four kinds apart.
  private enum Tag {
    static let child = 1 as UInt64
    static let wait = 2 as UInt64
    static let job = 3 as UInt64
    static let part = 0 as UInt64
  }

  private struct Node {
    var parent: UInt32
    var ordinal: UInt32
    var isHandler: Bool
    var hash: UInt64
    var children: UInt32 = 0
    var waits: UInt32 = 0
    var jobs: UInt32 = 0
  }

  private static let root = Node(parent: none, ordinal: 0, isHandler: false, hash: Mix64.finish(0x6774_7364))
  private var nodes = [root]

  /// Adds a child of a task, and returns the child's number.
  package mutating func child(of parent: UInt32) -> UInt32 {
    nodes[Int(parent)].children += 1
    let (ordinal, hash) = (nodes[Int(parent)].children, nodes[Int(parent)].hash)
    return add(Node(parent: parent, ordinal: ordinal, isHandler: false, hash: Self.hash(hash, ordinal, Tag.child)))
  }

  /// Adds a wait of a task. Returns the wait's identity and its number within the task.
  @inline(__always)
  mutating func wait(of task: UInt32) -> (id: UInt64, number: UInt32) {
    nodes[Int(task)].waits += 1
    let number = nodes[Int(task)].waits
    return (Self.hash(nodes[Int(task)].hash, number, Tag.wait), number)
  }

  /// Counts a job of a task, and returns its identity.
  mutating func job(of task: UInt32) -> UInt64 {
    nodes[Int(task)].jobs += 1
    return Self.hash(nodes[Int(task)].hash, nodes[Int(task)].jobs, Tag.job)
  }

  /// Adds the handler that runs when a wait ends, as if it were a task, and returns its number.
  mutating func handler(of task: UInt32, wait number: UInt32, id: UInt64) -> UInt32 {
    add(Node(parent: task, ordinal: number, isHandler: true, hash: id))
  }

  /// Adds a part of a task, by an ordinal that the caller chooses, and returns its number.
  mutating func part(_ ordinal: Int, of task: UInt32) -> UInt32 {
    let ordinal = UInt32(truncatingIfNeeded: ordinal)
    let hash = Self.hash(nodes[Int(task)].hash, ordinal, Tag.part)
    return add(Node(parent: task, ordinal: ordinal, isHandler: false, hash: hash))
  }

  /// The hash of a task's path.
  func hash(of task: UInt32) -> UInt64 { nodes[Int(task)].hash }

  /// Forgets all tasks.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    nodes.append(Self.root)
  }

  private mutating func add(_ node: Node) -> UInt32 {
    nodes.append(node)
    return UInt32(nodes.count - 1)
  }

  @inline(__always)
  private static func hash(_ parent: UInt64, _ number: UInt32, _ tag: UInt64) -> UInt64 {
    Mix64.combine(parent, UInt64(number) << 2 | tag)
  }

  /// The path of a task as text: ordinals from the outermost task inwards, each from 1, as in "2.1.4". In "2@3.1",
  /// the handler of task 2's third wait spawned the first task.
  func text(_ task: UInt32) -> String {
    var frames: [String] = []
    var task = task
    while task != Self.none {
      let node = nodes[Int(task)]
      frames.append("\(node.isHandler ? "@" : ".")\(node.ordinal)")
      task = node.parent
    }
    let text = frames.reversed().joined()
    return text.first == "." ? String(text.dropFirst()) : text
  }
}
