import CHost
import PromiseSystem
import Synchronization

/// A running program. It leads a session of its own, so that what stops or ends this process does
/// not reach it, and a signal to its process group also ends the processes that it started. The
/// session has no terminal: the program can neither read our keys nor write on our screen, and
/// opening /dev/tty fails.
final class ChildProcess: Sendable {
  /// How a program ended.
  enum Ending: Hashable, Sendable {
    /// It exited with this status.
    case exited(Int32)
    /// It was ended by this signal.
    case signalled(Int32)
  }

  /// A program to start, with its environment.
  struct Program: Sendable {
    /// Its name, to be found in `PATH`, or its path, followed by its arguments.
    var arguments: [String]
    /// Its name or path.
    var name: String { arguments.first ?? "" }
    /// Variables to set in its environment, or to remove if `nil`, in addition to those of this
    /// process.
    var variables: [String: String?] = [:]
    /// Our descriptors, keyed by what they become in the program. Standard input, output and error
    /// default to `/dev/null`; no other descriptor is inherited.
    var descriptors: [Int32: Int32] = [:]
    /// Whether the program leads a session of its own; otherwise it stays in our process group, and
    /// has our terminal.
    var leadsSession = true
    /// Whether the program ends when this process does, even if that is killed.
    var endsWithUs = true
  }

  /// Becomes readable when the program has ended.
  let ended: Int32
  /// Its process ID.
  let process: pid_t
  private let leadsSession: Bool
  private let pipe: WakePipe
  /// How it ended; `nil` while it runs.
  private let state = Mutex<Ending?>(nil)

  private init(process: pid_t, leadsSession: Bool, pipe: WakePipe) {
    self.process = process
    self.leadsSession = leadsSession
    self.pipe = pipe
    ended = pipe.reading
  }

  deinit {
    host_guard_process(target, false)
    close(pipe.reading)
    close(pipe.writing)
  }

  /// Starts a program.
  ///
  /// - Throws: What to do, with the system's error number: `ENOENT` if there is no such program.
  static func start(_ program: Program) throws(CommandError) -> ChildProcess {
    guard let pipe = WakePipe() else { throw .noStart(program.name) }
    let child: ChildProcess
    do {
      child = ChildProcess(
        process: try spawn(program), leadsSession: program.leadsSession, pipe: pipe)
    } catch {
      pipe.close()
      throw error
    }
    // A child must be waited for, or it stays a zombie.
    if !startThread({ child.reap() }) { child.reap() }
    return child
  }

  /// How it ended; `nil` while it runs.
  var ending: Ending? { state.withLock { $0 } }

  /// What signals are sent to: the program, or the group that it leads.
  private var target: pid_t { leadsSession ? -process : process }

  /// Sends a signal to the program and the processes in its group, unless it has ended.
  func send(_ signal: Int32) {
    state.withLock { ending in
      if ending == nil { kill(target, signal) }
    }
  }

  /// Asks the program to end, and kills it if it has not ended within `patience` milliseconds. A
  /// program that the system does not let end is not waited for.
  func end(asking signal: Int32 = SIGKILL, patience: Int32 = 1000) {
    send(signal)
    if signal != SIGKILL, wait(milliseconds: patience) == nil { send(SIGKILL) }
    _ = wait(milliseconds: 500)
  }

  /// Kills what is left of the group after the program has ended.
  func endGroup() {
    guard leadsSession, ending != nil else { return }
    kill(-process, SIGKILL)
    host_guard_process(target, false)
  }

  /// Waits for its end, for at most `milliseconds`, or without limit if that is negative.
  func wait(milliseconds: Int32) -> Ending? {
    if ending == nil { _ = waitToRead([ended], milliseconds: milliseconds) }
    return ending
  }

  private func reap() {
    var information = siginfo_t()
    // It stays a zombie until then, so that no signal can reach another process with its ID.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    state.withLock { ending in
      // While it is a zombie, its number belongs to no other process.
      if !leadsSession { host_guard_process(target, false) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      // The group is guarded as long as a process is left in it.
      if leadsSession, kill(-process, 0) != 0 { host_guard_process(target, false) }
      let signal = status & 0x7f
      ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
    pipe.wake()
  }
}

extension ChildProcess.Program {
  /// Redirects the program's output to a file, and turns off the backtrace of a crash.
  mutating func print(into file: PrintedFile) {
    descriptors[STDOUT_FILENO] = file.writing
    descriptors[STDERR_FILENO] = file.writing
    skipBacktrace()
  }

  /// Turns off the backtrace of a crash: it takes seconds, and says nothing about promises.
  mutating func skipBacktrace() {
    variables["SWIFT_BACKTRACE"] =
      getenv("SWIFT_BACKTRACE").map { String(cString: $0) } ?? "enable=no"
  }
}

// MARK: - Starting

extension ChildProcess {
  private static func spawn(_ program: Program) throws(CommandError) -> pid_t {
    // The copies are above all descriptors that a program is given, so that none is overwritten too
    // early.
    let copies = program.descriptors.mapValues { fcntl($0, F_DUPFD_CLOEXEC, 64) }
    defer { for copy in copies.values where copy >= 0 { close(copy) } }
    guard copies.values.allSatisfy({ $0 >= 0 }) else { throw .noStart(program.name, EMFILE) }
    let descriptors = (0..<1 + (copies.keys.max() ?? 2)).map { copies[$0] ?? -1 }
    let paths = candidates(program.name).map { strdup($0) } + [nil]
    let arguments = program.arguments.map { strdup($0) } + [nil]
    let settings = environment(program.variables).map { strdup($0) } + [nil]
    defer { for text in paths + arguments + settings { free(text) } }
    let (process, number) = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer { paths in
      arguments.withUnsafeBufferPointer { arguments in
        settings.withUnsafeBufferPointer { settings in
          descriptors.withUnsafeBufferPointer { descriptors in
            var plan = host_program(
              paths: paths.baseAddress, arguments: arguments.baseAddress,
              environment: settings.baseAddress, descriptors: descriptors.baseAddress,
              count: Int32(descriptors.count), leads_session: program.leadsSession,
              guarded: program.endsWithUs)
            return (host_start_program(&plan), errno)
          }
        }
      }
    }
    guard process > 0 else { throw .noStart(program.name, number) }
    return process
  }

  /// Returns where a program of this name may be, in order.
  private static func candidates(_ name: String) -> [String] {
    guard !name.contains("/") else { return [name] }
    return ProgramSearch.folders.map { "\($0)/\(name)" }
  }

  /// Returns our environment with these changes. What records our own surroundings does not apply
  /// to the program.
  private static func environment(_ changes: [String: String?]) -> [String] {
    var settings: [String] = []
    var next = environ
    while let setting = next.pointee {
      let text = String(cString: setting)
      let name = String(text.prefix { $0 != "=" })
      if changes[name] == nil, name != "PROMISE_TRACE" { settings.append(text) }
      next += 1
    }
    return settings + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }
}
