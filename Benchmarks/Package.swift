// swift-tools-version: 6.0

import PackageDescription

// A package of its own, so that nobody who builds the project builds this. `run` builds it twice.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "promise-tui", path: "..")],
  targets: [
    .executableTarget(
      name: "promise-benchmarks",
      dependencies: [.product(name: "PromiseKitLite", package: "promise-tui")],
      swiftSettings: [.swiftLanguageMode(.v6)]
    )
  ]
)
