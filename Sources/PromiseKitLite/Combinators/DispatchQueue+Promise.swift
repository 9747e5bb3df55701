public import Dispatch

/// Says that a promise is wanted: `queue.async(.promise) { … }`.
///
/// ```swift
/// DispatchQueue.global().async(.promise) { try JSONDecoder().decode(Page.self, from: data) }
///   .done { page in show(page) }
///   .catch { error in alert(error) }
/// ```
public enum PromiseMarker: Sendable {
  /// What follows is fulfilled with what the closure returns.
  case promise
}

/// Says that a guarantee is wanted: `queue.async(.guarantee) { … }`.
///
/// ```swift
/// DispatchQueue.global().async(.guarantee) { digest(data) }.done { number in show(number) }
/// ```
public enum GuaranteeMarker: Sendable {
  /// What follows is fulfilled with what the closure returns, and cannot fail.
  case guarantee
}

extension DispatchQueue {
  /// Runs `body` on the queue.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { try parse(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work.
  ///   - flags: How the work is to be run, as `.barrier`.
  ///   - body: Runs on the queue.
  /// - Returns: A promise for what `body` returns; what it throws rejects it.
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
  /// Runs `body`, which cannot fail, on the queue. PromiseKit makes a guarantee of it likewise;
  /// where a promise is expected, or an error is caught, it is a promise.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work.
  ///   - flags: How the work is to be run, as `.barrier`.
  ///   - body: Runs on the queue.
  /// - Returns: A guarantee of what `body` returns.
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
  /// Runs `body`, which cannot fail, on the queue, and says so.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.guarantee) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work.
  ///   - flags: How the work is to be run, as `.barrier`.
  ///   - body: Runs on the queue.
  /// - Returns: A guarantee of what `body` returns.
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
  /// Runs `body` as a job of `dispatcher` that `group` counts; what it answers or throws settles
  /// the promise.
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

/// Counts as one piece of work of a group, for as long as it lives: the job owns it, so that the
/// promise is settled before the group is empty.
private final class GroupMembership: Sendable {
  private let group: DispatchGroup

  init(of group: DispatchGroup) {
    self.group = group
    group.enter()
  }

  deinit { group.leave() }
}

extension AccessingDispatcher {
  /// Runs `body` on the queue; it touches what the dispatcher says.
  ///
  /// ```swift
  /// queue.accessing("stock").async(.promise) { try parse(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work, on a Dispatch queue.
  ///   - flags: How the work is to be run, as `.barrier`, on a Dispatch queue.
  ///   - body: Runs on the queue.
  /// - Returns: A promise for what `body` returns; what it throws rejects it.
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

  /// Runs `body`, which cannot fail, on the queue; it touches what the dispatcher says.
  ///
  /// ```swift
  /// queue.accessing().async(.guarantee) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - group: A group that the work belongs to until its promise is settled.
  ///   - qos: The quality of service of the work, on a Dispatch queue.
  ///   - flags: How the work is to be run, as `.barrier`, on a Dispatch queue.
  ///   - body: Runs on the queue.
  /// - Returns: A guarantee of what `body` returns.
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
