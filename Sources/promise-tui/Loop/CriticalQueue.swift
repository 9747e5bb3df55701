import Dispatch
import Synchronization

/// Where critical values are looked for, beside the interface: one question after the other, the latest
/// first, since that is about the row that is looked at.
final class CriticalQueue: Sendable {
  static let shared = CriticalQueue()
  private let queue = DispatchQueue(label: "promise-tui.critical", qos: .userInitiated)
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  /// Answers a question later.
  func ask(_ answer: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(answer) }
    queue.async { [self] in
      let latest = waiting.withLock { $0.popLast() }
      latest?()
    }
  }
}
