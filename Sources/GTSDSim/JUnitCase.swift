/// A test case of a JUnit document.
struct JUnitCase {
  var name: String
  var failure: (type: String, text: String)?
  /// An error of the judgement itself, rather than a failure of the judged case.
  var error: (type: String, text: String)?
  var skipped: String?
  var output: String?

  func lines(className: String) -> [String] {
    let open = #"    <testcase classname="\#(escaped(className))" name="\#(escaped(name))" time="0">"#
    var lines = [open]
    if let failure {
      let first = failure.text.split(separator: "\n").first.map(String.init) ?? ""
      lines.append(
        #"      <failure type="\#(failure.type)" message="\#(escaped(first))">\#(escaped(failure.text))</failure>"#)
    }
    if let error {
      lines.append(#"      <error type="\#(error.type)">\#(escaped(error.text))</error>"#)
    }
    if let skipped { lines.append(#"      <skipped message="\#(escaped(skipped))"/>"#) }
    if let output { lines.append("      <system-out>\(escaped(output))</system-out>") }
    return lines + ["    </testcase>"]
  }
}

/// The verdicts of a command as JUnit: suites of test cases under one name.
struct JUnitDocument {
  /// The name of the scenario or of another judged thing. Each suite's name begins with it.
  var name: String
  /// The suites in their order. An empty one is left out.
  var suites: [(name: String, cases: [JUnitCase])]

  /// The document, which satisfies the schema that build servers use (Jenkins' `junit-10.xsd`). The schema counts
  /// skipped cases for a suite and not for the document.
  ///
  /// The time of each case is 0, since a document depends on its seed alone and contains no measured time.
  var text: String {
    let written = suites.filter { !$0.cases.isEmpty }
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append(#"<testsuites name="gtsd-sim" \#(Self.totals(written.flatMap(\.cases)))>"#)
    for suite in written {
      let title = "\(name).\(suite.name)"
      let skipped = suite.cases.count { $0.skipped != nil }
      lines.append(#"  <testsuite name="\#(escaped(title))" \#(Self.totals(suite.cases)) skipped="\#(skipped)">"#)
      lines += suite.cases.flatMap { $0.lines(className: title) }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func totals(_ cases: [JUnitCase]) -> String {
    let failures = cases.count { $0.failure != nil }
    let errors = cases.count { $0.error != nil }
    // Equal seeds give equal bytes, so no elapsed time is written. The schema has no skipped cases of all suites.
    return #"tests="\#(cases.count)" failures="\#(failures)" errors="\#(errors)" time="0""#
  }
}
