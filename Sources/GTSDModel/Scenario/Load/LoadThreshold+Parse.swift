import GTSDFields

extension LoadThreshold {
  /// The reason why a text is not a threshold, and the place.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the wrong character, from 1.
    public var position: Int
    /// The problem, in words.
    public var message: String
    /// The remedy, in words.
    public var remedy: String?

    /// The problem in one line.
    public var description: String { "character \(position): \(message)\(remedy.map { "; \($0)" } ?? "")" }
  }

  /// Reads `AGGREGATE(METRIC{ENDPOINT})COMPARISON VALUE`, such as `p95(api-response-time)<2s`. Spaces are ignored.
  public init(_ text: String) throws(Problem) {
    var reader = Reader(text)
    let aggregate = try reader.name("aggregate", of: Aggregate.self)
    try reader.expect("(", after: "`\(aggregate.value.rawValue)`", example: "p95(api-response-time)<2s")
    let metric = try reader.name("metric", of: Metric.self)
    guard metric.value.kind.aggregates.contains(aggregate.value) else {
      let names = metric.value.kind.aggregates.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        position: aggregate.position,
        message: "`\(aggregate.value.rawValue)` does not go with \(metric.value.rawValue)",
        remedy: "one of \(names)")
    }
    let endpoint = try reader.endpoint(of: metric.value)
    try reader.expect(")", after: "the metric", example: "p95(api-response-time)<2s")
    let comparison = try reader.comparison()
    self.init(aggregate.value, metric.value, of: endpoint, comparison, 0)
    bound = try reader.bound(in: unit)
  }
}

/// A cursor over the characters of a threshold's text.
private struct Reader {
  private let text: [Character]
  private var offset = 0

  init(_ text: String) { self.text = Array(text) }

  private mutating func skipSpace() {
    while offset < text.count, text[offset] == " " { offset += 1 }
  }

  /// Takes the longest run of characters that meet the condition, from the present position on.
  private mutating func run(_ isPart: (Character) -> Bool) -> String {
    skipSpace()
    let start = offset
    while offset < text.count, isPart(text[offset]) { offset += 1 }
    return String(text[start..<offset])
  }

  private func problem(
    at position: Int? = nil, _ message: String, remedy: String? = nil
  ) -> LoadThreshold.Problem {
    LoadThreshold.Problem(position: (position ?? offset) + 1, message: message, remedy: remedy)
  }

  private func unknown(_ what: String, _ name: String, at position: Int, known: [String]) -> LoadThreshold.Problem {
    let nearest = NearestName.of(name, in: known).map { "did you mean `\($0)`?" }
    let remedy = nearest ?? "one of \(known.joined(separator: ", "))"
    return problem(
      at: position, name.isEmpty ? "expected the name of an \(what)" : "unknown \(what) `\(name)`", remedy: remedy)
  }

  mutating func name<Name: RawRepresentable<String> & CaseIterable>(
    _ what: String, of type: Name.Type
  ) throws(LoadThreshold.Problem) -> (value: Name, position: Int) {
    let name = run { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" }
    let start = offset - name.count
    guard let value = Name(rawValue: name) else {
      throw unknown(what, name, at: start, known: Name.allCases.map(\.rawValue))
    }
    return (value, start + 1)
  }

  mutating func expect(_ sign: Character, after what: String, example: String) throws(LoadThreshold.Problem) {
    skipSpace()
    guard offset < text.count, text[offset] == sign else {
      throw problem("expected `\(sign)` after \(what)", remedy: "such as \(example)")
    }
    offset += 1
  }

  mutating func endpoint(of metric: LoadThreshold.Metric) throws(LoadThreshold.Problem) -> Endpoint? {
    skipSpace()
    guard offset < text.count, text[offset] == "{" else { return nil }
    guard metric.isOfRequests else {
      throw problem("\(metric.rawValue) is not that of an endpoint", remedy: "leave out the braces")
    }
    offset += 1
    let name = run { $0 != "}" && $0 != ")" && $0 != " " }
    guard let endpoint = Endpoint(name: name) else {
      throw unknown("endpoint", name, at: offset - name.count, known: Endpoint.allCases.map(\.name))
    }
    try expect("}", after: "the endpoint", example: "p95(api-response-time{log-in})<2s")
    return endpoint
  }

  mutating func comparison() throws(LoadThreshold.Problem) -> LoadThreshold.Comparison {
    let sign = run { "<>=!".contains($0) }
    guard let comparison = LoadThreshold.Comparison(rawValue: sign) else {
      let remedy = "one of \(LoadThreshold.Comparison.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))"
      let message = sign.isEmpty ? "expected a comparison" : "`\(sign)` is no comparison"
      throw problem(at: offset - sign.count, message, remedy: remedy)
    }
    return comparison
  }

  mutating func bound(in unit: LoadThreshold.Unit) throws(LoadThreshold.Problem) -> Double {
    skipSpace()
    let start = offset
    var value = String(text[offset...])
    while value.hasSuffix(" ") { value.removeLast() }
    let expected =
      switch unit {
      case .seconds: "a duration, such as 300ms"
      case .share: "a share, such as 1% or 0.01"
      case .perSecond: "a number per second, such as 100/s"
      case .count: "a whole number"
      }
    guard let bound = Self.number(value, in: unit) else {
      throw problem(
        at: start, value.isEmpty ? "expected \(expected)" : "`\(value)` is not \(expected)")
    }
    return bound
  }

  private static func number(_ text: String, in unit: LoadThreshold.Unit) -> Double? {
    switch unit {
    case .seconds:
      guard let span = try? DurationText.span(text) else { return nil }
      return span.seconds
    case .share: return LoadText.share(text)
    case .perSecond: return LoadText.rate(text)
    case .count: return LoadText.number(text).flatMap { $0 == $0.rounded() ? $0 : nil }
    }
  }
}
