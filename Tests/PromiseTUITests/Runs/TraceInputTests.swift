import Foundation
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("Reading a trace")
struct TraceInputTests {
  private func note(_ number: Int, _ text: String = "") -> PromiseEvent {
    PromiseEvent(sequence: number, time: 0, thread: nil, queue: nil, kind: .note(text))
  }

  @Test("Of too many events the newest are kept, and the others are counted")
  func mostEvents() {
    var newest = NewestEvents(events: 1000, bytes: .max)
    for start in stride(from: 1, through: 100_000, by: 300) {
      newest.add((start..<start + 300).map { note($0) })
      #expect(newest.count <= 1000)
    }
    let (kept, leftOut) = (newest.count, newest.leftOut)
    #expect(kept == 900 && leftOut == 334 * 300 - 900)
    #expect(newest.sentence?.contains("the first 99,300 events") == true)
    let events = newest.take()
    #expect(events.map(\.sequence) == Array(99_301...100_200))
    #expect(newest.count == 0 && newest.take().isEmpty)
  }

  @Test("Of too many bytes the newest events are kept, and at least the last ones that were read")
  func mostBytes() {
    var newest = NewestEvents(events: .max, bytes: 10_000)
    let text = String(repeating: "x", count: 4000)
    for number in 1...20 { newest.add([note(number, text)]) }
    #expect(newest.count == 2 && newest.leftOut == 18)
    newest.add((21...30).map { note($0, text) })
    #expect(newest.take().map(\.sequence) == Array(21...30))
  }

  @Test("Fan-ins with very many parents count as much as a graph of them needs")
  func parents() {
    var newest = NewestEvents(events: .max, bytes: 1 << 20)
    let parents = (1...10_000).map { PromiseID($0) }
    for number in 1...20 {
      let creation = PromiseEvent.Creation(
        promise: PromiseID(20_000 + number), operation: .all, parents: parents)
      newest.add([
        PromiseEvent(sequence: number, time: 0, thread: nil, queue: nil, kind: .created(creation))
      ])
    }
    #expect(newest.count == 1 && newest.leftOut == 19)
  }

  @Test("Events that were left out are a gap, so that no command takes the rest for the whole run")
  func gap() throws {
    let events = TraceDecoder(-1).inOrder([note(500), note(501)])
    #expect(events.map(\.kind.name) == [.dropped, .note, .note])
    #expect(events[0].kind == .dropped(count: 499))
  }

  @Test("A pipe that no program writes to is given up")
  func pipe() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let input = try TraceInput.open(path)
    defer { input.close() }
    var sentences: [String] = []
    let error = #expect(throws: CommandError.self) {
      try input.waitForWriter(seconds: 0) { sentences.append($0) }
    }
    #expect(error?.status == 66 && error?.sentence.contains(path) == true)
    #expect(sentences.count == 1)
  }

  @Test("A pipe that a program writes to is read, however late")
  func latePipe() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let input = try TraceInput.open(path)
    defer { input.close() }
    let bytes = TraceWriter().bytes(TraceHeader(isVirtual: true, title: "late"), [note(1, "a")])
    let isStarted = startThread {
      let writer = open(path, O_WRONLY)
      _ = writeBytes(bytes[...], to: writer)
      PromiseSystem.close(writer)
    }
    #expect(isStarted)
    let run = try Recording.read(input) { _ in }
    #expect(run.entry.name == "late" && run.events.count == 1)
  }
}
