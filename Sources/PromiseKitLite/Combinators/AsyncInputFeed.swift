import Synchronization

/// What a fan-in notifies when one of its inputs has settled: the source of the next ones.
protocol InputSource: Sendable {
  /// Makes room for another input after one has settled.
  func goOn(into fanIn: FanIn)
}

/// The room for the inputs of a fan-in that a task adds one after another.
final class AsyncInputFeed: InputSource {
  private let state: Mutex<State>

  private struct State {
    /// The number of further inputs that may be pending.
    var room: Int
    /// Whether the fan-in needs no further inputs.
    var isOver = false
    /// The task that adds the inputs.
    var task: Task<Void, Never>?
    /// Resumes the task, which waits for room.
    var waiting: UnsafeContinuation<Void, Never>?
  }

  /// Creates the room for `limit` inputs that are pending at the same time.
  init(limit: Int) { state = Mutex(State(room: limit)) }

  /// Notes which task adds the inputs. It is canceled when the fan-in needs no
  /// further inputs.
  func begin(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  /// Waits until there is room for another input, and takes it. Returns `false` if no further inputs
  /// are needed.
  func makeRoom() async -> Bool {
    await withUnsafeContinuation { continuation in
      let canGoOn = state.withLock { state in
        if state.isOver || state.room > 0 { return true }
        state.waiting = continuation
        return false
      }
      if canGoOn { continuation.resume() }
    }
    return state.withLock { state in
      if !state.isOver { state.room -= 1 }
      return !state.isOver
    }
  }

  func goOn(into fanIn: FanIn) {
    guard fanIn.promise != nil else { return end() }
    let waiting = state.withLock { state in
      state.room += 1
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// Notes that no further inputs are needed.
  func end() {
    let (task, waiting) = state.withLock { state in
      state.isOver = true
      return (state.task.take(), state.waiting.take())
    }
    task?.cancel()
    waiting?.resume()
  }
}
