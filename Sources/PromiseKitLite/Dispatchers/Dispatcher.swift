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
