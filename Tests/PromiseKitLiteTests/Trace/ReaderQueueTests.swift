import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A reader of a socket")
struct ReaderQueueTests {
  private let writer = TraceWriter()

  private func event(_ number: Int, _ kind: PromiseEvent.Kind) -> PromiseEvent {
    PromiseEvent(sequence: number, time: Int64(number), thread: 1, queue: nil, kind: kind)
  }

  /// What a reader finally gets that reads nothing until then.
  private func read(_ events: [PromiseEvent], limit: Int) throws -> [PromiseEvent] {
    var queue = ReaderQueue(
      beginning: writer.line(TraceHeader(isVirtual: false)), limit: limit, writer: writer)
    for event in events { queue.add(event, writer.line(event)[...]) }
    var bytes: [UInt8] = []
    while !queue.rest.isEmpty {
      bytes += queue.rest.prefix(100)
      queue.remove(min(100, queue.rest.count))
    }
    var reader = TraceReader()
    let read = try reader.read(bytes)
    #expect(reader.problems == [])
    return read
  }

  @Test("gets every line for which there is room")
  func room() throws {
    let events = (1...50).map { event($0, .note("\($0)")) }
    #expect(try read(events, limit: 1 << 20) == events)
  }

  @Test("a reader that is too slow loses details first and names last, and receives the number")
  func slow() throws {
    let events = (1...3000).map { number in
      let promise = PromiseID(number)
      return switch number % 3 {
      case 0: event(number, .created(.init(promise: promise, operation: .body)))
      case 1: event(number, .settled(.init(promise: promise, outcome: .fulfilled)))
      default: event(number, .bodyStarted(promise: promise))
      }
    }
    let read = try read(events, limit: 60_000)
    var (kept, lost) = ([PromiseEvent.Kind.Name: Int](), 0)
    for event in read {
      if case .dropped(let count) = event.kind {
        lost += count
      } else {
        kept[event.kind.name, default: 0] += 1
      }
    }
    #expect(kept.values.reduce(0, +) + lost == events.count)
    #expect(kept[.bodyStarted, default: 0] < kept[.settled, default: 0])
    #expect(kept[.settled, default: 0] < kept[.created, default: 0])
  }
}
