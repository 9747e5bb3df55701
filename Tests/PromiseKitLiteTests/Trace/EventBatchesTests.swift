import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("Events that are unpacked in batches")
struct EventBatchesTests {
  @Test(
    "are the same as those that are unpacked all at once, with the same gaps",
    arguments: [50_000, 1 << 20])
  func same(limit: Int) {
    let (whole, parts) = (
      RecordingObserver(limit: limit, bytes: 8 << 20),
      RecordingObserver(limit: limit, bytes: 8 << 20)
    )
    for number in 1...70_000 {
      let promise = PromiseID(number)
      let kind: PromiseEvent.Kind =
        switch number % 3 {
        case 0: .created(.init(promise: promise, operation: .body, label: "label"))
        case 1: .settled(.init(promise: promise, outcome: .fulfilled, description: "value"))
        default: .bodyStarted(promise: promise)
        }
      // Each of four threads is one or two events behind or ahead.
      let event = PromiseEvent(
        sequence: number ^ 1, time: Int64(number), thread: ThreadID(number % 4), queue: nil,
        kind: kind)
      whole.receive(event)
      parts.receive(event)
    }
    var batches = parts.takeBatches()
    var (events, count) = ([PromiseEvent](), 0)
    while let batch = batches.next() {
      events += batch
      count += 1
    }
    #expect(count > 1)
    let expected = whole.take()
    #expect(events.map(\.sequence) == expected.map(\.sequence))
    #expect(events.map(\.kind) == expected.map(\.kind))
    #expect(parts.take() == [])
  }
}
