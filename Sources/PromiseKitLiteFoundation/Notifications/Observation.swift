import Foundation
import Synchronization

/// One registration with a notification centre, which ends with the first notification, even one that
/// is posted before the registration has returned.
final class Observation: Sendable {
  /// What the centre knows the registration by. It is only handed back, and a centre takes it from any
  /// thread.
  struct Token: Sendable {
    nonisolated(unsafe) let observer: any NSObjectProtocol
  }

  private enum State {
    case beginning
    case registered(Token)
    case over
  }

  private let state = Mutex(State.beginning)

  /// The centre has registered it as `token`.
  func begin(_ token: Token, in center: NotificationCenter) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .registered(token)
      return false
    }
    if isOver { center.removeObserver(token.observer) }
  }

  /// Takes the registration back. Answers whether this is the first time.
  func end(in center: NotificationCenter) -> Bool {
    let last = state.withLock { state in
      defer { state = .over }
      return state
    }
    switch last {
    case .beginning: return true
    case .registered(let token):
      center.removeObserver(token.observer)
      return true
    case .over: return false
    }
  }
}
