/// The names of a world's tasks: each is the n-th task that its parent spawned.
///
/// Paths are the same in every run that takes the same decisions up to there, unlike any counter of the runtime. Tasks of
/// a task group and `async let` count as their parent; so does, in a trace, a task that one of them resumes by other
/// means than the world's own waits.
struct TaskPath {
  /// The number that stands for no task, or for any while paths are not traced.
  static let none = 0 as UInt32

  private struct Node {
    var parent: UInt32
    var ordinal: UInt32
    var children: UInt32 = 0
  }

  private var nodes = [Node(parent: 0, ordinal: 0)]

  /// The number of a new child of a task.
  mutating func child(of parent: UInt32) -> UInt32 {
    nodes[Int(parent)].children += 1
    nodes.append(Node(parent: parent, ordinal: nodes[Int(parent)].children))
    return UInt32(nodes.count - 1)
  }

  /// The path of a task as text: ordinals from the outermost task inwards, each from 1, as in "2.1.4".
  func text(_ task: UInt32) -> String {
    var ordinals: [String] = []
    var task = task
    while task != Self.none {
      ordinals.append(String(nodes[Int(task)].ordinal))
      task = nodes[Int(task)].parent
    }
    return ordinals.reversed().joined(separator: ".")
  }
}
