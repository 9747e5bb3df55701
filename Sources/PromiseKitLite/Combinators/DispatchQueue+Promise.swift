public import Dispatch

/// Says that a promise is wanted: `queue.async(.promise) { … }`.
public enum PMKNamespacer: Sendable {
  /// What follows is fulfilled with what the closure returns.
  case promise
}

extension DispatchQueue {
  /// Runs `body` on the queue.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { try parse(data) }.done { show($0) }
  /// ```
  ///
  /// - Returns: A promise for what `body` returns; what it throws rejects it.
  public func async<Value: Sendable>(
    _: PMKNamespacer,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    _async(nil, CallSite(file, line, column), body)
  }

  /// ``async(_:file:line:column:execute:)`` with a label.
  public func async<Value: Sendable>(
    _: PMKNamespacer, _ label: String,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    _async(label, CallSite(file, line, column), body)
  }

  private func _async<Value: Sendable>(
    _ label: String?, _ site: CallSite, _ body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(root: .async, label: label.map(Label.init), at: site)
    promise.enqueueJob(on: self, label: label) { _ in
      do { return .value(try body()) } catch { return .error(error) }
    }
    return promise
  }
}
