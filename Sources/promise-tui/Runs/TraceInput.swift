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
      let traces = Folder.names(of: path).filter { TraceName.isTrace($0) }
      let one = traces.first { $0.hasSuffix(TraceName.binary) } ?? traces.first
      let example = one.map { ", such as \(path)/\($0)" } ?? ""
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

  /// Reads the trace up to its end, and passes its events on as they are read. Returns what else it
  /// contains, and what could not be read.
  ///
  /// This is the one place where a finished trace becomes events, whatever its format.
  func decode(_ take: ([PromiseEvent]) -> Void) throws(UnreadableTrace) -> DecodedTrace {
    let start = readStart()
    if start.starts(with: BinaryFormat.magic) {
      return try BinaryTraceReader.decode(try binaryBytes(after: start), take)
    }
    var reader = TraceReader()
    do throws(TraceError) {
      take(try reader.read(start))
      try readAll { bytes throws(TraceError) in take(try reader.read(bytes)) }
      take(try reader.finish())
    } catch {
      throw UnreadableTrace(error)
    }
    return DecodedTrace(reader)
  }

  /// Reads the first bytes, which say what format the trace has: at least as many as that takes,
  /// unless there are fewer.
  private func readStart() -> [UInt8] {
    var start: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while start.count < BinaryFormat.magic.count, BinaryFormat.magic.starts(with: start),
      case let bytes = read(into: &buffer), !bytes.isEmpty
    {
      start += bytes
    }
    return start
  }

  /// Returns a binary trace that begins with `start`, which was read already. What is not a file is
  /// read up to its end first, because the records of several threads have to be merged.
  func binaryBytes(
    after start: [UInt8], limit: Int = Self.mostPiped
  ) throws(UnreadableTrace) -> any BinaryBytes {
    if size != nil, lseek(descriptor, 0, SEEK_CUR) == start.count {
      return BinaryFile(descriptor: descriptor)
    }
    var whole = start
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let bytes = read(into: &buffer), !bytes.isEmpty {
      whole += bytes
      guard whole.count <= limit else { throw .tooLong(limit) }
    }
    return whole
  }

  /// The longest binary trace that is read from a pipe, in bytes.
  static var mostPiped: Int { 256 << 20 }

  /// Reads everything up to the end, in pieces.
  func readAll(_ take: ([UInt8]) throws(TraceError) -> Void) throws(TraceError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let bytes = read(into: &buffer), !bytes.isEmpty { try take(Array(bytes)) }
  }

  /// Closes the file.
  func close() { if path != nil { PromiseSystem.close(descriptor) } }
}

/// Why a trace cannot be read, as a sentence with the next step.
struct UnreadableTrace: Error, Hashable {
  let advice: String

  init(_ error: TraceError) { advice = error.advice }

  private init(advice: String) { self.advice = advice }

  /// A binary trace in a pipe is longer than this number of bytes.
  static func tooLong(_ limit: Int) -> UnreadableTrace {
    UnreadableTrace(
      advice:
        "a binary trace in a pipe has at most \(limit >> 20) MiB: write it to a file, and name that"
    )
  }

  /// A trace begins as a binary one, and then something is wrong.
  static func binary(_ error: TraceError) -> UnreadableTrace {
    guard case .notATrace(let reason) = error else { return UnreadableTrace(error) }
    return UnreadableTrace(
      advice:
        "not a promise trace: \(reason); run a program with PROMISE_TRACE=run.ptrace to record one")
  }
}

extension BinaryTraceReader {
  /// Reads a whole trace. If its program is still running, reads what it has recorded so far.
  static func decode(
    _ bytes: any BinaryBytes, _ take: ([PromiseEvent]) -> Void
  ) throws(UnreadableTrace) -> DecodedTrace {
    var reader: BinaryTraceReader
    do throws(TraceError) {
      reader = try BinaryTraceReader(bytes)
    } catch {
      throw .binary(error)
    }
    // A program can record faster than this reads; an event takes at least three bytes.
    let most = bytes.size / 3
    while true {
      // Asked first, so that what the program wrote before its end is read.
      let ending = reader.ending
      while reader.count <= most, case let events = reader.read(isComplete: true), !events.isEmpty {
        take(events)
      }
      if ending != .running || reader.ending == .running { return DecodedTrace(reader, ending) }
    }
  }
}

extension TraceError {
  /// The error as a sentence with the next step.
  var advice: String {
    switch self {
    case .empty:
      "\(self); a program that links PromiseKitLite writes a trace when it creates a promise"
    case .notATrace: "\(self); run a program with PROMISE_TRACE=run.ptrace to record one"
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

  /// Creates a report on reading a trace whose length does not say how much is left.
  init(named name: String) { (self.name, size) = (name, nil) }

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
