import Dispatch
import Measuring
import PromiseKitLite

/// Chains whose links are measured: created, resolved at the root, and waited for.
enum Links: String, CaseIterable, Sendable {
  case queued = "b"
  case inline = "c"

  static let count = 20_000

  var title: String {
    switch self {
    case .queued: "b a link of a chain on a serial queue"
    case .inline: "c a link of a chain run inline"
    }
  }

  /// How many times its time without an observer a link may take when it is recorded.
  func goal(threads: Int) -> Double { self == .queued && threads == 1 ? 1.35 : 1.5 }

  /// Runs a chain on each of several threads at the same time, in the current environment.
  func run(threads: Int) {
    guard threads > 1 else { return run() }
    let environment = PromiseEnvironment.current
    Threads.run(threads) { _ in environment.run { run() } }
  }

  /// Runs one chain in which each link adds one.
  func run() {
    let dispatcher: (any Dispatcher)? =
      self == .queued ? DispatchQueue(label: "links") as any Dispatcher : nil
    let (root, seal) = Promise<Int>.pending()
    var last = root
    for _ in 0..<Links.count { last = last.map(on: dispatcher) { $0 + 1 } }
    let end = DispatchSemaphore(value: 0)
    let finished = last.done(on: dispatcher) { value in
      precondition(value == Links.count)
      end.signal()
    }
    seal.fulfill(0)
    end.wait()
    consume(finished)
  }

  /// Returns the nanoseconds for a link: the median of the given number of rounds, after two
  /// warm-up rounds.
  func median(of rounds: Int) -> Double {
    for _ in 0..<2 { run() }
    let times = (0..<rounds).map { _ in
      Clock.processor.time { run() } / Double(Links.count)
    }
    return Spread(times).median
  }

  /// Returns the number of events for a link.
  func eventsPerLink() -> Double {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run { run() }
    return Double(recorder.events.count) / Double(Links.count)
  }
}
