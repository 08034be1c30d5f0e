/// A table of plain texts with a title and notes, the same in every format.
package struct TextTable {
  package struct Column {
    package var name: String
    package var isNumber = false
    /// The order in which columns are dropped if space is limited; a column with 0 always stays.
    package var leaves = 0

    package init(
      name: String, isNumber: Bool = false, leaves: Int = 0
    ) {
      self.name = name
      self.isNumber = isNumber
      self.leaves = leaves
    }
  }

  package var title: String
  package var note = ""
  package var columns: [Column]
  package var rows: [[String]]

  package init(
    title: String, note: String = "", columns: [Column], rows: [[String]]
  ) {
    self.title = title
    self.note = note
    self.columns = columns
    self.rows = rows
  }

  /// The table alone, for a terminal with a limited number of rows.
  package func table(inTerminal most: Int = 24) -> Table {
    var table = Table(
      columns.enumerated().map { index, column in
        Table.Column(
          name: RichText(column.name), isNumber: column.isNumber, forms: .all,
          style: column.isNumber && index > 0 ? "" : nil,
          isHead: index == 0, leaves: column.leaves)
      }, style: columns.count > 6 ? "wide" : "", rows.map { [Table.Cell]($0) })
    table.mostInTerminal = most
    return table
  }

  /// A section with the table. Text formats leave out a table without rows.
  package func section(
    _ id: String, on forms: DocumentForms = .all, above: [DocumentBlock?] = [], below: [DocumentBlock?] = []
  ) -> Document.Section {
    let shown = rows.isEmpty ? forms.intersection(.page) : forms
    return Document.Section(
      id, title,
      [.note(note, on: shown.intersection(.written))] + above + [.table(table(), on: shown)] + below)
  }
}
