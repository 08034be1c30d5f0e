/// The version of this package.
package enum GTSDSimVersion {
  /// Semantic version, as `--version` prints it and reports carry it.
  package static let current = "0.1.0"
}
