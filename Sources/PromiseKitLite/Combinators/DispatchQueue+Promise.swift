public import Dispatch

/// A marker that asks for a promise: `queue.async(.promise) { … }`.
///
/// ```swift
/// DispatchQueue.global().async(.promise) { try JSONDecoder().decode(Page.self, from: data) }
///   .done { page in show(page) }
///   .catch { error in alert(error) }
/// ```
public enum PromiseMarker: Sendable {
  /// The call returns a promise for the result of the closure.
  case promise
}

/// A marker that asks for a guarantee: `queue.async(.guarantee) { … }`.
///
/// ```swift
/// DispatchQueue.global().async(.guarantee) { digest(data) }.done { number in show(number) }
/// ```
public enum GuaranteeMarker: Sendable {
  /// The call returns a guarantee for the result of the closure, which cannot fail.
  case guarantee
}

extension DispatchQueue {
  /// Runs `body` on the queue, and returns a promise for its result.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { try parse(data) }.done { show($0) }
  /// ```
  ///
  /// **Value.** The result of `body`.
  /// **Error.** The one that `body` throws.
  /// **Cancellation.** `body` does not run if it is still enqueued.
  /// **Queue.** The dispatch queue.
  /// **Elsewhere.** PromiseKit `async(.promise)`; google `Promise(on:) { … }`; JavaScript –; Bolts
  /// `taskFromExecutor:withBlock:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work.
  ///   - flags: The flags of the work, such as `.barrier`.
  ///   - body: The closure to run on the queue.
  /// - Returns: A promise for the result of `body`. An error that `body` throws rejects it.
  @preconcurrency
  public func async<Value: Sendable>(
    _: PromiseMarker, label: String? = nil,
    group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(
      root: .async, label: .named(label), at: CallSite(file, line, column))
    promise.enqueueWork(
      on: with(qos: qos, flags: flags), group: group, label: label
    ) {
      .value(try body())
    }
    return promise
  }
}

extension DispatchQueue {
  /// Runs `body`, which cannot fail, on the queue, and returns a guarantee for its result, as
  /// PromiseKit does. If the surrounding code expects a promise or catches an error, a promise is
  /// returned instead.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work.
  ///   - flags: The flags of the work, such as `.barrier`.
  ///   - body: The closure to run on the queue.
  /// - Returns: A guarantee for the result of `body`.
  @preconcurrency
  public func async<Value: Sendable>(
    _: PromiseMarker, label: String? = nil,
    group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () -> Value
  ) -> Guarantee<Value> {
    let guarantee = Guarantee<Value>(
      root: .async, label: .named(label), at: CallSite(file, line, column))
    guarantee.enqueueWork(
      on: with(qos: qos, flags: flags), group: group, label: label
    ) {
      .value(body())
    }
    return guarantee
  }
}

extension DispatchQueue {
  /// Runs `body`, which cannot fail, on the queue, and returns a guarantee for its result.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.guarantee) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work.
  ///   - flags: The flags of the work, such as `.barrier`.
  ///   - body: The closure to run on the queue.
  /// - Returns: A guarantee for the result of `body`.
  @preconcurrency
  public func async<Value: Sendable>(
    _: GuaranteeMarker, label: String? = nil,
    group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () -> Value
  ) -> Guarantee<Value> {
    let guarantee = Guarantee<Value>(
      root: .async, label: .named(label), at: CallSite(file, line, column))
    guarantee.enqueueWork(
      on: with(qos: qos, flags: flags), group: group, label: label
    ) {
      .value(body())
    }
    return guarantee
  }
}

extension PromiseCore {
  /// Runs `body` as a job of `dispatcher` that is part of `group`. The result of `body`, or the
  /// error that it throws, settles the promise.
  func enqueueWork(
    on dispatcher: any Dispatcher, group: DispatchGroup?, label: String?,
    _ body: @escaping @Sendable () throws -> Settled
  ) {
    let membership = group.map(GroupMembership.init(of:))
    enqueueJob(on: dispatcher, label: label) { _ in
      withExtendedLifetime(membership) {
        do { return .settle(try body()) } catch { return .error(error) }
      }
    }
  }
}

/// One piece of work of a group, for as long as the object lives. The job owns it, so the promise
/// is settled before the group is empty.
private final class GroupMembership: Sendable {
  private let group: DispatchGroup

  init(of group: DispatchGroup) {
    self.group = group
    group.enter()
  }

  deinit { group.leave() }
}

extension AccessingDispatcher {
  /// Runs `body` on the queue, and returns a promise for its result. `body` accesses only the state
  /// that the dispatcher declares.
  ///
  /// ```swift
  /// queue.accessing("stock").async(.promise) { try parse(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work, on a Dispatch queue.
  ///   - flags: The flags of the work, such as `.barrier`, on a Dispatch queue.
  ///   - body: The closure to run on the queue.
  /// - Returns: A promise for the result of `body`. An error that `body` throws rejects it.
  public func async<Value: Sendable>(
    _: PromiseMarker, label: String? = nil,
    group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(
      root: .async, label: .named(label), at: CallSite(file, line, column))
    promise.enqueueWork(on: with(qos: qos, flags: flags), group: group, label: label) {
      .value(try body())
    }
    return promise
  }

  /// Runs `body`, which cannot fail, on the queue, and returns a guarantee for its result. `body`
  /// accesses only the state that the dispatcher declares.
  ///
  /// ```swift
  /// queue.accessing().async(.guarantee) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work, on a Dispatch queue.
  ///   - flags: The flags of the work, such as `.barrier`, on a Dispatch queue.
  ///   - body: The closure to run on the queue.
  /// - Returns: A guarantee for the result of `body`.
  public func async<Value: Sendable>(
    _: GuaranteeMarker, label: String? = nil,
    group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () -> Value
  ) -> Guarantee<Value> {
    let guarantee = Guarantee<Value>(
      root: .async, label: .named(label), at: CallSite(file, line, column))
    guarantee.enqueueWork(on: with(qos: qos, flags: flags), group: group, label: label) {
      .value(body())
    }
    return guarantee
  }
}
