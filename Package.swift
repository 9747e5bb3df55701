// swift-tools-version: 6.0

import PackageDescription

// One list of settings for every target. Warnings are errors wherever PROMISE_STRICT is set (`make
// test` and CI set it), and one of them is an expression that takes the type checker more than half a
// second of processor time; a package that depends on this one never sees an unsafe flag. With
// PROMISE_NO_EVENTS the library is built without its events: `make bench` measures what they cost. With
// PROMISE_TSAN its locks are ones that the thread sanitizer sees into: `make test-tsan` sets it.
let isStrict = Context.environment["PROMISE_STRICT"] != nil
let strictFlags = [
  "-warnings-as-errors", "-Xfrontend", "-warn-long-expression-type-checking=500",
]
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  + (isStrict ? [.unsafeFlags(strictFlags)] : [])
  + (Context.environment["PROMISE_NO_EVENTS"] == nil ? [] : [.define("PROMISE_NO_EVENTS")])
  + (Context.environment["PROMISE_TSAN"] == nil ? [] : [.define("PROMISE_TSAN")])

let package = Package(
  name: "promise-tui",
  // What the module Synchronization needs.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // None of these needs another package, so a package that depends on this one resolves none. The program
  // promise-tui, which needs one, is not listed: the package manager makes a product of it by itself, in
  // this package alone. `scripts/weight` checks both.
  products: [
    .library(name: "PromiseKitLite", targets: ["PromiseKitLite"]),
    .library(name: "PromiseKit", targets: ["PromiseKit"]),
    .library(name: "PromiseKitLiteFoundation", targets: ["PromiseKitLiteFoundation"]),
    .library(name: "PromiseSimulation", targets: ["PromiseSimulation"]),
    .library(name: "PromiseExploration", targets: ["PromiseExploration"]),
    .library(name: "PromiseTesting", targets: ["PromiseTesting"]),
  ],
  dependencies: [
    // The commands, their help and their completions.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // The server that the tests of PromiseKitLiteFoundation start on this machine; in no product.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Signals and descriptors, where Swift must not see them: a signal handler is written in C.
    .target(name: "CHost"),
    // Curses, behind functions of our own, so that no curses type reaches Swift.
    .target(
      name: "CNcurses",
      dependencies: ["CHost"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),

    // Floor 0: the C library of the system, whichever it is.
    .target(name: "PromiseSystem", swiftSettings: settings),

    // Floor 1: the events as values, how they are packed and written, and who receives them.
    .target(name: "PromiseEvents", dependencies: ["PromiseSystem"], swiftSettings: settings),

    // Floor 2: what a user's program imports, the events with it.
    .target(
      name: "PromiseKitLite",
      dependencies: ["PromiseEvents", "PromiseSystem"],
      swiftSettings: settings
    ),

    // Floors 3 and 2: time that is stepped, and the fold of the events.
    .target(
      name: "PromiseSimulation",
      dependencies: ["PromiseKitLite", "PromiseSystem"],
      swiftSettings: settings
    ),
    .target(name: "PromiseGraph", dependencies: ["PromiseEvents"], swiftSettings: settings),
    // Floor 4: every schedule of a program, and what must hold.
    .target(
      name: "PromiseExploration",
      dependencies: ["PromiseGraph", "PromiseKitLite", "PromiseSimulation"],
      swiftSettings: settings
    ),
    // Floor 5: the course with its lessons and its quiz.
    .target(
      name: "PromiseCourse",
      dependencies: ["PromiseExploration", "PromiseGraph", "PromiseEvents", "PromiseSimulation"],
      swiftSettings: settings
    ),
    // PromiseKit 8's own spelling, for a program that imports PromiseKit.
    .target(
      name: "PromiseKit", dependencies: ["PromiseKitErrors", "PromiseKitLite"],
      swiftSettings: settings
    ),
    // What makes `PMKError` a `LocalizedError`.
    .target(name: "PromiseKitErrors", dependencies: ["PromiseKitLite"], swiftSettings: settings),
    // The bridge to Foundation, for the programs that use it.
    .target(
      name: "PromiseKitLiteFoundation",
      dependencies: ["PromiseKitErrors", "PromiseKitLite"],
      swiftSettings: settings
    ),

    // What a user's tests import: the order of a closure's handlers against a file.
    .target(
      name: "PromiseTesting",
      dependencies: [
        "PromiseExploration", "PromiseGraph", "PromiseKitLite", "PromiseSimulation",
        "PromiseSystem",
      ],
      swiftSettings: settings
    ),

    // Floor 6: the screens as pure functions; and the demos.
    .target(
      name: "PromiseScreens",
      dependencies: [
        "PromiseCourse", "PromiseExploration", "PromiseGraph", "PromiseEvents",
        "PromiseSimulation",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Demos",
      dependencies: ["PromiseKitLite"],
      path: "demos",
      swiftSettings: settings,
      plugins: ["EmbedSources"]
    ),
    .plugin(name: "EmbedSources", capability: .buildTool(), dependencies: ["embed-sources"]),
    .executableTarget(name: "embed-sources", swiftSettings: settings),

    // Floor 7: the terminal.
    .executableTarget(
      name: "promise-tui",
      dependencies: [
        "CHost", "CNcurses", "Demos", "PromiseCourse", "PromiseExploration", "PromiseGraph",
        "PromiseKitLite",
        "PromiseScreens", "PromiseSimulation", "PromiseSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),

    // The programs of the package in Examples, for the tests alone; two packages cannot both call them by
    // the same name.
    .executableTarget(
      name: "example-checkout",
      dependencies: [
        "PromiseKitLiteFoundation", "PromiseKitLite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Examples/Sources/Checkout",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "example-flaky",
      dependencies: ["PromiseKitLite"],
      path: "Examples/Sources/Flaky",
      swiftSettings: settings
    ),

    // A program that knows nothing of being recorded, which the tests record. It forks by a function of C,
    // which Swift does not offer.
    .target(name: "CForking", path: "Tests/CForking"),
    .executableTarget(
      name: "traced-program", dependencies: ["CForking", "PromiseKitLite"],
      path: "Tests/TracedProgram", swiftSettings: settings),

    // How much memory is allocated: what the tests of depth and size ask.
    .target(name: "CLiveBytes", path: "Tests/CLiveBytes"),
    .testTarget(
      name: "PromiseKitLiteTests",
      dependencies: [
        "CLiveBytes", "PromiseEvents", "PromiseKitLite", "PromiseSimulation", "PromiseSystem",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseKitLiteFoundationTests",
      dependencies: [
        "PromiseKitLiteFoundation", "PromiseKitLite",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings
    ),
    // PromiseKit's call sites in the language mode of its users. The compiler warns there of what is not
    // `Sendable`: that is no error, and `make test` is silent about it. `scripts/expressions` looks at
    // its expressions instead.
    .testTarget(
      name: "PromiseKitCallSitesTests",
      dependencies: ["PromiseKitLite", "PromiseSimulation"],
      swiftSettings: [.swiftLanguageMode(.v5)]
        + (isStrict ? [.unsafeFlags(["-suppress-warnings"])] : [])
    ),
    // The same call sites under `import PromiseKit`, and those that PromiseKitLite spells differently.
    .testTarget(
      name: "PromiseKitTests",
      dependencies: ["PromiseKit", "PromiseKitLite", "PromiseSimulation"],
      swiftSettings: [.swiftLanguageMode(.v5), .define("PROMISEKIT")]
        + (isStrict ? [.unsafeFlags(["-suppress-warnings"])] : [])
    ),
    // A program that has functions and types of its own under names that a library might take.
    .testTarget(
      name: "OwnNamesTests",
      dependencies: ["PromiseExploration", "PromiseSimulation", "PromiseKitLite"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseSimulationTests",
      dependencies: [
        "PromiseExploration", "PromiseSimulation", "PromiseGraph", "PromiseKitLite",
        "PromiseSystem",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseGraphTests",
      dependencies: ["PromiseGraph", "PromiseKitLite"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseTestingTests",
      dependencies: ["PromiseTesting", "PromiseGraph", "PromiseKitLite", "PromiseSimulation"],
      exclude: ["Orders"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseCourseTests",
      dependencies: [
        "PromiseCourse", "PromiseExploration", "PromiseGraph", "PromiseKitLite",
        "PromiseSimulation",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseScreensTests",
      dependencies: [
        "PromiseScreens", "PromiseCourse", "PromiseExploration", "PromiseGraph", "PromiseKitLite",
        "PromiseSimulation",
      ],
      exclude: ["Goldens"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DemosTests",
      dependencies: [
        "Demos", "PromiseCourse", "PromiseExploration", "PromiseSimulation", "PromiseGraph",
        "PromiseEvents",
        "PromiseKitLite",
      ],
      swiftSettings: settings
    ),
    // What the lints tell of random programs; the folder `Stress` is that of the library's tests.
    .testTarget(
      name: "LintPrecisionTests",
      dependencies: ["Demos", "PromiseSimulation", "PromiseGraph", "PromiseKitLite"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseTUITests",
      dependencies: [
        "promise-tui", "PromiseCourse", "PromiseExploration", "PromiseScreens", "PromiseGraph",
        "PromiseKitLite", "PromiseSimulation", "PromiseSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Exporting/Goldens"],
      swiftSettings: settings
    ),
    // The binary itself, in a real terminal.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "promise-tui", "Demos", "PromiseScreens", "PromiseKitLite", "example-checkout",
        "example-flaky", "traced-program",
      ],
      swiftSettings: settings
    ),
  ]
)

// What `make bench` measures of the graph and the screens. It sees what the package keeps to itself, so it
// stands here; nobody else builds it.
if Context.environment["PROMISE_BENCH"] != nil {
  package.targets += [
    .target(name: "Measuring", path: "Benchmarks/Sources/Measuring", swiftSettings: settings),
    .executableTarget(
      name: "promise-screens",
      dependencies: ["Measuring", "PromiseScreens", "PromiseGraph", "PromiseKitLite"],
      path: "Benchmarks/Screens",
      swiftSettings: settings
    ),
  ]
}
