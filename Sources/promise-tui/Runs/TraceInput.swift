import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// Where the bytes of a trace come from: a file, or standard input.
struct TraceInput: Sendable {
  /// How it is called in sentences.
  let name: String
  /// Where it is read.
  let descriptor: Int32
  /// The file's path; none of standard input.
  let path: String?

  /// The file of that path, or for `-` standard input.
  ///
  /// - Throws: The exit status, once the reason is told: 66 where there is nothing to read.
  static func open(_ path: String) throws -> TraceInput {
    if path == "-" {
      guard isatty(STDIN_FILENO) == 0 else {
        throw unusable(
          "'-' reads a trace that is piped in: PROMISE_TRACE=fd:3 ./myapp 3>&1 >&2 | promise-tui open -"
        )
      }
      return TraceInput(name: "standard input", descriptor: STDIN_FILENO, path: nil)
    }
    if let refusal = refusal(of: path) { throw refusal.told() }
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError(FileError.sentence(.read, path, errno), status: 66).told()
    }
    return TraceInput(name: path, descriptor: descriptor, path: path)
  }

  /// Why there is no trace to read at a path; none where there may be one.
  static func refusal(of path: String) -> CommandError? {
    guard !path.isEmpty else {
      return CommandError(
        "the name of the trace is empty: name a file, or - for standard input", status: 64)
    }
    guard Folder.exists(path) else {
      return CommandError(
        "there is no file \(path): 'promise-tui record -o \(shellQuoted(path)) -- PROGRAM' makes one",
        status: 66)
    }
    guard !Folder.leadsToFolder(path) else {
      let traces = Folder.names(of: path).filter { $0.hasSuffix(".jsonl") }
      let example = traces.first.map { ", as \(path)/\($0)" } ?? ""
      return CommandError(
        "\(path) is a folder, and no trace: name a file in it\(example)", status: 66)
    }
    guard !Folder.isSocket(path) else {
      return CommandError(
        "\(path) is a socket: 'promise-tui attach \(shellQuoted(path))' reads what comes there",
        status: 66)
    }
    return nil
  }

  /// How many bytes the file has; none where that is not known, as of a pipe.
  var size: Int? {
    var about = stat()
    guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(about.st_size)
  }

  /// Some bytes, once there are any; none at the end.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    while true {
      let count = readBytes(descriptor, into: &buffer)
      if count > 0 { return buffer[..<count] }
      guard count < 0, errno == EAGAIN else { return [] }
      // Somebody else has made it a descriptor that does not wait.
      _ = waitToRead([descriptor])
    }
  }

  /// Takes everything up to the end in, some bytes at a time.
  func readAll(_ take: ([UInt8]) throws(TraceError) -> Void) throws(TraceError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let bytes = read(into: &buffer), !bytes.isEmpty { try take(Array(bytes)) }
  }

  /// Is read no more.
  func close() { if path != nil { PromiseSystem.close(descriptor) } }
}

extension TraceError {
  /// The problem in a sentence, with the next step.
  var advice: String {
    switch self {
    case .empty:
      "\(self); a program that links PromiseKitLite writes once it makes a promise"
    case .notATrace: "\(self); PROMISE_TRACE=run.jsonl has a program write one"
    case .newerVersion: "\(self); a newer promise-tui reads it"
    }
  }
}

/// How far the reading of a trace is, said now and then.
struct ReadingProgress {
  private let name: String
  private let size: Int?
  /// When it is said again.
  private var next: Int64 = 0

  /// Of what is read from `input`.
  init(of input: TraceInput) {
    name = input.name
    size = input.size
  }

  /// What there is to say now; none where it was said a moment ago.
  mutating func words(_ bytes: Int, events: Int, at now: Int64 = Attention.now) -> String? {
    guard now >= next else { return nil }
    next = now + 100_000_000
    let part = size.map { $0 > 0 ? " \(min(100, bytes * 100 / $0)) %" : "" } ?? ""
    return "reading \(name)\(part) (\(events) events)"
  }

  /// Nothing is said of a pipe that tells a little now and then.
  mutating func pause(at now: Int64 = Attention.now) { next = now + 200_000_000 }
}

/// Hears that a file has grown, or was emptied to be written anew.
///
/// (inotify on Linux, kqueue elsewhere; where the system has no room for either, it looks ten times a second.)
struct FileGrowth: Sendable {
  private let file: Int32
  /// Becomes readable when the file is written; negative where nobody tells.
  private let watch: Int32

  /// Listens to a file; to what is no file nobody need listen.
  init?(of input: TraceInput) {
    guard let path = input.path, input.size != nil else { return nil }
    file = input.descriptor
    #if os(Linux)
      watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if watch >= 0 { inotify_add_watch(watch, path, UInt32(IN_MODIFY)) }
    #else
      watch = kqueue()
      var change = kevent(
        ident: UInt(input.descriptor), filter: Int16(EVFILT_VNODE),
        flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND), data: 0, udata: nil)
      var now = timespec()
      _ = kevent(watch, &change, 1, nil, 0, &now)
    #endif
  }

  /// Waits until there is more of it than so many bytes; false where it is written anew, or `stop` becomes
  /// readable.
  func wait(beyond length: Int, stop: Int32) -> Bool {
    while true {
      let size = size
      if size > length { return true }
      if size < length { return false }
      let ready = waitToRead([watch, stop], milliseconds: watch < 0 ? 100 : -1)
      if ready[1] { return false }
      if ready[0] { drain() }
    }
  }

  /// It is shorter than what was read of it.
  func begins(again length: Int) -> Bool { size < length }

  private var size: Int {
    var about = stat()
    return fstat(file, &about) == 0 ? Int(about.st_size) : 0
  }

  private func drain() {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(watch, &buffer, buffer.count) > 0 {}
    #else
      var events = [kevent](repeating: kevent(), count: 8)
      var now = timespec()
      while kevent(watch, nil, 0, &events, 8, &now) > 0 {}
    #endif
  }
}
