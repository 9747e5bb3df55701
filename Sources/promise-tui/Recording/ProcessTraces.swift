import PromiseKitLite
import PromiseSystem

/// The traces of processes that a command names by their IDs. Those of Node.js are recorded into files of ours until
/// ``end()``.
final class ProcessTraces {
  /// The trace of a process.
  struct Trace {
    /// Where it can be read.
    var path: String
    /// The process, if it is recorded only from now on, and its trace does not say whether it is running.
    var process: pid_t?
  }

  private var folder: PrivateFolder?

  /// Returns the trace of the process whose ID `name` is; `nil` if it is something else, such as the name of a file.
  ///
  /// - Throws: Why there is none, with the next step.
  func trace(named name: String) throws(CommandError) -> Trace? {
    guard !Folder.exists(name), let process = NodeProcess(name) else { return nil }
    guard process.runsNode else { return Trace(path: try RunningProgram.trace(of: process.id)) }
    return Trace(path: try begin(process), process: process.id)
  }

  /// Returns the path of the file to which a process of Node.js is recorded from now on.
  private func begin(_ process: NodeProcess) throws(CommandError) -> String {
    guard let folder = folder ?? PrivateFolder() else { throw .noTemporary() }
    self.folder = folder
    let trace = "\(folder.path)/\(process.id)\(TraceName.lines)"
    try process.record(to: trace)
    return trace
  }

  /// Waits until a process ends that is recorded only from now on, and has not done anything yet. Says so first.
  static func waitForEnd(of process: pid_t) {
    guard NodeProcess.isRunning(process) else { return }
    Output.printError(
      "process \(process) is recorded from now on, and printed when it ends: 'promise-tui export \(process) --follow' instead prints each event as it happens"
    )
    while NodeProcess.isRunning(process) { _ = waitToRead([], milliseconds: 50) }
  }

  /// Without its file, a recording ends.
  func end() { folder?.remove() }
}
