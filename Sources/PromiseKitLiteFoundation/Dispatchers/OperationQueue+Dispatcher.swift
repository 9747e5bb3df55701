public import Foundation
public import PromiseKitLite

/// Allows handlers to run on an operation queue, each as an operation.
extension OperationQueue: Dispatcher {
  /// Adds an operation that runs `body`.
  ///
  /// A suspended queue runs it when it resumes. `cancelAllOperations` does not cancel it, because a
  /// promise whose handler never ran would wait forever.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    addOperation(HandlerOperation(body))
  }

  /// The label of the underlying queue, if there is one, as for main; otherwise, the name of the
  /// operation queue.
  public var label: String { underlyingQueue?.label ?? name ?? "OperationQueue" }

  /// Serial if the queue runs one operation at a time; otherwise, the kind of the underlying queue,
  /// if there is one; otherwise, concurrent.
  public var kind: PromiseEvent.QueueKind? {
    let width = maxConcurrentOperationCount
    if width == 1 { return .serial }
    if let underlyingQueue { return underlyingQueue.kind }
    return .concurrent(width: width == Self.defaultMaxConcurrentOperationCount ? nil : width)
  }
}

extension Dispatcher where Self == OperationQueue {
  /// The operation queue that is current when the link is created, or main if there is none.
  ///
  /// ```swift
  /// operations.addOperation {
  ///   fetch(token).done(on: .attaching) { items in show(items) }  // on queue again
  /// }
  /// ```
  ///
  /// It is looked up once, where `.attaching` is written. A block on a Dispatch queue, or a task,
  /// has no operation queue, so its handlers run on main. (ResultPromises' handlers)
  public static var attaching: OperationQueue { .current ?? .main }
}

/// An operation that runs a handler and cannot be canceled.
private final class HandlerOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func main() { body() }
  override func cancel() {}
}
