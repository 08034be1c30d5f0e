// Errors in forms that the contract does not have and other servers do. None of these names can be renamed: any of
// them is understood.

extension JSONView {
  /// Whether an envelope says no, whatever the status says.
  var saysNo: Bool {
    if self["success"].bool == false || self["ok"].bool == false { return true }
    if let status = self["status"].string, ["error", "fail", "failed"].contains(status) { return true }
    let hasErrors = !self["error"].isNull || self["errors"].array?.isEmpty == false
    return hasErrors && self["data"].isNull
  }

  /// The text for people in the body of an error; nil without one.
  var errorText: String? {
    self["error"]["message"].string ?? self["error"].string ?? text ?? self["errors"].array?.first?.text
  }

  /// The text for people under one of its usual names.
  private var text: String? {
    string ?? self["message"].string ?? self["detail"].string ?? self["title"].string
  }
}
