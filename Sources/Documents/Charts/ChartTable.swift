/// The data of a chart for reading.
package struct ChartTable: Equatable, Sendable {
  /// The headings of the columns. The first column contains the names of the rows.
  package var columns: [String]
  package var rows: [[String]]

  package init(columns: [String], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }
}
