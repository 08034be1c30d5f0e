/// The data of a chart for reading.
package struct ChartTable: Equatable, Sendable {
  /// The first is the name of the rows.
  package var columns: [String]
  package var rows: [[String]]

  package init(columns: [String], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }
}
