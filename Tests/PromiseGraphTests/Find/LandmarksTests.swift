import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct LandmarksTests {
  private func landmarks(_ events: [PromiseEvent], isVirtual: Bool = true) -> Landmarks {
    var landmarks = Landmarks(hasVirtualTime: isVirtual)
    landmarks.append(events)
    return landmarks
  }

  @Test("An error is a landmark where it arises and where it stays unhandled, not on its way")
  func errors() {
    var stream = EventStream()
    for promise in 1...4 { stream.create(PromiseID(promise)) }
    stream.settle(1, .rejected, "no")
    let arisen = stream.sequence - 1
    stream.post(
      .settled(
        .init(promise: 2, outcome: .rejected, description: "no", origin: 1, from: 1)))
    stream.settle(3, .cancelled)
    stream.settle(4, .fulfilled)
    stream.post(.errorUnhandled(promise: 2, origin: 1, error: "no"))
    #expect(landmarks(stream.events).events(.error) == [arisen, stream.sequence - 1])
  }

  @Test("A decision is the settlement of a fan-in, whatever its outcome")
  func decisions() {
    var stream = EventStream()
    stream.create(1)
    stream.create(2, .race, parents: [1])
    stream.create(3, .all, parents: [1])
    stream.settle(1)
    stream.settle(2)
    let race = stream.sequence - 1
    stream.settle(3, .rejected, "no")
    let all = stream.sequence - 1
    #expect(landmarks(stream.events).events(.decision) == [race, all])
  }

  @Test("A wait is the start of a job later than it was enqueued; with real time, by a millisecond")
  func waits() {
    var stream = EventStream()
    let soon = stream.enqueue(nil, on: 1)
    let late = stream.enqueue(nil, on: 1)
    _ = stream.enqueue(nil, on: 1)
    stream.start(soon, nil, on: 1)
    stream.time = 0.5
    stream.start(late, nil, on: 1)
    let half = stream.sequence - 1
    stream.time = 9
    let last = stream.enqueue(nil, on: 1)
    stream.time = 10
    stream.start(last, nil, on: 1)
    #expect(landmarks(stream.events).events(.wait) == [half, stream.sequence - 1])
    #expect(landmarks(stream.events, isVirtual: false).events(.wait) == [stream.sequence - 1])
  }

  @Test("Events that arrive late are in order, and forgotten ones are gone")
  func order() {
    var stream = EventStream()
    for promise in 1...6 {
      stream.create(PromiseID(promise))
      stream.settle(PromiseID(promise), .rejected, "no")
    }
    var mixed = stream.events
    mixed.swapAt(3, 11)
    var landmarks = landmarks(mixed)
    #expect(landmarks.events(.error) == [2, 4, 6, 8, 10, 12])
    landmarks.evict(to: 6)
    #expect(landmarks.events(.error) == [8, 10, 12])
    #expect(landmarks.events(.wait) == [])
  }
}
