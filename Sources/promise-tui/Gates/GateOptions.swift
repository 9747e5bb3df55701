import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// The options that stop a program between its jobs, and that keep and repeat an order.
struct GateOptions: ParsableArguments {
  @Flag(
    help:
      "Stop before the first job; the screen then chooses what runs next. See docs/debug/gate.md."
  )
  var gate = false

  @OptionGroup var stops: BreakpointOptions

  @Option(
    help: ArgumentHelp(
      "Start jobs and timers in the order of this file, as far as possible.", valueName: "file"),
    completion: .file())
  var schedule: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the order in which jobs and timers started to this file. With --gate, the default is a file in the folder of the state.",
      valueName: "file"), completion: .file())
  var output: String?

  /// Whether the gate is controlled.
  var isGated: Bool { gate || !stops.breakpoints.isEmpty }

  /// Returns how the gate of a program is controlled; `nil` if it is not.
  func plan(of program: String) -> GatePlan? {
    guard isGated else { return nil }
    return GatePlan(
      breakpoints: KeptBreakpoints(
        of: ProgramSearch.executable(of: program), adding: stops.breakpoints,
        in: UserFolders(.current)), closesFirst: stops.breakpoints.isEmpty)
  }

  /// Returns the schedule to keep; `nil` if none was named.
  ///
  /// - Throws: Why a file cannot be used.
  func readSchedule() throws(CommandError) -> ScheduleFile? {
    if let output, let problem = KeptSchedules.problem(writing: output) { throw problem }
    guard let schedule else { return nil }
    return try ScheduleFile(schedule)
  }
}

/// The breakpoints that close a gate.
struct BreakpointOptions: ParsableArguments {
  @Option(
    name: .customLong("break"),
    help: ArgumentHelp(
      "Stop at this breakpoint, such as 'label submit' or 'state rejected'; implies --gate. May be repeated.",
      valueName: "breakpoint"), transform: Arguments.breakpoint)
  var breakpoints: [Breakpoint] = []
}

/// Whether a gate can be controlled here.
enum GateScreen {
  /// Rejects a gate where there is no screen.
  static func check(_ options: ScreenOptions, printsText: Bool) throws(CommandError) {
    let environment = TerminalEnvironment.current
    let hasScreen = environment.displayProblem == nil || options.narrates(in: environment)
    if printsText || !hasScreen { throw missing }
  }

  /// The error if there is no screen.
  static var missing: CommandError {
    CommandError(
      "--gate and --break need the screen, on which you choose what runs next: leave out --plain and "
        + "similar options, and use a terminal. --schedule FILE repeats an order without the screen",
      status: 64)
  }
}

/// How the gate of a program is controlled.
struct GatePlan: Sendable {
  let breakpoints: KeptBreakpoints
  /// Whether the gate is closed before the first job.
  let closesFirst: Bool

  /// Why the gate is closed from the start; `nil` if it is open.
  var closing: String? { closesFirst ? "before the first job" : nil }
}
