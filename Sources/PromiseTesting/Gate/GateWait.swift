import PromiseKitLite
import Synchronization

/// A wait of a test for a state of a gate.
final class GateWait: Sendable {
  /// How a wait ends.
  enum Ending: Sendable {
    case met, exceeded, cancelled
  }

  private enum State {
    case begun
    case suspended(CheckedContinuation<Ending, Never>)
    case ended(Ending)
  }

  private let state = Mutex(State.begun)
  /// One thread at a time checks the condition, which may let something go.
  private let checking = Mutex(CheckingState())
  private let isMet: @Sendable () -> Bool

  private struct CheckingState {
    var isChecking = false
    /// Whether something has changed since the condition was checked.
    var hasChanged = false
  }

  init(_ isMet: @escaping @Sendable () -> Bool) { self.isMet = isMet }

  /// Ends the wait if the condition holds now. A check during another one, or inside it, is made
  /// after it.
  func check() {
    let begins = checking.withLock { checking -> Bool in
      checking.hasChanged = true
      defer { checking.isChecking = true }
      return !checking.isChecking
    }
    guard begins else { return }
    while true {
      let isNeeded = checking.withLock { checking -> Bool in
        defer { checking.hasChanged = false }
        if !checking.hasChanged { checking.isChecking = false }
        return checking.hasChanged
      }
      guard isNeeded else { return }
      if !isEnded, isMet() { end(.met) }
    }
  }

  private var isEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

  /// Ends the wait, if it has not ended.
  func end(_ ending: Ending) {
    let continuation = state.withLock { state -> CheckedContinuation<Ending, Never>? in
      switch state {
      case .begun:
        state = .ended(ending)
        return nil
      case .suspended(let continuation):
        state = .ended(ending)
        return continuation
      case .ended: return nil
      }
    }
    continuation?.resume(returning: ending)
  }

  /// How the wait ends.
  var ending: Ending {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let ending = state.withLock { state -> Ending? in
            if case .ended(let ending) = state { return ending }
            state = .suspended(continuation)
            return nil
          }
          if let ending { continuation.resume(returning: ending) }
        }
      } onCancel: {
        end(.cancelled)
      }
    }
  }
}

/// A flag that one check sets for the later ones.
final class OnceFlag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
