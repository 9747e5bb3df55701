import PromiseSystem
import Synchronization

/// A program that was started: in a group of its own, so that what stops or ends this program does not
/// reach it, and what ends it ends all that it has started.
final class ChildProcess: Sendable {
  /// How a program ended.
  enum Ending: Hashable, Sendable {
    /// It left with this status.
    case exited(Int32)
    /// It was ended by this signal.
    case signalled(Int32)
  }

  /// A program, and what it is to find.
  struct Program: Sendable {
    /// Its name, which is looked for in `PATH`, or its path; then its arguments.
    var words: [String]
    /// Variables beside those of this program; none takes one away.
    var variables: [String: String?] = [:]
    /// Our descriptors by what they are to be in it. What is not named of 0 to 2 is nothing to read, and
    /// leads nowhere; no other descriptor is handed on.
    var descriptors: [Int32: Int32] = [:]
    /// It leads a group of its own, which signals are sent to; else it stays in ours.
    var leadsGroup = true
  }

  /// Becomes readable when the program has ended.
  let ended: Int32
  /// Its number.
  let process: pid_t
  private let leadsGroup: Bool
  private let pipe: WakePipe
  /// How it ended, once it has.
  private let state = Mutex<Ending?>(nil)

  private init(process: pid_t, leadsGroup: Bool, pipe: WakePipe) {
    self.process = process
    self.leadsGroup = leadsGroup
    self.pipe = pipe
    ended = pipe.reading
  }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }

  /// Starts a program.
  ///
  /// - Throws: The number of the error: `ENOENT` where there is no such program.
  static func start(_ program: Program) throws(StartError) -> ChildProcess {
    guard let pipe = WakePipe() else { throw StartError(number: errno) }
    let child: ChildProcess
    do {
      child = ChildProcess(
        process: try spawn(program), leadsGroup: program.leadsGroup, pipe: pipe)
    } catch {
      close(pipe.reading)
      close(pipe.writing)
      throw error
    }
    // Somebody has to wait for it, or it stays as a zombie.
    if !startThread({ child.reap() }) { child.reap() }
    return child
  }

  /// Why a program did not start.
  struct StartError: Error, Hashable, CustomStringConvertible {
    var number: Int32
    var description: String { String(cString: strerror(number)) }
  }

  /// How it ended; none as long as it runs.
  var ending: Ending? { state.withLock { $0 } }

  /// Sends the program, and all that it has started in its group, a signal; none to one that has ended.
  func send(_ signal: Int32) {
    state.withLock { ending in
      if ending == nil { kill(leadsGroup ? -process : process, signal) }
    }
  }

  /// Asks it to end, and ends it where it has not within `patience` milliseconds.
  func end(asking signal: Int32 = SIGKILL, patience: Int32 = 2000) {
    send(signal)
    if signal != SIGKILL, wait(milliseconds: patience) == nil { send(SIGKILL) }
    _ = wait(milliseconds: -1)
  }

  /// Waits for its end, for so long, or, where that is negative, without an end.
  func wait(milliseconds: Int32) -> Ending? {
    if ending == nil { _ = waitToRead([ended], milliseconds: milliseconds) }
    return ending
  }

  private func reap() {
    var information = siginfo_t()
    // It stays a zombie meanwhile, so that no signal can go to another process of its number.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    state.withLock { ending in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7f
      ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
    pipe.wake()
  }
}

extension ChildProcess.Program {
  /// A program that records its promises where `PROMISE_TRACE` says; its values as text, too, where wanted.
  init(_ words: [String], recordingAt place: String, values: Bool = true) {
    self.init(words: words, variables: ["PROMISE_TRACE": place])
    if !values { variables["PROMISE_TRACE_VALUES"] = "off" }
  }

  /// Has it print into a file, and be silent where it crashes: what it would say takes seconds, and says
  /// nothing of promises.
  mutating func print(into file: PrintedFile) {
    descriptors[STDOUT_FILENO] = file.writing
    descriptors[STDERR_FILENO] = file.writing
    variables["SWIFT_BACKTRACE"] =
      getenv("SWIFT_BACKTRACE").map { String(cString: $0) } ?? "enable=no"
  }
}

// MARK: - Starting

extension ChildProcess {
  private static func spawn(_ program: Program) throws(StartError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // Copies above all that a program may be handed, so that none is overwritten before its turn.
    let copies = program.descriptors.mapValues { fcntl($0, F_DUPFD_CLOEXEC, 64) }
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      for copy in copies.values where copy >= 0 { close(copy) }
    }
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where copies[standard] == nil {
      let flags = standard == STDIN_FILENO ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", flags, 0)
    }
    for (theirs, copy) in copies {
      guard copy >= 0 else { throw StartError(number: EMFILE) }
      posix_spawn_file_actions_adddup2(&actions, copy, theirs)
    }
    // Signals that our threads block or ignore are its own to answer; not what our parent has us ignore.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    for signal in [SIGHUP, SIGINT, SIGQUIT] where Signals.isIgnored(signal) {
      sigdelset(&all, signal)
    }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let group = program.leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, numericCast(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let arguments = program.words.map { strdup($0) } + [nil]
    let settings = environment(program.variables).map { strdup($0) } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, program.words.first ?? "", &actions, &attributes, arguments, settings)
    guard code == 0 else { throw StartError(number: code) }
    return process
  }

  /// The variables of this program, changed so. What records this program's surroundings is not for it.
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
