import Dispatch
import GTSDFields
import GTSDLoad
import GTSDModel
import GTSDSim
import Synchronization

/// Shows the progress of a load run on a page, drawn like the dashboard of `load`.
///
/// Drawing has its own thread, and is skipped while an earlier drawing is in progress, so that it does not disturb the
/// measurement.
final class LoadLive: Sendable {
  private let send: @Sendable (JSONNode) -> Void
  private let isDrawing = Atomic<Bool>(false)
  private let run = Mutex<LoadRun?>(nil)
  private let queue = DispatchQueue(label: "studio load")

  /// The sections that are drawn, in order.
  static let parts = ["latency-over-time", "rates", "errors", "in-flight", "endpoints", "outcomes"]

  init(send: @escaping @Sendable (JSONNode) -> Void) { self.send = send }

  func begin(_ run: LoadRun) { self.run.withLock { $0 = run } }

  func show(_ fold: LoadFold, _ snapshot: LoadSnapshot) {
    guard let run = run.withLock({ $0 }), !isDrawing.exchange(true, ordering: .relaxed) else { return }
    queue.async { [self] in
      let parts = ReportParts(LoadBeside.standing(run, fold), prefix: "live-")
      let shown = Self.parts.flatMap { name in parts.parts.filter { $0.id == name } }
      send(.object([("snapshot", snapshot.node), ("parts", .array(shown.map(\.node)))]))
      isDrawing.store(false, ordering: .relaxed)
    }
  }

  /// Waits until the current drawing has been sent.
  func end() { queue.sync {} }
}

extension LoadSnapshot {
  /// The figures as JSON: seconds, counts, and counts per second.
  fileprivate var node: JSONNode {
    func optional(_ value: Double?) -> JSONNode { value.map(JSONNode.number) ?? JSONNode(.null) }
    return .object([
      ("elapsed", .number(elapsed)), ("total", .number(total)), ("offered", .number(offered)),
      ("started", .number(started)), ("answered", .number(answered)), ("p50", optional(p50)), ("p95", optional(p95)),
      ("p99", optional(p99)), ("errors", .int(errors)), ("requests", .int(requests)), ("dropped", .int(dropped)),
      ("inFlight", .int(inFlight)),
    ])
  }
}

extension ReportParts.Part {
  /// The part in the JSON format of pages.
  var node: JSONNode { .object([("id", .string(id)), ("title", .string(title)), ("html", .string(html))]) }
}
