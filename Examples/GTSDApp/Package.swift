// swift-tools-version: 6.2
import PackageDescription

// A package of another team: an app that does not know of any search, and its tests, which do. `path:` stands for the
// URL of the repository.
let package = Package(
  name: "GTSDApp",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gtsd-sim", path: "../..")],
  targets: [
    .target(name: "GTSDApp"),
    .testTarget(
      name: "GTSDAppTests",
      dependencies: ["GTSDApp", .product(name: "GTSDExplore", package: "gtsd-sim")]),
  ]
)
