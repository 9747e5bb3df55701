import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// Where the bytes of a trace come from: a file, or standard input.
struct TraceInput: Sendable {
  /// Its name in messages.
  let name: String
  /// The descriptor to read from.
  let descriptor: Int32
  /// The path of the file; `nil` for standard input.
  let path: String?

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Throws: Why that is not possible; the status is 66 if there is nothing to read.
  static func open(_ path: String) throws(CommandError) -> TraceInput {
    if path == "-" {
      guard isatty(STDIN_FILENO) == 0 else {
        throw usageError(
          "'-' reads a trace from a pipe: gunzip -c run.ptrace.gz | promise-tui open -"
        )
      }
      return TraceInput(name: "standard input", descriptor: STDIN_FILENO, path: nil)
    }
    if let problem = problem(with: path) { throw problem }
    // Opening a named pipe would wait for another process to write to it.
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path) }
    return TraceInput(name: path, descriptor: descriptor, path: path)
  }

  /// Returns whether there is nothing at `path`, where a program may write a trace later.
  static func mayBegin(_ path: String) -> Bool {
    guard !path.isEmpty, !Folder.exists(path), !path.hasPrefix("-"), oldTarget(path) == nil else {
      return false
    }
    return Folder.leadsToFolder(Folder.parent(of: Folder.absolute(path)) ?? "/")
  }

  /// Says that a program is waited for which writes the file at `path`.
  static func waiting(for path: String) -> String { "waiting for a program to write \(path)" }

  /// Returns why programs do not record to `target`, to which they did in an earlier version; `nil` if they never did.
  private static func oldTarget(_ target: String) -> CommandError? {
    let gate = target.hasPrefix("unix:") ? shellQuoted(String(target.dropFirst(5))) : nil
    guard gate != nil || target.hasPrefix("fd:") else { return nil }
    let more = gate.map { "; 'promise-tui open --gate \($0)' controls a gate" } ?? ""
    return CommandError(
      "\(target): programs record into files only: start yours with PROMISE_TRACE=run.ptrace, then 'promise-tui open run.ptrace' shows it\(more)",
      status: 66)
  }

  /// Returns why there is no trace to read at `path`; `nil` if there may be one.
  static func problem(with path: String) -> CommandError? {
    guard !path.isEmpty else {
      return CommandError(
        "the name of the trace is empty: give a file, or - for standard input", status: 64)
    }
    guard Folder.exists(path) else {
      if let problem = oldTarget(path) { return problem }
      guard !path.hasPrefix("-") else {
        return CommandError(
          "\(path) is neither a file nor the ID of a process: start a program with PROMISE_TRACE=run.ptrace, then 'promise-tui open run.ptrace' shows it",
          status: 66)
      }
      return CommandError(
        "\(path): no such file. 'promise-tui record -o \(shellQuoted(path)) -- PROGRAM' records one",
        status: 66)
    }
    guard !Folder.leadsToFolder(path) else {
      let traces = Folder.names(of: path).filter { TraceName.isTrace($0) }
      let one = traces.first { $0.hasSuffix(TraceName.binary) } ?? traces.first
      let example = one.map { ", such as \(path)/\($0)" } ?? ""
      return CommandError(
        "\(path) is a folder, not a trace: name a file in it\(example)", status: 66)
    }
    guard !Folder.isSocket(path) else {
      return CommandError(
        "\(path) is a socket, not a trace: name the file that the program writes",
        status: 66)
    }
    return nil
  }

  /// The size of the file in bytes; `nil` if it is not known, as for a pipe.
  var size: Int? {
    var about = stat()
    guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(about.st_size)
  }

  /// If it is a named pipe, waits until another process writes to it.
  ///
  /// - Throws: The reason, with the exit status 66, if none does within `seconds`.
  func waitForWriter(
    seconds: Int32 = 60, waiting: (String) -> Void
  ) throws(CommandError) {
    var about = stat()
    guard path != nil, fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFIFO else {
      return
    }
    if waitToRead([descriptor], milliseconds: min(1000, seconds * 1000))[0] { return }
    waiting("waiting for a program to write to \(name); ^C stops waiting")
    if waitToRead([descriptor], milliseconds: max(0, seconds - 1) * 1000)[0] { return }
    throw CommandError(
      "\(name) is a pipe, and no program has written to it within \(seconds) seconds", status: 66)
  }

  /// Closes the file.
  func close() { if path != nil { PromiseSystem.close(descriptor) } }
}
