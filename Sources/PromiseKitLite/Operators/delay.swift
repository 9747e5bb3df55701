public import Dispatch

extension Thenable {
  /// Keeps the value back for so many seconds. An error passes at once.
  ///
  /// ```swift
  /// fetch(token).delay(seconds: 0.5).done { items in show(items) }
  /// ```
  ///
  /// The time begins when this promise is fulfilled, on the clock of its environment; the timer is stopped
  /// if the chain is cancelled meanwhile. To wait before the work begins, write `after(seconds:).then`.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - seconds: How long; what is not above 0 still takes a turn of the clock.
  /// - Returns: A new promise with the same value. (google/promises' `delay`, JPromise's `j_delay`)
  public func delay(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _delay(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Keeps the value back for an interval. An error passes at once.
  ///
  /// ```swift
  /// fetch(token).delay(.milliseconds(500)).done { items in show(items) }
  /// ```
  ///
  /// Otherwise as ``delay(label:seconds:file:line:column:)``.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public func delay(
    label: String? = nil, _ interval: DispatchTimeInterval,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _delay(interval.nanoseconds, .named(label), CallSite(file, line, column))
  }

  private func _delay(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Promise<Value> {
    let child = Promise<Value>(.delay, of: self, label: label, at: site)
    keepValueBack(from: child, for: delay)
    return child
  }

  /// Fulfils `child` so many nanoseconds after this promise.
  fileprivate func keepValueBack(from child: PromiseCore, for delay: Int64) {
    attach(.values, on: nil, child: child) { [weak child] settled in
      child?.settle(settled, after: delay)
      return .later
    }
  }
}

extension GuaranteeMixin {
  /// Keeps the value back for so many seconds.
  ///
  /// ```swift
  /// tapped(button).delay(seconds: 0.3).done { dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - seconds: How long, on the clock of the environment.
  /// - Returns: A new guarantee of the same value.
  public func delay(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Value> {
    _delay(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Keeps the value back for an interval.
  ///
  /// ```swift
  /// tapped(button).delay(.milliseconds(300)).done { dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - interval: How long, on the clock of the environment.
  /// - Returns: A new guarantee of the same value.
  public func delay(
    label: String? = nil, _ interval: DispatchTimeInterval,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Value> {
    _delay(interval.nanoseconds, .named(label), CallSite(file, line, column))
  }

  private func _delay(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Guarantee<Value> {
    let child = Guarantee<Value>(.delay, of: self, label: label, at: site)
    keepValueBack(from: child, for: delay)
    return child
  }
}

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
