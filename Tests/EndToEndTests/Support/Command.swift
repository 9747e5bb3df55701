import Foundation

/// One run of a program, to its end.
struct Command {
  /// The result of a program.
  struct Outcome {
    /// The exit status, or 128 plus the signal's number, as a shell reports it.
    var status: Int32
    var output: String
    var error: String
  }

  /// The program's path or name, followed by its arguments.
  var words: [String]
  /// Variables in addition to ``standardEnvironment``; `nil` removes one.
  var environment: [String: String?] = [:]

  init(_ words: [String], environment: [String: String?] = [:]) {
    self.words = words
    self.environment = environment
  }

  /// An environment that does not depend on the user who runs the tests.
  static let standardEnvironment: [String: String] = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "SHELL": "/bin/sh",
    "TERM": "xterm-256color",
    "LC_ALL": "C.UTF-8",
    "PS1": "$ ",
    // The fault that `make mutants` tries; 0 is none.
    "MUTANT": ProcessInfo.processInfo.environment["MUTANT"] ?? "0",
  ]

  /// Runs the program with an empty input, and waits for it.
  func run() throws -> Outcome { try start().outcome() }

  /// Starts the program with an empty input.
  func start() throws -> RunningCommand {
    let scratch = try ScratchFolder()
    let process = try spawn(output: scratch.path("output"), error: scratch.path("error"))
    return RunningCommand(words: words, process: process, scratch: scratch)
  }

  /// Starts the program with no signal blocked or ignored: the threads of a test block signals, and
  /// a child would inherit that. Its output goes to files, so that a server it leaves behind does
  /// not keep a pipe open.
  private func spawn(output: String, error: String) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }

    let create = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, create, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, error, create, 0o600)

    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, numericCast(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = Self.standardEnvironment.merging(environment.compactMapValues { $0 }) { $1 }
      .filter { name, _ in environment[name] != .some(nil) }
    let arguments = words.map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + settings { free(text) } }

    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments, settings)
    guard code == 0 else {
      throw Failure("\(words[0]) does not start: \(String(cString: strerror(code)))")
    }
    return process
  }
}
