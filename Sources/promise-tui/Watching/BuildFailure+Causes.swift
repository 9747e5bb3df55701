import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import PromiseSystem

// Each failure says what is wrong, and what to do next.
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
        headline: "the build failed with \(plural(count, "error"))",
        diagnostics: errors, sources: sources)
    }
    return BuildFailure(
      short: "build failed", headline: "'swift build' failed with this output:",
      output: Array(output.lines.filter { !$0.isEmpty }.suffix(40)))
  }

  /// The folder contains no package.
  static func noManifest(_ folder: String) -> BuildFailure {
    BuildFailure(
      short: "no package", headline: "\(folder): no Package.swift in this folder",
      advice: ["'promise-tui watch --new DIR' creates a package to watch."])
  }

  /// The package has no program, or more than one.
  static func programs(_ description: PackageDescription, in package: WatchedPackage)
    -> BuildFailure
  {
    let name = description.name
    guard let first = description.programs.first else {
      return BuildFailure(
        short: "no program", headline: "the package \(name) has no program to run",
        advice: [
          "Add an .executableTarget to Package.swift; 'promise-tui watch --new DIR' creates a package with one."
        ])
    }
    return BuildFailure(
      short: "which one?",
      headline:
        "the package \(name) has several programs: \(description.programs.joined(separator: ", "))",
      advice: [
        "Leave with q and choose one: promise-tui watch \(package.folder) --product \(first)"
      ])
  }

  /// A required program does not start.
  static func start(_ program: String, _ error: CommandError) -> BuildFailure {
    if program == "swift", error.number == ENOENT {
      return BuildFailure(
        short: "no swift", headline: "'swift' is not in PATH",
        advice: ["Install it from https://swift.org/install, or add its folder to PATH."])
    }
    return BuildFailure(short: "no start", headline: "\(program) does not start: \(error.reason)")
  }

  /// The system has no resources left.
  static let noRoom = BuildFailure(
    short: "no room", headline: "no descriptor is left: close other programs")

  /// No file can be created for what the program prints; `number` is the system's error number.
  static func noFile(_ number: Int32) -> BuildFailure {
    BuildFailure(short: "no room", headline: CommandError.noTemporary(number).sentence)
  }

  /// The program ran, but wrote no trace.
  static func noTrace(_ program: String, _ error: CommandError?, printed: [String])
    -> BuildFailure
  {
    if let error, error != CommandError(.empty) {
      return BuildFailure(
        short: "no trace", headline: "the trace of \(program) cannot be read: \(error.sentence)",
        advice: ["It may have been built with another version of PromiseKitLite: rebuild it."],
        output: printed)
    }
    let said = printed.isEmpty ? [] : ["It printed:"] + printed.suffix(40).map { "  \($0)" }
    return BuildFailure(
      short: "no trace", headline: "\(program) ended without a simulation",
      advice: [
        "Run its promises in Simulation.run, in main.swift, to see them:",
        "  import PromiseKitLite",
        "  import PromiseSimulation", "  Simulation.run { firstly { ... }.done { ... } }",
      ], output: said)
  }

  /// The program exited with an error status, or crashed.
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
        advice: ["The run ends at the crash, in the handler that was running."],
        output: said.lines)
    }
  }

  /// The program did not end in time.
  static func tooLong(_ program: String, _ seconds: Int) -> BuildFailure {
    BuildFailure(
      short: "stopped",
      headline: "\(program) was stopped after \(seconds) s: it did not end",
      advice: ["Is it in a loop, or waiting for something real? --timeout sets a longer time."])
  }

  /// The program posts events without end.
  static func endless(_ program: String, _ events: Int) -> BuildFailure {
    BuildFailure(
      short: "stopped", headline: "\(program) was stopped after \(events) events: it does not end",
      advice: ["Simulation.run(until: .seconds(60)) ends it at a virtual time."])
  }
}
