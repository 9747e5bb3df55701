import PromiseKitLite
import PromiseSystem

/// The trace of a process that is running, named by the ID of the process.
enum RunningProgram {
  /// Returns the file to which a program is recorded that links PromiseKitLite: one that it has mapped into its memory.
  ///
  /// - Throws: Why there is none, with the next step.
  static func trace(of process: pid_t) throws(CommandError) -> String {
    guard process > 0 else {
      throw CommandError("\(process) is not the ID of a process", status: 64)
    }
    guard kill(process, 0) == 0 || errno == EPERM else {
      throw CommandError("there is no process \(process): 'ps' lists those there are", status: 66)
    }
    #if os(Linux)
      let maps: String
      do throws(SmallFile.Failure) {
        let bytes = try SmallFile.read("/proc/\(process)/maps", limit: 64 << 20)
        maps = String(decoding: bytes, as: UTF8.self)
      } catch {
        throw CommandError(
          "process \(process) cannot be looked at: only the user who runs it may do so", status: 66)
      }
      var known: Set<Substring> = []
      for line in maps.split(separator: "\n") where line.contains(" rw-s ") {
        guard let start = line.firstIndex(of: "/"), known.insert(line[start...]).inserted else {
          continue
        }
        let path = String(line[start...])
        guard let trace = GrowingTrace(path) else { continue }
        defer { trace.close() }
        if TraceDecoder.mayBeTrace(trace.input.descriptor), trace.input.size != 0 { return path }
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
}
