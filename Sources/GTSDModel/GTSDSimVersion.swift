/// The version of this package.
package enum GTSDSimVersion {
  /// The semantic version that `--version` prints and reports contain.
  package static let current = "0.1.0"
}
