import PromiseKitLite
import Testing

@Suite("The recording observer")
struct RecordingObserverTests {
  private func event(_ sequence: Int) -> PromiseEvent {
    PromiseEvent(
      sequence: sequence, time: 0, thread: nil, queue: nil, kind: .note("\(sequence)"))
  }

  @Test("sorts what arrives out of order")
  func sorts() {
    let recorder = RecordingObserver()
    for sequence in [2, 1, 3] { recorder.receive(event(sequence)) }
    #expect(recorder.events.map(\.sequence) == [1, 2, 3])
  }

  @Test("keeps at most its limit and counts what it gave up")
  func bounded() {
    let recorder = RecordingObserver(limit: 10)
    for sequence in 1...100 { recorder.receive(event(sequence)) }
    #expect(recorder.events.count <= 10 && recorder.events.last?.sequence == 100)
    #expect(recorder.dropped + recorder.events.count == 100)
  }

  @Test("take hands the events out once")
  func take() {
    let recorder = RecordingObserver()
    recorder.receive(event(1))
    #expect(recorder.take().count == 1 && recorder.take().isEmpty)
  }
}
