import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import PromiseSystem

// Each says what is wrong, and what to do next.
extension BuildFailure {
  /// The package does not compile, or cannot be built for another reason.
  static func build(_ output: BuildOutput, of package: WatchedPackage) -> BuildFailure {
    let errors = output.errors
    let count = errors.count { $0.severity == .error }
    let sources = Set(errors.map(\.file)).reduce(into: [String: [String]]()) { sources, file in
      sources[file] = FileText.read(file).map { text in
        let whole = text.hasSuffix("\n") ? text.dropLast() : text[...]
        return whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }
    guard errors.isEmpty else {
      return BuildFailure(
        short: "build failed",
        headline: "the build failed with \(count) error\(count == 1 ? "" : "s")",
        diagnostics: errors, sources: sources)
    }
    return BuildFailure(
      short: "build failed", headline: "'swift build' failed; this is what it said:",
      output: Array(output.lines.filter { !$0.isEmpty }.suffix(40)))
  }

  /// There is no package.
  static func noManifest(_ folder: String) -> BuildFailure {
    BuildFailure(
      short: "no package", headline: "there is no Package.swift in \(folder)",
      advice: ["'promise-tui new DIR' makes a package that can be watched."])
  }

  /// There is no program in it, or more than one.
  static func programs(_ description: PackageDescription, in package: WatchedPackage)
    -> BuildFailure
  {
    let name = description.name
    guard let first = description.programs.first else {
      return BuildFailure(
        short: "no program", headline: "the package \(name) makes no program that could run",
        advice: [
          "Add an .executableTarget to Package.swift; 'promise-tui new DIR' makes a package that has one."
        ])
    }
    return BuildFailure(
      short: "which one?",
      headline:
        "the package \(name) makes several programs: \(description.programs.joined(separator: ", "))",
      advice: ["Leave with q and name one: promise-tui watch \(package.folder) --product \(first)"])
  }

  /// A program that is needed does not start.
  static func start(_ program: String, _ error: ChildProcess.StartError) -> BuildFailure {
    if program == "swift", error.number == ENOENT {
      return BuildFailure(
        short: "no swift", headline: "there is no 'swift' in PATH",
        advice: ["Install it from https://swift.org/install, or put its folder into PATH."])
    }
    return BuildFailure(short: "no start", headline: "\(program) does not start: \(error)")
  }

  /// The system has no room.
  static let noRoom = BuildFailure(
    short: "no room",
    headline: "there is no room for a file below /tmp, or no descriptor left to open one")

  /// The program ran, and wrote no trace.
  static func noTrace(_ program: String, _ error: TraceError?, printed: [String]) -> BuildFailure {
    if let error, error != .empty {
      return BuildFailure(
        short: "no trace", headline: "what \(program) writes cannot be read: \(error)",
        advice: ["It may be built with another version of PromiseKitLite: build it anew."],
        output: printed)
    }
    let said = printed.isEmpty ? [] : ["It printed:"] + printed.suffix(40).map { "  \($0)" }
    return BuildFailure(
      short: "no trace", headline: "\(program) ended without a simulation",
      advice: [
        "Its promises are seen when they run in Simulation.run, in main.swift:",
        "  import PromiseKitLite",
        "  import PromiseSimulation", "  Simulation.run { firstly { ... }.done { ... } }",
      ], output: said)
  }

  /// The program ended otherwise than by its own will.
  static func ended(
    _ program: String, _ ending: ChildProcess.Ending, _ said: CrashSummary
  ) -> BuildFailure {
    let reason = said.reason.map { ": \($0)" } ?? ""
    switch ending {
    case .exited(let status):
      return BuildFailure(
        short: "status \(status)", headline: "\(program) ended with status \(status)\(reason)",
        output: said.lines)
    case .signalled(let number):
      let name = RunEnding.name(ofSignal: number)
      return BuildFailure(
        short: "crashed", headline: "\(program) crashed (\(name))\(reason)",
        advice: ["The run ends where it crashed, in the handler that runs there."],
        output: said.lines)
    }
  }

  /// The program does not end.
  static func tooLong(_ program: String, _ seconds: Int) -> BuildFailure {
    BuildFailure(
      short: "stopped",
      headline: "\(program) was stopped after \(seconds) s: it did not end",
      advice: ["A loop, or something real that it waits for? --limit gives it more seconds."])
  }

  /// The program emits events without end.
  static func endless(_ program: String, _ events: Int) -> BuildFailure {
    BuildFailure(
      short: "stopped", headline: "\(program) was stopped after \(events) events: it has no end",
      advice: ["Simulation.run(until: .seconds(60)) ends it by the virtual clock."])
  }
}
