package import Foundation

/// Where the repository lies that these tests were compiled from.
package enum Checkout {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What tests read and compare with.
  package static let fixtures = root.appending(path: "Tests/GTSDSimTests/Fixtures")
}
