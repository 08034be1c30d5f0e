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
