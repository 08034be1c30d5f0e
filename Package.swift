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
    .library(name: "GTSDExplore", targets: ["GTSDModel", "GTSDExplore"]),
    .executable(name: "gtsd-sim", targets: ["gtsd-sim"]),
  ],
  targets: [
    // What reads and writes scenario files, whatever is in them: its generics are compiled once here, rather than for each
    // type where they are used.
    .target(name: "GTSDFields", path: "Sources/GTSDModel/Scenario/File", swiftSettings: settings),
    .target(
      name: "GTSDModel", dependencies: ["GTSDFields"], exclude: ["Scenario/File"], swiftSettings: settings),
    .systemLibrary(name: "CPlatform"),
    // The scenarios of the library, as a part of every program that has them.
    .target(name: "CScenarios"),
    // Rooms that know nothing of the model are targets of their own: what a module holds is optimised one after the other, and
    // these are compiled beside the model.
    .target(name: "GTSDRandomness", path: "Sources/GTSDSim/Randomness", swiftSettings: settings),
    .target(
      name: "GTSDStatistics", dependencies: ["GTSDRandomness"], path: "Sources/GTSDSim/Statistics",
      swiftSettings: settings),
    .target(name: "GTSDHTTP", dependencies: ["CPlatform"], path: "Sources/GTSDSim/HTTP", swiftSettings: settings),
    .target(
      name: "GTSDDocument", dependencies: ["CPlatform", "GTSDRandomness", "GTSDStatistics"],
      path: "Sources/GTSDSim/Report/Document", swiftSettings: settings),
    // A world and all that lives and is checked in it: one module, since a device, its backend and what checks them are
    // optimised into each other.
    .target(
      name: "GTSDWorlds", dependencies: ["CPlatform", "GTSDHTTP", "GTSDModel", "GTSDRandomness", "GTSDStatistics"],
      path: "Sources/GTSDSim",
      exclude: ["GTSDSim.docc", "HTTP", "Randomness", "Report", "Rooms.swift", "Statistics", "Studies"],
      swiftSettings: settings),
    // What reads and counts the log of a real app knows nothing of a world.
    .target(
      name: "GTSDLogs", dependencies: ["GTSDModel", "GTSDRandomness", "GTSDStatistics"],
      path: "Sources/GTSDSim/Studies/Calibration/Log", swiftSettings: settings),
    .target(
      name: "GTSDStudies",
      dependencies: [
        "CPlatform", "CScenarios", "GTSDHTTP", "GTSDLogs", "GTSDModel", "GTSDRandomness", "GTSDStatistics",
        "GTSDWorlds",
      ],
      path: "Sources/GTSDSim/Studies", exclude: ["Calibration/Log", "Load"], swiftSettings: settings),
    // Who drives a server, or is one, asks for none of the other studies, nor they for it.
    .target(
      name: "GTSDLoad",
      dependencies: ["CPlatform", "GTSDHTTP", "GTSDModel", "GTSDRandomness", "GTSDStatistics", "GTSDWorlds"],
      path: "Sources/GTSDSim/Studies/Load", swiftSettings: settings),
    // What a command line means, where results go and what a cluster is told: it asks for no study and no report.
    .target(
      name: "GTSDCommandLine", dependencies: ["GTSDDocument", "GTSDModel", "GTSDWorlds"],
      path: "Sources/gtsd-sim/CommandLine", swiftSettings: settings),
    // What only `gtsd-sim bench` runs, and no report knows of: studies of the simulator itself, and its benchmarks. What of it
    // makes or reads reports stands with the others, and is compiled in the program.
    .target(
      name: "GTSDBench",
      dependencies: ["CPlatform", "GTSDCommandLine", "GTSDHTTP", "GTSDLoad", "GTSDModel", "GTSDStudies"],
      path: "Sources/gtsd-sim/Benchmarks", exclude: ["LoadGate", "Soak/Rounds"], swiftSettings: settings),
    .target(
      name: "GTSDSim",
      dependencies: [
        "CPlatform", "GTSDDocument", "GTSDLoad", "GTSDModel", "GTSDRandomness", "GTSDStatistics", "GTSDStudies",
        "GTSDWorlds",
      ],
      exclude: [
        "App", "Backend", "Checking", "Engine", "HTTP", "KPIs", "Population", "Randomness", "Report/Document",
        "Statistics", "Studies", "World",
      ],
      swiftSettings: settings),
    // For test targets only. What is interposed decides by thread, and SwiftPM links all test targets of a package into one
    // executable anyway, so its tests need no target of their own.
    .target(name: "CInterpose"),
    .target(name: "GTSDExplore", dependencies: ["CInterpose", "GTSDModel", "GTSDSim"], swiftSettings: settings),
    .executableTarget(
      name: "gtsd-sim", dependencies: ["GTSDBench", "GTSDCommandLine", "GTSDModel", "GTSDSim"],
      exclude: [
        "Benchmarks/Commands", "Benchmarks/HTTP", "Benchmarks/Journey", "Benchmarks/Rooms.swift",
        "Benchmarks/Soak/Cases", "Benchmarks/Studies", "CommandLine",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GTSDSimTests",
      dependencies: [
        "GTSDBench", "GTSDCommandLine", "GTSDExplore", "GTSDLoad", "GTSDModel", "GTSDSim", "GTSDStudies", "GTSDWorlds",
        "gtsd-sim",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings),
  ]
)
