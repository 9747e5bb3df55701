// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]
let promiseKitLite = Target.Dependency.product(name: "PromiseKitLite", package: "promise-tui")

// The libraries to compare with.
let others: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "OpenCombine", package: "OpenCombine"),
  .product(name: "OpenCombineDispatch", package: "OpenCombine"),
]

// A separate package, so that building the project does not build these libraries.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "promise-tui", path: "..", traits: ["Logging", "Metrics"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // Rounds, medians, threads: everything that does not depend on promises.
    .target(name: "Measuring", swiftSettings: settings),
    // What events cost; `run` builds it a second time without them.
    .executableTarget(
      name: "promise-events",
      dependencies: ["Measuring", promiseKitLite],
      swiftSettings: settings
    ),
    // What the observers for logging and metrics take for an event.
    .executableTarget(
      name: "promise-observers",
      dependencies: [
        "Measuring", promiseKitLite,
        .product(name: "PromiseKitLiteLogging", package: "promise-tui"),
        .product(name: "PromiseKitLiteMetrics", package: "promise-tui"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      swiftSettings: settings
    ),
    // The workloads, side by side.
    .executableTarget(
      name: "promise-benchmarks",
      dependencies: ["Measuring", promiseKitLite] + others,
      swiftSettings: settings
    ),
    // The schedules of a scenario, and what the reduction saves.
    .executableTarget(
      name: "promise-schedules",
      dependencies: [
        "Measuring", promiseKitLite,
        .product(name: "PromiseExploration", package: "promise-tui"),
        .product(name: "PromiseSimulation", package: "promise-tui"),
      ],
      swiftSettings: settings
    ),
    // Depth and memory, with a malloc that counts.
    .target(name: "CHeap"),
    .executableTarget(
      name: "promise-limits",
      dependencies: ["Measuring", "CHeap", promiseKitLite] + others,
      swiftSettings: settings
    ),
  ]
)
