import Dispatch

extension OperationHandler {
  /// The destination of the handler, in one word.
  enum Target: Sendable {
    case inline
    case queue(DispatchQueue)
    case other(OtherDispatcher)

    /// Creates the destination of a handler of `core`; without a dispatcher, the handler runs
    /// inline.
    init(_ dispatcher: (any Dispatcher)?, of core: PromiseCore) {
      // Without copying the dispatcher.
      if dispatcher == nil {
        self = .inline
      } else if let queue = dispatcher?.dispatchQueue {
        self = .queue(queue)
      } else if let dispatcher = core.resolved(dispatcher) {
        self = dispatcher.dispatchQueue.map { .queue($0) } ?? .other(OtherDispatcher(dispatcher))
      } else {
        self = .inline
      }
    }

    /// Whether the handler runs on the thread that notifies it.
    @inline(__always)
    var isInline: Bool {
      switch self {
      case .inline: true
      case .queue: false
      case .other(let other): other.dispatcher.isInline
      }
    }

    /// The dispatcher; `nil` means inline.
    var dispatcher: (any Dispatcher)? {
      switch self {
      case .inline: nil
      case .queue(let queue): queue
      case .other(let other): other.dispatcher
      }
    }
  }

  /// A dispatcher other than a Dispatch queue.
  final class OtherDispatcher: Sendable {
    let dispatcher: any Dispatcher
    init(_ dispatcher: any Dispatcher) { self.dispatcher = dispatcher }
  }
}

extension OperationHandler.Target {
  /// Dispatches `block` to the queue.
  @inline(__always)
  func dispatch(_ block: @escaping EnqueueBatch.Block) {
    Step.reached(.enqueuing)
    switch self {
    case .inline: block()
    case .queue(let queue): queue.async(execute: block)
    case .other(let other): other.dispatcher.dispatchOnce(block)
    }
    Step.reached(.enqueued)
  }

  /// Whether dispatching runs no code of the program, so it never waits for a handler.
  var isOfLibrary: Bool {
    switch self {
    case .inline: false
    case .queue: true
    case .other(let other): other.dispatcher.isOfLibrary
    }
  }
}

extension Dispatcher {
  fileprivate var isOfLibrary: Bool {
    if let accessing = self as? AccessingDispatcher { return accessing.base.isOfLibrary }
    return Self.self == DispatchQueue.self || Self.self == FlaggedQueue.self
      || Self.self == ActorDispatcher.self || Self.self == MainActor.self
  }
}
