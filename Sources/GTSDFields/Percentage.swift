extension JSONNode {
  /// The share that a text such as `80%` states; nil for any other text.
  package var percentage: Double? {
    guard let text = string, text.hasSuffix("%") else { return nil }
    return Double(text.dropLast()).flatMap { $0.isFinite ? $0 / 100 : nil }
  }
}
