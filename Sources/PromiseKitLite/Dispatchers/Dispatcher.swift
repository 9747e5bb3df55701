public import Dispatch

/// Where handlers run: a queue, or anything that can be given a closure.
///
/// `DispatchQueue` is one. Write your own to send handlers to an actor's executor, an operation queue
/// or an event loop:
///
/// ```swift
/// struct MyLoop: Dispatcher {
///   func dispatch(_ body: @escaping @Sendable () -> Void) { loop.post(body) }
/// }
/// ```
public protocol Dispatcher: Sendable {
  /// Runs `body` later, once, and never before the call returns.
  func dispatch(_ body: @escaping @Sendable () -> Void)

  /// The name under which the queue is shown; dispatchers of equal name are one queue.
  var label: String { get }

  /// Serial, concurrent or inline; none where it is not known.
  var kind: PromiseEvent.QueueKind? { get }
}

extension Dispatcher {
  /// The name of the type.
  public var label: String { "\(Self.self)" }
  /// Not known.
  public var kind: PromiseEvent.QueueKind? { nil }
}

extension DispatchQueue: Dispatcher {
  /// Runs `body` as an `async` block of the queue.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { async(execute: body) }

  /// Main is serial and the global queues are concurrent; nothing tells it of any other queue.
  public var kind: PromiseEvent.QueueKind? {
    if label == QueueName.main { return .serial }
    return label.hasPrefix(QueueName.globalPrefix) ? .concurrent(width: nil) : nil
  }
}

extension Dispatcher where Self == DispatchQueue {
  /// Dispatch's main queue.
  public static var main: DispatchQueue { .main }

  /// Dispatch's global queue of a quality of service.
  ///
  /// ```swift
  /// fetch(token).map(on: .global(qos: .utility)) { items in parse(items) }
  /// ```
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
    .global(qos: qos)
  }
}

/// The names that Dispatch gives its own queues. Queues are told apart by name: on Linux
/// `DispatchQueue.main === DispatchQueue.main` is false.
package enum QueueName {
  static let main = "com.apple.main-thread"
  static let globalPrefix = "com.apple.root."

  /// The name as it is shown: `main`, `global`, `global.background`, or the program's own.
  package static func shown(_ label: String) -> String {
    if label == main { return "main" }
    guard label.hasPrefix(globalPrefix) else { return label }
    let service =
      label.dropFirst(globalPrefix.count)
      .split(separator: ".").first?.split(separator: "-").first ?? "default"
    return service == "default" ? "global" : "global.\(service)"
  }
}

/// Runs a handler inline, on the thread that settles the promise or attaches the handler: the same
/// as `on: nil`, where a dispatcher has to be named.
///
/// ```swift
/// let dispatcher: any Dispatcher = ImmediateDispatcher()
/// fetch(token).map(on: dispatcher) { items in items.count }
/// fetch(token).map(on: .immediate) { items in items.count }
/// ```
///
/// What runs inline runs inside the call that attaches it or that resolves: the one exception to rule 2.
/// Where a handler that itself runs inline makes that call, it runs once that handler has returned and
/// what it came to was handed out, so that chains of any length use no stack. Bolts calls it the immediate
/// executor.
public struct ImmediateDispatcher: Dispatcher {
  /// The dispatcher; one is as good as another.
  public init() {}
  /// Runs `body` at once, inside the call: the one dispatcher that does.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { body() }
  /// `inline`.
  public var label: String { "inline" }
  /// Immediate.
  public var kind: PromiseEvent.QueueKind? { .immediate }
}

extension Dispatcher where Self == ImmediateDispatcher {
  /// Inline, as `on: nil`.
  public static var immediate: ImmediateDispatcher { ImmediateDispatcher() }
}
