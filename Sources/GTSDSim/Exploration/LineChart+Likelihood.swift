import Documents
import GTSDWorld
import Statistics

extension LineChart {
  /// Creates a chart of the share of failing random continuations after each arrival of a minimal schedule; nil if it
  /// was not measured.
  init?(likelihoodOf find: Find) {
    let shares = find.likelihood
    guard shares.count > 1 else { return nil }
    let decisive = find.decisive.map { "step \($0.step + 1) decides" }
    // The last share is drawn up to the edge, as each share holds until the next arrival.
    let points = shares.enumerated().map { (x: Double($0.offset), share: $0.element) }
    let all = points + [(Double(shares.count), shares[shares.count - 1])]
    let band = all.map { point in
      let interval = find.interval(of: point.share)
      return Band.Point(point.x, interval?.low ?? point.share, interval?.high ?? point.share)
    }
    let names = shares.indices.map { step in
      guard step > 0 else { return "before the first arrival" }
      let arrivals = find.timeline.arrivals
      return "after step \(step)" + (step <= arrivals.count ? ", \(arrivals[step - 1].label)" : "")
    }
    self.init(
      title: "When the failure became certain",
      summary: "Share of random continuations that fail, from \(Wording.percent(shares[0])) before the first arrival "
        + "to \(Wording.percent(shares[shares.count - 1])) after the last; \(decisive ?? "no single step decides").",
      x: Axis("After step", .count), y: .wholeShare(""),
      series: [
        Series(
          "Share that fails", all.map { Point($0.x, $0.share) }, bands: [Band("95% interval", band)], style: .steps)
      ],
      verticals: find.decisive.map { [ReferenceLine(Double($0.step + 1), decisive ?? "")] } ?? [],
      // Placed between two arrivals, so that each arrival covers the column up to the next one.
      readings: points.map { $0.x + 0.5 }, readingNames: names, aspect: 0.22)
  }
}
