import Dispatch
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite
import PromiseSystem

@Suite("A recording through a pipe or a socket")
struct RecordingSocketTests {
  /// A promise with a link, alive as long as the returned value is.
  private func begin(_ label: String) -> (Promise<Int>, Resolver<Int>, Promise<Int>) {
    let (promise, seal) = Promise<Int>.pending(label: label)
    return (promise, seal, promise.map(label: "\(label) + 1", on: nil) { $0 + 1 })
  }

  /// The ends of a pipe that programs started by other tests do not inherit. It has a name, so that
  /// the ends can be opened that way.
  private func makePipe() throws -> [Int32] {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = open(path, O_WRONLY | O_CLOEXEC)
    try #require(reading >= 0 && writing >= 0)
    _ = fcntl(reading, F_SETFL, 0)
    return [reading, writing]
  }

  private func read(_ descriptor: Int32) throws -> WrittenTrace {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return try WrittenTrace(bytes)
  }

  @Test("A pipe gets complete lines, and its end")
  func pipes() throws {
    let ends = try makePipe()
    let run = try TracedRun(to: .descriptor(ends[1]))
    run.environment.run { _ = begin("login") }
    #expect(run.session.end())
    let trace = try read(ends[0])
    systemClose(ends[0])
    #expect(trace.problems == [])
    #expect(trace.events.map(\.sequence).sorted() == Array(1...trace.events.count))
  }

  @Test("A pipe without a reader ends the recording, and not the program")
  func closedPipe() throws {
    let ends = try makePipe()
    let run = try TracedRun(to: .descriptor(ends[1]))
    systemClose(ends[0])
    run.environment.run { _ = begin("login") }
    #expect(run.waitForComplaint()?.contains("has disconnected") == true)
  }

  @Test(
    "A reader that stalls delays nothing; events without room are counted, and the names are kept"
  )
  func stalled() throws {
    let ends = try makePipe()
    let counter = CountingObserver()
    let run = try TracedRun(to: .descriptor(ends[1]), limit: 2000, bytes: 1 << 20)
    let environment = PromiseEnvironment(observers: [run.session.buffer, counter])
    // No process reads: if the program waited for the writer, this would not end.
    environment.run {
      for number in 0..<5000 { _ = Promise.value(number).map(on: nil) { $0 + 1 } }
    }
    let (reading, isRead) = (Held<WrittenTrace>(), DispatchSemaphore(value: 0))
    let thread = TraceThread.run { [end = ends[0]] in
      reading.value = try? read(end)
      isRead.signal()
    }
    try #require(thread)
    // The reader is there, so the writer has enough time, however slow the machine is.
    _ = run.session.end()
    isRead.wait()
    systemClose(ends[0])
    let trace = try #require(reading.value)
    #expect(trace.problems == [])
    #expect(trace.lost > 0)
    let kept = trace.events.filter { $0.kind.name != .dropped }
    #expect(kept.count + trace.lost == counter.total)
    #expect(Set(kept.map(\.sequence)).count == kept.count)
  }

