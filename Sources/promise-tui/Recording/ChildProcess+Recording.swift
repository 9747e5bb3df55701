import PromiseSystem

extension ChildProcess.Program {
  /// Creates a program that records its promises to `target`, with values as text if `values`.
  ///
  /// A program that links PromiseKitLite reads `PROMISE_TRACE` itself. Node.js loads a script that
  /// does, also in the processes that the program starts; nothing else reads `NODE_OPTIONS`.
  init(
    _ arguments: [String], recordingTo target: TraceTarget, values: Bool = true,
    in environment: TerminalEnvironment = .current
  ) {
    self.init(arguments: arguments, variables: ["PROMISE_TRACE": target.variable])
    if !values { variables["PROMISE_TRACE_VALUES"] = "off" }
    // The script writes to a file only. A program that may read only some files could not load it.
    let isClosed = arguments.contains {
      $0 == "--permission" || $0 == "--experimental-permission"
    }
    guard case .file = target, !isClosed,
      let script = NodeScript.path(UserFolders(environment))
    else { return }
    let options = getenv(NodeScript.variable).map { String(cString: $0) } ?? ""
    variables[NodeScript.variable] = NodeScript.options(adding: script, to: options)
  }
}
