// swift-tools-version: 6.1

import PackageDescription

// One list of settings for every target. Warnings are errors if PROMISE_STRICT is set (`make test`
// and CI set it), and so is an expression that takes the type checker more than five seconds of the
// processor's time; none takes a tenth of that, so a slow machine does not fail. A package that
// depends on this one never sees an unsafe flag. With PROMISE_NO_EVENTS the library is built without
// its events, so that `make bench` can measure what they cost; with PROMISE_NO_GATE, without gates, so
// that no one can stop a released program (docs/debug/gate.md). With PROMISE_TSAN its locks are ones
// that the thread sanitizer understands; `make test-tsan` sets it.
let isStrict = Context.environment["PROMISE_STRICT"] != nil
// By default, the compiler divides a target's files among processes, each of which reads all of them, and
// one more process writes the module. A single process for each target takes 12 to 25% less of the
// processor's time. After a change, it compiles the target as a whole; a plain `swift build` compiles only
// the files that changed.
let strictFlags = [
  "-Xfrontend", "-solver-expression-time-threshold=5",
  "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
  "-no-emit-module-separately-wmo",
]
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  + (isStrict ? [.unsafeFlags(["-warnings-as-errors"] + strictFlags)] : [])
  + (Context.environment["PROMISE_NO_EVENTS"] == nil ? [] : [.define("PROMISE_NO_EVENTS")])
  + (Context.environment["PROMISE_NO_GATE"] == nil ? [] : [.define("PROMISE_NO_GATE")])
  + (Context.environment["PROMISE_TSAN"] == nil ? [] : [.define("PROMISE_TSAN")])

// The library and the graph of its events are optimized for the tests (PROMISE_OPTIMIZED, which scripts/build sets), but
// keep their assertions: the tests test what users run. Optimized code releases a value right after its last use, even
// in a lock.
let isOptimized = isStrict && Context.environment["PROMISE_OPTIMIZED"] != nil
let optimized = settings + (isOptimized ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : [])

// What a target has only with gates.
let gateFolder = Context.environment["PROMISE_NO_GATE"] == nil ? [] : ["Gate"]

