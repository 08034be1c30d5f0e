import Documents
import GTSDFields
import GTSDModel

extension Report {
  /// The report as a JSON document: sorted keys, at most nine significant digits, equal bytes for equal reports.
  public var json: String { json.reportText }
}
