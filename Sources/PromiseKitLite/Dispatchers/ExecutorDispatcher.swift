/// A dispatcher that runs handlers on an executor of Swift concurrency. Created by
/// ``Dispatcher/executor(_:label:)``.
///
/// ```swift
/// let dispatcher: ExecutorDispatcher = .executor(eventLoop, label: "loop")
/// fetch(token).map(on: dispatcher) { items in items.count }
/// ```
public struct ExecutorDispatcher: Dispatcher {
  private let target: Target
  /// The label that the program gave the queue; `nil` for the name of the executor's type.
  let ownLabel: String?

  private enum Target {
    case serial(ExecutorActor)
    case task(any TaskExecutor)
  }

  fileprivate init(serial executor: any SerialExecutor, label: String?) {
    (target, ownLabel) = (.serial(ExecutorActor(executor)), label)
  }

  fileprivate init(task executor: any TaskExecutor, label: String?) {
    (target, ownLabel) = (.task(executor), label)
  }

  /// Runs `body` on the executor: for a serial executor, after everything that was dispatched to it
  /// earlier; for a task executor, as a job that is enqueued during the call.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    switch target {
    case .serial(let actor):
      ActorMailbox.dispatch(body, on: actor, key: ObjectIdentifier(actor.executor))
    case .task(let executor): Task.detached(executorPreference: executor) { body() }
    }
  }

  /// The executor.
  var executor: any AnyObject & Sendable {
    switch target {
    case .serial(let actor): actor.executor
    case .task(let executor): executor
    }
  }

  /// The label that the program gave the queue, or the name of the executor's type.
  public var label: String { ownLabel ?? "\(type(of: executor))" }

  /// Serial for a serial executor, and concurrent for a task executor.
  public var kind: PromiseEvent.QueueKind? {
    if case .serial = target { .serial } else { .concurrent(width: nil) }
  }
}

/// An actor that runs on an executor of the program.
private actor ExecutorActor {
  let executor: any SerialExecutor
  init(_ executor: any SerialExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

extension Dispatcher where Self == ExecutorDispatcher {
  /// Runs handlers on a serial executor: one at a time, in the order in which they are dispatched.
  ///
  /// ```swift
  /// fetch(token).map(on: .executor(eventLoop)) { items in items.count }
  /// ```
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the handlers.
  ///   - label: The name of the queue on the screen. By default it is the name of the executor's
  ///     type; the second executor of the same type is shown with a 2 after the name, and so on.
  public static func executor<E: SerialExecutor>(
    _ executor: E, label: String? = nil
  ) -> ExecutorDispatcher {
    ExecutorDispatcher(serial: executor, label: label)
  }

  /// Runs handlers on a task executor, which may run several at a time. They are enqueued in the
  /// order in which they are dispatched; the executor decides when each of them runs.
  ///
  /// ```swift
  /// fetch(token).map(on: .executor(workers, label: "workers")) { items in items.count }
  /// ```
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the handlers.
  ///   - label: The name of the queue on the screen; by default the name of the executor's type.
  public static func executor<E: TaskExecutor>(
    _ executor: E, label: String? = nil
  ) -> ExecutorDispatcher {
    ExecutorDispatcher(task: executor, label: label)
  }

  /// Runs handlers on an executor that is both a serial and a task executor: one at a time, in the
  /// order in which they are dispatched.
  ///
  /// ```swift
  /// fetch(token).map(on: .executor(eventLoop)) { items in items.count }
  /// ```
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the handlers.
  ///   - label: The name of the queue on the screen; by default the name of the executor's type.
  public static func executor<E: SerialExecutor & TaskExecutor>(
    _ executor: E, label: String? = nil
  ) -> ExecutorDispatcher {
    ExecutorDispatcher(serial: executor, label: label)
  }
}
