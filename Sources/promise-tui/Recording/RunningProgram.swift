import PromiseKitLite
import PromiseSystem

/// The trace of a process that is running, named by the ID of the process.
enum RunningProgram {
  /// Returns the file to which a program is recorded that links PromiseKitLite: one that it has mapped into its memory.
  ///
  /// `report` is called with a sentence if the file is not the one that has its path.
  ///
  /// - Throws: Why there is none, with the next step.
  static func trace(
    of process: pid_t, report: (String) -> Void = Output.printError
  ) throws(CommandError) -> String {
    guard process > 0 else {
      throw CommandError("\(process) is not the ID of a process", status: 64)
    }
    guard kill(process, 0) == 0 || errno == EPERM else { throw missing(process) }
    #if os(Linux)
      var lost: MappedFile?
      for file in try mappedFiles(of: process) {
        guard let path = file.place(of: process) else {
          if file.isDeleted, TraceName.mayBeTrace(file.path) { lost = lost ?? file }
          continue
        }
        guard isTrace(path) else { continue }
        if path != file.text { explain(file, of: process, at: path, report) }
        return path
      }
      if let lost {
        throw CommandError(
          "process \(process): its trace, \(lost.path), was deleted and cannot be read any more: start it again, with PROMISE_TRACE=run.ptrace",
          status: 66)
      }
      throw CommandError(
        "process \(process) is not recorded: start it with PROMISE_TRACE=run.ptrace, or with 'promise-tui run'",
        status: 66)
    #else
      throw CommandError(
        "process \(process): this system does not say which files it has mapped: name its trace",
        status: 66)
    #endif
  }

  /// Says that there is no process with that ID.
  private static func missing(_ process: pid_t) -> CommandError {
    CommandError("there is no process \(process): 'ps' lists those there are", status: 66)
  }

  /// Says why the system does not let a user look at a process, or send it a signal.
  static func refusal(to user: uid_t) -> String {
    user == 0
      ? "the system does not permit it, not even to root: name its trace"
      : "only the user who runs it may do so"
  }

  #if os(Linux)
    /// Returns the files that a process has mapped, each of them once.
    private static func mappedFiles(of process: pid_t) throws(CommandError) -> [MappedFile] {
      let maps: String
      do {
        let bytes = try SmallFile.read("/proc/\(process)/maps", limit: 64 << 20)
        maps = String(decoding: bytes, as: UTF8.self)
      } catch {
        // It can end at any time.
        if error.isMissing || error.number == ESRCH { throw missing(process) }
        throw CommandError(
          "process \(process) cannot be looked at: \(refusal(to: geteuid()))", status: 66)
      }
      var known: Set<MappedFile> = []
      return maps.split(separator: "\n").compactMap { MappedFile($0) }
        .filter { known.insert($0).inserted }
    }

    /// Says why a trace is read at another path than its own, unless it is just out of sight.
    private static func explain(
      _ file: MappedFile, of process: pid_t, at path: String, _ report: (String) -> Void
    ) {
      if file.isDeleted {
        report(
          "process \(process): its trace, \(file.path), was deleted and is gone when the process ends: 'promise-tui export \(process) -o run.jsonl' keeps it"
        )
      } else if Folder.exists(file.path) {
        report(
          "process \(process) has another file at \(file.path) than is seen here: reading \(path)")
      }
    }

    private static func isTrace(_ path: String) -> Bool {
      guard let trace = GrowingTrace(path) else { return false }
      defer { trace.close() }
      return TraceDecoder.mayBeTrace(trace.input.descriptor) && trace.input.size != 0
    }
  #endif
}