  @Test("A client that connects late receives what is alive, and then new events")
  func listener() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("socket")
    let run = try TracedRun(to: .socket(path))
    #expect(folder.mode("socket") == 0o600)
    let (login, seal, link) = run.environment.run { begin("login") }
    run.environment.run { _ = begin("gone") }
    let first = try connected(to: path)
    // The header is sent to every accepted client.
    var header = [UInt8](repeating: 0, count: 1)
    try #require(systemRead(first, &header, 1) == 1)
    let second = try connected(to: path)
    try #require(systemRead(second, &header, 1) == 1)
    seal.fulfill(1)
    #expect(run.session.end())
    withExtendedLifetime((login, link)) {}
    for descriptor in [first, second] {
      let trace = try WrittenTrace(header + rest(descriptor))
      #expect(trace.problems == [])
      #expect(trace.header?.since.map { $0 > 0 } == true)
      let labels = trace.events.compactMap { event in
        if case .created(let creation) = event.kind { creation.label } else { nil }
      }
      #expect(labels == ["login", "login + 1"])
      #expect(trace.events.filter { $0.kind.isSettlement }.count == 2)
      systemClose(descriptor)
    }
    #expect(folder.names == [])
  }

  @Test(
    "A socket that a process has left behind is replaced; one on which a program listens is not"
  )
  func stale() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("socket")
    let left = try TraceOpening.open(.socket(path))
    left.descriptor.close()
    let run = try TracedRun(to: .socket(path))
    let other = try TracedRun(to: .socket(path))
    other.environment.run { _ = begin("login") }
    #expect(other.waitForComplaint()?.contains("another recorded program") == true)
    #expect(run.session.end())
  }

  @Test("Readers that read nothing keep their places until another one waits for a while")
  func stalledReaders() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("socket")
    let writer = TraceWriter()
    var sink = SocketSink(
      try TraceOpening.open(.socket(path)), path: path, writer: writer,
      header: TraceHeader(isVirtual: false), longestStall: 30_000_000)
    /// Waits as the thread that writes a trace does; returns whether a time limit was set.
    func turn(_ sink: inout SocketSink) throws -> Bool {
      var polled = sink.interests
      let patience = sink.patience
      poll(&polled, nfds_t(polled.count), patience < 0 ? 0 : patience)
      try sink.react(to: polled)
      return patience >= 0
    }
    var readers: [Int32] = []
    for _ in 0..<16 {
      readers.append(try connected(to: path))
      #expect(try !turn(&sink))
    }
    // The first reader reads whatever arrives; the others never do.
    _ = fcntl(readers[0], F_SETFL, O_NONBLOCK)
    let late = try connected(to: path)
    _ = fcntl(late, F_SETFL, O_NONBLOCK)
    var (buffer, number, bytes) = ([UInt8](repeating: 0, count: 1 << 16), 0, [UInt8]())
    let start = DispatchTime.now().uptimeNanoseconds
    while bytes.isEmpty {
      number += 1
      sink.write([
        PromiseEvent(
          sequence: number, time: 0, thread: nil, queue: nil, kind: .note("note \(number)"))
      ])
      _ = try turn(&sink)
      while systemRead(readers[0], &buffer, buffer.count) > 0 {}
      if case let count = systemRead(late, &buffer, buffer.count), count > 0 {
        bytes += buffer[..<count]
      }
    }
    #expect(DispatchTime.now().uptimeNanoseconds - start >= 30_000_000)
    #expect(try WrittenTrace(bytes).header != nil)
    #expect(sink.patience < 0)
    // One of those that stalled has lost its place, and only one.
    let ended = readers.filter { reader in
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
      while case let count = systemRead(reader, &buffer, buffer.count), count >= 0 {
        if count == 0 { return true }
      }
      return false
    }
    #expect(ended.count == 1 && ended != [readers[0]])
    sink.close()
    for reader in readers + [late] { systemClose(reader) }
  }

  @Test("A reader has stalled if there is something to read, and it reads nothing")
  func stalls() {
    var stall = ReaderStall()
    stall.check(unread: 10, waiting: 0, sent: 10, at: 0)
    stall.check(unread: 30, waiting: 0, sent: 30, at: 100)
    #expect(stall.duration(at: 100) == 100)
    // It reads from a full buffer, which is filled again at once.
    stall.check(unread: 30, waiting: 5, sent: 30, at: 200)
    stall.check(unread: 30, waiting: 5, sent: 40, at: 300)
    #expect(stall.duration(at: 300) == 0)
    stall.check(unread: 20, waiting: 0, sent: 45, at: 400)
    stall.check(unread: 20, waiting: 0, sent: 45, at: 500)
    #expect(stall.duration(at: 500) == 100)
    stall.check(unread: 0, waiting: 0, sent: 45, at: 600)
    #expect(stall.duration(at: 600) == 0)
  }

  private func connected(to path: String) throws -> Int32 {
    let opening = try TraceOpening.open(.socket(path))
    try #require(opening.way == .socket)
    _ = fcntl(opening.descriptor.number, F_SETFL, 0)
    return opening.descriptor.number
  }

  private func rest(_ descriptor: Int32) -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = systemRead(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
