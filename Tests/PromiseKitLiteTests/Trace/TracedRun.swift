import Dispatch
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite
import PromiseSystem

/// Records an environment of its own, as `PromiseTrace.start` does with the shared one.
final class TracedRun {
  let environment: PromiseEnvironment
  let session: TraceSession
  private let failure = Held<PromiseTrace.Failure>()
  private let hasFailed = DispatchSemaphore(value: 0)

  /// Starts to record to `target`; `limit` and `bytes` bound what waits for the writer. Stopping it
  /// waits until it has finished.
  init(
    to target: PromiseTrace.Target, _ options: TraceSession.Options = .init(), limit: Int = 1 << 20,
    bytes: Int = 64 << 20
  ) throws {
    let bell = try #require(Bell())
    let buffer = TraceBuffer(limit: limit, bytes: bytes, ring: bell.ring)
    environment = PromiseEnvironment(observers: [buffer])
    var options = options
    (options.patience, options.longestEnd) = (60_000_000_000, 60_000_000_000)
    session = TraceSession(
      try TraceOpening.open(target), options, buffer: buffer, bell: bell)
    let (failure, hasFailed) = (failure, hasFailed)
    try #require(
      session.begin {
        failure.value = $0
        hasFailed.signal()
      })
  }

  /// Waits until the recording has ended by itself, and returns why it could not continue.
  func waitForComplaint() -> String? {
    hasFailed.wait()
    return failure.value?.description
  }

  /// Returns the trace of `body`, as written to a file.
  static func file(
    _ options: TraceSession.Options = .init(), _ body: () -> Void
  ) throws -> WrittenTrace {
    let folder = try TemporaryFolder()
    let run = try TracedRun(to: .file(folder.path("run.jsonl")), options)
    run.environment.run(body)
    #expect(run.session.end())
    return try WrittenTrace(folder.bytes("run.jsonl"))
  }
}

/// A trace that was read.
struct WrittenTrace {
  let text: String
  let header: TraceHeader?
  let events: [PromiseEvent]
  let problems: [TraceProblem]

  init(_ bytes: [UInt8]) throws {
    text = String(decoding: bytes, as: UTF8.self)
    var reader = TraceReader()
    events = try reader.read(bytes) + reader.finish()
    header = reader.header
    problems = reader.problems
  }

  /// The number of events that are reported lost.
  var lost: Int {
    events.reduce(0) { sum, event in
      if case .dropped(let count) = event.kind { sum + count } else { sum }
    }
  }
}

/// A folder that is removed with its owner.
final class TemporaryFolder {
  let root: String

  init() throws {
    var template = Array("/tmp/promise-kit-lite.XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { unlink(path(name)) }
    rmdir(root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The files in it.
  var names: [String] {
    guard let folder = opendir(root) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func bytes(_ name: String) -> [UInt8] {
    let file = open(path(name), O_RDONLY)
    defer { close(file) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(file, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  func write(_ text: String, to name: String, mode: mode_t = 0o644) {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, mode)
    text.withCString { _ = systemWriteAll(file, $0, strlen($0)) }
    close(file)
  }

  func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }
}

/// The system function that the method of that name hides.
private func systemWriteAll(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, bytes, count)
}
