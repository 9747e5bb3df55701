import Synchronization

/// The progress of a comparison, on the progress line if there is one. Two runs can be read at the same time.
final class LoadingLine: Sendable {
  private struct State {
    var line: ProgressLine?
    /// When the next report is due.
    var next: Int64 = 0
  }

  private let state: Mutex<State>

  init(_ line: sending ProgressLine?) { state = Mutex(State(line: line)) }

  /// Shows how many events of a trace were read, ten times a second at most.
  func show(_ name: String, events: Int) {
    let now = EventWaiter.now
    state.withLock { state in
      guard state.line != nil, now >= state.next else { return }
      state.next = now + 100_000_000
      state.line?.show("reading \(name) (\(events) events)")
    }
  }

  /// Shows a sentence.
  func show(_ text: String) { state.withLock { $0.line?.show(text) } }

  /// Clears the line.
  func clear() { state.withLock { $0.line?.clear() } }
}
