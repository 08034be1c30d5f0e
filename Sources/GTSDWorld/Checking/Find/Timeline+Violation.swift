import GTSDModel

extension Timeline {
  /// The first violation that an oracle has noticed; without an oracle, the first of all.
  package func violation(of oracle: String? = nil) -> Mark? {
    let all = marks.filter { $0.kind == .violation }.ordered { $0.place < $1.place }
    return all.first { mark in oracle.map { mark.text.hasPrefix($0) } ?? false } ?? all.first
  }
}
