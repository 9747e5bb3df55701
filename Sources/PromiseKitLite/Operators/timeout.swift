public import Dispatch

extension Thenable {
  /// Gives up after so many seconds: settles as this promise does, or is rejected with
  /// ``PMKError/timedOut`` if that takes longer.
  ///
  /// ```swift
  /// fetch(token).timeout(seconds: 10).done { items in show(items) }.catch { error in alert(error) }
  /// ```
  ///
  /// The time begins now, on the clock of the environment. The work goes on after it; what it comes to then
  /// is told as ignored. The timer is stopped as soon as this promise settles, or the chain is cancelled, so
  /// that it keeps nothing alive that is over.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - seconds: How long; what is not above 0 is over in the next turn of the clock.
  /// - Returns: A new promise. (google/promises' `timeout`)
  public func timeout(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _timeout(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Gives up after an interval: settles as this promise does, or is rejected with
  /// ``PMKError/timedOut`` if that takes longer.
  ///
  /// ```swift
  /// fetch(token).timeout(.seconds(10)).done { items in show(items) }.catch { error in alert(error) }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public func timeout(
    label: String? = nil, _ interval: DispatchTimeInterval,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _timeout(interval.nanoseconds, .named(label), CallSite(file, line, column))
  }

  private func _timeout(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Promise<Value> {
    let child = Promise<Value>(.timeout, of: self, label: label, at: site)
    let timer = isPending ? child.settle(.error(PMKError.timedOut), after: delay) : nil
    // It settles by itself, whether this promise does or not: so its context cancels it itself too.
    child.leaveDownstream()
    if timer != nil { child.locked { $0.becomeIndependent() } }
    attach(.everything, on: nil, child: child) { [weak child] settled in
      timer?.cancel()
      // The program was told of another error instead.
      if child?.settled != nil, case .rejected(let late) = settled { late.handle() }
      return .settle(settled)
    }
    return child
  }
}
