/// Finds what somebody probably meant.
package enum NearestName {
  /// The known name with the fewest edits from `name`, if these are at most a third of its letters (at least one);
  /// the first such in the order given.
  package static func of(_ name: String, in known: some Sequence<String>) -> String? {
    let letters = Array(name.lowercased().unicodeScalars)
    let limit = max(1, letters.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = distance(letters, Array(candidate.lowercased().unicodeScalars))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  package static func distance(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for (i, letter) in from.enumerated() {
      var row = [i + 1]
      for (j, other) in to.enumerated() {
        var cost = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == to[j - 1], other == from[i - 1] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[to.count]
  }
}
