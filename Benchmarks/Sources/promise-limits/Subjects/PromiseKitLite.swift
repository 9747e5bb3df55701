import Dispatch
import Measuring
import PromiseKitLite
import Synchronization

extension Subject {
  static let promiseKitLite = Subject(
    name: "PromiseKitLite",
    trials: [
      .memory: memory, .rejection: reject, .adoptionInline: { adopt($0, on: nil) },
      .adoptionQueued: { adopt($0, on: queue) }, .drop: drop, .buffer: record,
    ])
}

private struct Failure: Error {}

private let queue = DispatchQueue(label: "promises")

private func memory(_ count: Int) {
  conf.logHandler = { _ in }
  Kept.all.count(count) { keep in
    let (promise, seal) = Promise<Int>.pending()
    keep(promise.map(on: nil) { $0 + 1 })
    keep(seal)
  }
}

private func reject(_ links: Int) {
  let (root, seal) = Promise<Int>.pending()
  var last = root
  for _ in 0..<links { last = last.map(on: nil) { $0 + 1 } }
  let tally = Tally()
  let finished = last.catch(on: nil) { _ in tally.add(1) }
  seal.reject(Failure())
  precondition(tally.total == 1)
  withExtendedLifetime(finished) {}
}

private func adopt(_ steps: Int, on dispatcher: (any Dispatcher)?) {
  @Sendable func step(_ count: Int) -> Promise<Int> {
    guard count > 0 else { return .value(7) }
    return Promise.value(count).then(on: dispatcher) { step($0 - 1) }
  }
  let end = DispatchSemaphore(value: 0)
  let finished = step(steps).done(on: nil) { value in
    precondition(value == 7)
    end.signal()
  }
  end.wait()
  consume(finished)
}

private func drop(_ links: Int) {
  // Do not log that the chain is dropped.
  conf.logHandler = { _ in }
  let (root, seal) = Promise<Int>.pending()
  var last = root
  for _ in 0..<links { last = last.map(on: nil) { $0 + 1 } }
  withExtendedLifetime((seal, last)) {}
}

private let recorder = RecordingObserver()

/// Runs chains until there are the given number of events; the buffer is what then remains.
private func record(_ events: Int) {
  final class Counter: PromiseObserver {
    let count = Atomic<Int>(0)
    func receive(_ event: PromiseEvent) { count.add(1, ordering: .relaxed) }
  }
  let counter = Counter()
  PromiseEnvironment(observers: [recorder, counter]).run {
    while counter.count.load(ordering: .relaxed) < events - 1_000 {
      let (root, seal) = Promise<Int>.pending()
      var last = root
      for _ in 0..<50 { last = last.map(on: nil) { $0 + 1 } }
      seal.fulfill(0)
    }
  }
  precondition(recorder.dropped == 0)
}
