// swift-tools-version: 6.0

import PackageDescription

// Warnings are errors if PROMISE_STRICT is set, as in the package above.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  + (Context.environment["PROMISE_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// Programs like those of the library's users: a separate package that links the library as theirs
// do.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "checkout", targets: ["Checkout"]),
    .executable(name: "flaky", targets: ["Flaky"]),
  ],
  dependencies: [
    .package(name: "promise-tui", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // A shop: a server, and customers who place orders.
    .executableTarget(
      name: "Checkout",
      dependencies: [
        .product(name: "PromiseKitLite", package: "promise-tui"),
        .product(name: "PromiseKitLiteFoundation", package: "promise-tui"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings
    ),
    // A chain whose handlers occasionally run in the wrong order.
    .executableTarget(
      name: "Flaky",
      dependencies: [.product(name: "PromiseKitLite", package: "promise-tui")],
      swiftSettings: settings
    ),
  ]
)
