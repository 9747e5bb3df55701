import PromiseSystem
import Synchronization
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The gate's socket")
struct GateSocketTests {
  /// A gate with its socket, which the test drives by hand.
  private final class Driven {
    let gate = JobGate()
    let folder: TemporaryFolder
    var socket: GateSocket
    /// The time on the clock of the gate.
    var now: Int64 = 0

    init() throws {
      folder = try TemporaryFolder()
      let path = folder.path("gate")
      socket = GateSocket(
        try GateOpening.open(path), trace: "\(path).ptrace")
    }

    deinit { socket.close() }

    /// Handles what arrives, once.
    func pump() {
      var polled = socket.descriptors
      poll(&polled, nfds_t(polled.count), -1)
      socket.react(to: polled, gate, at: now)
    }

    func connect() throws -> Client {
      let client = Client(try GateOpening.open(folder.path("gate")).descriptor)
      pump()
      return client
    }
  }

  /// What promise-tui does.
  private final class Client {
    private let descriptor: GuardedDescriptor
    private var bytes: [UInt8] = []
    init(_ descriptor: GuardedDescriptor) { self.descriptor = descriptor }

    func send(_ commands: GateCommand...) { send(commands.map(\.line)) }

    func send(_ lines: [String]) {
      let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
      #expect(systemSend(descriptor.number, bytes, bytes.count, SocketFlags.writing) == bytes.count)
    }

    /// Sends a part of a line.
    func sendWithoutEnd(_ count: Int) {
      let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
      _ = systemSend(descriptor.number, bytes, count, SocketFlags.writing)
    }

    /// The next line; `nil` if there is none now.
    func line() -> String? {
      var portion = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor.number, &portion, portion.count, SocketFlags.reading)
      if count > 0 { bytes += portion[..<count] }
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { bytes.removeSubrange(...end) }
      return String(decoding: bytes[..<end], as: UTF8.self)
    }

    func close() { descriptor.close() }
  }

  @Test("says hello, closes and opens the gate on command, and refuses with a reason")
  func commands() throws {
    let driven = try Driven()
    let client = try driven.connect()
    let hello = try #require(client.line().flatMap { GateAnswer($0) })
    #expect(
      hello
        == .hello(
          version: 1, process: Int(getpid()), trace: "\(driven.folder.path("gate")).ptrace"))
    client.send(.close)
    driven.pump()
    #expect(driven.gate.view.isClosed && driven.gate.view.reason == "by hand")
    client.send(.releaseJob(7), .releaseTimer(8))
    client.send(["jump", "job x"])
    driven.pump()
    #expect(
      (0..<4).map { _ in client.line() } == [
        #"refused "the gate does not hold j7""#, #"refused "t8 is no timer that can fire""#,
        #"refused "'jump' is no command of this version""#,
        #"refused "'job x' is no command of this version""#,
      ])
    client.send(.open)
    driven.pump()
    #expect(!driven.gate.view.isClosed)
    client.send(.stop("breakpoint 1: warning"))
    driven.pump()
    #expect(driven.gate.view.reason == "breakpoint 1: warning")
    client.close()
    driven.pump()
    #expect(!driven.gate.view.isClosed)
  }

  @Test("A second connection is told that the gate is controlled, and can take it over later")
  func twoControllers() throws {
    let driven = try Driven()
    let (first, second) = (try driven.connect(), try driven.connect())
    _ = (first.line(), second.line())
    first.send(.close)
    driven.pump()
    second.send(.open)
    driven.pump()
    #expect(second.line() == "busy" && driven.gate.view.isClosed)
    second.send(.beat)
    driven.pump()
    #expect(second.line() == nil)
    first.close()
    driven.pump()
    #expect(!driven.gate.view.isClosed)
    second.send(.control, .close)
    driven.pump()
    #expect(driven.gate.view.isClosed && second.line() == nil)
    second.close()
    driven.pump()
    #expect(!driven.gate.view.isClosed)
  }

  @Test("The gate opens if its controller does not respond, and the breakpoints are gone")
  func patience() throws {
    let driven = try Driven()
    let client = try driven.connect()
    client.send(.add(Breakpoint(.label("a"))), .close)
    driven.pump()
    let closed = driven.gate.closedAt
    driven.socket.checkController(driven.gate, at: closed + 700_000_000)
    #expect(driven.gate.view.isClosed)
    driven.now = closed + 700_000_000
    client.send(.beat)
    driven.pump()
    driven.socket.checkController(driven.gate, at: closed + 1_400_000_000)
    #expect(driven.gate.view.isClosed && !driven.gate.isOpen)
    driven.socket.checkController(driven.gate, at: closed + 1_600_000_000)
    #expect(!driven.gate.view.isClosed && driven.gate.isOpen)
    // It goes on later.
    client.send(.close)
    driven.pump()
    #expect(driven.gate.view.isClosed)
    client.close()
    driven.pump()
  }

  @Test("Breakpoints that are sent again keep their counts")
  func breakpointsAgain() throws {
    let driven = try Driven()
    let client = try driven.connect()
    let third = Breakpoint(.label("x"), count: 2)
    client.send(.clear, .add(third))
    driven.pump()
    let subject = GateSubject(
      promise: nil, label: "x", tag: nil, queue: "q", site: nil, value: "")
    #expect(driven.gate.state.withLock { $0.breakpoints.reason(before: subject) } == nil)
    client.send(.clear, .add(Breakpoint(.label("other"))), .add(third))
    driven.pump()
    #expect(
      driven.gate.state.withLock { $0.breakpoints.reason(before: subject) }
        == "breakpoint 2: before 'x'")
    client.send(.clear)
    driven.pump()
    #expect(driven.gate.isOpen)
    client.close()
    driven.pump()
  }

  @Test("Another program with a gate is not answered, and a line without end is given up")
  func strangeClients() throws {
    let driven = try Driven()
    for text in ["gate 1 4711 \"unix:/tmp/x\"", "refused \"why\"", "busy"] {
      let other = try driven.connect()
      _ = other.line()
      other.send([text])
      driven.pump()
      #expect(other.line() == nil && driven.socket.descriptors.count == 1)
      other.close()
    }
    let endless = try driven.connect()
    _ = endless.line()
    for _ in 0..<40 where driven.socket.descriptors.count == 2 {
      endless.sendWithoutEnd(4000)
      driven.pump()
    }
    #expect(driven.socket.descriptors.count == 1)
    endless.close()
  }

  @Test("A program that closes all descriptors loses the gate, and not its own files")
  func closedByProgram() throws {
    let driven = try Driven()
    let client = try driven.connect()
    client.send(.close)
    driven.pump()
    #expect(driven.socket.descriptors.count == 2)
    // The numbers of the listener and the connection become other files.
    var own: [Int32] = []
    for polled in driven.socket.descriptors {
      let other = open("/dev/null", O_RDONLY)
      #expect(dup2(other, polled.fd) == polled.fd)
      own += [other, polled.fd]
    }
    #expect(driven.socket.descriptors.isEmpty)
    driven.socket.react(to: [], driven.gate, at: 0)
    #expect(!driven.gate.view.isClosed)
    for descriptor in own { #expect(fcntl(descriptor, F_GETFD) >= 0) }
    for descriptor in own { systemClose(descriptor) }
    client.close()
  }
}
