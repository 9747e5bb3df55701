import PromiseKitLite
import Synchronization

/// Runs at most `count` bodies at a time, in the order of the calls; by default, one after another.
final class Limit: Sendable {
  private let label: String
  private let state: Mutex<(free: Int, waiting: [Resolver<Void>])>

  init(_ label: String, _ count: Int = 1) {
    self.label = label
    state = Mutex((max(count, 1), []))
  }

  /// Calls `body` when it is its turn. The turn ends when the promise that it returns settles.
  func run<U: Thenable>(
    label: String? = nil, _ body: @escaping @Sendable () throws -> U
  ) -> Promise<U.Value> {
    let (turn, seal) = Promise<Void>.pending(label: "turn in \(self.label)")
    state.withLock { $0.waiting.append(seal) }
    serve()
    return turn.then(label: label) { try body() }
      .ensure(on: nil) { [self] in
        // A call that is canceled while it waits has no turn to pass on.
        guard turn.isFulfilled else { return }
        state.withLock { $0.free += 1 }
        serve()
      }
  }

  private func serve() {
    while let seal = state.withLock({ state -> Resolver<Void>? in
      guard state.free > 0, !state.waiting.isEmpty else { return nil }
      state.free -= 1
      return state.waiting.removeFirst()
    }) {
      // A call that has been canceled does not take its turn.
      if !seal.tryFulfill(()) { state.withLock { $0.free += 1 } }
    }
  }
}
