import Measuring
import Synchronization

extension Subject {
  /// Two objects with a mutex around a value and a closure.
  static let floor = Subject(name: "raw floor", trials: [.memory: memory])
}

private final class Slot: Sendable {
  typealias Closure = @Sendable (Int) -> Void
  private let state = Mutex<(value: Int?, closure: Closure?)>((nil, nil))

  func add(_ closure: @escaping Closure) { state.withLock { $0.closure = closure } }
  func fill(_ value: Int) { state.withLock { $0.value = value } }
}

private func memory(_ count: Int) {
  Kept.all.count(count) { keep in
    let slot = Slot()
    let child = Slot()
    slot.add { child.fill($0 + 1) }
    keep(slot)
    keep(child)
  }
}
