import PromiseCourse
import PromiseScreens
import PromiseSystem

/// The other programs that promise-tui uses, or that use what it writes.
struct ProgramFacts: Sendable {
  /// What a program says about itself.
  enum Version: Hashable, Sendable {
    /// The first line that it printed.
    case says(String)
    case absent
    /// It is there, and fails for this reason.
    case fails(String)
  }

  var node: Version
  /// What came of recording a script that node ran; `nil` if that was not tried.
  var nodeTrial: RecordingFacts.Trial?
  var dot: Version
  var curl: Version
  var swift: Version
  var tmux: Version
  /// How a text is copied.
  var clipboard: [Clipboard.Method]
  /// Which of these programs exist.
  var hasProgram: @Sendable (String) -> Bool
}

extension ProgramFacts {
  /// Asks the programs for their versions. None is waited for longer than a few seconds.
  static func current(_ environment: TerminalEnvironment) -> Self {
    let node = version(["node", "--version"])
    var trial: RecordingFacts.Trial?
    if let major = major(node), major >= DemoScript.oldest { trial = recordNode() }
    return Self(
      node: node, nodeTrial: trial, dot: version(["dot", "-V"]),
      curl: version(["curl", "-q", "--version"]), swift: version(["swift", "--version"]),
      tmux: version(["tmux", "-V"]),
      clipboard: Clipboard.methods("text", in: environment),
      hasProgram: { ProgramSearch.problem(with: $0) == nil })
  }

  private static let patience = Duration.seconds(10)

  private static func version(_ arguments: [String]) -> Version {
    switch ProgramAnswer(to: arguments, within: patience) {
    case .lines(let lines): .says(lines.first { !$0.isEmpty } ?? "")
    case .missing: .absent
    case .failed(let reason): .fails(reason)
    }
  }

  /// Records a script as `run -- node` does; it uses the user's NODE_OPTIONS, as that does.
  private static func recordNode() -> RecordingFacts.Trial {
    guard let folder = PrivateFolder() else { return .untried }
    defer { folder.remove() }
    let trace = "\(folder.path)/trial\(TraceName.lines)"
    // The script that records is written to a temporary folder: nothing is left in the user's.
    let program = ChildProcess.Program(
      ["node", "--eval", "Promise.resolve(1).then((x) => x + 1)"], recordingTo: trace,
      in: TerminalEnvironment(outputIsTerminal: false, variables: [:]))
    switch ProgramAnswer(of: program, within: patience) {
    case .lines: return RecordingFacts.events(in: trace)
    case .missing: return .failed("node does not start")
    case .failed(let reason): return .failed(reason)
    }
  }

  /// The major number in what a program says: 20 in `v20.1.0`, 6 in `Swift version 6.3`.
  private static func major(_ version: Version) -> Int? {
    guard case .says(let line) = version else { return nil }
    return Int(line.drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  var findings: [DoctorFinding] {
    [
      nodeFinding,
      finding(
        "dot", dot, absent: "not installed: 'export --as dot' writes files that Graphviz draws",
        next: "install Graphviz, if you want such pictures"),
      finding(
        "curl", curl, absent: "not installed: '--otlp' cannot send spans",
        next: "install curl, if you want to send them"),
      swiftFinding,
      finding(
        "tmux", tmux, absent: "not installed: only this project's own tests need it",
        next: "install tmux, if you run them"),
      copying,
    ]
  }

  private func finding(_ name: String, _ version: Version, absent: String, next: String)
    -> DoctorFinding
  {
    switch version {
    case .says(let line): .ok(name, line)
    case .absent: .missing(name, absent, next: next)
    case .fails(let reason):
      .limited(name, "it fails: \(reason)", next: "does '\(name)' work without promise-tui?")
    }
  }

  private var nodeFinding: DoctorFinding {
    let absent = "not installed: programs in JavaScript cannot be run"
    let next = "install Node.js \(DemoScript.oldest) or later, if you want to run them"
    let found = finding("node", node, absent: absent, next: next)
    guard case .says(let line) = node else { return found }
    guard let major = Self.major(node), major >= DemoScript.oldest else {
      return .limited("node", "\(line) is too old to record its promises", next: next)
    }
    switch nodeTrial {
    case .recorded(let count)?: return .ok("node", "\(line); \(count) events of a script recorded")
    case .failed(let reason)?:
      return .limited(
        "node", "\(line) runs, but its promises are not recorded: \(reason)",
        next: "look at NODE_OPTIONS, which may keep scripts from being loaded")
    case .untried?, nil: return found
    }
  }

  private var swiftFinding: DoctorFinding {
    let next = "install Swift 6 from https://www.swift.org/install, if you want to use them"
    if case .says(let line) = swift, let major = Self.major(swift), major < 6 {
      return .limited("swift", "\(line) is too old for PromiseKitLite", next: next)
    }
    return finding(
      "swift", swift, absent: "not installed: 'watch' cannot build", next: next)
  }

  private var copying: DoctorFinding {
    for method in clipboard {
      switch method {
      case .program(let arguments, let destination):
        guard let name = arguments.first, hasProgram(name) else { continue }
        return .ok("clipboard", "text is copied \(destination)")
      case .terminal:
        return .limited(
          "clipboard", "text is copied to the terminal's clipboard, if it supports OSC 52",
          next: clipboard.count > 1 ? "install \(missingPrograms), which the display needs" : nil)
      }
    }
    return .missing("clipboard", "nothing can be copied", next: "use a terminal with OSC 52")
  }

  private var missingPrograms: String {
    let names = clipboard.compactMap { method -> String? in
      guard case .program(let arguments, _) = method else { return nil }
      return arguments.first == "wl-copy" ? "wl-clipboard" : arguments.first
    }
    return names.prefix(2).joined(separator: " or ")
  }
}
