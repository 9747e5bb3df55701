import Dispatch
import PromiseKitLite
import Synchronization
import Testing

@testable import PromiseSimulation
import PromiseSystem

@Suite("A program that simulates itself")
struct ProgramTests {
  /// A file that is removed after the test.
  private final class ScratchFile {
    let path: String
    let descriptor: Int32

    init() {
      var template = Array("/tmp/promise-simulation.XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
      close(descriptor)
      unlink(path)
    }

    var text: String { FileText.read(path) ?? "" }
  }

  /// Runs a chain whose events go to `observer`.
  private static func run(_ observer: any ProgramObserver) {
    let simulation = Simulation(observers: [observer])
    var last: Promise<Void>?
    simulation.start {
      last = after(label: "login", .milliseconds(80)).map(label: "token") { "tok" }
        .then(label: "fetch") { token in after(label: "answer", .milliseconds(120)).map { token } }
        .done(label: "show") { _ in }
    }
    observer.finish(simulation.run())
    withExtendedLifetime(last) {}
  }

  @Test("Its trace is complete, and can be read")
  func trace() throws {
    let file = ScratchFile()
    let copy = dup(file.descriptor)
    let trace = ProgramTrace(
      to: try #require(TraceFile(descriptor: copy)),
      header: TraceHeader(isVirtual: true, title: "Hello"),
      printed: nil)
    Self.run(trace)
    var reader = TraceReader()
    let events = try reader.read(Array(file.text.utf8)) + reader.finish()
    #expect(reader.header?.title == "Hello")
    #expect(reader.header?.isVirtual == true)
    #expect(reader.problemCount == 0)
    #expect(events.map(\.sequence) == Array(1...events.count))
    #expect(events.last?.time == 200_000_000)
    #expect(
      events.contains {
        if case .settled(let settlement) = $0.kind {
          settlement.description == "tok"
        } else {
          false
        }
      })
  }

  @Test("What it prints becomes notes before the next event, line by line")
  func printed() throws {
    let file = ScratchFile()
    let said = ScratchFile()
    let writing = open(said.path, O_WRONLY | O_APPEND)
    defer { close(writing) }
    let trace = ProgramTrace(
      to: try #require(TraceFile(descriptor: dup(file.descriptor))),
      header: TraceHeader(isVirtual: true),
      printed: PrintedText(descriptor: said.descriptor))
    let event = PromiseEvent(
      sequence: 1, time: 5, thread: 1, queue: nil, kind: .threadNamed(thread: 1, name: "main"))
    func say(_ text: String) { _ = write(writing, text, text.utf8.count) }
    trace.receive(event)
    say("one\ntw")
    var second = event
    second.sequence = 2
    trace.receive(second)
    say("o\n\nlast")
    trace.finish(.finished)
    var reader = TraceReader()
    let events = try reader.read(Array(file.text.utf8)) + reader.finish()
    let lines = events.sorted { $0.sequence < $1.sequence }.map { event -> String in
      if case .note(let text) = event.kind { "note \(text)" } else { "\(event.kind.name)" }
    }
    #expect(lines == ["threadNamed", "note one", "threadNamed", "note two", "note ", "note last"])
    #expect(events.map(\.sequence).sorted() == Array(1...6))
  }

  @Test("Without a trace, it prints each handler when it starts, and what is still pending")
  func list() {
    let lines = Mutex<[String]>([])
    let printer = RunPrinter { line in lines.withLock { $0.append(line) } }
    Self.run(printer)
    #expect(
      lines.withLock { $0 } == [
        "      80 ms  main    token", "      80 ms  main    fetch", "     200 ms  main    p6 map",
        "     200 ms  main    show", "     200 ms  end",
      ])
  }

  @Test("Promises that never settle are named at the end")
  func pending() {
    let lines = Mutex<[String]>([])
    let printer = RunPrinter { line in lines.withLock { $0.append(line) } }
    let simulation = Simulation(observers: [printer])
    var kept: Promise<Int>?
    simulation.start { kept = Promise(label: "answer") { _ in } }
    printer.finish(simulation.run())
    withExtendedLifetime(kept) {}
    #expect(lines.withLock { $0 } == ["       0 ms  end     still pending: answer"])
  }

  @Test("An error of the main program is thrown after everything that it started has run")
  func thrown() {
    let order = Mutex<[String]>([])
    #expect(throws: PMKError.self) {
      try Simulation.run {
        _ = after(.milliseconds(10)).done { order.withLock { $0.append("ran") } }
        throw PMKError.cancelled
      }
    }
    #expect(order.withLock { $0 } == ["ran"])
  }

  @Test("A wait that never ends is the end of the run, but not of the program")
  func endlessWait() {
    let order = Mutex<[String]>([])
    Simulation.run {
      _ = after(.milliseconds(1)).done {
        order.withLock { $0.append("waits") }
        _ = Guarantee<Int>.pending().guarantee.wait()
        order.withLock { $0.append("never") }
      }
    }
    #expect(order.withLock { $0 } == ["waits"])
  }

  @Test("A time limit ends a program that repeats forever")
  func timeLimit() {
    let count = Mutex(0)
    @Sendable func again() -> Guarantee<Void> {
      count.withLock { $0 += 1 }
      return after(.seconds(1)).then { again() }
    }
    Simulation.run(until: .seconds(10)) { again() }
    #expect((10...11).contains(count.withLock { $0 }))
  }

  @Test("Events after a note are renumbered, even if they arrive late")
  func places() {
    var places = NotePlaces()
    func event(_ number: Int) -> PromiseEvent {
      PromiseEvent(sequence: number, time: 0, thread: nil, queue: nil, kind: .note("\(number)"))
    }
    var numbers = [places.renumbered(event(1)).sequence]
    numbers += places.notes(["a", "b"], before: 3, like: event(1)).map(\.sequence)
    numbers.append(places.renumbered(event(3)).sequence)
    numbers.append(places.renumbered(event(2)).sequence)
    numbers += places.notes(["c"], before: 4, like: event(3)).map(\.sequence)
    #expect(numbers == [1, 3, 4, 5, 2, 6])
  }

  @Test(
    "A descriptor is named by its number",
    arguments: ["", "3", "fd:", "fd:x", "fd:-1", "fd:0", "fd:2", "fd:999999"])
  func noDescriptor(text: String) {
    #expect(TraceFile.descriptor(text) == nil)
  }
}
