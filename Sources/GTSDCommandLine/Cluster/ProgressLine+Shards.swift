extension ProgressLine {
  /// Draws the state of all shards in a queue.
  package func show(_ sight: SlurmFollow.Sight) {
    draw(isLast: sight.merge == .done) { seconds, width in Self.text(sight, seconds: seconds, width: width) }
  }

  /// One line with the numbers of shards that are done, running, waiting and failed, and the time left, estimated from
  /// the finished shards.
  package static func text(_ sight: SlurmFollow.Sight, seconds: Double, width: Int) -> String {
    let total = sight.shards.count
    func count(_ state: SlurmFollow.State) -> Int { sight.shards.count { $0 == state } }
    let (done, running, waiting) = (count(.done), count(.running), count(.waiting))
    let failed = total - done - running - waiting
    var text = "\(done)/\(total) shards  \(running) running  \(waiting) waiting"
    if failed > 0 { text += "  \(failed) failed" }
    if done == total { return fitting([text + "  merging", "merging"], width: width) ?? "…" }
    let left = done > 0 ? "\(span(seconds * Double(total - done) / Double(done))) left" : "…"
    let bar = bar(Double(done) / Double(total))
    return fitting(["\(bar) \(text)  \(left)", "\(text)  \(left)", text], width: width) ?? "\(done)/\(total)"
  }
}
