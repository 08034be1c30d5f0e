/// Goes through every value of a report and finds what no run can have counted, measured or named.
///
/// By reflection, so that no figure is forgotten: not those of sections yet to come either.
struct ReportFigures {
  /// The greatest number of anything: beyond it, sums and products of figures leave the numbers that there are.
  static let most = 1e15

  private(set) var problems: [ReportMeaning.Problem] = []
  private var path: [ReportMeaning.Step] = []

  /// Names of numbers that may be below 0 or of any size: they count nothing.
  private static let free: Set<String> = ["seed", "revision"]

  mutating func check(_ report: Report) {
    var report = report
    // Its units have a checksum, and bounds of their own where they are unfolded.
    report.shard?.units = []
    visit(report)
  }

  private mutating func visit(_ value: Any) {
    switch value {
    case let number as Double: check(number)
    case let text as String: check(text)
    case let number as any FixedWidthInteger: check(number)
    case is Bool: break
    default: descend(value)
    }
  }

  private mutating func descend(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let some = mirror.children.first { visit(some.value) }
    case .collection, .set:
      for (index, child) in mirror.children.enumerated() { visit(child.value, at: .index(index)) }
    case .dictionary:
      let entries = mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
      // In the order of the keys, so that the first problem is always the same.
      for entry in entries.sorted(by: { "\($0[0])" < "\($1[0])" }) {
        path.append(.key("\(entry[0])"))
        visit(entry[0])
        visit(entry[1])
        path.removeLast()
      }
    case .struct, .class, .tuple:
      for child in mirror.children { visit(child.value, at: .key(child.label ?? "")) }
    case .enum:
      // The case of a value is no key of the text.
      for child in mirror.children { visit(child.value) }
    default: break
    }
  }

  private mutating func visit(_ value: Any, at step: ReportMeaning.Step) {
    path.append(step)
    visit(value)
    path.removeLast()
  }

  private mutating func check(_ number: some FixedWidthInteger) {
    if case .key(let name)? = path.last, Self.free.contains(name) { return }
    guard number < 0 || Double(number) > Self.most else { return }
    note("expected a number from 0 to 10^15; found \(number)")
  }

  private mutating func check(_ number: Double) {
    // An interval's open end is infinite.
    guard number.isNaN || number.isFinite && abs(number) > Self.most else { return }
    note("expected a number from -10^15 to 10^15; found \(number)")
  }

  private mutating func check(_ text: String) {
    guard let hidden = text.unicodeScalars.first(where: \.isHidden) else { return }
    note("a text may not hold the control character U+\(String(hidden.value, radix: 16, uppercase: true))")
  }

  private mutating func note(_ reason: String) {
    problems.append(ReportMeaning.Problem(path: path, reason: reason))
  }
}
