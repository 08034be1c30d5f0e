@testable import GTSDSim

extension Report {
  /// Changes the section of a report of one kind: `report.change(\\.load, Content.load) { $0.thresholds = [] }`.
  mutating func change<Section>(
    _ section: (Report) -> Section?, _ content: (Section) -> Content, _ change: (inout Section) -> Void
  ) {
    guard var own = section(self) else { preconditionFailure("a report of another kind: \(kind)") }
    change(&own)
    self.content = content(own)
  }
}
