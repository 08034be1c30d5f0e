// swift-tools-version: 6.2
import PackageDescription

// `path:` stands for the URL of the repository.
let package = Package(
  name: "LostUpdate",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gtsd-sim", path: "../..")],
  targets: [
    .testTarget(name: "LostUpdateTests", dependencies: [.product(name: "Interleaving", package: "gtsd-sim")])
  ]
)
