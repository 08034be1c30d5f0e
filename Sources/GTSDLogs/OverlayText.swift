import GTSDFields
package import GTSDModel
import Statistics

/// A fitted scenario as a file for people: every value, with the result of the fit in comments.
package enum OverlayText {
  /// The text of a complete scenario file.
  ///
  /// - Parameters:
  ///   - scenario: the fitted scenario.
  ///   - comments: by path below the scenario, such as `population.personas[0].decisions.followCard`.
  ///   - lead: the lines of the file's first comment.
  package static func make(_ scenario: Scenario, comments: [String: String], lead: [String]) -> String {
    let order = [
      "name", "description", "seed", "horizon", "generation", "population", "backend", "faults", "experiment",
      "targets", "uncertainty",
    ]
    let members = scenario.resolved.members ?? []
    let ordered = order.compactMap { key in members.first { $0.key == key } }
    let root = JSONNode(.object(ordered))
    var lines = lead.map { "// \($0)" }
    write(root, path: "", indent: 0, before: "", after: "", comments, to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func write(
    _ node: JSONNode, path: String, indent: Int, before: String, after: String, _ comments: [String: String],
    to lines: inout [String]
  ) {
    let margin = String(repeating: " ", count: indent)
    if let comment = comments[path] { lines += wrapped(comment, margin: margin + "// ") }
    let isSplit = comments.keys.contains { $0.hasPrefix(path.isEmpty ? "" : path + ".") || $0.hasPrefix(path + "[") }
    let inline = spaced(node)
    guard isSplit || inline.count + indent > 100, !node.isEmpty else {
      lines.append(margin + before + inline + after)
      return
    }
    if let members = node.members {
      lines.append(margin + before + "{")
      for (index, member) in members.enumerated() {
        let child = path.isEmpty ? member.key : "\(path).\(member.key)"
        write(
          member.node, path: child, indent: indent + 2, before: "\(JSONNode.string(member.key).text): ",
          after: index < members.count - 1 ? "," : "", comments, to: &lines)
      }
      lines.append(margin + "}" + after)
    } else if let elements = node.elements {
      lines.append(margin + before + "[")
      for (index, element) in elements.enumerated() {
        write(
          element, path: "\(path)[\(index)]", indent: indent + 2, before: "",
          after: index < elements.count - 1 ? "," : "", comments, to: &lines)
      }
      lines.append(margin + "]" + after)
    } else {
      lines.append(margin + before + inline + after)
    }
  }

  /// A value on one line, with a space after each colon and comma.
  private static func spaced(_ node: JSONNode) -> String {
    if let members = node.members {
      return "{" + members.map { "\(JSONNode.string($0.key).text): \(spaced($0.node))" }.joined(separator: ", ") + "}"
    }
    if let elements = node.elements { return "[" + elements.map(spaced).joined(separator: ", ") + "]" }
    return node.text
  }

  private static func wrapped(_ text: String, margin: String) -> [String] {
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count > margin.count, line.count + 1 + word.count > 110 {
        lines.append(line)
        line = margin
      }
      line += line.count > margin.count ? " \(word)" : "\(word)"
    }
    return lines + [line]
  }
}

extension JSONNode {
  fileprivate var isEmpty: Bool { members?.isEmpty ?? elements?.isEmpty ?? true }
}

extension CalibratedParameter {
  /// The comment beside the value in the overlay.
  package var comment: String {
    guard let estimate else { return "Not identified, kept: \(note)" }
    func text(_ value: Double) -> String { JSONNode.number((value * 1e6).rounded() / 1e6).text }
    var parts = ["\(status == .fitted ? "Fitted" : "Fitted given others"): \(text(estimate))"]
    if let standardError, standardError.isFinite { parts.append("SE \(text(standardError))") }
    if let interval { parts.append("95 % \(text(interval.low)) to \(text(interval.high))") }
    if let occasions { parts.append("n = \(occasions)") }
    if let censored, censored > 0 { parts.append("\(censored) censored") }
    return (doubt.map { "DOUBTFUL: \($0) " } ?? "") + parts.joined(separator: ", ") + ". \(note)"
  }
}
