import GTSDModel

/// Readable names for paths of a scenario.
enum ScenarioPath {
  /// Whether the number at a path is a time.
  static func isDuration(_ path: String) -> Bool {
    path.hasSuffix(".lognormal.median") || path.hasSuffix(".mean")
      || path.contains(".timings.") && !path.hasSuffix(".sigma") || Scenario.isTimeSpan(at: path)
  }

  /// The plain name of each path, with the path behind it where two names are the same.
  static func names(_ paths: [String]) -> [String] {
    let names = paths.map { Scenario.words(for: $0) }
    return paths.indices.map { index in
      let isUnique = paths.indices.allSatisfy { names[$0] != names[index] || paths[$0] == paths[index] }
      return isUnique ? names[index] : "\(names[index]), \(paths[index])"
    }
  }
}
