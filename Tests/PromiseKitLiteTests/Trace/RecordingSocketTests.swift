import Dispatch
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
    #expect(trace.events.map(\.sequence) == Array(1...trace.events.count))
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
