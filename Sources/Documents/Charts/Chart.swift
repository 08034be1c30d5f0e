/// A picture of data, with a sentence and a table of the same content for readers who do not see it.
package protocol Chart: Sendable {
  /// The title, such as `Acknowledgment`.
  var title: String { get }
  /// The result that the chart shows, as a sentence with figures.
  var summary: String { get }
  /// The picture at a width in pixels.
  func drawing(width: Double) -> Drawing
  /// The data of the chart as a table.
  var table: ChartTable { get }
  /// The meanings of the chart's signs.
  var legend: [ChartLegendItem] { get }
}

extension Chart {
  package var legend: [ChartLegendItem] { [] }

  /// The width at which charts are drawn for a page. Narrow pages get their own drawing with text of the same size.
  package static var wide: Double { 800 }
  package static var narrow: Double { 340 }

  /// The picture alone, as wide as a page.
  package var svg: String { drawing(width: Self.wide).svg(summary: summary) }

  /// The picture for wide and for narrow pages, its legend, and its data as a table.
  package var html: String {
    let signs = legend.map { item in
      "<li><svg aria-hidden=\"true\" width=\"26\" height=\"12\">\(item.sign)</svg>\(escaped(item.text))</li>"
    }
    let list = signs.isEmpty ? "" : "<ul class=\"chips legend\" aria-label=\"Signs\">\(signs.joined())</ul>\n"
    return """
      <figure class="plot">
      \(drawing(width: Self.wide).svg(summary: summary, names: "at-wide"))
      \(drawing(width: Self.narrow).svg(summary: summary, names: "at-narrow"))
      \(list)\(tableHTML)
      </figure>
      """
  }

  private var tableHTML: String {
    let data = table
    guard !data.rows.isEmpty else { return "" }
    let heads = data.columns.enumerated().map { index, name in
      "<th scope=\"col\"\(index > 0 ? " class=\"num\"" : "")>\(escaped(name))</th>"
    }
    let rows = data.rows.map { row in
      let cells = row.enumerated().map { index, text in
        index == 0 ? "<th scope=\"row\">\(escaped(text))</th>" : "<td class=\"num\">\(escaped(text))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <details class="more"><summary>\(escaped(title)), as a table</summary><div class="scroll">
      <table class="data"><thead><tr>\(heads.joined())</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div></details>
      """
  }
}
