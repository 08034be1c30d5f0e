// swift-tools-version: 6.2
import PackageDescription

// A package of another team, which uses only the public API. `path:` stands for the URL of the repository.
let package = Package(
  name: "ScenarioTests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gtsd-sim", path: "../..")],
  targets: [
    .testTarget(
      name: "ScenarioTests",
      dependencies: [.product(name: "GTSDSim", package: "gtsd-sim")],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
  ]
)
