public import Dispatch

extension TouchingDispatcher {
  /// Runs `body` on the queue; it touches what the dispatcher says.
  ///
  /// ```swift
  /// queue.touching("stock").async(.promise) { try parse(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
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
  /// queue.touching().async(.guarantee) { digest(data) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
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
