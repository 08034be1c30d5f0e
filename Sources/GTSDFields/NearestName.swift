/// A search for the name that was probably meant by a misspelt one.
package enum NearestName {
  /// The known name with the fewest edits from `name`, if these are at most a third of its letters (at least one, and
  /// never all). Among equals, the first in the given order. If there is none, the shortest name that begins with
  /// `name`, or that contains it.
  package static func of(_ name: String, in known: some Sequence<String>) -> String? {
    let name = name.lowercased()
    let letters = Array(name.unicodeScalars)
    let limit = min(max(1, letters.count / 3), letters.count - 1)
    var best: (name: String, distance: Int)?
    var longer: (name: String, rank: Int, length: Int)?
    for candidate in known {
      let lowercased = candidate.lowercased()
      let distance = distance(letters, Array(lowercased.unicodeScalars))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
      guard letters.count >= fewestLettersOfPart, lowercased.contains(name) else { continue }
      let (rank, length) = (lowercased.hasPrefix(name) ? 0 : 1, lowercased.utf8.count)
      if longer.map({ (rank, length) < ($0.rank, $0.length) }) ?? true { longer = (candidate, rank, length) }
    }
    return best?.name ?? longer?.name
  }

  /// The smallest number of letters with which a part of a name is taken for the whole name.
  private static let fewestLettersOfPart = 3

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
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
