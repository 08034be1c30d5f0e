/// Rows and columns, some of them for some forms alone.
struct Table {
  struct Column {
    var name: RichText
    /// What texts call it, where that is another name.
    var textName: String?
    var isNumber = false
    var forms: DocumentForms
    /// What its cells look like on pages, beyond being numbers; nil for as suits what is in them.
    var style: String?
    /// Whether it names the row.
    var isHead = false
    /// What goes first where there is no room; 0 stays.
    var leaves = 0

    static func text(
      _ name: RichText, inTexts textName: String? = nil, style: String? = "", on forms: DocumentForms = .all
    ) -> Column {
      Column(name: name, textName: textName, forms: forms, style: style)
    }

    static func number(
      _ name: RichText, inTexts textName: String? = nil, style: String? = "", on forms: DocumentForms = .all
    ) -> Column {
      Column(name: name, textName: textName, isNumber: true, forms: forms, style: style)
    }

    /// The column that names the rows.
    static func head(_ name: RichText, inTexts textName: String? = nil, style: String? = "") -> Column {
      Column(name: name, textName: textName, forms: .all, style: style, isHead: true)
    }
  }

  struct Cell: ExpressibleByStringInterpolation {
    var text: RichText
    /// Instead of the column's.
    var style: String?
    /// Whether it is the cell above, which reaches down.
    var isAbove = false

    init(_ text: RichText, style: String? = nil) {
      self.text = text
      self.style = style
    }
    init(_ text: String, style: String? = nil) { self.init(RichText(text), style: style) }
    init(stringLiteral text: String) { self.init(text) }

    static func code(_ text: String) -> Cell { Cell(.code(text)) }
    static func prose(_ text: String) -> Cell { Cell(.prose(text)) }
    static func verdict(_ verdict: Verdict) -> Cell { Cell(.verdict(verdict)) }
    static var above: Cell {
      var cell = Cell("")
      cell.isAbove = true
      return cell
    }
  }

  enum Row {
    /// One cell a column.
    case cells([Cell])
    /// A heading among the rows of a page.
    case group(String)
  }

  var columns: [Column]
  var rows: [Row]
  /// The rows of texts, where they are others or in another order.
  var textRows: [Row]?
  /// Whether pages leave out the names of columns, and keep it as narrow as they are.
  var isBare = false
  /// How many rows a terminal shows.
  var mostInTerminal = 24
  /// What the table looks like on pages.
  var style = ""

  init(_ columns: [Column], style: String = "", _ rows: [[Cell]]) {
    self.init(columns, style: style, rows.map(Row.cells))
  }

  init(_ columns: [Column], style: String = "", _ rows: [Row], inTexts textRows: [Row]? = nil) {
    self.columns = columns
    self.rows = rows
    self.textRows = textRows
    self.style = style
  }

  /// The columns of a form with the cells of each row below them; headings among the rows are left out.
  func cells(in form: DocumentForms) -> (columns: [Column], rows: [[Cell]]) {
    let shown = columns.indices.filter { columns[$0].forms.contains(form) }
    let rows = (form == .page ? rows : textRows ?? rows).compactMap { row -> [Cell]? in
      if case .cells(let cells) = row { shown.map { cells[$0] } } else { nil }
    }
    return (shown.map { columns[$0] }, rows)
  }
}

extension Array where Element == Table.Cell {
  /// Cells of plain texts.
  init(_ texts: [String]) { self = texts.map { Table.Cell($0) } }
}
