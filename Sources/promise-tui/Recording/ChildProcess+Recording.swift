import PromiseSystem

extension ChildProcess.Program {
  /// Creates a program that records its promises to the file at `path`, in which `%p` stands for its process ID, with
  /// values as text if `values`. The path is made absolute, so that a program that changes its folder still writes there.
  ///
  /// A program that links PromiseKitLite reads `PROMISE_TRACE` itself. Node.js loads a script that
  /// does, also in the processes that the program starts; nothing else reads `NODE_OPTIONS`.
  init(
    _ arguments: [String], recordingTo path: String, values: Bool = true,
    in environment: TerminalEnvironment = .current
  ) {
    self.init(arguments: arguments, variables: ["PROMISE_TRACE": Folder.absolute(path)])
    if !values { variables["PROMISE_TRACE_VALUES"] = "off" }
    // A program that may read only some files could not load the script.
    let isClosed = arguments.contains {
      $0 == "--permission" || $0 == "--experimental-permission"
    }
    guard !isClosed, let script = NodeScript.path(UserFolders(environment)) else { return }
    let options = getenv(NodeScript.variable).map { String(cString: $0) } ?? ""
    variables[NodeScript.variable] = NodeScript.options(adding: script, to: options)
  }
}
