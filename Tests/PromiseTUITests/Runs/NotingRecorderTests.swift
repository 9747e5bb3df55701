import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Synchronization
import Testing

@testable import promise_tui

@Suite struct NotingRecorderTests {
  /// What is printed next.
  private final class Printer: Sendable {
    private let lines = Mutex<[String]>([])
    func print(_ line: String) { lines.withLock { $0.append(line) } }
    @Sendable func take(atEnd: Bool) -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private func event(_ sequence: Int) -> PromiseEvent {
    PromiseEvent(
      sequence: sequence, time: Int64(sequence * 10), thread: ThreadID(1), queue: QueueID(2),
      kind: .created(.init(promise: PromiseID(sequence), operation: .then)))
  }

  private func shown(_ events: [PromiseEvent]) -> [String] {
    events.map { event in
      if case .note(let text) = event.kind { return "\(event.sequence) \(text)" }
      return "\(event.sequence) \(event.kind.promises.map(\.description).joined())"
    }
  }

  @Test("a note comes before the event that followed the printing, and the numbers have no gap")
  func places() {
    let printer = Printer()
    let recorder = NotingRecorder(printed: printer.take)
    recorder.receive(event(1))
    printer.print("a")
    printer.print("b")
    recorder.receive(event(2))
    printer.print("c")
    #expect(shown(recorder.take()) == ["1 p1", "2 a", "3 b", "4 p2", "5 c"])
    recorder.receive(event(3))
    #expect(shown(recorder.take()) == ["6 p3"])
    #expect(recorder.take() == [])
  }

  @Test("a late event keeps its place before the notes that followed it")
  func late() {
    let printer = Printer()
    let recorder = NotingRecorder(printed: printer.take)
    recorder.receive(event(1))
    recorder.receive(event(3))
    printer.print("a")
    recorder.receive(event(4))
    recorder.receive(event(2))
    #expect(shown(recorder.take()) == ["1 p1", "2 p2", "3 p3", "4 a", "5 p4"])
  }

  @Test("a note has the time, the thread, and the queue of the event before it")
  func whereAndWhen() throws {
    let printer = Printer()
    let recorder = NotingRecorder(printed: printer.take)
    recorder.receive(event(1))
    printer.print("a")
    recorder.receive(event(2))
    let note = try #require(recorder.take().dropFirst().first)
    #expect(note.time == 10)
    #expect(note.thread == ThreadID(1))
    #expect(note.queue == QueueID(2))
  }
}
