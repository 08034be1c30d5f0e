import GTSDFields

extension ValueSpec where Value == TimeSpan {
  /// A duration in a range.
  static func span(_ range: ClosedRange<TimeSpan>) -> ValueSpec {
    let expected =
      "a duration from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound)), such as \"1h30m\""
    return ValueSpec(
      expected: expected, schema: .reference("duration"),
      read: { node, path, value, reading in
        guard let text = node.string else {
          let remedy = node.number.map { "durations are texts with a unit, such as \"\(abs($0).shortText)s\"" }
          return reading.report(path, node, "expected \(expected); found \(node.described)", remedy: remedy)
        }
        switch Result(catching: { () throws(DurationText.Failure) in try DurationText.span(text) }) {
        case .success(let span) where range.contains(span): value = span
        case .failure(.negative):
          reading.report(path, node, "negative duration \"\(text)\"", remedy: "expected \(expected)")
        case .failure(.malformed):
          reading.report(
            path, node, "\"\(text)\" is no duration",
            remedy: "write numbers with units d, h, m, s, ms, us or ns, such as \"1h30m\"")
        case .success, .failure(.tooLong): reading.report(path, node, "expected \(expected); found \(node.described)")
        }
      },
      write: { .string(DurationText.text($0)) })
  }
}

extension ValueSpec where Value == TimeSpan {
  /// A duration within a range; it may be negative.
  static func offset(_ range: ClosedRange<TimeSpan>) -> ValueSpec {
    let (first, last) = (DurationText.text(offset: range.lowerBound), DurationText.text(offset: range.upperBound))
    let expected = "an offset from \(first) to \(last), such as \"-8h\" or \"5h30m\""
    let pattern = "^-?" + DurationText.pattern.dropFirst()
    return scalar(expected, schema: .object(["type": "string", "pattern": .string(pattern)])) { node in
      guard let written = node.string else { return nil }
      let isBehind = written.hasPrefix("-")
      guard let span = try? DurationText.span(String(written.dropFirst(isBehind ? 1 : 0))) else { return nil }
      let offset = TimeSpan(nanoseconds: isBehind ? -span.nanoseconds : span.nanoseconds)
      return range.contains(offset) ? offset : nil
    } write: {
      .string(DurationText.text(offset: $0))
    }
  }
}
