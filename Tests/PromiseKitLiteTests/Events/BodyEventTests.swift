import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events bodyStarted and bodyEnded: the body of a promise runs")
struct BodyEventTests {
  @Test("surround what the body does; the promise may still be pending afterwards")
  func around() {
    let run = Run {
      _ = Promise<Int>(label: "it") { seal in
        note("inside")
        after(.milliseconds(1)).done(on: nil) { seal.fulfill(1) }
      }
    }
    #expect(run.names(of: "it") == [.created, .bodyStarted, .bodyEnded, .settled, .deallocated])
    let numbers = [
      run.number { $0 == .bodyStarted(promise: 1) }, run.number { $0 == .note("inside") },
      run.number { $0 == .bodyEnded(promise: 1, threw: false) },
    ]
    #expect(numbers == numbers.sorted() && numbers[0] > 0)
  }

  @Test("say whether the body threw; the rejection follows")
  func threw() {
    let run = Run { _ = Promise<Int>(label: "it") { _ in throw Failure("x") } }
    #expect(run.kinds.contains(.bodyEnded(promise: 1, threw: true)))
    #expect(
      run.names(of: "it") == [
        .created, .bodyStarted, .bodyEnded, .settled, .errorUnhandled, .deallocated,
      ])
  }

  @Test("are inside the job of a body that runs on a queue")
  func dispatched() {
    let run = Run { _ = Promise<Int>(label: "it", on: Queues.side) { $0.fulfill(1) } }
    #expect(
      run.names(of: "it") == [
        .created, .jobEnqueued, .jobStarted, .bodyStarted, .settled, .bodyEnded, .jobEnded,
        .deallocated,
      ])
    let thrown = Run { _ = Promise<Int>(label: "it", on: Queues.side) { _ in throw Failure("x") } }
    #expect(thrown.kinds.contains(.bodyEnded(promise: 1, threw: true)))
  }

  @Test("are posted for a guarantee's body too")
  func guarantee() {
    let run = Run { _ = Guarantee<Int>(label: "it") { $0(1) } }
    #expect(run.names(of: "it") == [.created, .bodyStarted, .settled, .bodyEnded, .deallocated])
  }

  @Test("surround the task of an async body, which is on no queue")
  func task() async {
    let recorder = RecordingObserver()
    let promise = PromiseEnvironment(observers: [recorder]).run {
      Promise<Int>(label: "it", async: { throw Failure("x") })
    }
    await #expect(throws: Failure("x")) { try await promise.async() }
    let told = recorder.events.filter { [.bodyStarted, .bodyEnded].contains($0.kind.name) }
    #expect(
      told.map(\.kind) == [.bodyStarted(promise: 1), .bodyEnded(promise: 1, threw: true)])
    #expect(told.allSatisfy { $0.queue == nil })
  }
}
