import PromiseKitLite
import Synchronization

/// Whoever waits for a thread that a simulation may never give back.
final class Lifeline: Sendable {
  @TaskLocal static var current: Lifeline?
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// The thread will not come back.
  func cut() { action() }
}

/// A call whose answer comes from another thread, or never.
final class LentCall<Answer: Sendable>: Sendable {
  private let gate = Gate()
  private let answer = Mutex<(isOver: Bool, answer: Answer?)>((false, nil))

  /// The first end counts.
  func end(_ answer: Answer?) {
    let isFirst = self.answer.withLock { state in
      guard !state.isOver else { return false }
      state = (true, answer)
      return true
    }
    if isFirst { gate.open() }
  }

  /// What it was ended with.
  func wait() -> Answer? {
    gate.pass()
    return answer.withLock { $0.answer }
  }
}
