public import Foundation
public import PromiseKitLite
import Synchronization

extension NotificationCenter {
  /// Waits for the next notification of a name.
  ///
  /// ```swift
  /// NotificationCenter.default.observe(once: .saved).done { _ in hideSpinner() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - name: Which notification.
  ///   - object: Whose; anybody's if it is `nil`.
  /// - Returns: A guarantee that is fulfilled on the thread that posts the notification. It says that
  ///   there was one, no more, because a `Notification` may not cross threads: what it carries is read by
  ///   ``observe(label:once:object:file:line:column:_:)``.
  public func observe(
    label: String? = nil, once name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Void> {
    _observe(.named(label), CallSite(file, line, column), name, object) { _ in }
  }

  /// Waits for the next notification of a name, and takes from it what is of interest.
  ///
  /// ```swift
  /// NotificationCenter.default
  ///   .observe(once: .saved) { notification in notification.userInfo?["file"] as? String }
  ///   .done { file in show(file) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - name: Which notification.
  ///   - object: Whose; anybody's if it is `nil`.
  ///   - value: Runs once, on the thread that posts the notification, before the post returns.
  /// - Returns: A guarantee of what `value` returns. It waits for ever if nobody posts.
  public func observe<Value: Sendable>(
    label: String? = nil, once name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ value: @escaping @Sendable (Notification) -> Value
  ) -> Guarantee<Value> {
    _observe(.named(label), CallSite(file, line, column), name, object, value)
  }

  private func _observe<Value: Sendable>(
    _ label: Label?, _ site: CallSite, _ name: Notification.Name,
    _ object: (any AnyObject & Sendable)?, _ value: @escaping @Sendable (Notification) -> Value
  ) -> Guarantee<Value> {
    let guarantee = Guarantee<Value>(root: .body, label: label, at: site)
    let observation = Observation()
    let observer = addObserver(forName: name, object: object, queue: nil) {
      [unowned self] notification in
      guard observation.end(in: self) else { return }
      guarantee.settle(.value(value(notification)))
    }
    observation.begin(Observation.Token(observer: observer), in: self)
    guarantee.onCancel { [weak self] in
      if let self { _ = observation.end(in: self) }
    }
    return guarantee
  }
}

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
