// Error replies in common forms that the contract does not have. All of these forms are understood without an entry in
// `load.map`.

extension JSONView {
  /// Whether the body reports a failure, even if the status reports a success.
  var reportsFailure: Bool {
    if self["success"].bool == false || self["ok"].bool == false { return true }
    if let status = self["status"].string, ["error", "fail", "failed"].contains(status) { return true }
    let hasErrors = !self["error"].isNull || self["errors"].array?.isEmpty == false
    return hasErrors && self["data"].isNull
  }

  /// The readable message in the body of an error; nil if there is none.
  var errorText: String? {
    self["error"]["message"].string ?? self["error"].string ?? text ?? self["errors"].array?.first?.text
  }

  /// The readable message, under any of the names that servers commonly use.
  private var text: String? {
    string ?? self["message"].string ?? self["detail"].string ?? self["title"].string
  }
}
