import Dispatch

/// The main actor is Dispatch's main queue: handlers for both run in one line, and the screen shows
/// one queue.
///
/// ```swift
/// fetch(token).done(on: MainActor.shared) { items in MainActor.assumeIsolated { show(items) } }
/// ```
extension MainActor: Dispatcher {
  /// Runs `body` as an `async` block on Dispatch's main queue.
  public nonisolated func dispatch(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: body)
  }

  /// The label of Dispatch's main queue.
  public nonisolated var label: String { QueueName.main }
  /// `serial`.
  public nonisolated var kind: PromiseEvent.QueueKind? { .serial }
}

extension Dispatcher where Self == MainActor {
  /// The main actor. Handlers for it and for `.main` run in one line.
  ///
  /// ```swift
  /// fetch(token).done(on: .mainActor) { items in show(items) }
  /// ```
  public static var mainActor: MainActor { MainActor.shared }
}
