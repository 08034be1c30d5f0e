import Foundation

/// Where the repository lies that these tests were compiled from.
enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What tests read and compare with.
  static let fixtures = root.appending(path: "Tests/GTSDSimTests/Fixtures")
}
