public import Foundation
public import PromiseKitLite

/// Handlers can run on an operation queue, each as an operation.
extension OperationQueue: Dispatcher {
  /// Adds an operation that runs `body`.
  ///
  /// A suspended queue runs it when it goes on. `cancelAllOperations` leaves it alone: a promise whose
  /// handler never ran would wait for ever.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    addOperation(HandlerOperation(body))
  }

  /// The label of the queue beneath it if it has one, as main does, else its name.
  public var label: String { underlyingQueue?.label ?? name ?? "OperationQueue" }

  /// Serial if it runs one operation at a time, else what the queue beneath it is, else concurrent.
  public var kind: PromiseEvent.QueueKind? {
    let width = maxConcurrentOperationCount
    if width == 1 { return .serial }
    if let underlyingQueue { return underlyingQueue.kind }
    return .concurrent(width: width == Self.defaultMaxConcurrentOperationCount ? nil : width)
  }
}

extension Dispatcher where Self == OperationQueue {
  /// The operation queue that is current where the link is made; main if none is.
  ///
  /// ```swift
  /// operations.addOperation {
  ///   fetch(token).done(on: .attaching) { items in show(items) }  // on queue again
  /// }
  /// ```
  ///
  /// It is looked up where `.attaching` is written, once. A Dispatch queue's block and a task have no
  /// operation queue, so that their handlers go to main. (ResultPromises' handlers)
  public static var attaching: OperationQueue { .current ?? .main }
}

/// A handler as an operation, which cannot be cancelled.
private final class HandlerOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func main() { body() }
  override func cancel() {}
}
