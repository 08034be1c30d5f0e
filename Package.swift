// swift-tools-version: 6.2
import PackageDescription

let testSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Each file of the sources imports the targets that it uses.
let settings = testSettings + [.enableUpcomingFeature("MemberImportVisibility")]

/// A library of the folder `Sources/<name>`.
func library(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a library, in the folder `Tests/<name>Tests`.
func tests(of name: String, on dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: ["TestSupport", .target(name: name)] + dependencies, swiftSettings: testSettings
  )
}

/// A part that several test targets share, in the folder `Tests/<name>`.
func support(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// A program of the folder `Sources/<name>`.
func program(_ name: String, on dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "gtsd-sim",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GTSDSim", targets: ["GTSDModel", "GTSDSim"]),
    .library(name: "GTSDExplore", targets: ["GTSDModel", "GTSDExplore"]),
    .library(name: "Interleaving", targets: ["Interleaving"]),
    .library(name: "InterleavingTesting", targets: ["InterleavingTesting"]),
    .executable(name: "gtsd-sim", targets: ["gtsd-sim"]),
  ],
  // Each target stands in the folder of its name, and depends on targets above it alone.
  targets: [
    // The platform's C library; scenarios, pages and the app's code as bytes.
    .systemLibrary(name: "CPlatform"),
    .target(name: "CFolders"),

    // Leaves, which know nothing of GTSD.
    library("Randomness"),
    library("Statistics", on: ["Randomness"]),
    library("Interleaving", on: ["CPlatform", "Randomness"]),
    library("HTTPLoop", on: ["CPlatform"]),
    library("GTSDFields"),
    library("Documents", on: ["CFolders", "GTSDFields", "Randomness", "Statistics"]),

    // Values: the domain, the contract, scenario files.
    library("GTSDModel", on: ["GTSDFields", "Randomness"]),

    // A world, and all that lives in it and is checked. One module: the optimiser needs it whole.
    library(
      "GTSDWorld", on: ["GTSDModel", "HTTPLoop", "Interleaving", "Randomness", "Statistics"]),

    // What is done with worlds.
    library("GTSDLogs", on: ["CPlatform", "GTSDFields", "GTSDModel", "Randomness", "Statistics"]),
    library(
      "GTSDStudies",
      on: [
        "CFolders", "GTSDFields", "GTSDLogs", "GTSDModel", "GTSDWorld", "HTTPLoop", "Interleaving", "Randomness",
        "Statistics",
      ]),
    library(
      "GTSDLoad",
      on: ["GTSDFields", "GTSDModel", "GTSDWorld", "HTTPLoop", "Interleaving", "Randomness", "Statistics"]),

    // Reports, and what `import GTSDSim` gives.
    library(
      "GTSDSim",
      on: [
        "Documents", "GTSDFields", "GTSDLoad", "GTSDLogs", "GTSDModel", "GTSDStudies", "GTSDWorld", "Interleaving",
        "Randomness", "Statistics",
      ]),

    // The search of a user's own code, for test targets only: linked, it takes over the process.
    .target(name: "CInterpose"),
    library("InterleavingTesting", on: ["CInterpose", "Interleaving"]),
    library(
      "GTSDExplore",
      on: ["GTSDLoad", "GTSDModel", "GTSDWorld", "HTTPLoop", "Interleaving", "InterleavingTesting", "Randomness"]),

    // The programs.
    library(
      "GTSDCommandLine",
      on: ["Documents", "GTSDFields", "GTSDModel", "GTSDWorld", "Interleaving"]),
    program(
      "gtsd-sim",
      on: [
        "Documents", "GTSDCommandLine", "GTSDFields", "GTSDLoad", "GTSDLogs", "GTSDModel", "GTSDSim", "GTSDStudies",
        "GTSDWorld", "HTTPLoop", "Interleaving", "Randomness", "Statistics",
      ]),
    program(
      "gtsd-bench",
      on: [
        "CPlatform", "Documents", "GTSDCommandLine", "GTSDFields", "GTSDLoad", "GTSDLogs", "GTSDModel", "GTSDSim",
        "GTSDStudies", "GTSDWorld", "HTTPLoop", "Interleaving", "Randomness", "Statistics",
      ]),

    // The tests of the libraries below a world stand alone; those of the rest share their samples.
    support("TestSupport"),
    support("HTTPTestSupport", on: ["HTTPLoop", "TestSupport"]),
    support("GTSDModelTestSupport", on: ["GTSDModel"]),
    tests(of: "Randomness"),
    tests(of: "Statistics", on: ["Randomness"]),
    tests(of: "Interleaving", on: ["Randomness"]),
    tests(of: "HTTPLoop", on: ["HTTPTestSupport", "Randomness"]),
    tests(of: "GTSDModel", on: ["GTSDFields", "GTSDModelTestSupport", "Randomness"]),
    .testTarget(
      name: "GTSDSimTests",
      dependencies: [
        "Documents", "GTSDCommandLine", "GTSDExplore", "GTSDFields", "GTSDLoad", "GTSDLogs", "GTSDModel", "GTSDSim",
        "GTSDStudies", "GTSDWorld", "HTTPLoop", "Interleaving", "InterleavingTesting", "Randomness", "Statistics",
        "GTSDModelTestSupport", "HTTPTestSupport", "TestSupport", "gtsd-bench", "gtsd-sim",
      ],
      exclude: ["Fixtures"], swiftSettings: testSettings),
  ]
)
