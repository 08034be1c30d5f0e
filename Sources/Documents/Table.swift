package import Statistics

/// Rows and columns, some of them only for some formats.
package struct Table {
  package struct Column {
    package var name: RichText
    /// The column's name in text formats; nil if it is the same.
    package var textName: String?
    package var isNumber = false
    package var forms: DocumentForms
    /// The CSS class of the column's cells on pages; nil chooses one by their content.
    package var style: String?
    /// Whether the column names the rows.
    package var isHead = false
    /// The order in which columns are dropped if space is limited; a column with 0 always stays.
    package var leaves = 0

    package static func text(
      _ name: RichText, inTexts textName: String? = nil, style: String? = "", on forms: DocumentForms = .all
    ) -> Column {
      Column(name: name, textName: textName, forms: forms, style: style)
    }

    package static func number(
      _ name: RichText, inTexts textName: String? = nil, style: String? = "", on forms: DocumentForms = .all
    ) -> Column {
      Column(name: name, textName: textName, isNumber: true, forms: forms, style: style)
    }

    /// The first column, which contains the names of the rows.
    package static func head(_ name: RichText, inTexts textName: String? = nil, style: String? = "") -> Column {
      Column(name: name, textName: textName, forms: .all, style: style, isHead: true)
    }
  }

  package struct Cell: ExpressibleByStringInterpolation {
    package var text: RichText
    /// The style of this cell, if it differs from the column's.
    package var style: String?
    /// Whether the cell above extends over this cell, whose own text is then not shown.
    package var isAbove = false

    package init(_ text: RichText, style: String? = nil) {
      self.text = text
      self.style = style
    }
    package init(_ text: String, style: String? = nil) { self.init(RichText(text), style: style) }
    package init(stringLiteral text: String) { self.init(text) }

    package static func code(_ text: String) -> Cell { Cell(.code(text)) }
    package static func prose(_ text: String) -> Cell { Cell(.prose(text)) }
    package static func verdict(_ verdict: Verdict) -> Cell { Cell(.verdict(verdict)) }
    package static var above: Cell {
      var cell = Cell("")
      cell.isAbove = true
      return cell
    }
  }

  package enum Row {
    /// A row of cells, one for each column.
    case cells([Cell])
    /// A heading among the rows of a page.
    case group(String)
  }

  package var columns: [Column]
  package var rows: [Row]
  /// The rows of text output, if they differ from the rows of pages or are in another order.
  package var textRows: [Row]?
  /// Whether pages leave out the names of the columns and make them as narrow as possible.
  package var isBare = false
  /// The greatest number of rows that a terminal shows.
  package var mostInTerminal = 24
  /// The CSS class of the table on pages.
  package var style = ""

  package init(_ columns: [Column], style: String = "", _ rows: [[Cell]]) {
    self.init(columns, style: style, rows.map(Row.cells))
  }

  package init(_ columns: [Column], style: String = "", _ rows: [Row], inTexts textRows: [Row]? = nil) {
    self.columns = columns
    self.rows = rows
    self.textRows = textRows
    self.style = style
  }

  /// The columns that a form shows, with the cells of each row. Headings among the rows are left out.
  package func cells(in form: DocumentForms) -> (columns: [Column], rows: [[Cell]]) {
    let shown = columns.indices.filter { columns[$0].forms.contains(form) }
    let rows = (form == .page ? rows : textRows ?? rows).compactMap { row -> [Cell]? in
      if case .cells(let cells) = row { shown.map { cells[$0] } } else { nil }
    }
    return (shown.map { columns[$0] }, rows)
  }
}

extension Array where Element == Table.Cell {
  /// Creates one cell for each text.
  package init(_ texts: [String]) { self = texts.map { Table.Cell($0) } }
}