let package = Package(
  name: "promise-tui",
  // The minimum versions for the module Synchronization.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // Most products need no other package, so a package that depends on this one resolves none. Those
  // that need one have a trait, and only a package that enables the trait resolves it; `scripts/weight`
  // checks that. The program promise-tui, which needs some, is not listed: the package manager creates
  // a product for it automatically, in this package only.
  products: [
    .library(name: "PromiseKitLite", targets: ["PromiseKitLite"]),
    .library(name: "PromiseKit", targets: ["PromiseKit"]),
    .library(name: "PromiseKitLiteFoundation", targets: ["PromiseKitLiteFoundation"]),
    .library(name: "PromiseKitLiteLogging", targets: ["PromiseKitLiteLogging"]),
    .library(name: "PromiseKitLiteMetrics", targets: ["PromiseKitLiteMetrics"]),
    .library(name: "PromiseKitLiteTracing", targets: ["PromiseKitLiteTracing"]),
    .library(name: "PromiseSimulation", targets: ["PromiseSimulation"]),
    .library(name: "PromiseExploration", targets: ["PromiseExploration"]),
    .library(name: "PromiseTesting", targets: ["PromiseTesting"]),
  ],
  // The products that need another package. `make test` builds them all.
  traits: [
    .trait(name: "Logging", description: "PromiseKitLiteLogging, which needs swift-log"),
    .trait(name: "Metrics", description: "PromiseKitLiteMetrics, which needs swift-metrics"),
    .trait(
      name: "Tracing", description: "PromiseKitLiteTracing, which needs swift-distributed-tracing"),
    .default(enabledTraits: isStrict ? ["Logging", "Metrics", "Tracing"] : []),
  ],
  dependencies: [
    // The commands, their help, and their completions.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0"),
    // Reads the configuration file of the program; not in any product.
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    // For PromiseKitLiteLogging only.
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    // For PromiseKitLiteMetrics only.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    // For PromiseKitLiteTracing only.
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
    // The server that the tests of PromiseKitLiteFoundation start on the local machine; not in any
    // product.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Signals and descriptors that must be handled outside Swift: a signal handler is written in C.
    .target(name: "CHost", dependencies: ["CRecording"]),
    // Curses, wrapped in C functions of this package, so that no curses type reaches Swift.
    .target(
      name: "CNcurses",
      dependencies: ["CHost"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),

    // The file of a recorded program, and what each of its threads keeps: a counter of the processor and
    // a variable of a thread cannot be read from Swift at this speed, and the Swift runtime can call C
    // where no Swift code may run.
    .target(name: "CRecording"),

    // Floor 0: the C library of the system, on every platform.
    .target(name: "PromiseSystem", swiftSettings: optimized),

    // Floor 1: the events as values, how they are packed and written, and their observers.
    .target(
      name: "PromiseEvents", dependencies: ["CRecording", "PromiseSystem"], swiftSettings: optimized
    ),

    // Floor 2: what a user's program imports, including the events.
    .target(
      name: "PromiseKitLite",
      dependencies: ["CRecording", "PromiseEvents", "PromiseSystem"],
      exclude: gateFolder,
      swiftSettings: optimized
    ),

    // Floors 3 and 2: virtual time, and the graph computed from the events.
    .target(
      name: "PromiseSimulation",
      dependencies: ["PromiseKitLite", "PromiseSystem"],
      swiftSettings: optimized
    ),
    .target(name: "PromiseGraph", dependencies: ["PromiseEvents"], swiftSettings: optimized),
    // Floor 3: what can be said of a graph: why, what differs, what is likely wrong, in which words.
    .target(
      name: "PromiseInsight", dependencies: ["PromiseEvents", "PromiseGraph"],
      swiftSettings: settings, plugins: ["EmbedSources"]
    ),
    // Floor 4: every schedule of a program, and the expectations that must hold.
    .target(
      name: "PromiseExploration",
      dependencies: ["PromiseGraph", "PromiseKitLite", "PromiseSimulation"],
      swiftSettings: settings
    ),
    // Floor 5: the course with its lessons and its quiz.
    .target(
      name: "PromiseCourse",
      dependencies: [
        "PromiseExploration", "PromiseGraph", "PromiseInsight", "PromiseEvents", "PromiseKitLite",
        "PromiseSimulation",
      ],
      swiftSettings: settings
    ),
    // PromiseKit 8's own names, for a program that imports PromiseKit.
    .target(
      name: "PromiseKit", dependencies: ["PromiseKitErrors", "PromiseKitLite"],
      swiftSettings: settings
    ),
    // Makes `PMKError` a `LocalizedError`.
    .target(name: "PromiseKitErrors", dependencies: ["PromiseKitLite"], swiftSettings: settings),
    // The bridge to Foundation, for programs that use it.
    .target(
      name: "PromiseKitLiteFoundation",
      dependencies: ["PromiseKitErrors", "PromiseKitLite"],
      swiftSettings: settings
    ),
    // Observers for swift-log and swift-metrics, for programs that use them. Without their traits, they
    // are empty.
    .target(
      name: "PromiseKitLiteLogging",
      dependencies: [
        "PromiseKitLite",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "PromiseKitLiteMetrics",
      dependencies: [
        "PromiseKitLite",
        .product(
          name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ],
      swiftSettings: settings
    ),
    // Spans of promises for swift-distributed-tracing.
    .target(
      name: "PromiseKitLiteTracing",
      dependencies: [
        "PromiseEvents", "PromiseKitLite",
        .product(
          name: "Tracing", package: "swift-distributed-tracing",
          condition: .when(traits: ["Tracing"])),
      ],
      swiftSettings: settings
    ),

    // What a user's tests import: compares the order of a closure's handlers with a file.
    .target(
      name: "PromiseTesting",
      dependencies: [
        "PromiseExploration", "PromiseGraph", "PromiseKitLite", "PromiseSimulation",
        "PromiseSystem",
      ],
      exclude: gateFolder,
      swiftSettings: settings
    ),

    // Floor 6: the screens as pure functions, and the demos.
    .target(
      name: "PromiseScreens",
      dependencies: [
        "PromiseCourse", "PromiseExploration", "PromiseGraph", "PromiseInsight", "PromiseEvents",
        "PromiseSimulation",
      ],
      swiftSettings: settings,
      plugins: ["EmbedSources"]
    ),
    .target(
      name: "Demos",
      dependencies: ["PromiseKitLite", "PromiseSystem"],
      path: "demos",
      swiftSettings: settings,
      plugins: ["EmbedSources"]
    ),
    // Floor 0: the script that records the promises of a program that Node.js runs.
    .target(name: "NodeHook", swiftSettings: settings, plugins: ["EmbedSources"]),
    .plugin(name: "EmbedSources", capability: .buildTool()),

    // Floor 7: the terminal program.
    .executableTarget(
      name: "promise-tui",
      dependencies: [
        "CHost", "CNcurses", "Demos", "NodeHook", "PromiseCourse", "PromiseExploration",
        "PromiseGraph", "PromiseInsight", "PromiseKitLite",
        "PromiseScreens", "PromiseSimulation", "PromiseSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: settings
    ),

    // The programs of the package in Examples, for the tests only. The names differ because two
    // packages cannot both use the same name.
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

    // What several targets of tests use: random programs and their model, random and damaged traces,
    // the rules of observers. It does not import Testing, which only a target of tests can build with:
    // a check returns what it found.
    .target(
      name: "TestSupport",
      dependencies: ["PromiseEvents", "PromiseKitLite", "PromiseSimulation"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),

    // A program that does not know that it is being recorded; the tests record it. It forks through
    // a C function, because Swift has none.
    .target(name: "CForking", path: "Tests/CForking"),
    .executableTarget(
      name: "traced-program", dependencies: ["CForking", "PromiseKitLite", "TestSupport"],
      path: "Tests/TracedProgram", swiftSettings: settings),

    // Counts allocated memory for the tests of depth and size.
    .target(name: "CLiveBytes", path: "Tests/CLiveBytes"),
    .testTarget(
      name: "PromiseKitLiteTests",
      dependencies: [
        "CLiveBytes", "CRecording", "PromiseEvents", "PromiseKitLite", "PromiseSimulation",
        "PromiseSystem", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseKitLiteFoundationTests",
      dependencies: [
        "PromiseKitLiteFoundation", "PromiseKitLite", "TestSupport",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings
    ),
    // PromiseKit's call sites in the language mode of its users. In this mode the compiler warns
    // about types that are not `Sendable`; that is not an error, and `make test` suppresses it.
    //
    // Three links in Tests remain on purpose, because the same files are compiled again in another
    // language mode, or with another import: `Shared` in this target and in the next one is the folder
    // CallSites of PromiseKitLiteTests, and `Programs` in the next target is that of this one.
    .testTarget(
      name: "PromiseKitCallSitesTests",
      dependencies: ["PromiseKitLite", "PromiseSimulation", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]
        + (isStrict ? [.unsafeFlags(["-suppress-warnings"] + strictFlags)] : [])
    ),
    // The same call sites with `import PromiseKit`, and those that PromiseKitLite spells
    // differently.
    .testTarget(
      name: "PromiseKitTests",
      dependencies: ["PromiseKit", "PromiseKitLite", "PromiseSimulation", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5), .define("PROMISEKIT")]
        + (isStrict ? [.unsafeFlags(["-suppress-warnings"] + strictFlags)] : [])
    ),
    // A program whose own functions and types have names that a library might use.
    .testTarget(
      name: "OwnNamesTests",
      dependencies: ["PromiseExploration", "PromiseSimulation", "PromiseKitLite"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseSimulationTests",
      dependencies: [
        "PromiseExploration", "PromiseSimulation", "PromiseGraph", "PromiseInsight",
        "PromiseKitLite",
        "PromiseSystem", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseGraphTests",
      dependencies: ["PromiseGraph", "PromiseInsight", "PromiseKitLite", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseTestingTests",
      dependencies: [
        "PromiseTesting", "PromiseGraph", "PromiseKitLite", "PromiseSimulation", "TestSupport",
      ],
      exclude: ["Orders"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseCourseTests",
      dependencies: [
        "PromiseCourse", "PromiseExploration", "PromiseGraph", "PromiseInsight", "PromiseKitLite",
        "PromiseSimulation", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseScreensTests",
      dependencies: [
        "PromiseScreens", "PromiseCourse", "PromiseExploration", "PromiseGraph", "PromiseInsight",
        "PromiseKitLite",
        "PromiseSimulation", "TestSupport",
      ],
      exclude: ["Goldens"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DemosTests",
      dependencies: [
        "Demos", "PromiseCourse", "PromiseExploration", "PromiseSimulation", "PromiseGraph",
        "PromiseInsight",
        "PromiseEvents", "PromiseScreens",
        "PromiseKitLite", "TestSupport",
      ],
      swiftSettings: settings
    ),
    // Programs with and without order bugs, by which the warnings are judged; and one that runs them
    // on real queues.
    .target(
      name: "ProgramCorpus", dependencies: ["PromiseKitLite", "TestSupport"],
      path: "Tests/ProgramCorpus", swiftSettings: settings),
    .executableTarget(
      name: "corpus-program", dependencies: ["ProgramCorpus", "PromiseKitLite"],
      path: "Tests/CorpusProgram", swiftSettings: settings),
    // What the lints report for random programs.
    .testTarget(
      name: "LintPrecisionTests",
      dependencies: [
        "Demos", "ProgramCorpus", "PromiseEvents", "PromiseGraph", "PromiseInsight",
        "PromiseKitLite",
        "PromiseSimulation", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseTUITests",
      dependencies: [
        "promise-tui", "PromiseCourse", "PromiseEvents", "PromiseExploration", "PromiseScreens",
        "PromiseGraph", "PromiseInsight", "PromiseKitLite", "PromiseSimulation", "PromiseSystem",
        "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      exclude: ["Exporting/Goldens"],
      swiftSettings: settings
    ),
    // The binary itself, in a real terminal.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "promise-tui", "Demos", "PromiseScreens", "PromiseKitLite", "example-checkout",
        "example-flaky", "traced-program", "TestSupport",
      ],
      swiftSettings: settings
    ),
  ]
)

// The tests of the products that need a trait, all of which are enabled then.
if isStrict {
  package.targets += [
    .testTarget(
      name: "PromiseKitLiteObserversTests",
      dependencies: [
        "PromiseKitLiteLogging", "PromiseKitLiteMetrics", "PromiseKitLite", "PromiseSimulation",
        "TestSupport",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromiseKitLiteTracingTests",
      dependencies: [
        "PromiseKitLiteTracing", "PromiseKitLite", "PromiseSimulation", "TestSupport",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings
    ),
  ]
}

// Benchmarks of the graph, the screens and the gate for `make bench`. They use package-internal declarations,
// so they are part of this package, but are not built otherwise.
if Context.environment["PROMISE_BENCH"] != nil {
  package.targets += [
    .target(name: "Measuring", path: "Benchmarks/Sources/Measuring", swiftSettings: settings),
    .executableTarget(
      name: "promise-screens",
      dependencies: [
        "Measuring", "PromiseScreens", "PromiseGraph", "PromiseInsight", "PromiseKitLite",
      ],
      path: "Benchmarks/Screens",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "promise-gate", dependencies: ["Measuring", "PromiseKitLite"],
      path: "Benchmarks/Gate", swiftSettings: settings
    ),
  ]
}

// Reads damaged traces under the address sanitizer: `scripts/sanitized`.
if Context.environment["PROMISE_SANITIZE"] != nil {
  package.targets.append(
    .executableTarget(
      name: "sanitized-reader",
      dependencies: ["PromiseEvents", "PromiseKitLite", "TestSupport"],
      path: "Tests/SanitizedReader", swiftSettings: settings))
}
