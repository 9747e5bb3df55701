public import Dispatch

/// A type that runs handlers: a queue, or anything else that accepts a closure.
///
/// `DispatchQueue` is a dispatcher. Implement your own to run handlers on an actor's executor, an
/// operation queue, or an event loop:
///
/// ```swift
/// struct MyLoop: Dispatcher {
///   func dispatch(_ body: @escaping @Sendable () -> Void) { loop.post(body) }
/// }
/// ```
public protocol Dispatcher: Sendable {
  /// Runs `body` once, later, and never before the call returns.
  ///
  /// The library calls it on the thread that settles the promise or attaches the handler. Until it returns,
  /// handlers that are enqueued together with this one wait on their threads before they start. (rule 4)
  /// It should therefore not wait for a handler. If it takes longer than a second, because it waits for one
  /// or because the process is stopped, they start nevertheless. From then on, in this process, rule 4 does
  /// not hold for promises with a handler on a dispatcher other than a Dispatch queue, the main actor, or
  /// `.actor(_:)`. Nor does it hold for handlers that are enqueued together with one that runs inline.
  func dispatch(_ body: @escaping @Sendable () -> Void)

  /// The name of the queue on the screen. Dispatchers with the same label are one queue.
  var label: String { get }

  /// Whether the queue is serial, concurrent, or inline; `nil` if unknown.
  var kind: PromiseEvent.QueueKind? { get }
}

extension Dispatcher {
  /// The name of the type.
  public var label: String { "\(Self.self)" }
  /// `nil`, because the kind is unknown.
  public var kind: PromiseEvent.QueueKind? { nil }

  /// The Dispatch queue, if the dispatcher is one. A conditional cast takes several times as long,
  /// and every link needs it.
  var dispatchQueue: DispatchQueue? {
    guard Self.self == DispatchQueue.self else { return nil }
    return unsafeBitCast(self, to: Unmanaged<DispatchQueue>.self).takeUnretainedValue()
  }
}

extension Dispatcher {
  /// The address of the Dispatch queue, if the dispatcher is one. Reading it changes no reference
  /// count.
  var queueAddress: UInt? {
    guard Self.self == DispatchQueue.self else { return nil }
    return UInt(bitPattern: unsafeBitCast(self, to: Unmanaged<DispatchQueue>.self).toOpaque())
  }
}

extension DispatchQueue: Dispatcher {
  /// Runs `body` as an `async` block on the queue.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { async(execute: body) }

  /// Serial for the main queue, and concurrent for the global queues. The kind of any other queue
  /// is unknown.
  public var kind: PromiseEvent.QueueKind? { QueueName.kind(of: label) }
}

extension Dispatcher where Self == DispatchQueue {
  /// Dispatch's main queue.
  public static var main: DispatchQueue { .main }

  /// Returns Dispatch's global queue for a quality of service.
  ///
  /// ```swift
  /// fetch(token).map(on: .global(qos: .utility)) { items in parse(items) }
  /// ```
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
    .global(qos: qos)
  }
}

/// The labels of Dispatch's own queues. Queues are identified by label, because on Linux
/// `DispatchQueue.main === DispatchQueue.main` is false.
package enum QueueName {
  static let main = "com.apple.main-thread"
  static let globalPrefix = "com.apple.root."

  /// Returns the kind of the Dispatch queue with this label; `nil` if it is unknown.
  static func kind(of label: String) -> PromiseEvent.QueueKind? {
    guard isApple(label) else { return nil }
    if label == main { return .serial }
    return label.hasPrefix(globalPrefix) ? .concurrent(width: nil) : nil
  }

  /// Returns whether the label can be one of Dispatch's own.
  private static func isApple(_ label: String) -> Bool {
    label.utf8.count >= globalPrefix.utf8.count && label.hasPrefix("com.apple.")
  }

  /// Returns the label as shown: `main`, `global`, `global.background`, or the program's own.
  package static func shown(_ label: String) -> String {
    guard isApple(label) else { return label }
    if label == main { return "main" }
    guard label.hasPrefix(globalPrefix) else { return label }
    let service =
      label.dropFirst(globalPrefix.count)
      .split(separator: ".").first?.split(separator: "-").first ?? "default"
    return service == "default" ? "global" : "global.\(service)"
  }
}

/// A dispatcher that runs a handler inline, on the thread that settles the promise or attaches the
/// handler. It is the same as `on: nil`, for code that needs a dispatcher.
///
/// ```swift
/// let dispatcher: any Dispatcher = ImmediateDispatcher()
/// fetch(token).map(on: dispatcher) { items in items.count }
/// fetch(token).map(on: .immediate) { items in items.count }
/// ```
///
/// An inline handler runs inside the call that attaches it or resolves the promise: the only
/// exception to rule 2. If that call is made by another inline handler, the new handler runs after
/// that one has returned and its result has been delivered, so chains of any length use no stack.
/// Bolts calls this the immediate executor.
public struct ImmediateDispatcher: Dispatcher {
  /// Creates the dispatcher. All instances are equivalent.
  public init() {}
  /// Runs `body` immediately, before the call returns. No other dispatcher does this.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { body() }
  /// `inline`.
  public var label: String { "inline" }
  /// `immediate`.
  public var kind: PromiseEvent.QueueKind? { .immediate }
}

extension Dispatcher where Self == ImmediateDispatcher {
  /// Runs handlers inline, like `on: nil`.
  public static var immediate: ImmediateDispatcher { ImmediateDispatcher() }
}
