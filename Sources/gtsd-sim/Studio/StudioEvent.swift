import GTSDFields
import GTSDModel

/// A message to a page about its work.
enum StudioEvent: Sendable {
  /// The order waits; the number of runs that come before it.
  case queued(before: Int)
  case running
  /// A line of text for people, and the finished share from 0 to 1 if it is known.
  case progress(String, share: Double?)
  /// The current state of the run, if it can be shown.
  case live(JSONNode)
  /// The final event: members of the outcome.
  case done(JSONNode)
  case failed(exit: Int32, message: String)
  /// The run was replaced by a newer order, or no page waits for it.
  case superseded

  /// Whether this is the last event of its stream.
  var isLast: Bool {
    switch self {
    case .queued, .running, .progress, .live: false
    case .done, .failed, .superseded: true
    }
  }

  /// The event as a line of JSON.
  var line: [UInt8] {
    let node: JSONNode =
      switch self {
      case .queued(let before): .object([("state", .string("queued")), ("before", .int(before))])
      case .running: .object([("state", .string("running"))])
      case .progress(let text, let share):
        .object([
          ("state", .string("progress")), ("text", .string(text)),
          ("share", share.map(JSONNode.number) ?? JSONNode(.null)),
        ])
      case .live(let picture): .object([("state", .string("live")), ("picture", picture)])
      case .done(let outcome): .object([("state", .string("done")), ("outcome", outcome)])
      case .failed(let exit, let message):
        .object([("state", .string("failed")), ("exit", .int(exit)), ("message", .string(message))])
      case .superseded: .object([("state", .string("superseded"))])
      }
    return Array((node.text + "\n").utf8)
  }
}
