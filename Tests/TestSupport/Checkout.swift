package import Foundation

/// The folders of the repository from which these tests were compiled.
package enum Checkout {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of recorded texts and inputs.
  package static let fixtures = root.appending(path: "Tests/GTSDSimTests/Fixtures")
}
