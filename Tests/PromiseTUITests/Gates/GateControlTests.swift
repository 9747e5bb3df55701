import Foundation
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Synchronization
import Testing

@testable import promise_tui

/// A gate that a test plays, connected to a control.
private final class PlayedGate {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private(set) var commands: [GateCommand] = []

  init(at path: String, process: Int, saying first: String? = nil) throws {
    descriptor = try #require(LocalSocket.connect(to: path))
    say(first ?? GateAnswer.hello(version: 1, process: process, trace: "/trace").line)
  }

  deinit { close(descriptor) }

  func say(_ line: String) { _ = writeBytes(Array((line + "\n").utf8)[...], to: descriptor) }

  /// Waits until a command has arrived, and returns all so far except signs of life.
  func wait(for command: GateCommand) throws -> [GateCommand] {
    let end = EventWaiter.now + 10_000_000_000
    while !commands.contains(command) {
      try #require(EventWaiter.now < end, "\(command) has not arrived: \(commands)")
      _ = waitToRead([descriptor], milliseconds: 1000)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readBytes(descriptor, into: &buffer)
      bytes += buffer[..<max(0, count)]
      while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        commands.append(try #require(GateCommand(line), "\(line)"))
      }
    }
    defer { commands = [] }
    return commands.filter { $0 != .beat }
  }
}

/// What a control reports.
private final class Reports: Sendable {
  private let items = Mutex<[GateControl.News]>([])
  func add(_ item: GateControl.News) { items.withLock { $0.append(item) } }
  func wait(for item: GateControl.News) throws {
    let end = EventWaiter.now + 10_000_000_000
    while !items.withLock({ $0.contains(item) }) {
      try #require(EventWaiter.now < end, "\(items.withLock { $0 })")
      _ = waitToRead([], milliseconds: 2)
    }
  }

  /// Waits until there can be no gate, and returns why.
  func waitForProblem() throws -> String {
    let end = EventWaiter.now + 10_000_000_000
    while EventWaiter.now < end {
      for case .impossible(let sentence) in items.withLock({ $0 }) { return sentence }
      _ = waitToRead([], milliseconds: 2)
    }
    throw ReportsMissing()
  }

  private struct ReportsMissing: Error {}
}

@Suite("The control of gates")
struct GateControlTests {
  private let folder: PrivateFolder
  private let reports = Reports()
  private let submit = Breakpoint(.label("submit"))
  private var path: String { "\(folder.path)/gate" }

  init() throws { folder = try #require(PrivateFolder()) }

  private func control(
    _ breakpoints: [Breakpoint] = [], closing: String? = nil
  ) throws -> GateControl {
    let reports = reports
    let listener = try #require(LocalSocket.makeListener(at: path))
    let control = GateControl(
      .listener(listener), breakpoints: breakpoints, closing: closing
    ) { reports.add($0) }
    return try #require(control)
  }

  @Test("A process gets the breakpoints, and is told whether it may begin")
  func greeting() throws {
    defer { folder.remove() }
    let control = try control([submit])
    defer { control.close() }
    let first = try PlayedGate(at: path, process: 7)
    #expect(try first.wait(for: .open) == [.control, .clear, .add(submit), .open])
    try reports.wait(for: .connected(process: 7, trace: "/trace"))
    control.perform(.close)
    #expect(try first.wait(for: .close) == [.close])
    // One that begins later is closed as well.
    let second = try PlayedGate(at: path, process: 8)
    #expect(
      try second.wait(for: .stop("by hand")) == [.control, .clear, .add(submit), .stop("by hand")])
    control.perform(.start(5), in: 8)
    #expect(try second.wait(for: .releaseJob(5)) == [.releaseJob(5)])
    control.perform(.open)
    #expect(try first.wait(for: .open) == [.open])
    control.perform(.breakpoints([]))
    #expect(try first.wait(for: .clear) == [.clear])
    first.say(GateAnswer.refused("the gate is open").line)
    try reports.wait(for: .refused("the gate is open"))
  }

  @Test("A gate that closes closes the others, once for each time")
  func several() throws {
    defer { folder.remove() }
    let control = try control()
    defer { control.close() }
    let gates = try [7, 8].map { try PlayedGate(at: path, process: $0) }
    for gate in gates { _ = try gate.wait(for: .open) }
    let closed = PromiseEvent.GateChange(.closed, reason: "breakpoint 1")
    let opened = PromiseEvent.GateChange(.opened, reason: "by hand")
    for _ in 1...2 {
      control.note(closed, of: 7)
      #expect(try gates[1].wait(for: .stop("breakpoint 1")) == [.stop("breakpoint 1")])
      control.perform(.open)
      // What follows from it arrives late, and closes nothing.
      control.note(closed, of: 8)
      control.note(opened, of: 7)
      control.note(opened, of: 8)
      control.perform(.turn)
      for gate in gates { #expect(try gate.wait(for: .turn) == [.open, .turn]) }
    }
    // What the user closes and opens is no reason to close again.
    control.note(.init(.closed, reason: "by hand"), of: 7)
    control.perform(.step)
    #expect(try gates[1].wait(for: .step) == [.step])
  }

  @Test("It shows the gates that it is alive, and leaves them when it is closed")
  func beats() throws {
    defer { folder.remove() }
    let control = try control()
    let gate = try PlayedGate(at: path, process: 7)
    for _ in 1...2 { _ = try gate.wait(for: .beat) }
    gate.say(GateAnswer.busy.line)
    try reports.wait(for: .busy)
    // Another front end may have left.
    control.perform(.step)
    #expect(try gate.wait(for: .step) == [.control, .clear, .step])
    control.close()
  }

  @Test("A connection that is no gate is ended")
  func stranger() throws {
    defer { folder.remove() }
    let control = try control()
    defer { control.close() }
    let descriptor = try #require(LocalSocket.connect(to: path))
    defer { close(descriptor) }
    _ = writeBytes(Array("SSH-2.0\n".utf8)[...], to: descriptor)
    _ = waitToRead([descriptor], milliseconds: 10_000)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(readBytes(descriptor, into: &buffer) == 0)
  }

  @Test(
    "A socket that is no gate is named",
    arguments: [
      ("{\"promise-trace\":1}", "is a socket for events"), ("SSH-2.0", "has no gate"),
      ("gate 2 7 \"/trace\"", "newer version"),
    ])
  func foreign(line: String, said: String) throws {
    defer { folder.remove() }
    let listener = try #require(LocalSocket.makeListener(at: path))
    defer { close(listener) }
    let started = GateControl(.program(path), breakpoints: []) { [reports] item in
      reports.add(item)
    }
    let control = try #require(started)
    defer { control.close() }
    _ = waitToRead([listener], milliseconds: 10_000)
    let connection = try #require(LocalSocket.accept(listener))
    defer { close(connection) }
    _ = writeBytes(Array((line + "\n").utf8)[...], to: connection)
    #expect(try reports.waitForProblem().contains(said))
  }
}
