import Synchronization

/// The inputs of a fan-in that come one after the other: a new one is pulled when an earlier one has
/// settled, so that never more than so many are on their way.
final class InputFeed: @unchecked Sendable {
  private let state: Mutex<State>
  /// Gives the next input; none when there are no more. It is the program's code, so it is never
  /// called under the lock, but by the one thread at a time that is pulling, which alone touches it.
  private var next: (() -> PromiseCore?)?

  /// Who pulls, and how much.
  private struct State {
    /// So many inputs more may be on their way.
    var room: Int
    /// Somebody pulls. Whoever makes room meanwhile leaves the pulling to that one.
    var isPulling = false
  }

  /// A feed of what `next` gives, at most `limit` at a time.
  init(limit: Int, next: sending @escaping () -> PromiseCore?) {
    state = Mutex(State(room: limit))
    self.next = next
  }

  /// An input has settled: there is room for another one.
  func goOn(into fanIn: FanIn) {
    state.withLock { $0.room += 1 }
    pull(into: fanIn)
  }

  /// Fills the room with inputs, in a loop: an input that is settled already makes room at once, and
  /// does not touch the stack.
  func pull(into fanIn: FanIn) {
    guard begin() else { return }
    while takeRoom() {
      guard let promise = fanIn.promise, let input = input(for: promise) else {
        // Nobody pulls after this: the pulling is never ended.
        next = nil
        return fanIn.close()
      }
      fanIn.add(input)
    }
  }

  /// What the program's code gives next.
  private func input(for promise: PromiseCore) -> PromiseCore? {
    promise.witness?.runsCode(touching: nil)
    return promise.inContext { next?() }
  }

  private func begin() -> Bool {
    state.withLock { state in
      defer { state.isPulling = true }
      return !state.isPulling
    }
  }

  private func takeRoom() -> Bool {
    state.withLock { state in
      guard state.room > 0 else {
        state.isPulling = false
        return false
      }
      state.room -= 1
      return true
    }
  }
}
