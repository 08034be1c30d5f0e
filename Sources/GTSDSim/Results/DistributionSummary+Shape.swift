import Documents
import Foundation
import GTSDWorld

extension DistributionSummary {
  /// A small SVG picture of the distribution's shape on its own logarithmic scale.
  var shape: String {
    let buckets = self.buckets.filter { $0.count == 3 }
    // Counts are divided by the logarithmic width of their bucket, since the four buckets of a doubling differ in
    // width.
    let densities = buckets.map { $0[2] / ($0[0] > 0 ? log($0[1] / $0[0]) : log(2)) }
    guard let tallest = densities.max(), tallest > 0 else { return "" }
    let width = Swift.min(8, 140 / Double(buckets.count))
    let bars = densities.enumerated().map { index, density in
      let height = Swift.max(1, density / tallest * 24)
      return """
        <rect class="span" x="\(PageDrawing.at(Double(index) * width))" y="\(PageDrawing.at(26 - height))" \
        width="\(PageDrawing.at(Swift.max(width - 1, 0.6)))" height="\(PageDrawing.at(height))"/>
        """
    }
    return "<svg width=\"140\" height=\"26\" aria-hidden=\"true\">\(bars.joined())</svg>"
  }
}
