import Dispatch
import Measuring
import PromiseKitLite

/// The way in which a chain runs whose links are measured.
enum Load: String, CaseIterable {
  /// In the environment of an ordinary program. With `PROMISE_TRACE`, it is recorded.
  case unobserved
  /// In an environment with a `RecordingObserver`.
  case observed
  #if !PROMISE_NO_GATE
    /// In an environment without observers: without a gate, with an open one, and with one that has a
    /// breakpoint that never stops.
    case apart, open, armed
    /// In an environment with a `RecordingObserver` and an open gate.
    case observedOpen
  #endif

  static let links = 20_000

  /// Returns the processor time for a link in nanoseconds.
  func measure() -> Double {
    switch self {
    case .unobserved: return Self.time()
    case .observed: return Self.time(in: PromiseEnvironment(observers: [RecordingObserver()]))
    #if !PROMISE_NO_GATE
      case .apart: return Self.time(in: PromiseEnvironment(observers: []))
      case .open: return Self.time(in: PromiseEnvironment(gate: JobGate(), observers: []))
      case .armed:
        let gate = JobGate()
        gate.set([Breakpoint(.label("none"))])
        return Self.time(in: PromiseEnvironment(gate: gate, observers: []))
      case .observedOpen:
        return Self.time(
          in: PromiseEnvironment(gate: JobGate(), observers: [RecordingObserver()]))
    #endif
    }
  }

  private static func time(in environment: PromiseEnvironment? = nil) -> Double {
    Clock.processor.time {
      if let environment { environment.run { chain() } } else { chain() }
    } / Double(links)
  }

  /// Runs a chain on a serial queue, in which each link is a job.
  private static func chain() {
    let queue = DispatchQueue(label: "links")
    let (root, seal) = Promise<Int>.pending()
    var last = root
    for _ in 0..<links { last = last.map(on: queue) { $0 + 1 } }
    let end = DispatchSemaphore(value: 0)
    let finished = last.done(on: queue) { value in
      precondition(value == links)
      end.signal()
    }
    seal.fulfill(0)
    end.wait()
    consume(finished)
  }
}
