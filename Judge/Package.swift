// swift-tools-version: 6.1
import PackageDescription

// Plants mistakes in programs, for `make judge`. A package of its own, so that nothing else waits for its parser.
let package = Package(
  name: "judge",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0")],
  targets: [
    .executableTarget(
      name: "mistakes",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ])
  ])
