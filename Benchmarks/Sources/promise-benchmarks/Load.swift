import Dispatch
import PromiseKitLite

/// A piece of work that is measured: a chain that is built, resolved at its root, and waited for.
struct Load: Sendable {
  /// The letter of the load and what it is.
  var name: String
  /// How many links one round has.
  var links: Int
  /// Does the work once.
  var run: @Sendable () -> Void

  /// The loads, in the order in which they are shown.
  static let all = [
    Load(name: "b-serial-queue", links: 20_000) { chain(of: 20_000, on: queue) },
    Load(name: "c-inline", links: 20_000) { chain(of: 20_000, on: nil) },
  ]

  private static let queue = DispatchQueue(label: "benchmark")

  /// One chain of links that each add one.
  private static func chain(of links: Int, on dispatcher: (any Dispatcher)?) {
    let (root, seal) = Promise<Int>.pending()
    var last = root
    for _ in 0..<links { last = last.map(on: dispatcher) { $0 + 1 } }
    let end = DispatchSemaphore(value: 0)
    let finished = last.done(on: dispatcher) { value in
      precondition(value == links)
      end.signal()
    }
    seal.fulfill(0)
    end.wait()
    withExtendedLifetime(finished) {}
  }
}

extension Load {
  /// The nanoseconds for a link: the median of some rounds, after two that warm up.
  func median(of rounds: Int) -> Double {
    for _ in 0..<2 { run() }
    let times = (0..<rounds).map { _ in
      let start = ProcessorTime.now
      run()
      return Double(ProcessorTime.now - start) / Double(links)
    }
    return times.sorted()[times.count / 2]
  }
}
