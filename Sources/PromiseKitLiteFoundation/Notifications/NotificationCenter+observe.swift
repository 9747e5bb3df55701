public import Foundation
public import PromiseKitLite
import Synchronization

extension NotificationCenter {
  /// Returns a guarantee for the next notification with a name.
  ///
  /// ```swift
  /// NotificationCenter.default.observe(once: .saved).done { _ in hideSpinner() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - name: The name of the notification.
  ///   - object: The object that posts the notification; any object if `nil`.
  /// - Returns: A guarantee that is fulfilled on the thread that posts the notification. It has no
  ///   value, because a `Notification` must not cross threads. To read the notification, use
  ///   ``observe(label:once:object:file:line:column:_:)``.
  public func observe(
    label: String? = nil, once name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Void> {
    _observe(.named(label), CallSite(file, line, column), name, object) { _ in }
  }

  /// Returns a guarantee for a value that is read from the next notification with a name.
  ///
  /// ```swift
  /// NotificationCenter.default
  ///   .observe(once: .saved) { notification in notification.userInfo?["file"] as? String }
  ///   .done { file in show(file) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - name: The name of the notification.
  ///   - object: The object that posts the notification; any object if `nil`.
  ///   - value: The closure that reads the notification. It runs once, on the thread that posts the
  ///     notification, before the post returns.
  /// - Returns: A guarantee for the result of `value`. It waits forever if no notification is
  ///   posted.
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

/// A registration with a notification center. It ends with the first notification, even one that is
/// posted before the registration has returned.
final class Observation: Sendable {
  /// The notification center's token for the registration. It is only passed back, and a center
  /// accepts it from any thread.
  struct Token: Sendable {
    nonisolated(unsafe) let observer: any NSObjectProtocol
  }

  private enum State {
    case beginning
    case registered(Token)
    case over
  }

  private let state = Mutex(State.beginning)

  /// Notes that the center has registered the observer as `token`.
  func begin(_ token: Token, in center: NotificationCenter) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .registered(token)
      return false
    }
    if isOver { center.removeObserver(token.observer) }
  }

  /// Ends the registration. Returns whether this is the first time.
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
