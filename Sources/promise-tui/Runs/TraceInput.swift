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
  /// - Throws: The exit status, after the reason is reported: 66 if there is nothing to read.
  static func open(_ path: String) throws -> TraceInput {
    if path == "-" {
      guard isatty(STDIN_FILENO) == 0 else {
        throw usageError(
          "'-' reads a trace from a pipe: PROMISE_TRACE=fd:3 ./myapp 3>&1 >&2 | promise-tui open -"
        )
      }
      return TraceInput(name: "standard input", descriptor: STDIN_FILENO, path: nil)
    }
    if let problem = problem(with: path) { throw problem.report() }
    // Opening a named pipe would wait for another process to write to it.
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw CommandError(FileError.sentence(.read, path, errno), status: 66).report()
    }
    return TraceInput(name: path, descriptor: descriptor, path: path)
  }

  /// Returns why there is no trace to read at `path`; `nil` if there may be one.
  static func problem(with path: String) -> CommandError? {
    guard !path.isEmpty else {
      return CommandError(
        "the name of the trace is empty: give a file, or - for standard input", status: 64)
    }
    guard Folder.exists(path) else {
      return CommandError(
        "\(path): no such file. 'promise-tui record -o \(shellQuoted(path)) -- PROGRAM' records one",
        status: 66)
    }
    guard !Folder.leadsToFolder(path) else {
      let traces = Folder.names(of: path).filter { $0.hasSuffix(".jsonl") }
      let example = traces.first.map { ", such as \(path)/\($0)" } ?? ""
      return CommandError(
        "\(path) is a folder, not a trace: name a file in it\(example)", status: 66)
    }
    guard !Folder.isSocket(path) else {
      return CommandError(
        "\(path) is a socket, not a trace: 'promise-tui attach \(shellQuoted(path))' reads from it",
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

  /// Reads some bytes as soon as there are any; empty at the end.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    while true {
      let count = readBytes(descriptor, into: &buffer)
      if count > 0 { return buffer[..<count] }
      guard count < 0, errno == EAGAIN else { return [] }
      // Another process has made the descriptor non-blocking.
      _ = waitToRead([descriptor])
    }
  }

  /// Reads the trace up to its end, and passes its events on as they are read. Returns the reader, with
  /// the header and what could not be read.
  ///
  /// This is the one place where a finished trace becomes events, whatever its format.
  func decode(_ take: ([PromiseEvent]) -> Void) throws(TraceError) -> TraceReader {
    var reader = TraceReader()
    try readAll { bytes throws(TraceError) in take(try reader.read(bytes)) }
    take(try reader.finish())
    return reader
  }

  /// Reads everything up to the end, in pieces.
  func readAll(_ take: ([UInt8]) throws(TraceError) -> Void) throws(TraceError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let bytes = read(into: &buffer), !bytes.isEmpty { try take(Array(bytes)) }
  }

  /// Closes the file.
  func close() { if path != nil { PromiseSystem.close(descriptor) } }
}

extension TraceError {
  /// The error as a sentence with the next step.
  var advice: String {
    switch self {
    case .empty:
      "\(self); a program that links PromiseKitLite writes a trace when it creates a promise"
    case .notATrace: "\(self); run a program with PROMISE_TRACE=run.jsonl to record one"
    case .newerVersion: "\(self); install a newer promise-tui to read it"
    case .endless: "\(self)"
    }
  }
}

/// Reports, from time to time, how much of a trace has been read.
struct ReadingProgress {
  private let name: String
  private let size: Int?
  /// When the next report is due.
  private var next: Int64 = 0

  /// Creates a report on reading `input`.
  init(of input: TraceInput) {
    name = input.name
    size = input.size
  }

  /// Returns the progress to report now; `nil` if it was reported a moment ago.
  mutating func message(_ bytes: Int, events: Int, at now: Int64 = EventWaiter.now) -> String? {
    guard now >= next else { return nil }
    next = now + 100_000_000
    let part = size.map { $0 > 0 ? " \(min(100, bytes * 100 / $0)) %" : "" } ?? ""
    return "reading \(name)\(part) (\(events) events)"
  }

  /// Postpones the next report, so that a pipe that sends a little now and then causes none.
  mutating func pause(at now: Int64 = EventWaiter.now) { next = now + 200_000_000 }
}
