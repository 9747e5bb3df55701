import Dispatch
import Measuring
import PromiseKitLite

/// Chains whose links are measured: made, resolved at the root, and waited for.
enum Links {
  static let count = 20_000
  static let queue = DispatchQueue(label: "links")

  /// One chain of links that each add one, on a queue; inline if there is none.
  static func run(on dispatcher: (any Dispatcher)?) {
    let (root, seal) = Promise<Int>.pending()
    var last = root
    for _ in 0..<count { last = last.map(on: dispatcher) { $0 + 1 } }
    let end = DispatchSemaphore(value: 0)
    let finished = last.done(on: dispatcher) { value in
      precondition(value == count)
      end.signal()
    }
    seal.fulfill(0)
    end.wait()
    consume(finished)
  }
}
