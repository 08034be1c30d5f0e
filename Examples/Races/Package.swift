// swift-tools-version: 6.2
import PackageDescription

// Orders within a job are searched only in targets that are built for it: the compiler then calls the search at every
// branch of the code. A package with such flags can be built by itself, but not as a dependency.
let betweenAwaits: [SwiftSetting] = [
  .unsafeFlags(
    [
      "-sanitize=fuzzer", "-sanitize-coverage=edge,trace-pc-guard", "-Xllvm", "-sanitizer-coverage-prune-blocks=0",
    ], .when(platforms: [.linux]))
]

// A gallery of typical mistakes in concurrent Swift code, each as a small app with its repair. The two libraries know
// nothing of a search. `path:` stands for the URL of the repository.
let package = Package(
  name: "Races",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gtsd-sim", path: "../..")],
  targets: [
    .target(name: "Races"),
    .target(name: "Contention", swiftSettings: betweenAwaits),
    .testTarget(
      name: "RacesTests",
      dependencies: ["Contention", "Races", .product(name: "InterleavingTesting", package: "gtsd-sim")]),
    // The test of the front page fails, so it is only compiled: no test executable contains it.
    .target(
      name: "FrontPage", dependencies: [.product(name: "InterleavingTesting", package: "gtsd-sim")],
      path: "Tests/FrontPage"),
    .testTarget(name: "TemplateTests", dependencies: [.product(name: "InterleavingTesting", package: "gtsd-sim")]),
  ]
)
