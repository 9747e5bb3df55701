package import PromiseKitLite
import Synchronization

/// An environment without observers, and what it reports.
package final class Reports: Sendable {
  package let environment = PromiseEnvironment(observers: [])
  private let said = Mutex<[String]>([])

  /// - Parameter queue: The queue for handlers that name no queue; by default they run inline.
  package init(queue: (any Dispatcher)? = nil) {
    environment.defaults.map = queue
    environment.defaults.return = queue
    environment.logHandler = { [weak self] in
      if case .cauterized(let error) = $0 { self?.add("cauterized: \(error)") }
    }
    environment.warningHandler = { [weak self] in self?.add("\($0)") }
  }

  /// The sentences so far, in order.
  package var sentences: [String] { said.withLock { $0 } }

  /// Runs a scenario whose promises belong to the environment.
  @discardableResult
  package func run<R>(_ scenario: () throws -> R) rethrows -> R { try environment.run(scenario) }

  private func add(_ sentence: String) { said.withLock { $0.append(sentence) } }
}
