// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "gtsd-sim",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GTSDSim", targets: ["GTSDModel", "GTSDSim"]),
    .executable(name: "gtsd-sim", targets: ["gtsd-sim"]),
  ],
  targets: [
    .target(name: "GTSDModel", swiftSettings: settings),
    .systemLibrary(name: "CPlatform"),
    .target(name: "GTSDSim", dependencies: ["CPlatform", "GTSDModel"], swiftSettings: settings),
    .executableTarget(name: "gtsd-sim", dependencies: ["GTSDModel", "GTSDSim"], swiftSettings: settings),
    .testTarget(
      name: "GTSDSimTests",
      dependencies: ["GTSDModel", "GTSDSim", "gtsd-sim"],
      exclude: ["Fixtures"],
      swiftSettings: settings),
  ]
)
