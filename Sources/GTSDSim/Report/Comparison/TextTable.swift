/// A table of texts that Markdown, pages and terminals show alike.
struct TextTable {
  struct Column {
    var name: String
    var isNumber = false
    /// What goes first where there is no room; 0 stays.
    var leaves = 0
  }

  var title: String
  var note = ""
  var columns: [Column]
  var rows: [[String]]

  /// GitHub's dialect.
  func markdown(inline: (String) -> String) -> String {
    let lines =
      [columns.map { inline($0.name) }, columns.map { $0.isNumber ? "---:" : "---" }]
      + rows.map { $0.map(inline) }
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  /// Rows of a page; the first cell names its row.
  var html: String {
    let heads = columns.map { "<th scope=\"col\"\($0.isNumber ? " class=\"num\"" : "")>\(escaped($0.name))</th>" }
    let body = rows.map { row in
      let cells = zip(columns, row).enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\">\(escaped(cell.1))</th>"
          : "<td class=\"\(Self.style(cell.1, isNumber: cell.0.isNumber))\">\(escaped(cell.1))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <div class="scroll"><table\(columns.count > 6 ? " class=\"wide\"" : "")><thead><tr>\(heads.joined())</tr></thead>
      <tbody>\(body.joined(separator: "\n"))</tbody></table></div>
      """
  }

  /// Short texts stay in one line, long ones keep a width that can be read.
  private static func style(_ cell: String, isNumber: Bool) -> String {
    isNumber ? "num" : cell.count < 16 ? "short" : cell.count > 60 ? "text" : ""
  }

  /// Lines of at most so many characters: columns that may leave do, then the first is cut.
  func lines(width: Int) -> (head: String, rows: [String]) {
    var shown = Array(columns.indices)
    func size(_ column: Int) -> Int {
      max(columns[column].name.count, rows.map { $0[column].count }.max() ?? 0)
    }
    func total(_ columns: [Int]) -> Int { columns.reduce(0) { $0 + size($1) + 2 } - 2 }
    // The first may shrink to this before another column leaves.
    let least = min(size(0), 24)
    while total(shown) - size(0) + least > width,
      let gone = shown.filter({ columns[$0].leaves > 0 }).max(by: { columns[$0].leaves < columns[$1].leaves })
    {
      shown.removeAll { $0 == gone }
    }
    let first = min(size(0), max(12, width - (total(shown) - size(0))))
    func line(_ cells: [String]) -> String {
      var text = shown.map { column -> String in
        let room = column == 0 ? first : size(column)
        let cell = cells[column].count > room ? cells[column].prefix(max(0, room - 1)) + "…" : cells[column]
        let space = String(repeating: " ", count: max(0, room - cell.count))
        return columns[column].isNumber ? space + cell : cell + space
      }.joined(separator: "  ")
      while text.hasSuffix(" ") { text.removeLast() }
      return text.count > width ? text.prefix(width - 1) + "…" : text
    }
    return (line(columns.map(\.name)), rows.map(line))
  }
}
